package sonic

import (
	"strconv"
	"time"

	"github.com/weft-net/weft/qos"
)

// portShapeKey is what decides the rows of a port.
type portShapeKey struct {
	classify *qos.Classify
	egress   *qos.Egress
	ingress  *qos.Ingress
	pfc      qos.Value[qos.QueueSet]
	watchdog qos.Watchdog
	link     link
	label    string     // of the classification
	labels   qos.Labels // of the rest
}

// portShape is the rows of every port with one key: the objects that they name, and then the fields that they share.
type portShape struct {
	key    portShapeKey
	used   qos.QueueSet
	paused qos.QueueSet

	classify, groups, mark         *object // nil for none
	schedulers, ecns               [qos.NumQueues]*object
	limits, headrooms              [qos.NumQueues]*object
	stocked                        bool // it has rows that name the stock buffers
	maps                           []field
	queues, groupBuffers, profiles [qos.NumQueues][]field
	watch                          []field
	cable                          string
}

// survey finds the shapes of the ports and the objects that they need.
func (r *renderer) survey() {
	for i := range r.fitted.Ports {
		r.paused |= r.fitted.Ports[i].PFC.Priorities.V
	}
	r.of, r.keys = make([]*portShape, len(r.fitted.Ports)), make([]indexKeys, len(r.fitted.Ports))
	known := map[portShapeKey]*portShape{}
	var last *portShape // ports in a row mostly have the same
	for i := range r.fitted.Ports {
		p := &r.fitted.Ports[i]
		key := portShapeKey{p.Classify, p.Egress, p.Ingress, p.PFC.Priorities, p.Watchdog, linkOf(p, &r.ports[i]), fittingLabel(p.Label), fittingLabels(&p.Labels)}
		if last == nil || last.key != key {
			if last = known[key]; last == nil {
				last = r.shapeOf(key)
				known[key] = last
				r.shapes = append(r.shapes, last)
			}
		}
		r.of[i] = last
	}
	if len(r.shapes) > 0 {
		r.commonObjects()
	}
}

// shapeOf finds the objects of a shape.
func (r *renderer) shapeOf(key portShapeKey) *portShape {
	s := &portShape{key: key, paused: key.pfc.V}
	if c := key.classify; c != nil {
		s.classify = r.share(classifyObject(c), key.label)
		if mark := markObject(c); mark != nil {
			s.mark = r.share(mark, "")
		}
	}
	s.groups = r.share(r.groupsObject(s.paused), "")
	if key.egress != nil {
		for q := range key.egress.Queues {
			r.shapeQueue(s, qos.Queue(q), &key.egress.Queues[q])
		}
	}
	for _, q := range s.paused.List() {
		if in := key.ingress; in != nil && in.Buffers[q].Known() {
			s.headrooms[q] = r.share(r.headroomObject(q, in.Buffers[q].V, key.link), key.labels.Ingress)
		}
	}
	s.stocked = r.row.profiles.Known() && (s.paused != 0 || s.limits != [qos.NumQueues]*object{})
	return s
}

// shapeQueue finds the objects of one queue.
func (r *renderer) shapeQueue(s *portShape, q qos.Queue, e *qos.EgressQueue) {
	if *e == (qos.EgressQueue{}) {
		return
	}
	s.used |= qos.Queues(q)
	if e.Schedule.Known() {
		s.schedulers[q] = r.share(r.schedulerObject(q, e, s.key.link.speed), s.key.labels.Egress)
	}
	if ecn := e.ECN; ecn.Known() && (ecn.V.On || ecn.V.DropOnly) {
		s.ecns[q] = r.share(r.ecnObject(q, ecn.V, s.key.link.speed), s.key.labels.Egress)
	}
	if e.Limit.Known() {
		s.limits[q] = r.share(r.limitObject(q, e.Limit.V), s.key.labels.Egress)
	}
}

// commonObjects are the maps that every port binds.
func (r *renderer) commonObjects() {
	r.queues = r.share(&object{role: roleQueues, table: tableQueues, fields: everyQueue()}, "")
	r.pfc = r.share(&object{role: rolePFC, table: tablePFCQueues, fields: everyQueue()}, "")
	if r.row.chip.maker == mellanox && r.paused != 0 {
		r.pfcGroups = r.share(r.pfcGroupsObject(), "")
	}
}

// fill gives a shape its fields, once objects have their names.
func (r *renderer) fill(s *portShape) {
	s.maps = r.mapsOf(s)
	for _, q := range s.used.List() {
		if o := s.schedulers[q]; o != nil {
			s.queues[q] = append(s.queues[q], textField("scheduler", o.key))
		}
		if o := s.ecns[q]; o != nil {
			s.queues[q] = append(s.queues[q], textField("wred_profile", o.key))
		}
		if s.stocked {
			s.profiles[q] = []field{textField("profile", r.queueProfile(s, q))}
		}
	}
	if s.stocked {
		s.groupBuffers[0] = []field{textField("profile", r.row.profiles.V.ingressLossy.name)}
	}
	for _, q := range s.paused.List() {
		if o := s.headrooms[q]; o != nil {
			s.groupBuffers[q] = []field{textField("profile", o.key)}
		} else if r.row.chip.dynamic {
			s.groupBuffers[q] = []field{textField("profile", computedByBox)}
		}
	}
	if w := &s.key.watchdog; w.On.V {
		s.watch = []field{
			textField("action", w.Action.V.String()),
			milliseconds("detection_time", w.Detect.V), milliseconds("restoration_time", w.Restore.V),
		}
	}
	s.cable = r.cableOf(s)
}

func milliseconds(name string, d time.Duration) field { return numberField(name, d.Milliseconds()) }

// mapsOf is the row of PORT_QOS_MAP. It is always whole: what is not in a row that is written is unbound.
func (r *renderer) mapsOf(s *portShape) []field {
	var fields []field
	if o := s.classify; o != nil {
		name := "dscp_to_tc_map"
		if o.table == tableDot1p {
			name = "dot1p_to_tc_map"
		}
		fields = append(fields, textField(name, o.key))
	}
	fields = append(fields, textField("tc_to_queue_map", r.queues.key), textField("tc_to_pg_map", s.groups.key), textField("pfc_to_queue_map", r.pfc.key))
	if r.pfcGroups != nil {
		fields = append(fields, textField("pfc_to_pg_map", r.pfcGroups.key))
	}
	if s.mark != nil {
		fields = append(fields, textField("tc_to_dscp_map", s.mark.key))
	}
	if s.paused != 0 {
		fields = append(fields, textField(fieldPFC, s.paused.String()))
	}
	if s.key.watchdog.On.V {
		fields = append(fields, textField(fieldWatched, s.paused.String()))
	}
	return fields
}

// queueProfile is the buffer profile of a queue: one that cannot drop for a lossless class.
func (r *renderer) queueProfile(s *portShape, q qos.Queue) string {
	switch {
	case s.limits[q] != nil:
		return s.limits[q].key
	case s.paused.Has(q):
		return r.row.profiles.V.egressLossless.name
	}
	return r.row.profiles.V.lossy().name
}

// cableOf is the length to configure for the cable of a port that pauses; empty for none. In the traditional model a length of
// 0 keeps the switch from making buffers beside explicit ones.
func (r *renderer) cableOf(s *portShape) string {
	switch {
	case s.paused == 0:
		return ""
	case !r.row.chip.dynamic && s.headrooms != [qos.NumQueues]*object{}:
		return "0m"
	}
	length, err := r.row.cableLength(s.key.link.speed, s.key.link.metres)
	if err != nil || length == 0 {
		return ""
	}
	return strconv.Itoa(length) + "m"
}
