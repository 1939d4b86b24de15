package cloudengine

import (
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Fingerprint covers the canonical form of every line in scope with the blocks it stands in. Neither the order of lines nor
// a line out of scope changes it.
func (CloudEngine) Fingerprint(c vendors.Config) string {
	return conf.Fingerprint(treeOf(c), orderCounts)
}
