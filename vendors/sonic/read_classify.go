package sonic

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
)

// numClasses is how many traffic classes there are. They are the switch's own number between code points and queues.
const numClasses = 16

// mapName is a map by its table and name.
type mapName struct {
	table int
	name  string
}

// codeMap is a map as read: where each number goes.
type codeMap struct {
	to   [qos.NumDSCP]int8 // -1 where the map says nothing
	at   [qos.NumDSCP]int32
	why  string // why it cannot be read, or empty
	line int32
}

// none is what no map says.
const none = -1

// codeMapOf reads a map.
func (s *shared) codeMapOf(in int, name string) *codeMap {
	key := mapName{in, name}
	if m, ok := s.maps[key]; ok {
		return m
	}
	m := readMap(sharedTables[in], name, s.row(in, name))
	s.maps[key] = m
	return m
}

func readMap(in, name string, r *row) *codeMap {
	m := &codeMap{why: bad(in, name, r)}
	for i := range m.to {
		m.to[i] = none
	}
	if m.why != "" {
		return m
	}
	rule := readTables[in].of
	for i := range r.fields {
		f := &r.fields[i]
		from, okFrom := numberOf(f.name, rule.from)
		to, okTo := numberOf(f.value, rule.to)
		if !okFrom || !okTo {
			m.why, m.line = notValue(in, r, f), r.lineOf(f)
			return m
		}
		m.to[from], m.at[from] = int8(to), r.lineOf(f)
	}
	return m
}

// classKey names the maps that decide the class of a packet; empty where none is bound.
type classKey struct {
	dscp, dot1p, queue, markDSCP, markDot1p string
	global                                  bool // dscp is that of the switch
}

// classes is the classification of a port, and the traffic classes behind it.
type classes struct {
	classify *qos.Classify
	used     uint32           // traffic classes that packets get, one bit each
	queue    [numClasses]int8 // of each used class, or none
	assumed  assumptions
}

// classesOf reads the classification of a port.
func (s *shared) classesOf(p *portRows) *classes {
	var k classKey
	k.dscp, _ = p.maps.get("dscp_to_tc_map")
	k.dot1p, _ = p.maps.get("dot1p_to_tc_map")
	k.queue, _ = p.maps.get("tc_to_queue_map")
	k.markDSCP, _ = p.maps.get("tc_to_dscp_map")
	k.markDot1p, _ = p.maps.get("tc_to_dot1p_map")
	if k.dscp == "" && k.dot1p == "" {
		k.dscp, k.global = s.globalMap()
	}
	if c, ok := s.classes.get(&k); ok {
		return c
	}
	c := &classReader{s: s, k: k, out: &classes{classify: &qos.Classify{}}}
	c.read()
	return s.classes.put(k, c.out)
}

// globalMap is the DSCP map of the switch as a whole.
func (s *shared) globalMap() (string, bool) {
	name, ok := s.global.get("dscp_to_tc_map")
	return name, ok && name != ""
}

// classReader reads one classification.
type classReader struct {
	s       *shared
	k       classKey
	out     *classes
	queues  *codeMap
	classOf [qos.NumDSCP]int8 // by DSCP

	unlisted uint64 // DSCPs that the map does not list
	partial  bool   // nothing was wrong before the map was read
	clouded  bool   // something else is
}

func (r *classReader) read() {
	c := r.out.classify
	for i := range c.RewriteDSCP {
		c.RewriteDSCP[i] = qos.Keep
	}
	for i := range c.RewritePCP {
		c.RewritePCP[i] = qos.Keep
	}
	for i := range r.out.queue {
		r.out.queue[i] = none
	}
	switch {
	case r.k.dscp != "" && r.k.dot1p != "":
		r.fail("both a DSCP and a dot1p map are bound, and which of them counts is up to the maker of the ASIC", 0)
	case r.k.dscp != "":
		c.Trust = qos.Is(qos.TrustDSCP)
	case r.k.dot1p != "":
		c.Trust = qos.Is(qos.TrustPCP)
	default:
		c.Trust = qos.Value[qos.Trust]{State: qos.PlatformDefault, Why: "no map is bound, and no source says how the ASIC then classifies"}
		return
	}
	if r.k.global {
		r.out.assumed |= assumedGlobal
	}
	r.tables()
	r.marks()
	r.listed()
}

// fail makes the classification unknown.
func (r *classReader) fail(why string, line int32) {
	r.clouded = true
	r.lacks(why, line)
}

// lacks makes it unknown for lack of an entry. The first reason counts.
func (r *classReader) lacks(why string, line int32) {
	if t := &r.out.classify.Trust; t.State != qos.Unknown {
		*t = qos.NotRead[qos.Trust](why, line)
	}
}

// named is a map that is bound, or nil.
func (r *classReader) named(in int, name string) *codeMap {
	if name == "" {
		return nil
	}
	m := r.s.codeMapOf(in, name)
	if m.why != "" {
		r.fail(m.why, m.line)
	}
	return m
}

// tables fills in the class of each code point. A frame without the field of the map has traffic class 0.
func (r *classReader) tables() {
	c := r.out.classify
	if r.queues = r.named(queueMaps, r.k.queue); r.queues == nil {
		r.fail("no tc_to_queue_map is bound, and no source says which queue a traffic class then has", 0)
		return
	}
	r.out.assumed |= assumedDefault
	c.Other = r.queueOf(0)
	dscp, dot1p := r.named(dscpMaps, r.k.dscp), r.named(dot1pMaps, r.k.dot1p)
	dscpName, dot1pName := "DSCP_TO_TC_MAP|"+r.k.dscp, "DOT1P_TO_TC_MAP|"+r.k.dot1p
	for p := range c.PCP {
		c.PCP[p], c.PCPAt[p], _ = r.entry(dot1p, dot1pName, p)
	}
	whole := c.Trust.Known()
	for d := range c.DSCP {
		if dscp != nil && dscp.why == "" && dscp.to[d] == none {
			r.unlisted |= 1 << d
		}
		c.DSCP[d], c.DSCPAt[d], r.classOf[d] = r.entry(dscp, dscpName, d)
	}
	r.partial = whole && r.unlisted != 0
}

// listed notes that the code points which the map lists have their class, where those that it does not list are all that is not known.
func (r *classReader) listed() {
	if c := r.out.classify; r.partial && !r.clouded {
		c.Unlisted = r.unlisted
		c.Trust.Why = "DSCP_TO_TC_MAP|" + r.k.dscp + " has no entry for " + strings.TrimPrefix(qos.CodePoints{DSCP: r.unlisted}.String(), "DSCP ") +
			", and no source says which class that then has"
	}
}

// entry is the queue of a code point, the line that decides it, and its traffic class.
func (r *classReader) entry(m *codeMap, name string, code int) (qos.Queue, int32, int8) {
	switch {
	case m == nil:
		return r.out.classify.Other, 0, 0
	case m.to[code] == none:
		r.lacks(name+" has no entry for "+strconv.Itoa(code)+", and no source says which class that then has", 0)
		return r.out.classify.Other, 0, 0
	}
	return r.queueOf(m.to[code]), m.at[code], m.to[code]
}

// queueOf is the queue of a traffic class that packets get.
func (r *classReader) queueOf(class int8) qos.Queue {
	r.out.used |= 1 << class
	q := r.queues.to[class]
	switch {
	case q == none:
		r.fail("traffic class "+strconv.Itoa(int(class))+" has no queue in TC_TO_QUEUE_MAP|"+r.k.queue, 0)
		return 0
	case q >= qos.NumQueues:
		r.fail("traffic class "+strconv.Itoa(int(class))+" has queue "+strconv.Itoa(int(q))+", and weft knows those up to 7", r.queues.at[class])
		return 0
	}
	r.out.queue[class] = q
	return qos.Queue(q)
}

// marks reads what packets leave with, which their traffic class decides.
func (r *classReader) marks() {
	c := r.out.classify
	if m := r.named(dscpMarks, r.k.markDSCP); m != nil {
		if r.k.dscp == "" {
			r.fail("packets leave with a DSCP by their traffic class, which their DSCP does not decide", 0)
		}
		for d := range c.RewriteDSCP {
			c.RewriteDSCP[d] = m.to[r.classOf[d]] // none is qos.Keep
		}
	}
	m := r.named(dot1pMarks, r.k.markDot1p)
	for class, q := range r.out.queue {
		if m == nil || q == none {
			continue
		}
		if was := c.RewritePCP[q]; was != qos.Keep && was != m.to[class] {
			r.fail("traffic classes of queue "+strconv.Itoa(int(q))+" leave with different priorities", m.at[class])
		}
		c.RewritePCP[q] = m.to[class]
	}
}
