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
		diags.Warnf(int(lineOf(metadata, "hwsku")), "the switch is a %s (DEVICE_METADATA), and the intent says platform %s: correct the platform, or take the right file", sku, p.Model)
	}
	return diags
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
