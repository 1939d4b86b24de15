package deadlock

import (
	"encoding/binary"
	"slices"
	"strings"
)

// twins gives switches the same number that are linked to the same switches in the same way: leaves of a pod, spines of a plane.
// They can change places without anything being different, so that sets of failed links that do so mean the same. Where a caller's own function
// tells switches apart there are none.
func (l *layout) twins(there bool) []int {
	numbers := map[string]int{}
	twins := make([]int, len(l.net.Nodes))
	if !there {
		for v := range twins {
			twins[v] = v
		}
		return twins
	}
	several := make([][]int32, len(l.net.Nodes)) // by switch: its places of more than one switch
	for i, p := range l.places {
		for _, v := range p.switches {
			if len(p.switches) > 1 {
				several[v] = append(several[v], int32(i))
			}
		}
	}
	for v := range twins {
		key := l.around(v, several[v])
		if _, known := numbers[key]; !known {
			numbers[key] = len(numbers)
		}
		twins[v] = numbers[key]
	}
	return twins
}

// around is what twins have in common.
func (l *layout) around(v int, several []int32) string {
	key := []int32{int32(l.tiers[v]), int32(min(len(l.hosts[v]), 1)), int32(len(several))}
	key = append(key, several...)
	links := make([]string, len(l.out[v]))
	for i, c := range l.out[v] {
		links[i] = packed(int32(l.net.To(c).Node), int32(l.net.To(c).Lossless), int32(l.net.From(c).Lossless))
	}
	slices.Sort(links)
	return packed(key...) + strings.Join(links, "")
}

// keyOf is what sets of links that mean the same have in common: ends that are twins are told apart by the order in which they come.
func (s *sweeper) keyOf(set []int) string {
	type member struct{ twin, node int }
	var met []member
	key := make([]byte, 0, 18*len(set))
	for _, i := range set {
		link := &s.net.Links[s.links[i]]
		for _, end := range link.Ends {
			twin, order := s.twins[end.Node], 0
			at := slices.IndexFunc(met, func(m member) bool {
				if m.node == end.Node {
					return true
				}
				if m.twin == twin {
					order++
				}
				return false
			})
			if at < 0 {
				met = append(met, member{twin, end.Node})
			}
			key = binary.LittleEndian.AppendUint32(key, uint32(twin))
			key = append(key, byte(order), byte(end.Lossless))
		}
	}
	return string(key)
}

func packed(numbers ...int32) string {
	var b []byte
	for _, n := range numbers {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}
