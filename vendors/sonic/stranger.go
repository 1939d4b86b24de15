package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// CheckRelease compares what a running configuration says of its release and its hardware with what the intent says. The release is in
// the version of the database's schema, whose form sonic-versions.yang gives: version_202511_01. Schemas of old images have other
// numbers, and say nothing.
func (SONiC) CheckRelease(running vendors.Config, p vendors.Platform) (diags vendors.Diagnostics) {
	d := docOf(running)
	database := d.table("VERSIONS").row("DATABASE")
	if version, ok := database.get("VERSION"); ok {
		is, _, _ := strings.Cut(strings.TrimPrefix(version, "version_"), "_")
		if want, err := trainOf(p.Release); err == nil && len(is) == len(want.name) && isNumber(is) && is != want.name {
			diags.Warnf(int(lineOf(database, "VERSION")), "the database has the schema of release %s (VERSIONS|DATABASE), and the intent says release %s: correct the release", is, p.Release)
		}
	}
	metadata := d.metadata()
	if sku, ok := metadata.get("hwsku"); ok && !isModel(sku, p) {
		diags = append(diags, vendors.Diagnostic{
			Severity: strangeness(sku, p), Line: int(lineOf(metadata, "hwsku")),
			Summary: "the switch is a " + sku + " (DEVICE_METADATA), and the intent says platform " + p.Model + ": correct the platform, or take the right file",
		})
	}
	return diags
}

// strangeness tells how bad another HWSKU than the intent's is: one that has another chip has other buffers, and other patches are refused.
func strangeness(sku string, p vendors.Platform) vendors.Severity {
	if own, _ := knownRow(strings.TrimSpace(sku)); own != nil && own.chip != platformOf(p).chip {
		return vendors.Error
	}
	return vendors.Warning
}

// isModel tells whether a HWSKU is that of a platform, or of the family that it stands for.
func isModel(sku string, p vendors.Platform) bool {
	r := platformOf(p)
	if strings.EqualFold(sku, p.Model) || r.chip.name == "generic" {
		return true
	}
	if !strings.EqualFold(p.Model, r.chip.name) {
		return false
	}
	own, _ := knownRow(strings.TrimSpace(sku))
	return own == nil || own.chip == r.chip
}
