package check

import (
	"math/bits"
	"slices"

	"github.com/weft-net/weft/qos"
)

// sidesOf puts the pairs of switches between which hops break the path together: in few sets, without a pair too many.
func sidesOf(faults []*pathFault) (list []*side) {
	p := newPairing(faults)
	var taken []pairSet
	if own := p.alone(); own.from.len() > 0 {
		taken, list = append(taken, own), append(list, &side{itself: true, from: p.named(own.from)})
	}
	for pairs, more := p.take(); more; pairs, more = p.take() {
		taken, list = append(taken, pairs), append(list, &side{from: p.named(pairs.from), to: p.named(pairs.to)})
	}
	where := map[hostsOf][]int{}
	for _, f := range faults {
		key := hostsOfFault(f)
		in, known := where[key]
		if !known {
			in = meeting(taken, p.setOf(f.From), p.setOf(f.To))
			where[key] = in
		}
		for _, i := range in {
			list[i].faults = append(list[i].faults, f)
		}
	}
	return list
}

// meeting are the sets of pairs, by index, that have one of those of two sets.
func meeting(taken []pairSet, from, to set) (in []int) {
	for i, s := range taken {
		if from.meets(s.from) && to.meets(s.to) || from.meets(s.to) && to.meets(s.from) {
			in = append(in, i)
		}
	}
	return in
}

// pairing is between which switches there are broken paths.
type pairing struct {
	names []string // of the switches, in natural order
	index map[string]int
	rows  []set // by switch: those that it has a broken path to
	sets  map[nameList]set
}

// pairSet is every pair of one of the first and one of the second.
type pairSet struct{ from, to set }

// nameList is one list of names, of which many faults have the same.
type nameList struct {
	first  *string
	length int
}

// hostsOf is what a fault says of hosts, as lists that faults share.
type hostsOf struct {
	from, to nameList
	itself   bool // hosts of one switch too
}

func hostsOfFault(f *pathFault) hostsOf {
	return hostsOf{nameList{&f.From[0], len(f.From)}, nameList{&f.To[0], len(f.To)}, f.port.Far == nil}
}

func newPairing(faults []*pathFault) *pairing {
	p := &pairing{index: map[string]int{}, sets: map[nameList]set{}}
	lists := map[nameList]bool{}
	for _, f := range faults {
		for _, names := range [][]string{f.From, f.To} {
			if key := (nameList{&names[0], len(names)}); !lists[key] {
				lists[key] = true
				p.names = append(p.names, names...)
			}
		}
	}
	slices.SortFunc(p.names, qos.ComparePorts)
	p.names = slices.Compact(p.names)
	for i, name := range p.names {
		p.index[name] = i
		p.rows = append(p.rows, newSet(len(p.names)))
	}
	entered := map[hostsOf]bool{}
	for _, f := range faults {
		if key := hostsOfFault(f); !entered[key] {
			entered[key] = true
			p.enter(p.setOf(f.From), p.setOf(f.To), key.itself)
		}
	}
	return p
}

func (p *pairing) setOf(names []string) set {
	key := nameList{&names[0], len(names)}
	s, known := p.sets[key]
	if !known {
		s = newSet(len(p.names))
		for _, name := range names {
			s.add(p.index[name])
		}
		p.sets[key] = s
	}
	return s
}

// enter adds the pairs of two sets. That of a switch with itself is one where hosts of it have no hop between them but the one.
func (p *pairing) enter(from, to set, itself bool) {
	for _, ends := range [][2]set{{from, to}, {to, from}} {
		for _, a := range ends[0].list() {
			had := p.rows[a].has(a)
			p.rows[a].join(ends[1])
			if !had && !itself {
				p.rows[a].drop(a)
			}
		}
	}
}

// alone takes the switches whose paths are broken between hosts of their own only.
func (p *pairing) alone() pairSet {
	own := newSet(len(p.names))
	for a, row := range p.rows {
		if row.has(a) && row.len() == 1 {
			own.add(a)
			row.drop(a)
		}
	}
	return pairSet{own, own}
}

// take takes the pairs of the switch with most of them, and of those that have them with the same others.
func (p *pairing) take() (pairs pairSet, more bool) {
	most := -1
	for a, row := range p.rows {
		if n := row.len(); n > 0 && (most < 0 || n > p.rows[most].len()) {
			most = a
		}
	}
	if most < 0 {
		return pairs, false
	}
	to, among := slices.Clone(p.rows[most]), slices.Clone(p.rows[most])
	among.add(most)
	same, all := newSet(len(p.names)), newSet(len(p.names))
	for a, row := range p.rows {
		if slices.Equal(row, to) {
			same.add(a)
		}
		if among.has(a) && row.equalBut(among, a) {
			all.add(a)
		}
	}
	if all.len() > same.len() {
		same, to = all, among
	}
	for _, a := range same.list() {
		p.rows[a].leave(to)
	}
	for _, b := range to.list() {
		p.rows[b].leave(same)
	}
	return pairSet{same, to}, true
}

func (p *pairing) named(s set) (names []string) {
	for _, i := range s.list() {
		names = append(names, p.names[i])
	}
	return names
}

// set is a set of small numbers, a bit for each.
type set []uint64

func newSet(size int) set { return make(set, (size+63)/64) }

func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) drop(i int)     { s[i/64] &^= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

func (s set) join(t set) {
	for i := range s {
		s[i] |= t[i]
	}
}

func (s set) leave(t set) {
	for i := range s {
		s[i] &^= t[i]
	}
}

func (s set) meets(t set) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

func (s set) len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// equalBut compares two sets, whether or not the first has a member.
func (s set) equalBut(t set, member int) bool {
	for i := range s {
		differ := s[i] ^ t[i]
		if i == member/64 {
			differ &^= 1 << (member % 64)
		}
		if differ != 0 {
			return false
		}
	}
	return true
}

func (s set) list() (members []int) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			members = append(members, 64*i+bits.TrailingZeros64(word))
		}
	}
	return members
}
