package cloudengine

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// class is a classifier with its behavior: what it matches and what it does.
type class struct {
	name  string // of the classifier
	line  int32
	dscp  uint64 // code points that it matches
	pcp   uint8
	all   bool
	lists []string       // what else it matches, in words: "packets that access list 3001 permits"
	taken qos.CodePoints // of what it matches, what no class before it does

	queued  bool // it chooses a class
	to      point
	setDSCP int8
	does    []string // what else it does, in words

	unknown string
	at      int32 // the line that makes it unknown
}

// acts tells whether the class does anything to packets.
func (k *class) acts() bool { return k.queued || k.setDSCP != qos.Keep || len(k.does) > 0 }

func (k *class) unclear(why string, line int32) {
	if k.unknown == "" {
		k.unknown, k.at = why, line
	}
}

// rule puts the class into words: what it matches by itself, or what it takes after those before it.
func (k *class) rule(alone bool, other qos.Queue) qos.Rule {
	points := k.taken
	if alone {
		points = qos.CodePoints{DSCP: k.dscp, PCP: k.pcp}
	}
	var parts []string
	if k.all {
		parts = append(parts, "all other frames")
	} else if !points.Empty() {
		parts = append(parts, "packets with "+points.String())
	}
	r := qos.Rule{Match: strings.Join(append(parts, k.lists...), " or "), Queue: k.to.queue, Does: strings.Join(k.does, " and "), Line: k.line}
	if !k.queued {
		r.Queue = other
		r.Does = strings.Join(append([]string{"keep the class of their fields"}, k.does...), " and ")
	}
	return r
}

// scope is where a policy is applied beside the ports themselves. Those of a smaller one win.
type scope uint8

const (
	toVLAN   scope = iota // what is switched in a VLAN
	toAll                 // other traffic, at any port
	globally              // every port, or those of a slot
)

// scopedPolicy is a policy that is applied to more than one port.
type scopedPolicy struct {
	scope  scope
	within string // in words, empty for all traffic
	slot   string // empty for all
	policy string
	line   int32
}

// applied notes the policy in a line traffic-policy NAME [global [slot N]] inbound.
func (s *shared) applied(n *conf.Node, within string, where scope) {
	words := wordsOf(n.Text)
	if words[len(words)-1] != "inbound" {
		return
	}
	p := scopedPolicy{scope: where, within: within, policy: words[1], line: n.Line}
	if len(words) > 5 {
		p.slot = words[4]
	}
	s.scoped = append(s.scoped, p)
}

// takeScope notes the policies on VLANs and other parts of the switch.
func (s *shared) takeScope(n *conf.Node) {
	if number, ok := strings.CutPrefix(n.Text, "acl "); ok {
		s.list(wordsOf(number))
		return
	}
	where := toAll
	if strings.HasPrefix(n.Text, "vlan ") {
		where = toVLAN
	}
	for _, line := range section(n.Kids).all("traffic-policy ") {
		s.applied(line, "of "+n.Text, where)
	}
}

// list notes that an access list is there, by what follows `acl`: its number, or its name and a number that stands for it.
func (s *shared) list(words []string) {
	if s.lists == nil {
		s.lists = map[string]bool{}
	}
	for _, w := range words {
		s.lists[w] = true
	}
}

// policies are the classes in force for what arrives at an interface, in order: those of its own policy, then of wider ones.
func (r *portReader) policies(lines section, routed bool) []*class {
	var classes []*class
	var own []*conf.Node
	for _, n := range lines.all("traffic-policy ") {
		if strings.HasSuffix(n.Text, " inbound") {
			own = append(own, n)
			classes = append(classes, r.x.shared.classes(wordsOf(n.Text)[1], n.Line)...)
		}
	}
	if len(own) > 1 {
		k := &class{setDSCP: qos.Keep}
		k.unclear("two traffic policies are applied, and no source says which class of them counts", own[1].Line)
		classes = append(classes, k)
	}
	for _, p := range r.x.shared.scoped {
		if p.scope == toVLAN && routed || p.slot != "" && p.slot != slotIn(r.name) {
			continue
		}
		for _, k := range r.x.shared.classes(p.policy, p.line) {
			k.confine(p.within)
			classes = append(classes, k)
		}
	}
	return classes
}

// confine limits a class to a part of the traffic.
func (k *class) confine(within string) {
	if within == "" {
		return
	}
	match := k.rule(true, 0).Match
	k.dscp, k.pcp, k.all = 0, 0, false
	k.lists = []string{match + " " + within}
}

// classes reads a traffic policy, in order of precedence.
func (s *shared) classes(policy string, bound int32) []*class {
	lines, ok := s.objects["traffic policy "+policy]
	if !ok {
		k := &class{setDSCP: qos.Keep}
		k.unclear("traffic policy "+policy+" is applied and not defined", bound)
		return []*class{k}
	}
	type pair struct {
		precedence int64
		class      *class
	}
	var pairs []pair
	for _, n := range lines {
		switch words := wordsOf(n.Text); { // classifier C behavior B [precedence P]
		case n.Kind == conf.Odd:
			k := &class{setDSCP: qos.Keep}
			k.unclear(notUnderstood(n), n.Line)
			pairs = append(pairs, pair{math.MaxInt64, k})
		case n.Kind == conf.In:
			p := pair{math.MaxInt64, s.classOf(words[1], words[3], n.Line)}
			if len(words) > 4 {
				p.precedence = numberOf(words[5])
			}
			pairs = append(pairs, p)
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.precedence, b.precedence) })
	classes := make([]*class, len(pairs))
	for i, p := range pairs {
		classes[i] = p.class
	}
	return classes
}

func (s *shared) classOf(classifier, behavior string, line int32) *class {
	k := &class{name: classifier, line: line, setDSCP: qos.Keep}
	s.matches(classifier, k)
	actions, ok := s.objects["traffic behavior "+behavior]
	if !ok {
		k.unclear("traffic behavior "+behavior+" is used and not defined", line)
	}
	for _, n := range actions {
		switch n.Kind {
		case conf.Odd:
			k.unclear(notUnderstood(n), n.Line)
		case conf.In:
			k.action(wordsOf(n.Text), n)
		}
	}
	return k
}

// action reads a line of a behavior.
func (k *class) action(words []string, n *conf.Node) {
	rest := strings.TrimPrefix(n.Text, words[0]+" ")
	switch {
	case words[0] == "deny":
		k.does = append(k.does, "are dropped")
	case words[0] == "car":
		k.does = append(k.does, "are policed: "+rest)
	case words[0] == "redirect":
		k.does = append(k.does, "are redirected: "+rest)
	case words[0] != "remark":
	case words[1] == "local-precedence":
		k.queued, k.line = true, n.Line
		k.to.queue, _ = phbOf(words[2])
		if len(words) > 3 {
			k.to.colour, _ = colourOf(words[3])
		}
	case words[1] == "dscp":
		d, ok := dscpOf(words[2])
		if !ok {
			k.unclear(notUnderstood(n), n.Line)
		}
		k.setDSCP = int8(d)
	case words[1] == "8021p":
		k.does = append(k.does, "leave with priority "+words[2])
	default:
		k.does = append(k.does, "get `"+n.Text+"`")
	}
}

// matches reads a classifier. One line of it is enough for type or, and all are needed for type and.
func (s *shared) matches(name string, k *class) {
	lines, ok := s.objects["traffic classifier "+name+" type or"]
	and, isAnd := s.objects["traffic classifier "+name+" type and"]
	switch {
	case isAnd:
		lines = and
	case !ok:
		k.unclear("traffic classifier "+name+" is used and not defined", k.line)
	}
	var found []*class
	for _, n := range lines {
		switch n.Kind {
		case conf.Odd:
			k.unclear(notUnderstood(n), n.Line)
		case conf.In:
			found = append(found, s.match(n, k))
		}
	}
	if isAnd && len(found) > 1 {
		found = []*class{allOf(found)}
	}
	for _, m := range found {
		k.dscp |= m.dscp
		k.pcp |= m.pcp
		k.all = k.all || m.all
		k.lists = append(k.lists, m.lists...)
	}
}

// match reads one line of a classifier: if-match and more.
func (s *shared) match(n *conf.Node, k *class) *class {
	m := &class{setDSCP: qos.Keep}
	words := wordsOf(n.Text)[1:]
	list := words[len(words)-1]
	switch {
	case words[0] == "any":
		m.all = true
	case words[0] == "dscp":
		m.dscp = dscpSet(words[1:])
	case words[0] == "8021p":
		m.pcp = uint8(prioritiesOf(words[1:]))
	case words[0] == "ip-precedence":
		for _, q := range prioritiesOf(words[1:]).List() {
			m.dscp |= 0xff << (8 * q)
		}
	case words[0] == "acl" && len(words) == 2, words[0] == "ipv6" && len(words) == 3:
		m.lists = []string{"packets that access list " + list + " permits"}
		if !s.lists[list] {
			k.unclear("access list "+list+" is used and not defined", n.Line)
		}
	default:
		m.lists = []string{"packets that match `" + strings.Join(words, " ") + "`"}
	}
	return m
}

// allOf is what all of several lines match together: a set where they are all sets of one field, else words.
func allOf(lines []*class) *class {
	both := &class{dscp: ^uint64(0), pcp: 0xff, setDSCP: qos.Keep}
	byDSCP, byPCP := true, true
	var words []string
	for _, m := range lines {
		if m.all {
			continue
		}
		byDSCP, byPCP = byDSCP && m.dscp != 0, byPCP && m.pcp != 0
		both.dscp &= m.dscp
		both.pcp &= m.pcp
		words = append(words, strings.TrimPrefix(m.rule(true, 0).Match, "packets "))
	}
	switch {
	case words == nil:
		return &class{all: true, setDSCP: qos.Keep}
	case byDSCP:
		return &class{dscp: both.dscp, setDSCP: qos.Keep}
	case byPCP:
		return &class{pcp: both.pcp, setDSCP: qos.Keep}
	}
	return &class{lists: []string{"packets " + strings.Join(words, " and ")}, setDSCP: qos.Keep}
}
