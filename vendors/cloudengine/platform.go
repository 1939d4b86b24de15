package cloudengine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// fact is one number of a row with what it is worth.
type fact[T any] = fitting.Fact[T]

// limits is what a command takes, both ends included.
type limits[T ~int64] struct{ least, most T }

// deadlockForm is how a family spells the times of its PFC watchdog.
type deadlockForm uint8

const (
	noDeadlock       deadlockForm = iota
	deadlockOneLine               // priority N deadlock-detect time X deadlock-recovery time Y
	deadlockTwoLines              // a line for each, in units of a switch-wide interval
	deadlockTimers                // two switch-wide timers in milliseconds
)

// bufferForm is how a family spells the ingress buffer of a priority.
type bufferForm uint8

const (
	noBuffers     bufferForm = iota
	buffersCells             // xoff static N cells, of a size that no source states
	buffersByPart            // headroom and threshold are settings of their own
	buffersByPair            // one line: xon static X xoff static Y
)

// row is one family of the platform table: a chip group on a release train.
type row struct {
	family  string
	train   train
	members []string // models and series as the vendor writes them; a series stands for all models that start with it

	// accept is the id without which weft writes nothing for the family; empty for most.
	accept string
	// caution is said with everything that is written for the family.
	caution string

	// noPFC says why the family cannot have lossless classes; empty where it can.
	noPFC, noPFCSource string
	priorities         fact[qos.QueueSet] // that PFC can pause
	maxLossless        fact[int]          // of them at once; the 3 that a profile starts with counts
	advisedLossless    int                // more are advised against; 0 where nothing is said
	maxPFCPorts        fact[int]
	advisedPFCPairs    int             // ports times priorities, likewise
	countsThree        bool            // 3 is among the priorities at once even where it is not paused
	manualOnly         bool            // PFC is never negotiated, and there is no DCBX
	keyedByClass       bool            // dcb pfc dscp-mapping makes PFC follow the classification
	pool               fact[qos.Bytes] // headroom of a slot, without which there is no PFC

	deadlock deadlockForm
	// alwaysWatched: deadlock detection cannot be switched off while PFC is on.
	alwaysWatched bool
	recovery      fact[qos.WatchdogAction] // what happens to packets while the switch recovers, unless a line says otherwise

	buffers      bufferForm
	plainBuffers []string                // settings of an ingress buffer that say what is so without them (2.3)
	cell         fact[qos.Bytes]         // of the packet buffer
	headroom     fact[qos.Bytes]         // of each priority, unless a line says otherwise
	headroomKB   fact[limits[int64]]     // hdrm
	thresholdKB  fact[limits[int64]]     // xoff static
	resumeGap    fact[qos.Bytes]         // how far XON is below XOFF where nothing is asked and the command takes both
	maxHeadrooms fact[int]               // distinct hdrm values of the switch
	maxXOFFs     fact[int]               // distinct xoff and xon values of the switch
	queueLimit   fact[limits[qos.Bytes]] // qos buffer queue N shared-threshold static

	// ecnLine: a drop profile has thresholds of its own for ECN, from a release on; else those of the colours count.
	ecnLine      bool
	ecnBytes     fact[limits[qos.Bytes]] // thresholds in bytes
	noECNQueues  fact[qos.QueueSet]      // that cannot mark
	dropProfiles fact[int]               // the default one included
	ecnSwitch    bool                    // queues mark only once qos ecn is in the system view

	jumbo       fact[limits[qos.Bytes]] // jumboframe enable
	mtu         fact[limits[qos.Bytes]] // mtu of a routed port
	tagForOther bool                    // trust dscp sends frames that are no IP packets by their tag
	keepsPCP    bool                    // 802.1p priorities are not written on the way out unless a line says so
	tunnelDSCP  bool                    // qos phb marking dscp disable under the VXLAN interface
	tunnelECN   bool                    // assign forward nvo3 egress mark-ecn enable
}

// What the switch does where no line says otherwise (D300 2.2, 2.5, 2.10).
const (
	builtinJumbo     qos.Bytes = 9216
	builtinMTU       qos.Bytes = 1500
	builtinTurnOff             = 30 // deadlocks in 20 s before PFC is switched off for good
	builtinWeight              = 1
	builtinTimeUnits           = 10      // of a deadlock time
	builtinResume              = 6 * kib // how far below XOFF a pause ends
)

// frameOverhead is what a frame has beside its IP packet: addresses, type, one tag and the check sequence. `jumboframe
// enable` counts the frame (D300); that it counts all of these is assumed, on the side that lets the packet pass.
const frameOverhead qos.Bytes = 22

// limits is what the family can pause, mark and watch. Of a switch that is not known nothing is.
func (r *row) limits() vendors.Limits {
	if r.family == "generic" {
		return vendors.Limits{}
	}
	l := vendors.Limits{
		Pausable: fitting.Bound(r.priorities), Lossless: fitting.Bound(r.maxLossless), Unmarked: fitting.Bound(r.noECNQueues),
		OwnHeadroom: fitting.Bound(r.headroom),
	}
	if r.noPFC != "" {
		l.Pausable = vendors.Bound[qos.QueueSet]{Source: r.noPFCSource}
	}
	l.Detect, l.Restore = deadlockSpans(r.deadlock)
	return l
}

// unsaid lists what no source states about the family.
func (r *row) unsaid() []string {
	list := []string{"buffer size"}
	for _, f := range []struct {
		what  string
		known bool
	}{
		{"buffer cell", r.cell.Known()},
		{"number of lossless priorities", r.noPFC != "" || r.maxLossless.Quality == vendors.Stated},
		{"number of drop profiles", r.dropProfiles.Known()},
	} {
		if !f.known {
			list = append(list, f.what)
		}
	}
	return list
}

// maxPacket is the largest IP packet that a port of the family can be set to.
func (r *row) maxPacket() qos.Bytes { return r.jumbo.V.most - frameOverhead }

// rowOf is the row of a platform that this vendor made.
func rowOf(p vendors.Platform) *row { return p.Row.(*row) }

// Platform finds the row of a switch model or series, or of a family by its name, for a release. CE may be left out, and case
// does not count. The same model is in another family on another train.
func (CloudEngine) Platform(model, release string) (vendors.Platform, error) {
	rel, err := parseRelease(release)
	if err != nil {
		return vendors.Platform{}, fmt.Errorf("platform %s: %w", strings.TrimSpace(model), err)
	}
	r, name, err := findRow(model, rel)
	if err != nil {
		return vendors.Platform{}, err
	}
	return vendors.Platform{
		Vendor: "cloudengine", Model: name, Release: rel.text, Family: r.family,
		Queues:      qos.NumQueues,
		MaxPacket:   r.maxPacket(),
		Cell:        r.cell.V,
		CellQuality: r.cell.Quality,
		Row:         r.at(rel),
		Unsaid:      r.unsaid(),
		Memory:      vendors.Memory{Pool: fitting.Amount(r.pool)},
		Limits:      r.limits(),
	}, nil
}

// Models lists the switch models, series and families that Platform accepts, sorted.
func (CloudEngine) Models() []string {
	var names []string
	for i := range rows {
		names = append(names, rows[i].family)
		names = append(names, rows[i].members...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// findRow returns the row and the full name of a model, series or family.
func findRow(model string, rel release) (*row, string, error) {
	key := strings.ToUpper(strings.TrimSpace(model))
	if key != "" && '0' <= key[0] && key[0] <= '9' {
		key = "CE" + key
	}
	if modes, ok := twoModes[key]; ok && rel.train == v300 {
		return nil, "", fmt.Errorf("platform %q runs in one of two modes that take other commands: name %s", model, modes)
	}
	var found *row
	longest := -1
	for i := range rows {
		if r := &rows[i]; r.train == rel.train {
			if n := r.match(key); n > longest {
				found, longest = r, n
			}
		}
	}
	if found != nil {
		return found, cmp.Or(familyName(found, key), key), nil
	}
	return nil, "", unknownModel(model, key, rel)
}

// familyName is the family's own spelling when it is what was named.
func familyName(r *row, key string) string {
	if strings.EqualFold(r.family, key) {
		return r.family
	}
	return ""
}

// match is how many characters of a model's name the row knows: the whole of a model or of its series, or -1.
func (r *row) match(key string) int {
	if strings.EqualFold(r.family, key) {
		return len(key)
	}
	longest := -1
	for _, member := range r.members {
		if isMember(key, member) {
			longest = max(longest, len(member))
		}
	}
	return longest
}

// isMember tells whether a model is, or is of, a member of a row. Enhanced series have their EI behind the model's own name:
// CE6865-48S8CQ-EI is a CE6865EI.
func isMember(key, member string) bool {
	if key == member || strings.HasPrefix(key, member+"-") {
		return true
	}
	series, enhanced := strings.CutSuffix(member, "EI")
	return enhanced && strings.HasPrefix(key, series+"-") && strings.HasSuffix(key, "-EI")
}

// unknownModel says which models there are, or on which other train there is this one.
func unknownModel(model, key string, rel release) error {
	for i := range rows {
		if r := &rows[i]; r.match(key) >= 0 {
			return fmt.Errorf("platform %q is in the CloudEngine table for %s, not for %s", model, r.train, rel.text)
		}
	}
	return fmt.Errorf("platform %q is not in the CloudEngine table; known are %s (%q is for any other switch, with conservative limits)",
		model, strings.Join(CloudEngine{}.Models(), ", "), "generic")
}
