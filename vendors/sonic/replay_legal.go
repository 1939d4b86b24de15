package sonic

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// asic is what the updater takes the switch for when it decides what a patch may change (5.3).
type asic uint8

// The ASICs. An HWSKU in none of the updater's lists is unlisted, and nearly everything is refused there.
const (
	unlisted asic = iota
	spectrum1
	spectrum2
	spectrum3
	spectrum4
	spectrum5
	tomahawk
	tomahawk2
	tomahawk3
	tomahawk4
	tomahawk5
	trident2
	trident3
	trident4
	jericho2cPlus
	cisco8000
	teralynx
)

// asics is a set of ASICs, one bit each.
type asics uint32

func asicsOf(list ...asic) (set asics) {
	for _, a := range list {
		set |= 1 << a
	}
	return set
}

func (s asics) has(a asic) bool { return s>>a&1 == 1 }

const (
	allListed = ^asics(1 << unlisted)
	everyASIC = ^asics(0)
)

// sku is one entry of the updater's lists: sonic-utilities, generic_config_updater/gcu_field_operation_validators.conf.json.
// An HWSKU of Spectrum must be the entry, of Broadcom contain it, whatever the case.
type sku struct {
	name string
	asic asic
	on   releases // none given means every
}

var skus = slices.Concat(
	skusOf(spectrum1, everyRelease, "ACS-MSN2700 ACS-MSN2740 ACS-MSN2100 ACS-MSN2410 ACS-MSN2010 Mellanox-SN2700 Mellanox-SN2700-C28D8 Mellanox-SN2700-D40C8S8 Mellanox-SN2700-D44C10 Mellanox-SN2700-D48C8 ACS-MSN2700-A1 Mellanox-SN2700-A1 Mellanox-SN2700-A1-C28D8 Mellanox-SN2700-A1-D40C8S8 Mellanox-SN2700-A1-D44C10 Mellanox-SN2700-A1-D48C8"),
	skusOf(spectrum2, everyRelease, "ACS-MSN3800 Mellanox-SN3800-D112C8 ACS-MSN3420 ACS-MSN3700C ACS-MSN3700 Mellanox-SN3800-C64 Mellanox-SN3800-D100C12S2 Mellanox-SN3800-D24C52 Mellanox-SN3800-D28C49S1 Mellanox-SN3800-D28C50"),
	skusOf(spectrum3, everyRelease, "ACS-MSN4700 ACS-MSN4600 ACS-MSN4600C ACS-MSN4410 ACS-SN4280 Mellanox-SN4600C-D112C8 Mellanox-SN4600C-C64 Mellanox-SN4700-O8C48 Mellanox-SN4600C-D100C12S2 Mellanox-SN4600C-D48C40 Mellanox-SN4700-A96C8V8 Mellanox-SN4700-C128 Mellanox-SN4700-O28 Mellanox-SN4700-O8V48 Mellanox-SN4700-V48C32 Mellanox-SN4280-O28 Mellanox-SN4700-O32 Mellanox-SN4700-V64"),
	skusOf(spectrum4, everyRelease, "ACS-SN5600 Mellanox-SN5600-O128 Mellanox-SN5600-V256 ACS-SN5400"),
	skusOf(spectrum4, since(release202505), "Mellanox-SN5600-C256S1 Mellanox-SN5600-C224O8 Mellanox-SN5610N-C256S2 Mellanox-SN5610N-C224O8"),
	skusOf(spectrum5, since(release202511), "ACS-SN5640 Mellanox-SN5640-C512S2 Mellanox-SN5640-C448O16"),
	skusOf(tomahawk, everyRelease, "Force10-S6100 Arista-7060CX-32S-C32 Arista-7060CX-32S-D48C8 Celestica-DX010-C32 Seastone-DX010"),
	skusOf(tomahawk2, everyRelease, "Arista-7260CX3-D108C8 Arista-7260CX3-C64 Arista-7260CX3-Q64"),
	skusOf(tomahawk2, since(release202505), "Arista-7260CX3-D108C10"),
	skusOf(tomahawk3, everyRelease, "Nokia-IXR7220-H3"),
	skusOf(tomahawk4, everyRelease, "Nokia-IXR7220-H4-64D Nokia-IXR7220-H4-32D"),
	skusOf(tomahawk5, everyRelease, "Nokia-IXR7220-H5-64D"),
	skusOf(tomahawk5, since(release202505), "Arista-7060X6-64DE Arista-7060X6-64PE"),
	skusOf(tomahawk5, since(release202511), "Arista-7060X6-16PE-384C-B-O128S2 Nokia-IXR7220-H5-64O Nokia-IXR7220-H5-32D"),
	skusOf(trident2, everyRelease, "Force10-S6000 Arista-7050-QX32 Arista-7050-QX-32S Nexus-3164 Arista-7050QX32S-Q32"),
	skusOf(trident3, everyRelease, "Arista-7050CX3-32S-C32 Arista-7050CX3-32S-D48C8"),
	skusOf(trident3, since(release202505), "Arista-7050CX3-32C-C32"),
	skusOf(trident3, since(release202511), "Arista-7050CX3-32S-C28S4"),
	skusOf(trident4, since(release202511), "Nokia-IXR7220-D4-36D"),
	skusOf(jericho2cPlus, everyRelease, "Nokia-IXR7250E-36x100G Nokia-IXR7250E-36x400G"),
)

func skusOf(a asic, on releases, names string) []sku {
	var list []sku
	for _, name := range strings.Fields(strings.ToLower(names)) {
		list = append(list, sku{name, a, on})
	}
	return list
}

// asicOf is what the updater takes a switch for. It goes by the HWSKU that the database names, and by the type of the ASIC where
// it is of Cisco or Marvell, which the platform row tells.
func asicOf(doc *document, p vendors.Platform, r release) asic {
	family := strings.ToLower(p.Family + " " + p.Model)
	switch {
	case strings.Contains(family, "cisco-8"):
		return cisco8000
	case strings.Contains(family, "teralynx") && r >= release202511:
		return teralynx
	}
	hwsku := deviceField(doc, "hwsku")
	if hwsku == "" {
		hwsku = p.Model
	}
	hwsku = strings.ToLower(hwsku)
	for _, s := range skus {
		switch {
		case !s.on.has(r):
		case s.asic <= spectrum5 && s.name == hwsku, s.asic > spectrum5 && strings.Contains(hwsku, s.name):
			return s.asic
		}
	}
	return unlisted
}

// verbs is a set of verbs, one bit each.
type verbs uint8

func verbsOf(list ...verb) (set verbs) {
	for _, v := range list {
		set |= 1 << v
	}
	return set
}

func (s verbs) has(v verb) bool { return s>>v&1 == 1 }

// level is what an operation is about.
type level uint8

// The levels.
const (
	aTable level = iota
	aRow
	aField
)

// permit is a row of the table of what a patch may change in a restricted table (5.3, measured). What no row permits is refused.
type permit struct {
	table  tableID
	level  level
	verbs  verbs
	rows   func(key string) bool // none given means every
	fields []string
	on     releases
	asics  asics
}

// restricted are the tables that have a validator (5.3); WRED_PROFILE has one up to 202505.
var restricted = tableSetOf(tWatchdog, tPool, tProfile, tWRED, tPort)

var (
	anyChange = verbsOf(adds, removes, replaces)
	replacing = verbsOf(replaces)

	old  = before(release202511)
	anew = since(release202511)
)

func named(names ...string) func(string) bool {
	return func(key string) bool { return slices.Contains(names, key) }
}

func notGlobal(key string) bool { return key != watchdogGlobal }

// hasDigit tells the profiles that the matcher of older releases can tune: it drops the parts of a path that have a digit.
func hasDigit(key string) bool { return strings.ContainsAny(key, "0123456789") }

var permits = []permit{
	{tWatchdog, aTable, verbsOf(removes), nil, nil, everyRelease, allListed},
	{tWatchdog, aRow, verbsOf(adds, removes), notGlobal, nil, everyRelease, allListed},
	{tWatchdog, aField, anyChange, notGlobal, []string{"action", "detection_time", "restoration_time"}, everyRelease, allListed},
	{tWatchdog, aField, anyChange, notGlobal, []string{"pfc_stat_history"}, anew, allListed},
	{tWatchdog, aField, verbsOf(adds, replaces), named(watchdogGlobal), []string{"POLL_INTERVAL"}, everyRelease, allListed},

	{tPool, aField, replacing, named("ingress_lossless_pool"), []string{"size", "xoff"}, old, allListed &^ asicsOf(trident2, teralynx)},
	{tPool, aField, replacing, named("egress_lossy_pool"), []string{"size"}, old, allListed &^ asicsOf(trident2, teralynx)},

	{tProfile, aField, replacing, hasDigit, []string{"dynamic_th"}, old, allListed},
	{tProfile, aField, replacing, hasDigit, []string{"xoff"}, old, allListed &^ asicsOf(trident2, teralynx)},
	{tProfile, aRow, verbsOf(adds, removes), nil, nil, anew, everyASIC},
	{tProfile, aField, replacing, nil, []string{"dynamic_th"}, anew, allListed},
	{tProfile, aField, replacing, nil, []string{"xoff"}, anew, allListed &^ asicsOf(trident2, teralynx)},
	{tProfile, aField, verbsOf(adds, replaces), nil, []string{"packet_discard_action"}, anew, asicsOf(spectrum4, spectrum5, tomahawk5)},

	{tWRED, aField, replacing, named("AZURE_LOSSLESS"), []string{"green_min_threshold", "green_max_threshold", "green_drop_probability"}, before(release202505), allListed},
	{tWRED, aField, replacing, nil, []string{"green_min_threshold", "green_max_threshold", "green_drop_probability"}, just(release202505), allListed},
	{tWRED, aTable, anyChange, nil, nil, anew, everyASIC},
	{tWRED, aRow, anyChange, nil, nil, anew, everyASIC},
	{tWRED, aField, anyChange, nil, nil, anew, everyASIC},

	// Speed and FEC are checked against what the port can do, which CONFIG_DB does not hold; lanes are create-only and rows of ports
	// are not weft's (5.2, 5.3).
	{tPort, aField, anyChange, nil, []string{"mtu", "admin_status", "pfc_asym", "description", "alias", "tpid"}, everyRelease, everyASIC},
}

// difference is one operation of the difference that the updater computes itself: from what was to what shall be (5.2 step 3).
type difference struct {
	verb  verb
	level level
	table tableID
	row   string
	field string
}

// String is the operation as the updater writes it.
func (c difference) String() string {
	path := c.verb.String() + " /" + tableNames[c.table]
	if c.level > aTable {
		path += "/" + c.row
	}
	if c.level > aRow {
		path += "/" + c.field
	}
	return path
}

// permits tells whether a row of the table allows an operation.
func (p *permit) permits(c *difference, r release, a asic) bool {
	return p.table == c.table && p.level == c.level && p.verbs.has(c.verb) && p.on.has(r) && p.asics.has(a) &&
		(p.rows == nil || p.rows(c.row)) && (p.fields == nil || slices.Contains(p.fields, c.field))
}

// legal runs the validators of the release on the recomputed difference (5.2 step 3, 5.3).
func (d *device) legal(s *store, changes []rowChange) *Refusal {
	refusal := eachDifference(changes, func(c difference) *Refusal {
		if c.verb == removes && c.table == tWatchdog && c.row == watchdogGlobal {
			return refuse("5.3", updaterSays+"Given patch operation is invalid. Operation: remove is illegal on field: %s", c)
		}
		for i := range permits {
			if permits[i].permits(&c, d.release, d.asic) {
				return nil
			}
		}
		return refuse("5.3", updaterSays+"Modification of %s table is illegal- validating function returned False: %s on %s, ASIC %s",
			tableNames[c.table], c, releaseNames[d.release], d.asic)
	})
	if refusal == nil && moved(changes) && d.reads(doubtMove) == 1 {
		refusal = refuse("5.3", updaterSays+"Modification of a restricted table is illegal- validating function returned False: move")
	}
	return refusal
}

// eachDifference calls do for every operation of the difference that has a validator, until one is refused.
func eachDifference(changes []rowChange, do func(difference) *Refusal) *Refusal {
	var whole tableSet // tables that came or went as a whole
	for i := range changes {
		c := &changes[i]
		id := c.table.id
		if id == numTables || !restricted.has(id) || whole.has(id) {
			continue
		}
		var refusal *Refusal
		switch does, ok := tableVerb(c.table); {
		case ok:
			whole |= tableSetOf(id)
			refusal = do(difference{verb: does, level: aTable, table: id})
		case c.was == nil:
			refusal = do(difference{adds, aRow, id, c.key, ""})
		case c.now == nil:
			refusal = do(difference{removes, aRow, id, c.key, ""})
		default:
			refusal = eachField(c, do)
		}
		if refusal != nil {
			return refusal
		}
	}
	return nil
}

// tableVerb is the operation on a table as a whole, when it came or went.
func tableVerb(t *tableState) (verb, bool) {
	switch {
	case t.was == nil && t.there:
		return adds, true
	case t.was != nil && !t.there:
		return removes, true
	}
	return 0, false
}

// eachField calls do for every field that is not as it was.
func eachField(c *rowChange, do func(difference) *Refusal) *Refusal {
	for i := range c.was.fields {
		f := &c.was.fields[i]
		now := c.now.field(f.name)
		if now != nil && f.same(now) {
			continue
		}
		does := replaces
		if now == nil {
			does = removes
		}
		if refusal := do(difference{does, aField, c.table.id, c.key, f.name}); refusal != nil {
			return refusal
		}
	}
	for i := range c.now.fields {
		if name := c.now.fields[i].name; c.was.field(name) == nil {
			if refusal := do(difference{adds, aField, c.table.id, c.key, name}); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

// moved tells whether a row of a restricted table went and one with the same contents came.
func moved(changes []rowChange) bool {
	for i := range changes {
		gone := &changes[i]
		if gone.now != nil || gone.table.id != tProfile && gone.table.id != tWatchdog {
			continue
		}
		for j := range changes {
			if come := &changes[j]; come.table == gone.table && come.was == nil && sameRow(gone.was, come.now) {
				return true
			}
		}
	}
	return false
}

var asicNames = [...]string{
	"unlisted", "spc1", "spc2", "spc3", "spc4", "spc5", "th", "th2", "th3", "th4", "th5", "td2", "td3", "td4", "j2c+", "cisco-8000", "marvell-teralynx",
}

// String is the name that the updater has for it.
func (a asic) String() string { return asicNames[a] }

// broadcomASICs are the ASICs of Broadcom.
var broadcomASICs = asicsOf(tomahawk, tomahawk2, tomahawk3, tomahawk4, tomahawk5, trident2, trident3, trident4, jericho2cPlus)
