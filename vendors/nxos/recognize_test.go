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
