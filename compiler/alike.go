package compiler

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Likeness is what two platforms make of ports that the intent asks the same of, each seen on its first switch.
type Likeness struct {
	Switches  [2]string
	Platforms [2]string // "nxos N9K-C9332D-GX2B 10.4(3)"
	// Difference is in words the worst thing that they do differently, with its cause; empty when they behave the same.
	Difference string

	weight int
}

// Same tells whether they behave the same.
func (l Likeness) Same() bool { return l.Difference == "" }

// Text is the whole of it in a sentence.
func (l Likeness) Text() string {
	if l.Same() {
		return fmt.Sprintf("%s (%s) and %s (%s) behave the same where they are asked the same", l.Switches[0], l.Platforms[0], l.Switches[1], l.Platforms[1])
	}
	return l.headline() + ", first in " + l.Difference
}

func (l Likeness) oneVendor() bool {
	a, _, _ := strings.Cut(l.Platforms[0], " ")
	b, _, _ := strings.Cut(l.Platforms[1], " ")
	return a == b
}

func (l Likeness) headline() string {
	return fmt.Sprintf("%s and %s are asked the same and behave differently", l.Switches[0], l.Switches[1])
}

// Warning says what is different; there is none when they behave the same.
func (l Likeness) Warning() *hcl.Diagnostic {
	d := homeless(l.headline(), "First in %s.", l.Difference)
	d.Severity = hcl.DiagWarning
	return d
}

// Alike compares what the platforms of a fabric make of ports that are asked the same.
func Alike(units []*Unit) []Likeness {
	var w Witnesses
	for i, u := range units {
		w.Add(i, u)
	}
	return w.Likenesses()
}

// Witnesses keeps of every platform one port of each kind, whatever the number of switches. It takes them in any order and from
// several goroutines.
type Witnesses struct {
	lock  sync.Mutex
	kinds []*kind
}

// kind is what is asked of ports, with one witness for each platform.
type kind struct {
	asked     *qos.Switch
	speed     qos.BitsPerSecond
	cable     float64 // metres, which headroom is computed for
	routed    bool
	witnesses map[string]*witness // by platform
}

// witness is one port of a switch, as fitted.
type witness struct {
	order        [2]int // of the switch in the intent, and of the ports in it
	device, port string
	fitted       *qos.Switch
	deviations   []vendors.Deviation
	platform     string
}

// Add takes the ports of the i-th switch. One that failed has none.
func (w *Witnesses) Add(i int, u *Unit) {
	if u.Failed() {
		return
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	for j, g := range u.places.node.groups {
		if len(g.ports) > 0 {
			w.add(u, g, [2]int{i, j})
		}
	}
}

func (w *Witnesses) add(u *Unit, g *group, order [2]int) {
	name := g.ports[0].name
	p := u.Site.Platform
	platform := strings.Join([]string{p.Vendor, p.Model, p.Release}, " ")
	k := w.kindOf(onePort(u.Asked, name), g)
	if known := k.witnesses[platform]; known != nil && slices.Compare(known.order[:], order[:]) <= 0 {
		return
	}
	k.witnesses[platform] = &witness{
		order: order, device: u.Device.Name, port: name, fitted: onePort(u.Fitted, name), deviations: deviationsOf(u, name),
		platform: platform,
	}
}

// kindOf finds the kind of ports that are asked to do this, or opens it.
func (w *Witnesses) kindOf(asked *qos.Switch, g *group) *kind {
	for _, k := range w.kinds {
		if k.speed == g.speed && k.cable == g.ports[0].cable && k.routed == routed(g) && qos.Equal(k.asked, asked) {
			return k
		}
	}
	k := &kind{asked: asked, speed: g.speed, cable: g.ports[0].cable, routed: routed(g), witnesses: map[string]*witness{}}
	w.kinds = append(w.kinds, k)
	return k
}

// onePort is a switch with one of its ports, which has no name: it is to be compared with ports of other switches.
func onePort(sw *qos.Switch, name string) *qos.Switch {
	out := *sw
	at, _ := slices.BinarySearchFunc(sw.Ports, name, func(p qos.Port, name string) int { return qos.ComparePorts(p.Name, name) })
	p := sw.Ports[at]
	p.Name = ""
	out.Ports = []qos.Port{p}
	return &out
}

// deviationsOf are those that concern a port, in their order.
func deviationsOf(u *Unit, port string) []vendors.Deviation {
	var list []vendors.Deviation
	for _, d := range u.Deviations {
		if len(d.Ports) == 0 || slices.Contains(d.Ports, port) {
			list = append(list, d)
		}
	}
	return list
}

// Likenesses compares every platform with the one that comes first in the intent, by the worst difference of all kinds of ports.
// That platforms of one vendor behave the same is not told: nobody expects anything else.
func (w *Witnesses) Likenesses() []Likeness {
	w.lock.Lock()
	defer w.lock.Unlock()
	var list []Likeness
	at := map[[2]string]int{}
	for _, pair := range w.pairs() {
		l := compare(pair[0], pair[1])
		i, seen := at[l.Platforms]
		switch {
		case !seen:
			at[l.Platforms] = len(list)
			list = append(list, l)
		case l.Difference != "" && (list[i].Difference == "" || l.weight > list[i].weight):
			list[i] = l
		}
	}
	return slices.DeleteFunc(list, func(l Likeness) bool { return l.Same() && l.oneVendor() })
}

// pairs are the witnesses to compare, in the order of the intent.
func (w *Witnesses) pairs() [][2]*witness {
	var pairs [][2]*witness
	for _, k := range w.kinds {
		var all []*witness
		for _, one := range k.witnesses {
			all = append(all, one)
		}
		slices.SortFunc(all, func(a, b *witness) int { return slices.Compare(a.order[:], b.order[:]) })
		for _, other := range all[1:] {
			pairs = append(pairs, [2]*witness{all[0], other})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]*witness) int {
		return cmp.Or(slices.Compare(a[0].order[:], b[0].order[:]), slices.Compare(a[1].order[:], b[1].order[:]))
	})
	return pairs
}

// compare says what two ports do differently. What the model of one says nothing about is not compared.
func compare(a, b *witness) Likeness {
	l := Likeness{Switches: [2]string{a.device, b.device}, Platforms: [2]string{a.platform, b.platform}}
	left, right := judged(a.fitted, b.fitted), judged(b.fitted, a.fitted)
	sameKey(left, right, a, b)
	worst, differ := worstOf(qos.Diff(left, right), qos.Diff(right, left))
	if differ {
		l.weight = worst.Weight
		l.Difference = worst.Facet.String() + ": " + cause(worst, a, b)
	}
	return l
}

// sameKey takes the field that PFC goes by for the same, where no platform says that it makes a difference to what is asked.
func sameKey(left, right *qos.Switch, a, b *witness) {
	if ownDeviation(qos.FacetPFC, a, b) == nil && ownDeviation(qos.FacetPFC, b, a) == nil {
		left.Ports[0].PFC.Key = right.Ports[0].PFC.Key
	}
}

// worstOf is the worst difference, seen from the side on which it is worse. The other side says the same differences.
func worstOf(forth, back []qos.Difference) (qos.Difference, bool) {
	if len(forth) == 0 || len(back) == 0 {
		return qos.Difference{}, false
	}
	if back[0].Weight > forth[0].Weight {
		d := back[0]
		d.Before, d.After = d.After, d.Before
		return d, true
	}
	return forth[0], true
}
