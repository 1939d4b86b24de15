package sonic

import (
	"testing"

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
	c, _ := SONiC{}.Parse([]byte(`{"PORT":{"Ethernet0":{"speed":"100000"},"Ethernet4":{}},"CABLE_LENGTH":{"AZURE":{"Ethernet0":"40m"}}}`))
	ports := SONiC{}.Survey(c)
	if a := ports["Ethernet0"]; len(ports) != 2 || a.SpeedBps != 100e9 || a.CableMetres != 40 {
		t.Errorf("%+v", ports)
	}
}
