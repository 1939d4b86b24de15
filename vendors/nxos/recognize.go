package nxos

import (
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Recognize tells a running configuration by its `version`, or by policies of a type, which no other CLI has (S-CHKPT). It says the
// release and never the model.
func (NXOS) Recognize(text []byte) (vendors.Platform, bool) {
	release, _, _ := strings.Cut(conf.Word(text, "version"), " ")
	if _, err := trainOf(release); err != nil {
		if conf.Word(text, "policy-map type") == "" {
			return vendors.Platform{}, false
		}
		release = trains[len(trains)-1].name
	}
	p, err := NXOS{}.Platform("generic", release)
	return p, err == nil
}
