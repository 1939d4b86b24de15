package sonic

import (
	"maps"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// shared is what ports share: the tables whose rows they name, and what was read of those. Only the memory of what was read
// grows afterwards, within one reading.
type shared struct {
	tables   [numSharedTables]*table
	global   *row // of PORT_QOS_MAP
	watchdog *row // the one of the switch in PFC_WD
	metadata *row
	platform *platformRow
	dynamic  bool // the buffer model

	maps     map[mapName]*codeMap
	queues   map[string]*scheduler
	classes  memory[classKey, classes]
	egresses memory[egressRows, egress]
	pauses   memory[pauseKey, pause]
}

// memory is what was read, by all that it depends on. Ports in a row mostly have the same, so that the last is looked at first.
type memory[K comparable, V any] struct {
	last  K
	value *V
	all   map[K]*V
}

func (m *memory[K, V]) get(k *K) (*V, bool) {
	if m.value != nil && m.last == *k {
		return m.value, true
	}
	v, ok := m.all[*k]
	if ok {
		m.last, m.value = *k, v
	}
	return v, ok
}

func (m *memory[K, V]) put(k K, v *V) *V {
	if m.all == nil {
		m.all = map[K]*V{}
	}
	m.all[k] = v
	m.last, m.value = k, v
	return v
}

// copy is the same, to which others can be added.
func (m *memory[K, V]) copy() memory[K, V] { return memory[K, V]{all: maps.Clone(m.all)} }

// sharedTables are the tables that ports share.
const (
	dscpMaps = iota
	dot1pMaps
	queueMaps
	groupMaps
	dscpMarks
	dot1pMarks
	pfcQueueMaps
	pfcGroupMaps
	schedulers
	wredProfiles
	bufferPools
	bufferProfiles
	losslessDefaults
	tunnels
	vxlanTunnels
	numSharedTables
)

var sharedTables = [numSharedTables]string{
	dscpMaps: "DSCP_TO_TC_MAP", dot1pMaps: "DOT1P_TO_TC_MAP", queueMaps: "TC_TO_QUEUE_MAP", groupMaps: "TC_TO_PRIORITY_GROUP_MAP",
	dscpMarks: "TC_TO_DSCP_MAP", dot1pMarks: "TC_TO_DOT1P_MAP", pfcQueueMaps: "MAP_PFC_PRIORITY_TO_QUEUE",
	pfcGroupMaps: "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", schedulers: "SCHEDULER", wredProfiles: "WRED_PROFILE",
	bufferPools: "BUFFER_POOL", bufferProfiles: "BUFFER_PROFILE", losslessDefaults: "DEFAULT_LOSSLESS_BUFFER_PARAMETER",
	tunnels: "TUNNEL", vxlanTunnels: "VXLAN_TUNNEL",
}

// sharedOf finds what the ports of a document share.
func sharedOf(d *document, p vendors.Platform) *shared {
	s := &shared{
		global: d.table("PORT_QOS_MAP").row(globalRow), watchdog: d.table("PFC_WD").row(globalWatchdogRow),
		metadata: d.table("DEVICE_METADATA").row("localhost"),
		maps:     map[mapName]*codeMap{}, queues: map[string]*scheduler{},
	}
	for i, name := range sharedTables {
		s.tables[i] = d.table(name)
	}
	s.platform, _ = p.Row.(*platformRow)
	s.dynamic = s.metadata == nil && s.platform != nil && s.platform.chip.dynamic
	if model, ok := s.metadata.get("buffer_model"); ok {
		s.dynamic = model == "dynamic"
	}
	return s
}

// common is what two documents have in common, on one platform: all that each part of a port is read from beside its own rows.
type common struct{ classed, served, paused, watched bool }

// The shared tables that each part of a port is read from.
var (
	classTables  = []int{dscpMaps, dot1pMaps, queueMaps, dscpMarks, dot1pMarks}
	bufferTables = []int{bufferPools, bufferProfiles}
	pauseTables  = []int{groupMaps, pfcQueueMaps, pfcGroupMaps, losslessDefaults}
	egressTables = []int{schedulers, wredProfiles}
)

// common compares two documents.
func (s *shared) common(t *shared) common {
	same := func(tables []int) bool {
		for _, in := range tables {
			if s.tables[in] != t.tables[in] {
				return false
			}
		}
		return true
	}
	buffers := same(bufferTables) && s.metadata == t.metadata && s.platform == t.platform
	classes := same(classTables) && s.global == t.global
	return common{
		classed: classes, served: buffers && same(egressTables), paused: buffers && classes && same(pauseTables),
		watched: s.watchdog == t.watchdog,
	}
}

// takeOver takes over what was read of what is in common, in a memory of its own, so that two readings can go on from one.
func (s *shared) takeOver(t *shared, c common) {
	if c.paused { // and so the classes
		s.maps = maps.Clone(t.maps)
	}
	if c.classed {
		s.classes = t.classes.copy()
	}
	if c.served {
		s.queues, s.egresses = maps.Clone(t.queues), t.egresses.copy()
	}
	if c.paused {
		s.pauses = t.pauses.copy()
	}
}

// row is the row of a shared table, or nil.
func (s *shared) row(in int, key string) *row { return s.tables[in].row(key) }

// portParts are the parts of what a port does that it may have in common with others.
type portParts struct {
	classes *classes
	egress  *egress
	pause   *pause
}

// parts reads the parts of a port.
func (s *shared) parts(p *portRows) portParts {
	c := s.classesOf(p)
	return portParts{c, s.egressOf(p), s.pauseOf(p, c)}
}

// again are the parts of a port whose rows are as they were. What is not in common is read again, unless the port before had
// the same part: then they have the same one again.
func (s *shared) again(p *portRows, old, was, now portParts, c common) portParts {
	parts := old
	switch {
	case c.classed:
	case old.classes == was.classes:
		parts.classes = now.classes
	default:
		parts.classes = s.classesOf(p)
	}
	switch {
	case c.served:
	case old.egress == was.egress:
		parts.egress = now.egress
	default:
		parts.egress = s.egressOf(p)
	}
	switch {
	case c.paused:
	case old.pause == was.pause:
		parts.pause = now.pause
	default:
		parts.pause = s.pauseOf(p, parts.classes)
	}
	return parts
}

// port puts together what a port does. It is large, so that it is made where it stays.
func (s *shared) port(out *qos.Port, p *portRows, parts *portParts) {
	out.Name, out.Classify, out.Egress, out.Ingress = p.name, parts.classes.classify, parts.egress.egress, parts.pause.ingress
	out.PFC, out.MTU = parts.pause.pfc, mtuOf(p)
	out.PFC.Priorities.At.Line = lineOf(p.maps, "pfc_enable")
	s.readWatchdog(&out.Watchdog, p, out.PFC.Priorities)
}

// lineOf is the line of a field, or 0.
func lineOf(r *row, name string) int32 {
	if f := r.field(name); f != nil {
		return r.lineOf(f)
	}
	return 0
}

// The MTU that a port has without a line, and what it can be. It counts the IP packet.
const (
	unsetMTU    = 9100
	smallestMTU = 68
	largestMTU  = 9216
)

// mtuOf reads the largest IP packet. A document without the port says nothing of it.
func mtuOf(p *portRows) qos.Value[qos.Bytes] {
	if p.port == nil {
		return qos.Value[qos.Bytes]{}
	}
	f := p.port.field("mtu")
	if f == nil {
		return qos.Is(qos.Bytes(unsetMTU))
	}
	n, ok := numberOf(f.value, largestMTU)
	if !ok || n < smallestMTU {
		return qos.NotRead[qos.Bytes](notValue("PORT", p.port, f), p.port.lineOf(f))
	}
	return qos.IsAt(qos.Bytes(n), p.port.lineOf(f))
}

// tunnel reads how tunnels carry the two fields. VXLAN has no setting for it; what IP-in-IP tunnels do is read where there are
// no others.
func (s *shared) tunnel() qos.Tunnel {
	if len(s.tables[vxlanTunnels].all()) > 0 {
		const why = "VXLAN_TUNNEL has no field for it"
		return qos.Tunnel{
			DSCP: qos.Value[qos.TunnelDSCP]{State: qos.PlatformDefault, Why: why},
			ECN:  qos.Value[qos.TunnelECN]{State: qos.PlatformDefault, Why: why},
		}
	}
	var t qos.Tunnel
	for i, r := range s.tables[tunnels].all() {
		dscp, ecn := tunnelDSCPOf(r), tunnelECNOf(r)
		if i > 0 && !dscp.Equal(t.DSCP) {
			dscp = qos.NotRead[qos.TunnelDSCP]("the rows of TUNNEL have different dscp_mode", r.line)
		}
		if i > 0 && !ecn.Equal(t.ECN) {
			ecn = qos.NotRead[qos.TunnelECN]("the rows of TUNNEL have different ecn_mode", r.line)
		}
		t = qos.Tunnel{DSCP: dscp, ECN: ecn}
	}
	return t
}

func tunnelDSCPOf(r *row) qos.Value[qos.TunnelDSCP] {
	f := r.field("dscp_mode")
	switch {
	case f == nil:
		return qos.Value[qos.TunnelDSCP]{State: qos.PlatformDefault, Why: "TUNNEL|" + r.key + " has no dscp_mode"}
	case f.value == "uniform":
		return qos.IsAt(qos.TunnelUniform, r.lineOf(f))
	case f.value == "pipe":
		return qos.IsAt(qos.TunnelPipe, r.lineOf(f))
	}
	return qos.NotRead[qos.TunnelDSCP](notValue("TUNNEL", r, f), r.lineOf(f))
}

// tunnelECNOf reads ecn_mode. Both modes carry the marks of the underlay on: the standard one by the rules for tunnels.
func tunnelECNOf(r *row) qos.Value[qos.TunnelECN] {
	f := r.field("ecn_mode")
	switch {
	case f == nil:
		return qos.Value[qos.TunnelECN]{State: qos.PlatformDefault, Why: "TUNNEL|" + r.key + " has no ecn_mode"}
	case f.value == "copy_from_outer" || f.value == "standard":
		return qos.IsAt(qos.TunnelECNCopy, r.lineOf(f))
	}
	return qos.NotRead[qos.TunnelECN](notValue("TUNNEL", r, f), r.lineOf(f))
}
