package sonic

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// fact is one number of a row with what it is worth.
type fact[T any] = fitting.Fact[T]

// maker is who makes an ASIC, where that decides which tables there are or what they may hold.
type maker uint8

// The makers. An ASIC of unknown make has the rules that hold for all.
const (
	otherMaker maker = iota
	broadcom
	mellanox
	cisco
)

// chip is one ASIC family: what is the same on every switch that is built of it.
type chip struct {
	name  string
	maker maker
	// refuse says why weft writes nothing for the family; empty for one that it does write for.
	refuse       string
	refuseSource string
	caution      string // said with everything that is written for the family

	dynamic  bool            // the buffer model of its switches: dynamic or traditional
	cell     fact[qos.Bytes] // of the packet buffer
	memory   fact[qos.Bytes] // what all buffers share
	headroom *headroomModel  // of the dynamic model
	silicon  vendors.Silicon // as the headroom tables of its maker have it
	parts    int             // into which the packet buffer and the ports are divided; 0 where no source says
}

// platformRow is one row of the platform table: the switches of one ASIC whose buffers are alike.
type platformRow struct {
	chip   *chip
	models []string // HWSKUs; none for the family as such
	// noPFC says why nothing can be lossless with the stock buffers of the HWSKU; empty where it can.
	noPFC string
	// pools and profiles are the stock buffers. What no source states stays the switch's own: read and not written.
	pools    fact[[]bufferPool]
	profiles fact[stockProfiles]
	// lookup is what the switch takes headroom from in the traditional model.
	lookup fact[lookupTable]
}

// bufferPool is a row of BUFFER_POOL, without what the switch works out by itself.
type bufferPool struct {
	name       string
	egress     bool
	static     bool
	size, xoff qos.Bytes // 0 for a field that is not there
}

// stockProfile is a row of BUFFER_PROFILE. Its threshold is static where static is not 0, else 2 to the power of alpha.
type stockProfile struct {
	name, pool   string
	size, static qos.Bytes
	alpha        int
}

// stockProfiles are the profiles by what they are for. One without a name is not there.
type stockProfiles struct {
	ingressLossy    stockProfile
	ingressLossless stockProfile // of the dynamic model: the port's own list names it
	egressLossless  stockProfile
	egressLossy     stockProfile
	queueLossy      stockProfile // of lossy queues, where that is not egressLossy
}

// lossy is the profile of queues that may drop.
func (s *stockProfiles) lossy() *stockProfile {
	if s.queueLossy.name != "" {
		return &s.queueLossy
	}
	return &s.egressLossy
}

// list are the profiles that there are.
func (s *stockProfiles) list() []stockProfile {
	all := []stockProfile{s.ingressLossless, s.ingressLossy, s.egressLossless, s.egressLossy, s.queueLossy}
	return slices.DeleteFunc(all, func(p stockProfile) bool { return p.name == "" })
}

// pool is the pool of that name, or nil.
func (r *platformRow) pool(name string) *bufferPool {
	for i := range r.pools.V {
		if r.pools.V[i].name == name {
			return &r.pools.V[i]
		}
	}
	return nil
}

// sharedHeadroom is the size of the pool that all priority groups take their headroom from, or 0 where each has its own.
func (r *platformRow) sharedHeadroom() qos.Bytes {
	if pool := r.pool(ingressLosslessPool); pool != nil {
		return pool.xoff
	}
	return 0
}

// memory is the packet buffer as the stock templates divide it. A switch that works headroom out by itself takes it from what
// queues share.
func (r *platformRow) memory() vendors.Memory {
	m := vendors.Memory{Size: fitting.Amount(r.chip.memory), Parts: r.chip.parts}
	pool := r.pool(ingressLosslessPool)
	if pool == nil {
		return m
	}
	amount := func(bytes qos.Bytes) vendors.Amount {
		return fitting.Amount(fact[qos.Bytes]{V: bytes, Quality: r.pools.Quality, Source: r.pools.Source})
	}
	if !m.Size.Known() {
		m.Size = amount(r.largestPool())
	}
	if pool.xoff != 0 {
		m.Shared, m.Pool = amount(pool.size), amount(pool.xoff)
	}
	return m
}

// largestPool is the size of the largest pool: no queue can have more.
func (r *platformRow) largestPool() (size qos.Bytes) {
	for _, p := range r.pools.V {
		size = max(size, p.size)
	}
	return size
}

// unsaid lists what no source states about the row.
func (r *platformRow) unsaid() []string {
	var list []string
	for _, f := range []struct {
		what  string
		known bool
	}{
		{"buffer cell", r.chip.cell.Known()},
		{"buffer pools", r.pools.Known()},
		{"stock buffer profiles", r.profiles.Known()},
		{"headroom of each speed and cable", r.chip.dynamic || r.lookup.V.whole},
		{"largest headroom of a port", false},
	} {
		if !f.known {
			list = append(list, f.what)
		}
	}
	return list
}

// platformOf is the row of a platform that this vendor made.
func platformOf(p vendors.Platform) *platformRow { return p.Row.(*platformRow) }

// smallestPacket and largestPacket are what PORT mtu takes. It counts the IP packet: the switch adds 22 bytes for the frame.
const (
	smallestPacket qos.Bytes = 68
	largestPacket  qos.Bytes = 9216
	builtinMTU     qos.Bytes = 9100
	frameOverhead  qos.Bytes = 22
)

// limits are those of every switch: what stock templates pause, and the ranges of the watchdog.
func limits() vendors.Limits {
	span := func(most time.Duration) vendors.Bound[vendors.Span] {
		return vendors.Bound[vendors.Span]{V: vendors.Span{Least: leastTime, Most: most}, Source: srcWatchdog}
	}
	return vendors.Limits{
		Lossless: fitting.Bound(assumed(mostLossless, "sonic-buildimage: qos_config.j2, no stock template has more")),
		Detect:   span(mostDetect), Restore: span(mostRestore),
	}
}

// Platform finds the row of a HWSKU or an ASIC family and checks the release. Case does not count. Nothing that a port can
// have exists only once for the whole switch; the poll interval of the watchdog, which does, is no facet of its own.
func (SONiC) Platform(model, release string) (vendors.Platform, error) {
	r, name, err := findRow(model)
	if err != nil {
		return vendors.Platform{}, err
	}
	release = strings.TrimSpace(release)
	if _, err := trainOf(release); err != nil {
		return vendors.Platform{}, fmt.Errorf("platform %s: %w", name, err)
	}
	return vendors.Platform{
		Vendor: "sonic", Model: name, Release: release, Family: r.chip.name,
		Queues:      qos.NumQueues,
		MaxPacket:   largestPacket,
		Cell:        r.chip.cell.V,
		CellQuality: r.chip.cell.Quality,
		Row:         r,
		Unsaid:      r.unsaid(),
		Memory:      r.memory(),
		Silicon:     r.chip.silicon,
		Limits:      limits(),
	}, nil
}

// Models lists the HWSKUs and ASIC families that Platform accepts, sorted.
func (SONiC) Models() []string {
	var names []string
	for i := range platformRows {
		names = append(names, platformRows[i].chip.name)
		names = append(names, platformRows[i].models...)
	}
	for i := range updaterLists {
		names = append(names, updaterLists[i].skus...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// findRow returns the row and the full name of a HWSKU or family.
func findRow(model string) (*platformRow, string, error) {
	model = strings.TrimSpace(model)
	if r, name := knownRow(model); r != nil {
		return r, name, nil
	}
	return nil, "", fmt.Errorf("platform %q is not in the SONiC table; known are %s (%q is for any other switch: its buffers stay its own)",
		model, strings.Join(SONiC{}.Models(), ", "), "generic")
}

// knownRow is the row and the full name of a HWSKU or family, or nil. A HWSKU that only the updater knows has the row of its
// family.
func knownRow(model string) (*platformRow, string) {
	for i := range platformRows {
		for _, name := range platformRows[i].models {
			if strings.EqualFold(name, model) {
				return &platformRows[i], name
			}
		}
	}
	if list, name := updaterListOf(model); list != nil {
		return familyRow(list.family), name
	}
	if r := familyRow(model); r != nil {
		return r, r.chip.name
	}
	return nil, ""
}

// familyRow is the row of a family as such, or nil.
func familyRow(family string) *platformRow {
	for i := range platformRows {
		if r := &platformRows[i]; len(r.models) == 0 && strings.EqualFold(r.chip.name, family) {
			return r
		}
	}
	return nil
}

// updaterClass is what the configuration updater of a release calls the ASIC of a HWSKU, such as "th2"; empty for one that it does
// not list, and that it lets change next to nothing.
func updaterClass(hwsku, branch string) string {
	if list, _ := updaterListOf(hwsku); list != nil && branch >= list.since {
		return list.class
	}
	return ""
}

func updaterListOf(hwsku string) (*updaterList, string) {
	for i := range updaterLists {
		for _, name := range updaterLists[i].skus {
			if strings.EqualFold(name, hwsku) {
				return &updaterLists[i], name
			}
		}
	}
	return nil, ""
}
