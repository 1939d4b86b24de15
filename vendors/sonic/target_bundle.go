package sonic

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// tellBundles warns of what the bundles that named ports are in have beside them.
func (t *targeter) tellBundles() {
	bundles := t.site.Bundles()
	if len(bundles) == 0 {
		return
	}
	for _, r := range t.have.table("PORTCHANNEL").all() {
		if like := bundles[r.key]; like != nil {
			t.tellPacketSize(r, like)
		}
	}
	for _, r := range t.have.table("PORTCHANNEL_MEMBER").all() {
		bundle, port, _ := strings.Cut(r.key, "|")
		if like := bundles[bundle]; like != nil && !t.named[port] {
			t.tellStranger(r, port, like)
		}
	}
}

// tellPacketSize warns of a bundle with another packet size than its members are to have. No source says which of the two holds, and the
// rows of bundles are not weft's.
func (t *targeter) tellPacketSize(bundle *row, like *vendors.SitePort) {
	have, has := bundle.get(fieldMTU)
	want, wanted := t.want.table(tablePort).row(like.Name).get(fieldMTU)
	if has && wanted && have != want {
		t.diags = append(t.diags, vendors.Diagnostic{
			Severity: vendors.Warning, Field: "mtu", Line: int(lineOf(bundle, fieldMTU)),
			Summary: fmt.Sprintf("PORTCHANNEL|%s has mtu %s, and its members shall have %s", bundle.key, have, want),
			Detail:  "no source says which of the two holds, and weft leaves the bundle as it is: set it by hand",
		})
	}
}

// tellStranger warns of a member that the intent does not name: traffic is hashed to it too, and each member has rows of its own.
func (t *targeter) tellStranger(member *row, port string, like *vendors.SitePort) {
	d := vendors.Diagnostic{
		Severity: vendors.Warning, Line: int(member.line), Ports: []string{port},
		Summary: fmt.Sprintf("it is in %s (PORTCHANNEL_MEMBER|%s), and the intent does not name it", like.LAG, member.key),
		Detail:  "name it with the other ports of " + like.LAG,
	}
	want, _ := t.want.table(tablePortMap).row(like.Name).get(fieldPFC)
	have, _ := t.have.table(tablePortMap).row(port).get(fieldPFC)
	if paused := among(want, have); len(setOf(paused)) < len(setOf(want)) {
		d.Summary += "; not all that is to be lossless is so where it is hashed to it"
	}
	t.diags = append(t.diags, d)
}
