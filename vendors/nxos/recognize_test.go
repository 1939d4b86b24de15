package nxos

import (
	"testing"

	"github.com/weft-net/weft/vendors/vendortest"
)

func TestRecognize(t *testing.T) {
	vendortest.Recognizes(t, New(), map[string]string{
		"!Time\nversion 10.4(3) Bios:version 01.14 \nhostname a\n": "generic 10.4(3)",
		"policy-map type qos A\n":                                  "generic 10.6",
		"version 15.2\nhostname a\n":                               "",
		"sysname a\nreturn\n":                                      "",
		"{}":                                                       "",
	})
}

func TestSurvey(t *testing.T) {
	c, _ := NXOS{}.Parse([]byte("hostname a\n\ninterface Ethernet1/1\n  no switchport\n  speed 100000\n  channel-group 10 mode active\n  flowcontrol receive on\n  no shutdown\n\ninterface Ethernet1/2\n  speed auto\nline vty\n  speed 9600\n"))
	ports := NXOS{}.Survey(c)
	if a, b := ports["Ethernet1/1"], ports["Ethernet1/2"]; len(ports) != 2 || !a.Routed || a.SpeedBps != 100e9 || a.LAG != "port-channel10" || !a.Pause || b.LAG != "" || b.Pause || b.Routed || b.SpeedBps != 0 {
		t.Errorf("%+v", ports)
	}
}
