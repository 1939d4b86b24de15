package cloudengine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// bundleFacets are what members of an Eth-Trunk have to agree in: some of it stands on the Eth-Trunk, and what stands on the
// members has to be the same on each (D300, rule 8).
const bundleFacets = qos.FacetSet(1<<qos.FacetClassify | 1<<qos.FacetEgress | 1<<qos.FacetIngress | 1<<qos.FacetPFC | 1<<qos.FacetWatchdog | 1<<qos.FacetMTU)

// bundles checks that the members of an Eth-Trunk agree.
func (f *fitter) bundles(fitted *qos.Switch) {
	first := map[string]int{}
	var c *qos.Comparer
	for i := range fitted.Ports {
		lag := f.ports[i].LAG
		if lag == "" {
			continue
		}
		if !isEthTrunk(lag) {
			f.diags = append(f.diags, vendors.Diagnostic{Severity: vendors.Error, Field: "lag", Ports: []string{fitted.Ports[i].Name},
				Summary: fmt.Sprintf("lag %q is not an Eth-Trunk", lag), Detail: "write it such as Eth-Trunk10"})
			continue
		}
		j, seen := first[lag]
		if !seen {
			first[lag] = i
			continue
		}
		if c == nil {
			c = qos.NewComparer(qos.AllQueues)
		}
		f.sameBundle(c, &fitted.Ports[j], &fitted.Ports[i], lag)
	}
}

func (f *fitter) sameBundle(c *qos.Comparer, a, b *qos.Port, lag string) {
	like := *a
	like.Watchdog.Action, like.PFC.Key = b.Watchdog.Action, b.PFC.Key // which are of the slot and not of the port
	differ := (c.Port(&like, b) | c.Port(b, &like)) & bundleFacets
	if differ == 0 {
		return
	}
	f.diags = append(f.diags, vendors.Diagnostic{
		Severity: vendors.Error, Field: "lag", Ports: []string{a.Name, b.Name},
		Summary: fmt.Sprintf("%s and %s are members of %s and are asked to behave differently", a.Name, b.Name, lag),
		Detail:  fmt.Sprintf("all members have to agree in %s (D300, rule 8)", differ),
	})
}

// tables checks what the chip has only so many of: drop profiles, thresholds and headrooms of different values.
func (f *fitter) tables(fitted *qos.Switch) {
	profiles, headrooms, thresholds := map[curveKey]bool{}, map[qos.Bytes]bool{}, map[[2]qos.Bytes]bool{}
	var lastEgress *qos.Egress
	var lastIngress *qos.Ingress
	for i := range fitted.Ports {
		p := &fitted.Ports[i]
		if p.Egress != nil && p.Egress != lastEgress {
			countCurves(profiles, p.Egress, f.ports[i].SpeedBps)
		}
		if p.Ingress != nil && p.Ingress != lastIngress {
			countBuffers(headrooms, thresholds, p.Ingress)
		}
		lastEgress, lastIngress = p.Egress, p.Ingress
	}
	f.fitsTable("drop profiles, with the default one", 1+len(profiles), f.row.dropProfiles)
	f.fitsTable("values of headroom, with the built-in one", 1+len(headrooms), f.row.maxHeadrooms)
	f.fitsTable("pause thresholds, with the built-in one", 1+len(thresholds), f.row.maxXOFFs)
}

func (f *fitter) fitsTable(what string, need int, most fact[int]) {
	if most.Known() && need > 1 && need > most.V {
		f.diags.Errorf(0, "%d different %s, are needed, and %s takes %d (%s)", need, what, f.row.family, most.V, most.Source)
	}
}

// curveKey is what a drop profile is for and says.
type curveKey struct {
	class qos.Queue
	speed qos.BitsPerSecond
	curve qos.ECN
}

func countCurves(seen map[curveKey]bool, e *qos.Egress, speed qos.BitsPerSecond) {
	for q := range e.Queues {
		if ecn := e.Queues[q].ECN; ecn.Known() && (ecn.V.On || ecn.V.DropOnly) {
			ecn.V.On = true // a profile does not say whether the queue marks
			ecn.V.DropOnly = false
			seen[curveKey{qos.Queue(q), speed, ecn.V}] = true
		}
	}
}

func countBuffers(headrooms map[qos.Bytes]bool, thresholds map[[2]qos.Bytes]bool, in *qos.Ingress) {
	for _, b := range in.Buffers {
		if !b.Known() {
			continue
		}
		if b.V.Headroom != 0 {
			headrooms[b.V.Headroom] = true
		}
		if b.V.XOFF != 0 {
			thresholds[[2]qos.Bytes{b.V.XOFF, b.V.XON}] = true
		}
	}
}

// cautions warns of what the row knows that no number shows.
func (f *fitter) cautions(fitted *qos.Switch) {
	if f.row.caution != "" && f.row.accept == "" {
		f.diags.Warnf(0, "%s: %s", f.row.family, f.row.caution)
	}
	f.cautionPFC(fitted)
	f.cautionPool(fitted)
	f.cautionRewrite(fitted)
	f.cautionShaping(fitted)
}

// cautionPFC warns of what the vendor advises against, and refuses more ports with PFC than there can be.
func (f *fitter) cautionPFC(fitted *qos.Switch) {
	ports, pairs := 0, 0
	for i := range fitted.Ports {
		if set := fitted.Ports[i].PFC.Priorities.V; set != 0 {
			ports++
			pairs += set.Len()
		}
	}
	if most := f.row.maxPFCPorts; most.Known() && ports > most.V {
		f.diags.Errorf(0, "%d ports are lossless, and %s takes PFC on %d (%s)", ports, f.row.family, most.V, most.Source)
	}
	if most := f.row.advisedPFCPairs; most > 0 && pairs > most {
		f.diags.Warnf(0, "%d lossless priorities of all ports together are more than %d: performance degrades, and only a reboot releases them (D300, rule 24)", pairs, most)
	}
	if most := f.row.advisedLossless; most > 0 && f.lossless.Len() > most {
		f.diags.Warnf(0, "%d lossless classes are more than the %d that the vendor recommends on %s (D300)", f.lossless.Len(), most, f.row.family)
	}
	if f.row.deadlock == deadlockOneLine && f.lossless != 0 && watchesAny(fitted) {
		f.diags.Warnf(0, "pfc_watchdog: no source states the unit of the times on V200, %s is assumed", ownUnit)
	}
}

func watchesAny(sw *qos.Switch) bool {
	for i := range sw.Ports {
		if sw.Ports[i].Watchdog.On.V {
			return true
		}
	}
	return false
}

// poolFor is the headroom pool that a port needs in its slot: what the vendor starts with, or the largest headroom in whole
// megabytes.
func (r *row) poolFor(p *qos.Port) qos.Bytes {
	size := r.pool.V
	if size == 0 || p.Ingress == nil {
		return size
	}
	for _, b := range p.Ingress.Buffers {
		size = max(size, roundBytesUp(b.V.Headroom, mib))
	}
	return size
}

// askedPools are the headroom pools that the intent asks for, by slot, in whole megabytes.
func (r *row) askedPools(asks []vendors.HeadroomAsk) map[string]qos.Bytes {
	pools := map[string]qos.Bytes{}
	for _, ask := range asks {
		if ask.Pool == 0 || !r.pool.Known() {
			continue
		}
		for _, port := range ask.Ports {
			slot := slotOf(port)
			pools[slot] = max(pools[slot], roundBytesUp(ask.Pool, mib))
		}
	}
	return pools
}

// sharedHeadroom says what is not set, and what is rounded or cannot be, of what is asked of headroom beside its size.
func (f *fitter) sharedHeadroom() {
	rules := fitting.HeadroomRules{
		Oversubscribe: "a pool has a size, and no ratio: give pool",
		Packets:       "no command says for what packets the switch works headroom out",
		Source:        "D300",
	}
	if !f.row.pool.Known() {
		rules.Pool = "weft sets no headroom pool on this family"
	}
	f.ledger.Headroom(f.site.Headroom, rules)
	for _, ask := range f.site.Headroom {
		var n notes
		field, size := "traffic_class "+ask.Class+": headroom pool", roundBytesUp(ask.Pool, mib)
		switch most := f.row.headroomKB; {
		case ask.Pool == 0 || !f.row.pool.Known():
		case size > qos.Bytes(most.V.most)*kib:
			n.Impossible(field, ask.Pool.String(), fmt.Sprintf("a pool has at most %d KiB", most.V.most), most.Source)
		case size != ask.Pool:
			n.Rounding(field, ask.Pool.String(), size.String(), "a pool is whole megabytes", "D300")
		}
		f.ledger.Switch(n)
	}
}

// cautionPool says how many priorities of a slot its headroom pool has room for at once, where not for all.
func (f *fitter) cautionPool(fitted *qos.Switch) {
	type need struct{ pool, sum qos.Bytes }
	needs := map[string]need{}
	for slot, pool := range f.row.askedPools(f.site.Headroom) {
		needs[slot] = need{pool: pool}
	}
	for i := range fitted.Ports {
		p := &fitted.Ports[i]
		if p.PFC.Priorities.V == 0 || p.Ingress == nil {
			continue
		}
		n := needs[f.slots[i]]
		n.pool = max(n.pool, f.row.poolFor(p))
		for _, b := range p.Ingress.Buffers {
			n.sum += b.V.Headroom
		}
		needs[f.slots[i]] = n
	}
	for _, slot := range slices.Sorted(maps.Keys(needs)) {
		if n := needs[slot]; n.pool > 0 && n.sum > n.pool {
			f.diags = append(f.diags, vendors.Diagnostic{
				Severity: vendors.Info, Field: "headroom",
				Summary: fmt.Sprintf("the headroom pool of slot %s is %s, and all lossless priorities of its ports together may need %s", slot, n.pool, n.sum),
				Detail:  "the vendor starts with so much and counts only ports that congest at once; a larger pool on the switch is kept (D300)",
			})
		}
	}
}

// cautionRewrite warns where ports disagree about rewriting, which happens where a packet leaves and not where it came in.
func (f *fitter) cautionRewrite(fitted *qos.Switch) {
	marks := portsThat(fitted, func(p *qos.Port) bool { return p.Classify != nil && rewritesDSCP(p.Classify) })
	if marks != nil && len(marks) < len(fitted.Ports) {
		f.diags = append(f.diags, vendors.Diagnostic{
			Severity: vendors.Warning, Field: "rewrite", Ports: marks,
			Summary: "packets are rewritten where they leave, whatever port they came in by",
			Detail:  "say rewrite = \"class\" on the ports that packets leave by (D300)",
		})
	}
}

// cautionShaping warns that a forwarding mode makes shapers do nothing.
func (f *fitter) cautionShaping(fitted *qos.Switch) {
	ports := portsThat(fitted, func(p *qos.Port) bool { return p.Egress != nil && shapes(p.Egress) })
	if ports != nil {
		f.diags = append(f.diags, vendors.Diagnostic{
			Severity: vendors.Warning, Field: "max", Ports: ports,
			Summary: "shaping does nothing while the switch forwards in cut-through mode (D300)",
		})
	}
}

func shapes(e *qos.Egress) bool {
	for q := range e.Queues {
		if e.Queues[q].Max.Known() {
			return true
		}
	}
	return false
}

func portsThat(sw *qos.Switch, is func(*qos.Port) bool) []string {
	var names []string
	for i := range sw.Ports {
		if is(&sw.Ports[i]) {
			names = append(names, sw.Ports[i].Name)
		}
	}
	return names
}
