package fitting

import (
	"fmt"

	"github.com/weft-net/weft/vendors"
)

// Notes are the deviations of one facet, before it is known which ports have it.
type Notes []vendors.Deviation

// Rounding notes that a value became the nearest one that the platform has.
func (n *Notes) Rounding(field, asked, got, reason, source string) {
	*n = append(*n, vendors.Deviation{Kind: vendors.Rounding, Field: field, Asked: asked, Got: got, Reason: reason, Source: source})
}

// ByPlatform notes that the device decides a value by itself.
func (n *Notes) ByPlatform(field, asked, got, reason, source string) {
	*n = append(*n, vendors.Deviation{Kind: vendors.ByPlatform, Field: field, Asked: asked, Got: got, Reason: reason, Source: source})
}

// Impossible notes that the platform cannot do what is asked.
func (n *Notes) Impossible(field, asked, reason, source string) {
	*n = append(*n, vendors.Deviation{Kind: vendors.Impossible, Field: field, Asked: asked, Reason: reason, Source: source})
}

// UnlessAccepted is Impossible with the accept id that would allow it.
func (n *Notes) UnlessAccepted(id, field, asked, reason, source string) {
	n.Impossible(field, asked, reason, source)
	(*n)[len(*n)-1].Accept = id
}

// Ledger holds each deviation once, with every port it concerns.
type Ledger struct {
	list []vendors.Deviation
	at   map[deviationKey]int
}

type deviationKey struct {
	kind                      vendors.DeviationKind
	field, asked, got, reason string
}

// Switch books deviations of the switch as a whole: on no port.
func (l *Ledger) Switch(n Notes) { l.open(n) }

// Port books deviations of one port.
func (l *Ledger) Port(n Notes, port string) { l.book(l.open(n), port) }

// Deviations are all that were booked, in the order in which each was first.
func (l *Ledger) Deviations() []vendors.Deviation { return l.list }

// open makes room for deviations and returns where they are. Those that are there already stay where they are.
func (l *Ledger) open(ds Notes) []int {
	if len(ds) == 0 {
		return nil
	}
	if l.at == nil {
		l.at = map[deviationKey]int{}
	}
	places := make([]int, len(ds))
	for i, d := range ds {
		key := deviationKey{d.Kind, d.Field, d.Asked, d.Got, d.Reason}
		at, there := l.at[key]
		if !there {
			at = len(l.list)
			l.at[key] = at
			l.list = append(l.list, d)
		}
		places[i] = at
	}
	return places
}

// book says that the deviations at these places concern a port.
func (l *Ledger) book(places []int, port string) {
	for _, at := range places {
		d := &l.list[at]
		if n := len(d.Ports); n == 0 || d.Ports[n-1] != port {
			d.Ports = append(d.Ports, port)
		}
	}
}

// Errors are the diagnostics of what is impossible on a model.
func (l *Ledger) Errors(model string) vendors.Diagnostics {
	var diags vendors.Diagnostics
	for _, d := range l.list {
		if d.Kind != vendors.Impossible {
			continue
		}
		detail := fmt.Sprintf("%s (%s)", d.Reason, d.Source)
		if d.Accept != "" {
			detail += fmt.Sprintf("; accept = [%q] allows it all the same", d.Accept)
		}
		diags = append(diags, vendors.Diagnostic{
			Severity: vendors.Error, Summary: fmt.Sprintf("%s: %s is not possible on %s", d.Field, d.Asked, model),
			Detail: detail, Ports: d.Ports, Field: d.Field,
		})
	}
	return diags
}

// Once fits equal facets once, and books their deviations on every port that has them. Ports in a row mostly have the same.
type Once[K comparable, T any] struct {
	key  K
	last outcome[T]
	warm bool
	all  map[K]outcome[T]
}

// outcome is a fitted facet and the places of its deviations.
type outcome[T any] struct {
	fitted T
	places []int
}

// Of gives the fitted facet of a port. fit is asked once for each key.
func (o *Once[K, T]) Of(l *Ledger, key K, port string, fit func(K) (T, Notes)) T {
	if !o.warm || o.key != key {
		done, ok := o.all[key]
		if !ok {
			fitted, ds := fit(key)
			done = outcome[T]{fitted, l.open(ds)}
			if o.all == nil {
				o.all = map[K]outcome[T]{}
			}
			o.all[key] = done
		}
		o.key, o.last, o.warm = key, done, true
	}
	l.book(o.last.places, port)
	return o.last.fitted
}
