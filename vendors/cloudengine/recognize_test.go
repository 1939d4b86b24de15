package cloudengine

import (
	"testing"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/vendortest"
)

func TestRecognize(t *testing.T) {
	vendortest.Recognizes(t, New(), map[string]string{
		"!Software Version V200R019C10SPC800\n#\nsysname a\n#\nreturn\n": "generic V200R019C10SPC800",
		"#\nqos buffer x\nreturn\n":                                      "generic V300R023C00",
		"hostname a\n":                                                   "",
		"{}":                                                             "",
	})
}

func TestSurvey(t *testing.T) {
	c, _ := CloudEngine{}.Parse([]byte("#\ninterface 100GE1/0/1\n undo portswitch\n#\ninterface 25GE1/0/2\n eth-trunk 7\n flow-control input\n#\ninterface MEth0/0/0\n#\nreturn\n"))
	ports := CloudEngine{}.Survey(c)
	if a, b := ports["100GE1/0/1"], ports["25GE1/0/2"]; len(ports) != 2 || !a.Routed || b.Routed || b.LAG != "Eth-Trunk7" || a.LAG != "" || a.Pause || !b.Pause || a.SpeedBps != 4*b.SpeedBps {
		t.Errorf("%+v", ports)
	}
}

func TestMemory(t *testing.T) {
	const one = "qos buffer headroom-pool size 4 mbytes slot 1"
	for text, want := range map[string]int{
		"#\nsysname a\n#\nreturn\n":                                                  0,
		"#\n" + one + "\n#\nreturn\n":                                                4 << 20,
		"#\nqos buffer headroom-pool size 512 kbytes slot 1\n#\nreturn\n":            512 << 10,
		"#\n" + one + "\nqos buffer headroom-pool size 4 mbytes slot 2\n#\nreturn\n": 0,
	} {
		c, _ := CloudEngine{}.Parse([]byte(text))
		if m := (CloudEngine{}).Memory(c, vendors.Platform{}); int(m.Pool.Bytes) != want {
			t.Errorf("%q: %+v", text, m)
		}
	}
}
