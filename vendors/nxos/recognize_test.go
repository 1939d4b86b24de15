package nxos

import "testing"

func TestRecognize(t *testing.T) {
	for text, want := range map[string]string{
		"!Time\nversion 10.4(3) Bios:version 01.14 \nhostname a\n": "generic 10.4(3)",
		"policy-map type qos A\n":                                  "generic 10.6",
		"version 15.2\nhostname a\n":                               "",
		"sysname a\nreturn\n":                                      "",
		"{}":                                                       "",
	} {
		p, ok := NXOS{}.Recognize([]byte(text))
		got := ""
		if ok {
			got = p.Model + " " + p.Release
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
