package check

import (
	"fmt"
	"slices"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// strayCodePoints is C09: of the 64 code points only those of lossless applications enter a lossless queue, and on every switch the
// same.
func strayCodePoints(j *judge) {
	all := map[*Switch]split{}
	for _, s := range j.net.Switches {
		seen := map[classified]bool{}
		j.eachOf(s, func(p *Port) {
			j.ruled(p)
			c := classOf(p)
			switch {
			case p.Lossless() == 0:
				return
			case !p.classRead():
				j.port(p, p.unclassed("which code points enter a lossless queue"))
			}
			if c == nil {
				return
			}
			j.strays(p, c)
			if k := (classified{c, p.Lossless()}); !seen[k] {
				seen[k] = true
				all[s] = all[s].with(c, p.Lossless())
			}
		})
	}
	j.disagreements(all)
	j.edges()
}

// ruled tells of rules that put packets into a lossless queue whatever their code point.
func (j *judge) ruled(p *Port) {
	if p.Classify == nil {
		return
	}
	for _, r := range p.Classify.Rules {
		if p.Lossless().Has(r.Queue) && r.Match != "" {
			j.port(p, verdict{severity: vendors.Info, field: "traffic_class", at: qos.Origin{Line: r.Line}, queues: qos.Queues(r.Queue),
				text: fmt.Sprintf("%s are lossless in %s, whatever their DSCP", r.Match, p.Switch.class(r.Queue)),
				fix:  "no other switch knows such a rule: mark the packets where they enter, and class them by DSCP"})
		}
	}
}

// edges looks at ports to hosts that do not take part in a lossless class: what enters there with the code points of the class is in its
// queue, here or at the next switch.
func (j *judge) edges() {
	for _, l := range j.net.lanes(nil) {
		j.each(func(p *Port) {
			if p.Far == nil && p.Role == "host" && p.PFC.Priorities.Known() && !l.has(p) {
				j.edge(p, l)
			}
		})
	}
}

func (j *judge) edge(p *Port, l *lane) {
	c := classOf(p)
	if c == nil {
		return
	}
	points := l.points &^ c.Unlisted
	in, kept := points&inQueue(c, l.priority), points&rewritten(c, points)
	v := verdict{severity: vendors.Warning, field: "trust", fix: `class and mark it as something else there: an override with other code points, and rewrite = "class"`}
	switch {
	case in != 0:
		v.at, v.dscp = qos.Origin{Line: c.DSCPAt[firstBit(in)]}, in
		v.text = fmt.Sprintf("%s enters %s here, which other switches pause and this port does not: hosts that are not part of the class can fill it", dscps(in), p.Switch.class(l.priority))
	case kept != 0:
		v.dscp = kept
		v.text = fmt.Sprintf("%s is lossy here and keeps its mark: the next switch has it in %s", dscps(kept), queueWord(l.priority, l.name))
	default:
		return
	}
	j.port(p, v)
}

// split are the code points of a switch that are lossless on a port, and those that are lossy on a port.
type split struct{ lossless, lossy uint64 }

func (s split) with(c *qos.Classify, paused qos.QueueSet) split {
	for d, q := range c.DSCP {
		switch {
		case c.Unlisted>>d&1 == 1:
		case paused.Has(q):
			s.lossless |= 1 << d
		default:
			s.lossy |= 1 << d
		}
	}
	return s
}

// classified is what decides which code points are lossless on a port.
type classified struct {
	c        *qos.Classify
	lossless qos.QueueSet
}

// af31 is the code point that network cards send RoCE with unless told otherwise.
const af31 = 26

// strays looks at a port to a host: at what else is lossless beside its RoCE, and whether that is, for a host of which nothing is known
// with the code point that it has from the start.
func (j *judge) strays(p *Port, c *qos.Classify) {
	if p.NIC == nil || !p.NIC.RoCEDSCP.Known() {
		if p.Far == nil && c.Unlisted>>af31&1 == 0 && !p.Lossless().Has(c.DSCP[af31]) {
			j.port(p, verdict{severity: vendors.Info, field: "traffic_class", at: qos.Origin{Line: c.DSCPAt[af31]}, dscp: 1 << af31,
				text: fmt.Sprintf("DSCP %d (AF31), which network cards send RoCE with unless told otherwise, is lossy in %s; the port pauses priority %s", af31, p.Switch.class(c.DSCP[af31]), p.Lossless()),
				fix:  "put it into the lossless class, or set the cards to the code points of that; mark bulk traffic 0, not AF31"})
		}
		return
	}
	var strays uint64
	for q := range qos.Queue(qos.NumQueues) {
		if p.Lossless().Has(q) {
			strays |= inQueue(c, q)
		}
	}
	strays &^= 1 << p.NIC.RoCEDSCP.V
	j.bulk(p, c)
	if strays == 0 {
		return
	}
	j.port(p, verdict{severity: vendors.Info, field: "host_nic", dscp: strays,
		text: fmt.Sprintf("%s from hosts also enter a lossless queue, whose RoCE is marked with DSCP %d", dscps(strays), p.NIC.RoCEDSCP.V),
		fix:  "list only code points in use, so that no other traffic can pause the fabric"})
}

// bulk tells of other traffic that is marked as network cards mark RoCE from the start, beside cards that are set to another code point: one
// that is not set so shares its queue.
func (j *judge) bulk(p *Port, c *qos.Classify) {
	q := c.DSCP[af31]
	if p.NIC.RoCEDSCP.V == af31 || c.Unlisted>>af31&1 == 1 || p.Lossless().Has(q) || q == c.Other {
		return
	}
	j.port(p, verdict{severity: vendors.Info, field: "traffic_class", at: qos.Origin{Line: c.DSCPAt[af31]}, dscp: 1 << af31,
		text: fmt.Sprintf("DSCP %d (AF31), which network cards send RoCE with unless told otherwise, is in %s with other traffic; RoCE of the host here has DSCP %d", af31, p.Switch.class(q), p.NIC.RoCEDSCP.V),
		fix:  "mark bulk traffic 0, not AF31: RoCE of a card that nobody set is lossy among it"})
}

// disagreements tells of code points that are lossless on some switches and lossy on others, at the fewer of the two. That lossless
// traffic is lossy somewhere breaks it; that something is lossless in a few places is room for accidents.
func (j *judge) disagreements(all map[*Switch]split) {
	var lossless, lossy [qos.NumDSCP]int
	for _, s := range all {
		for d := range qos.NumDSCP {
			lossless[d] += int(s.lossless >> d & 1)
			lossy[d] += int(s.lossy >> d & 1)
		}
	}
	for _, s := range j.net.Switches {
		for _, v := range disagreements(all[s], &lossless, &lossy) {
			j.device(s, v)
		}
	}
}

// counts are how many switches have a code point lossless and how many lossy.
type counts struct{ lossless, lossy int }

// disagreements are the verdicts about one switch, one for the code points with the same counts.
func disagreements(s split, lossless, lossy *[qos.NumDSCP]int) (list []verdict) {
	sets := map[counts]uint64{}
	var order []counts
	for d := range qos.NumDSCP {
		c := counts{lossless[d], lossy[d]}
		few := s.lossless>>d&1 == 1
		if c.lossy < c.lossless {
			few = s.lossy>>d&1 == 1
		}
		if c.lossless == 0 || c.lossy == 0 || !few {
			continue
		}
		if sets[c] == 0 {
			order = append(order, c)
		}
		sets[c] |= 1 << d
	}
	for _, c := range order {
		list = append(list, c.verdict(sets[c]))
	}
	return list
}

func (c counts) verdict(set uint64) verdict {
	v := verdict{
		dscp: set,
		text: fmt.Sprintf("%s: lossless on %s and lossy on %s", dscps(set), plural(c.lossless, "switch"), plural(c.lossy, "switch")),
		fix:  "class these code points alike everywhere: where they are lossy, what was lossless before is dropped",
	}
	if c.lossless <= c.lossy {
		v.severity = vendors.Warning
	}
	return v
}

// notifications is C10: congestion notifications reach senders at once: in a queue that nothing pauses and that is served first.
func notifications(j *judge) {
	usual := j.net.cnp()
	j.each(func(p *Port) {
		if p.Lossless() != 0 {
			j.notifications(p, usual)
		}
	})
}

func (j *judge) notifications(p *Port, usual qos.DSCP) {
	if c := classOf(p); c == nil || c.Unlisted>>p.cnpDSCP(usual)&1 == 1 {
		j.port(p, p.unclassed("in which queue congestion notifications are"))
	}
	if v, wrong := notificationsAt(p, usual); wrong {
		j.port(p, v)
	} else {
		j.servedFirst(p, usual)
	}
	if own := p.cnpDSCP(usual); own != usual {
		j.host(p, "cnp_dscp", verdict{severity: vendors.Warning, dscp: 1<<own | 1<<usual, fix: "send them with one code point everywhere",
			text: fmt.Sprintf("the host sends congestion notifications with DSCP %d, and most others with %d", own, usual)})
	}
}

// servedFirst tells of a queue of congestion notifications whose place in the scheduler is not known.
func (j *judge) servedFirst(p *Port, usual qos.DSCP) {
	c, dscp := classOf(p), p.cnpDSCP(usual)
	if c == nil || c.Unlisted>>dscp&1 == 1 {
		return
	}
	q := c.DSCP[dscp]
	if e := p.queue(q); e != nil && !e.Schedule.Known() && e.Schedule.State != qos.NotApplicable {
		v := notChecked(fmt.Sprintf("whether congestion notifications (DSCP %d), in %s, are served first%s", dscp, p.Switch.class(q), after(e.Schedule.Why)))
		v.at, v.dscp = e.Schedule.At, 1<<dscp
		j.port(p, v)
	}
}

// cnp is the code point that most hosts send congestion notifications with: CS6 where nothing is said of them.
func (n *Net) cnp() qos.DSCP {
	var count [qos.NumDSCP]int
	most := qos.DSCP(cs6)
	for _, s := range n.Switches {
		for i := range s.Ports {
			if nic := s.Ports[i].NIC; nic != nil && nic.CNPDSCP.Known() {
				count[nic.CNPDSCP.V]++
			}
		}
	}
	for d, on := range count {
		if on > count[most] {
			most = qos.DSCP(d)
		}
	}
	return most
}

// cnpDSCP is the code point of congestion notifications at a port: that of its host, or what is usual.
func (p *Port) cnpDSCP(usual qos.DSCP) qos.DSCP {
	if p.NIC != nil && p.NIC.CNPDSCP.Known() {
		return p.NIC.CNPDSCP.V
	}
	return usual
}

// notificationsAt judges what a port does with congestion notifications.
func notificationsAt(p *Port, usual qos.DSCP) (v verdict, wrong bool) {
	c, dscp := classOf(p), p.cnpDSCP(usual)
	if c == nil || c.Unlisted>>dscp&1 == 1 {
		return v, false
	}
	q := c.DSCP[dscp]
	e := p.queue(q)
	what := ""
	switch {
	case p.Lossless().Has(q):
		what = ", which PFC pauses: senders are told late exactly when it matters"
	case e == nil:
		return v, false
	case e.ECN.Known() && (e.ECN.V.On || e.ECN.V.DropOnly):
		what, v.severity = ", which drops early: notifications are not ECN-capable", vendors.Warning
	case e.Schedule.Known() && !e.Schedule.V.Strict:
		what, v.severity = ", which is not served first ("+e.Schedule.V.String()+")", vendors.Warning
	case e.Schedule.Known() && e.Max.State == qos.NotApplicable:
		what, v.severity = ", which is strict without a cap: a storm of them starves the rest", vendors.Info
	default:
		return v, false
	}
	v.text = fmt.Sprintf("congestion notifications (DSCP %d) are in %s%s", dscp, p.Switch.class(q), what)
	v.field, v.at, v.dscp = p.Switch.field(q, "dscp"), qos.Origin{Line: c.DSCPAt[dscp]}, 1<<dscp
	v.fix = "give them a queue of their own that is strict and lossy, with a cap"
	if v.severity == vendors.Info {
		v.fix = `cap it, such as max = "2%"`
	}
	return v, true
}

// controlTraffic is C11: PFC never holds up routing protocols. Where ports go by the tag it tells control traffic from data.
func controlTraffic(j *judge) {
	j.faults(map[string]vendors.Severity{"control-lossless": vendors.Error})
	j.faultsOn(func(p *Port) bool { return !p.byTag() }, map[string]vendors.Severity{"control-shares": vendors.Warning})
	j.each(func(p *Port) {
		switch c := p.Classify; {
		case p.Lossless() == 0:
		case p.byTag():
			j.controlTags(p)
		case !p.classRead() && (c == nil || c.Unlisted == 0 || c.Unlisted>>cs6 != 0):
			j.port(p, p.unclassed("in which queue control traffic is"))
		}
	})
}

// classRead tells whether it is known by what the port classes packets, and how.
func (p *Port) classRead() bool { return p.Classify != nil && p.Classify.Trust.Known() }

// byTag tells of a port that goes by the priority tag, whatever the DSCP.
func (p *Port) byTag() bool {
	return p.Classify != nil && p.Classify.Trust.Known() && p.Classify.Trust.V == qos.TrustPCP
}

// controlPCP is the priority tag of routing protocols and congestion notifications.
const controlPCP = 6

// controlTags looks at a port that goes by the tag for tags of data in the queue of control traffic.
func (j *judge) controlTags(p *Port) {
	c := p.Classify
	q := c.PCP[controlPCP]
	v := verdict{field: p.Switch.field(q, "pcp"), at: qos.Origin{Line: c.PCPAt[controlPCP]}, queues: qos.Queues(q), fix: "use priority 3 for RoCE, and give control traffic a strict and lossy queue of its own"}
	switch {
	case p.Lossless().Has(q):
		v.text = fmt.Sprintf("control traffic (PCP %d) is lossless: PFC can hold it up in queue %d", controlPCP, q)
	case slices.Contains(c.PCP[:controlPCP], q):
		v.text, v.severity = fmt.Sprintf("control traffic (PCP %d) shares queue %d with data", controlPCP, q), vendors.Warning
	default:
		return
	}
	j.port(p, v)
}

// scheduling is C12: every class has a guarantee, and none can starve the others.
func scheduling(j *judge) {
	j.faults(map[string]vendors.Severity{
		"strict-and-lossless": vendors.Error, "lossless-starved": vendors.Error, "starved": vendors.Warning, "default-strict": vendors.Info,
	})
	j.each(func(p *Port) {
		if p.Lossless() != 0 && p.Egress != nil {
			j.schedules(p)
		}
	})
}

// schedules tells of queues whose place in the scheduler cannot be read, and of one that a reader has something to say against.
func (j *judge) schedules(p *Port) {
	for q := range p.Egress.Queues {
		s := p.Egress.Queues[q].Schedule
		v := verdict{}
		switch {
		case s.State == qos.Unknown:
			v = unreadable("whether every class has a guarantee", s)
		case s.Known() && s.Why != "":
			v = verdict{severity: vendors.Warning, text: s.Why, at: s.At}
		default:
			continue
		}
		v.field, v.queues = p.Switch.field(qos.Queue(q), "bandwidth"), qos.Queues(qos.Queue(q))
		j.port(p, v)
	}
}

// tunnels is C13: tunnels carry the class out and congestion marks back in.
func tunnels(j *judge) {
	for _, s := range j.net.Switches {
		lossless := slices.ContainsFunc(s.Ports, func(p Port) bool { return p.Lossless() != 0 })
		if s.VXLAN && lossless {
			j.tunnel(s)
		}
	}
}

func (j *judge) tunnel(s *Switch) {
	t := s.QoS.Tunnel
	switch {
	case t.ECN.Known() && t.ECN.V == qos.TunnelECNIgnore:
		j.device(s, verdict{field: "vxlan", at: t.ECN.At, text: t.ECN.V.Does() + ": senders never slow down for it",
			fix: `copy them: vxlan { ecn = "copy" }`})
	case !t.ECN.Known():
		j.device(s, notChecked("whether congestion marks of the underlay survive the end of a tunnel"+because(t.ECN.Why)))
	}
	switch {
	case t.DSCP.Known() && t.DSCP.V != qos.TunnelUniform:
		j.device(s, verdict{field: "vxlan", at: t.DSCP.At, severity: vendors.Warning,
			text: fmt.Sprintf("DSCP of tunnels is %s: the underlay classes lossless traffic as something else", t.DSCP.V.Does()),
			fix:  `carry it: vxlan { dscp = "uniform" }`})
	case !t.DSCP.Known():
		j.device(s, notChecked("which DSCP packets have in a tunnel"+because(t.DSCP.Why)))
	}
}

func because(why string) string {
	if why == "" {
		return " is not known"
	}
	return " is not known: " + why
}
