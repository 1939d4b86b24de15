package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// losslessPaths is C21: every lossless class is lossless on each hop between any two hosts, both ways.
func losslessPaths(j *judge) {
	reasons := map[reason]*sides{}
	var order []reason
	for _, f := range paths(j.net, j.waits) {
		if f.NotChecked {
			j.port(f.port, f.verdict)
			continue
		}
		r := reason{f.Priority, f.Class, f.Severity, f.Why, f.Fix}
		if reasons[r] == nil {
			reasons[r] = &sides{}
			order = append(order, r)
		}
		reasons[r].add(f)
	}
	for _, r := range order {
		for _, s := range reasons[r].list {
			text := r.text(s)
			for _, f := range s.faults {
				f.verdict.text = text
				j.port(f.port, f.verdict)
			}
		}
	}
}

// reason is why hops break the path of a class.
type reason struct {
	priority qos.Queue
	class    string
	severity vendors.Severity
	why, fix string
}

func (r reason) text(s *side) string {
	broken := "broken"
	if r.severity != vendors.Error {
		broken = "weak"
	}
	return fmt.Sprintf("the lossless path of %s between %s is %s: %s", queueWord(r.priority, r.class), s.hosts(), broken, r.why)
}

// side are hops that packets between the same hosts go over.
type side struct {
	from, to []string
	faults   []*pathFault
}

// sides puts the hops that break paths for one reason together where that leaves it exact which hosts they are between.
type sides struct {
	list  []*side
	index map[string]*side
}

func (s *sides) add(f pathFault) {
	if s.index == nil {
		s.index = map[string]*side{}
	}
	all := f.To
	if !contains(f.To, f.From[0]) {
		all = slices.Concat(f.From, f.To)
		slices.SortFunc(all, qos.ComparePorts)
	}
	key := "one of " + strings.Join(all, " ")
	if len(f.From) > 1 {
		key = strings.Join(f.From, " ") + " and " + strings.Join(f.To, " ")
	}
	same := s.index[key]
	switch {
	case same == nil:
		same = &side{from: f.From, to: f.To}
		s.index[key] = same
		s.list = append(s.list, same)
	case !contains(same.from, f.From[0]):
		same.from, same.to = append(slices.Clone(same.from), f.From[0]), all
		slices.SortFunc(same.from, qos.ComparePorts)
	}
	same.faults = append(same.faults, &f)
}

func contains(names []string, name string) bool {
	_, found := slices.BinarySearchFunc(names, name, qos.ComparePorts)
	return found
}

// hosts names the hosts of a side.
func (s *side) hosts() string {
	text := "hosts of " + qos.PortRanges(s.from)
	if !slices.Equal(s.from, s.to) {
		text += " and hosts of " + qos.PortRanges(s.to)
	}
	return text
}
