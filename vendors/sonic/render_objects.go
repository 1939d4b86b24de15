package sonic

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

// object is a row with a name of its own, for every port that behaves so.
type object struct {
	role, table string
	class       string // of its name; empty where it is for all
	speed       string // of its ports, where that is part of the name
	fixed       string // what of it cannot be edited in place, where that is part of the name
	label       string // the least of its ports' labels
	fields      []field
	key         string
}

// says tells whether two rows hold the same.
func (o *object) says(p *object) bool { return slices.EqualFunc(o.fields, p.fields, sameField) }

func sameField(f, g field) bool { return f.name == g.name && f.value == g.value }

// share finds the object that is for the same and says the same, or takes this one in.
func (r *renderer) share(o *object, label string) *object {
	for _, other := range r.objects {
		if other.table == o.table && other.role == o.role && other.class == o.class && other.speed == o.speed && other.says(o) {
			other.label = min(other.label, label)
			return other
		}
	}
	o.label = label
	r.objects = append(r.objects, o)
	return o
}

// nameObjects gives every object its name. Names depend on what an object is for and on what cannot be edited in it, so that
// an edit of the rest keeps the name.
func (r *renderer) nameObjects() {
	namers := map[string]fitting.Namer{}
	for _, o := range r.objects {
		n := namers[o.table]
		if n == nil {
			n = fitting.Namer{}
			namers[o.table] = n
		}
		o.key = n.Unique(o.identity(), r.site.Prefix, o.role, o.class, o.speed, o.label, o.fixed)
	}
}

// identity is what an object says as one text.
func (o *object) identity() string {
	var b strings.Builder
	for i := range o.fields {
		b.WriteString(o.fields[i].name + "=" + o.fields[i].value + "\n")
	}
	return b.String()
}

// numerals are the numbers that maps are made of.
var numerals = func() (list [qos.NumDSCP]string) {
	for i := range list {
		list[i] = numberField("", int64(i)).value
	}
	return list
}()

// classMap is a map from code points to traffic classes.
func classMap(points []qos.Queue) []field {
	fields := make([]field, len(points))
	for point, q := range points {
		fields[point] = textField(numerals[point], numerals[q])
	}
	return fields
}

// classifyObject is the map of the field that decides. Where none does, it is the one that gives every DSCP class 0: a port
// without a map has the switch's own.
func classifyObject(c *qos.Classify) *object {
	if c.Trust.V == qos.TrustPCP {
		return &object{role: roleClassify, table: tableDot1p, fields: classMap(c.PCP[:])}
	}
	return &object{role: roleClassify, table: tableDSCP, fields: classMap(c.DSCP[:])}
}

// everyQueue maps each of the eight numbers to itself.
func everyQueue() []field {
	fields := make([]field, qos.NumQueues)
	for q := range fields {
		fields[q] = textField(numerals[q], numerals[q])
	}
	return fields
}

// groupsObject is the map from traffic classes to priority groups: lossless ones have one of their own, the others share
// group 0. A class that a port does not pause must not be in a group that has no buffer there, so that ports that pause other
// classes have another map.
func (r *renderer) groupsObject(paused qos.QueueSet) *object {
	fields := everyQueue()
	for q := range fields {
		if !paused.Has(qos.Queue(q)) {
			fields[q].value = "0"
		}
	}
	o := &object{role: roleGroups, table: tableGroups, fields: fields}
	switch {
	case paused == r.paused:
	case paused == 0:
		o.class = "lossy"
	default:
		o.class = "only-" + strings.ReplaceAll(paused.String(), ",", "")
	}
	return o
}

// pfcGroupsObject is the map from PFC priorities to priority groups, for makers whose chips do not work it out.
func (r *renderer) pfcGroupsObject() *object {
	var fields []field
	for _, q := range r.paused.List() {
		fields = append(fields, textField(numerals[q], numerals[q]))
	}
	return &object{role: rolePFCGroups, table: tablePFCGroups, fields: fields}
}

// markObject is the map from traffic classes to the DSCP that packets leave with, or nil when they leave as they came.
func markObject(c *qos.Classify) *object {
	var marks classMarks
	rewrites := false
	for d, q := range c.DSCP {
		marks[q] = leavesAs(c, d)
		rewrites = rewrites || c.RewriteDSCP[d] != qos.Keep
	}
	if !rewrites {
		return nil
	}
	var fields []field
	for _, q := range c.Reach().List() {
		fields = append(fields, textField(numerals[q], numerals[marks[q]]))
	}
	return &object{role: roleMark, table: tableMarks, fields: fields}
}

// schedulerObject is the scheduler of a class. Rates are of a port speed.
func (r *renderer) schedulerObject(q qos.Queue, e *qos.EgressQueue, speed qos.BitsPerSecond) *object {
	o := &object{role: roleScheduler, table: tableScheduler, class: r.classPart(q)}
	if s := e.Schedule.V; s.Strict {
		o.fields = append(o.fields, textField("type", "STRICT"))
	} else {
		o.fields = append(o.fields, textField("type", "DWRR"), numberField("weight", int64(s.Share/10)))
	}
	if !e.Min.Known() {
		return o
	}
	o.speed = fitting.SpeedName(speed)
	o.fields = append(o.fields, textField("meter_type", "bytes"), numberField("cir", int64(e.Min.V/rateStep)))
	if e.Max.Known() {
		o.fields = append(o.fields, numberField("pir", int64(e.Max.V/rateStep)))
	}
	return o
}

// dropColours are what a drop profile has thresholds for. All say the same: weft has one curve.
var dropColours = []string{"green", "yellow", "red"}

// ecnObject is the drop profile of a class on ports of a speed. It is complete: with less the switch ignores a colour, or worse.
func (r *renderer) ecnObject(q qos.Queue, ecn qos.ECN, speed qos.BitsPerSecond) *object {
	marks := "ecn_none"
	if ecn.Marks() {
		marks = "ecn_all"
	}
	fields := append(make([]field, 0, 1+4*len(dropColours)), textField("ecn", marks))
	for _, colour := range dropColours {
		fields = append(fields, textField("wred_"+colour+"_enable", "true"))
	}
	for _, colour := range dropColours {
		fields = append(fields, numberField(colour+"_min_threshold", int64(ecn.Min)), numberField(colour+"_max_threshold", int64(ecn.Max)))
	}
	for _, colour := range dropColours {
		fields = append(fields, numberField(colour+"_drop_probability", int64(ecn.Probability)))
	}
	return &object{role: roleECN, table: tableWRED, class: r.classPart(q), speed: fitting.SpeedName(speed), fields: fields}
}
