package deadlock

import (
	"fmt"

	"github.com/weft-net/weft/qos"
)

// builder makes nets by the names of nodes.
type builder struct {
	Net
	index    map[string]int
	lossless qos.QueueSet
}

func newBuilder() *builder { return &builder{index: map[string]int{}, lossless: qos.Queues(3)} }

func (b *builder) node(name string, tier int, host bool) {
	b.index[name] = len(b.Nodes)
	b.Nodes = append(b.Nodes, Node{Name: name, Host: host, Tier: tier})
}

func (b *builder) link(from, to string) {
	b.Links = append(b.Links, Link{[2]End{
		{Node: b.index[from], Port: to, Lossless: b.lossless}, {Node: b.index[to], Port: from, Lossless: b.lossless}}})
}

// leaf is a switch with hosts.
func (b *builder) leaf(name string, hosts int) {
	b.node(name, 1, false)
	for i := range hosts {
		host := fmt.Sprintf("h%s%d", name, i)
		b.node(host, 0, true)
		b.link(name, host)
	}
}

// without takes links away, each written "S1-B".
func (b *builder) without(names ...string) *builder {
	kept := b.Links[:0:0]
	for i := range b.Links {
		gone := false
		for _, name := range names {
			gone = gone || b.linkName(i) == name
		}
		if !gone {
			kept = append(kept, b.Links[i])
		}
	}
	b.Links = kept
	return b
}

func (b *builder) linkName(i int) string {
	return b.Nodes[b.Links[i].Ends[1].Node].Name + "-" + b.Nodes[b.Links[i].Ends[0].Node].Name
}

func spineLeaf(spines, leaves, hosts int) *builder {
	b := newBuilder()
	for s := range spines {
		b.node(fmt.Sprintf("S%d", s+1), 2, false)
	}
	for l := range leaves {
		b.leaf(leafName(l), hosts)
	}
	for l := range leaves {
		for s := range spines {
			b.link(leafName(l), fmt.Sprintf("S%d", s+1))
		}
	}
	return b
}

func leafName(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return fmt.Sprintf("L%d", i)
}

func fatTree(k, hosts int) *builder {
	b := newBuilder()
	for c := range k * k / 4 {
		b.node(fmt.Sprintf("core%d", c), 3, false)
	}
	for p := range k {
		for i := range k / 2 {
			b.node(fmt.Sprintf("agg%d.%d", p, i), 2, false)
			for j := range k / 2 {
				b.link(fmt.Sprintf("agg%d.%d", p, i), fmt.Sprintf("core%d", i*k/2+j))
			}
		}
		for i := range k / 2 {
			tor := fmt.Sprintf("tor%d.%d", p, i)
			b.leaf(tor, hosts)
			for j := range k / 2 {
				b.link(tor, fmt.Sprintf("agg%d.%d", p, j))
			}
		}
	}
	return b
}

// direct is a net of switches with a host each.
func direct(n int, links func(link func(a, b int))) *builder {
	b := newBuilder()
	for i := range n {
		b.leaf(fmt.Sprint(i), 1)
	}
	links(func(x, y int) { b.link(fmt.Sprint(x), fmt.Sprint(y)) })
	return b
}

func ring(n int) *builder {
	return direct(n, func(link func(a, b int)) {
		for i := range n {
			link(i, (i+1)%n)
		}
	})
}

func mesh(w, h int) *builder {
	return direct(w*h, func(link func(a, b int)) {
		for y := range h {
			for x := range w {
				if x+1 < w {
					link(y*w+x, y*w+x+1)
				}
				if y+1 < h {
					link(y*w+x, (y+1)*w+x)
				}
			}
		}
	})
}

func fullMesh(n int) *builder {
	return direct(n, func(link func(a, b int)) {
		for i := range n {
			for j := range i {
				link(j, i)
			}
		}
	})
}

// dragonfly is groups of so many switches, fully linked inside, and one link between each two groups.
func dragonfly(groups, each int) *builder {
	return direct(groups*each, func(link func(a, b int)) {
		used := make([]int, groups)
		for g := range groups {
			for i := range each {
				for j := range i {
					link(g*each+j, g*each+i)
				}
			}
		}
		for g := range groups {
			for h := g + 1; h < groups; h++ {
				link(g*each+used[g]%each, h*each+used[h]%each)
				used[g]++
				used[h]++
			}
		}
	})
}

func name(n *Net, c Channel) string {
	return n.Nodes[n.From(c).Node].Name + ">" + n.Nodes[n.To(c).Node].Name
}
