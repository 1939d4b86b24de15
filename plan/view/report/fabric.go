package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
)

// cell is one switch of the picture.
type cell struct {
	Name, Role string
	Hosts      int
	Status     string // of plan.Status, or "absent" where the plan has nothing of it
	Mark       string // "breaks" or "heals" where a lossless path does at it
	tier       int    // 0 for the lowest: how many cables lie between it and the hosts
	peers      []int
}

// net is a fabric as a graph, with how far each switch is from the hosts.
type net struct {
	cells  []cell
	number map[string]int
}

// absent is the status of a switch that the plan says nothing of, such as one that was not asked for.
const absent = "absent"

func netOf(p *plan.Plan) *net {
	n := &net{number: map[string]int{}}
	status := make(map[string]plan.Status, len(p.Devices))
	for i := range p.Devices {
		status[p.Devices[i].Name] = p.Devices[i].Status
	}
	for _, s := range switchesOf(p) {
		n.number[s.Name] = len(n.cells)
		n.cells = append(n.cells, cell{Name: s.Name, Role: s.Role, Hosts: s.Hosts, Status: cmp.Or(string(status[s.Name]), absent)})
	}
	if p.Fabric != nil {
		for _, l := range p.Fabric.Links {
			n.join(l)
		}
	}
	n.mark(p.Checks)
	n.tiers()
	return n
}

// switchesOf are the switches of the fabric, or those of the plan where it tells of no fabric.
func switchesOf(p *plan.Plan) []plan.FabricSwitch {
	if p.Fabric != nil && len(p.Fabric.Switches) > 0 {
		return p.Fabric.Switches
	}
	out := make([]plan.FabricSwitch, len(p.Devices))
	for i := range p.Devices {
		out[i] = plan.FabricSwitch{Name: p.Devices[i].Name}
	}
	return out
}

// ends are the numbers of the two switches of a link.
func (n *net) ends(l plan.FabricLink) (a, b int, ok bool) {
	if len(l.Ends) != 2 {
		return 0, 0, false
	}
	a, haveA := n.number[l.Ends[0]]
	b, haveB := n.number[l.Ends[1]]
	return a, b, haveA && haveB
}

func (n *net) join(l plan.FabricLink) {
	if a, b, ok := n.ends(l); ok {
		n.cells[a].peers = append(n.cells[a].peers, b)
		n.cells[b].peers = append(n.cells[b].peers, a)
	}
}

// mark notes where lossless paths break or heal. What breaks is the more important.
func (n *net) mark(c *plan.Checks) {
	if c == nil {
		return
	}
	for i := range c.Paths {
		p := &c.Paths[i]
		if at, known := n.number[p.Hop.Device]; known && n.cells[at].Mark != plan.Breaks {
			n.cells[at].Mark = p.Change
		}
	}
}

// tiers counts the cables between each switch and the nearest that has hosts. One that no cable reaches stands by its role.
func (n *net) tiers() {
	var next []int
	for i := range n.cells {
		n.cells[i].tier = -1
		if n.cells[i].Hosts > 0 {
			n.cells[i].tier = 0
			next = append(next, i)
		}
	}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		for _, peer := range n.cells[at].peers {
			if n.cells[peer].tier < 0 {
				n.cells[peer].tier = n.cells[at].tier + 1
				next = append(next, peer)
			}
		}
	}
	for i := range n.cells {
		if c := &n.cells[i]; c.tier < 0 {
			c.tier = roleTier(c.Role)
		}
	}
}

// roleTier is where a switch of a role usually stands.
func roleTier(role string) int {
	role = strings.ToLower(role)
	switch {
	case strings.Contains(role, "super"), strings.Contains(role, "core"):
		return 2
	case strings.Contains(role, "spine"), strings.Contains(role, "agg"):
		return 1
	}
	return 0
}

// blocks are the boxes of the picture, tier by tier from the top: one for each switch where they are few, else one for each role of
// a tier and, where that is still few, of a pod.
func (n *net) blocks() [][]*block {
	for _, key := range []func(i int) blockKey{n.single, n.byPod(), n.byRole} {
		if tiers := n.group(key); widest(tiers) <= mostBlocks {
			return tiers
		}
	}
	return n.group(func(i int) blockKey { return blockKey{tier: n.cells[i].tier} })
}

// mostBlocks is how many boxes stand side by side.
const mostBlocks = 8

// block is a box of the picture with its switches.
type block struct {
	blockKey
	cells []int
}

// blockKey is what the switches of a box have in common. The name is that of a single switch.
type blockKey struct {
	tier       int
	role, name string
	pod        int
}

func (n *net) single(i int) blockKey {
	return blockKey{tier: n.cells[i].tier, role: n.cells[i].Role, name: n.cells[i].Name}
}

func (n *net) byRole(i int) blockKey { return blockKey{tier: n.cells[i].tier, role: n.cells[i].Role} }

// byPod divides the fabric into what hangs together when its top tier is taken away.
func (n *net) byPod() func(i int) blockKey {
	top := 0
	for i := range n.cells {
		top = max(top, n.cells[i].tier)
	}
	pods := make([]int, len(n.cells))
	count := 0
	for i := range n.cells {
		if n.cells[i].tier < top && pods[i] == 0 {
			count++
			n.flood(i, top, count, pods)
		}
	}
	return func(i int) blockKey {
		key := n.byRole(i)
		key.pod = pods[i]
		return key
	}
}

// flood gives all switches that hang together below a tier the number of their pod.
func (n *net) flood(from, below, pod int, pods []int) {
	next := []int{from}
	pods[from] = pod
	for len(next) > 0 {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		for _, peer := range n.cells[at].peers {
			if n.cells[peer].tier < below && pods[peer] == 0 {
				pods[peer] = pod
				next = append(next, peer)
			}
		}
	}
}

// group collects the switches by key: the highest tier first, in each by pod, role and first name.
func (n *net) group(key func(i int) blockKey) [][]*block {
	byKey := map[blockKey]*block{}
	var all []*block
	for i := range n.cells {
		k := key(i)
		if byKey[k] == nil {
			byKey[k] = &block{blockKey: k}
			all = append(all, byKey[k])
		}
		byKey[k].cells = append(byKey[k].cells, i)
	}
	slices.SortStableFunc(all, func(a, b *block) int {
		return cmp.Or(cmp.Compare(b.tier, a.tier), cmp.Compare(a.pod, b.pod), strings.Compare(a.role, b.role), qos.ComparePorts(a.name, b.name))
	})
	var tiers [][]*block
	for i, b := range all {
		if i == 0 || b.tier != all[i-1].tier {
			tiers = append(tiers, nil)
		}
		tiers[len(tiers)-1] = append(tiers[len(tiers)-1], b)
	}
	return tiers
}

func widest(tiers [][]*block) int {
	most := 0
	for _, t := range tiers {
		most = max(most, len(t))
	}
	return most
}
