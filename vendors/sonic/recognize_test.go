package sonic

import (
	"testing"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/vendortest"
)

func TestRecognize(t *testing.T) {
	vendortest.Recognizes(t, New(), map[string]string{
		"{\"DEVICE_METADATA\":{\"localhost\":{\"hwsku\":\"arista-7050cx3-32s-c32\"}},\"VERSIONS\":{\"DATABASE\":{\"VERSION\":\"version_202411_01\"}}}": "Arista-7050CX3-32S-C32 202411",
		"{\"PORT_QOS_MAP\":{}}": "generic 202605",
		"{\"a\":1}":             "",
		"{":                     "",
		"hostname a":            "",
	})
}

func TestSurvey(t *testing.T) {
	c, _ := SONiC{}.Parse([]byte(`{"PORT":{"Ethernet0":{"speed":"100000"},"Ethernet4":{}},"CABLE_LENGTH":{"AZURE":{"Ethernet0":"40m"}},"PORTCHANNEL_MEMBER":{"PortChannel7|Ethernet0":{}}}`))
	ports := SONiC{}.Survey(c)
	if a := ports["Ethernet0"]; len(ports) != 2 || a.SpeedBps != 100e9 || a.CableMetres != 40 || a.LAG != "PortChannel7" || ports["Ethernet4"].LAG != "" {
		t.Errorf("%+v", ports)
	}
}

func TestMemory(t *testing.T) {
	for text, want := range map[string]vendors.Memory{
		`{"DEVICE_METADATA":{}}`: {},
		`{"BUFFER_POOL":{"ingress_lossless_pool":{"type":"ingress","mode":"dynamic"}}}`:              {},
		`{"BUFFER_POOL":{"ingress_lossless_pool":{"size":"1000"},"egress_lossy_pool":{"size":"9"}}}`: {Size: vendors.Amount{Bytes: 1000, Source: "BUFFER_POOL|ingress_lossless_pool"}},
		`{"BUFFER_POOL":{"ingress_lossless_pool":{"size":"1000","xoff":"200"}}}`: {
			Size:   vendors.Amount{Bytes: 1200, Source: "BUFFER_POOL|ingress_lossless_pool"},
			Shared: vendors.Amount{Bytes: 1000, Source: "BUFFER_POOL|ingress_lossless_pool"},
			Pool:   vendors.Amount{Bytes: 200, Source: "BUFFER_POOL|ingress_lossless_pool"},
		},
	} {
		c, _ := SONiC{}.Parse([]byte(text))
		if got := (SONiC{}).Memory(c, vendors.Platform{}); got != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
