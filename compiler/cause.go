package compiler

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// cause says what makes two ports different: the deviation that only one of them has, or the two values where none says it.
func cause(d qos.Difference, a, b *witness) string {
	if own := ownDeviation(d.Facet, a, b); own != nil {
		return deviates(own, a, b)
	}
	if own := ownDeviation(d.Facet, b, a); own != nil {
		return deviates(own, b, a)
	}
	return fmt.Sprintf("%s on %s, %s on %s, and neither deviates from what is asked", d.Before, a.at(), d.After, b.at())
}

func (w *witness) at() string { return w.device + " " + w.port }

// ownDeviation is the first deviation in a facet of one port that another does not have, or nil.
func ownDeviation(f qos.Facet, of, other *witness) *vendors.Deviation {
	for i := range of.deviations {
		d := &of.deviations[i]
		if !facetsOf(d.Field).Has(f) {
			continue
		}
		if same := other.deviation(d.Field); same == nil || same.Got != d.Got {
			return d
		}
	}
	return nil
}

// deviation is the one of a field, or nil.
func (w *witness) deviation(field string) *vendors.Deviation {
	for i := range w.deviations {
		if w.deviations[i].Field == field {
			return &w.deviations[i]
		}
	}
	return nil
}

// deviates tells a deviation of one port, and what another does instead.
func deviates(d *vendors.Deviation, of, other *witness) string {
	text := "on " + of.at() + " " + d.Sentence() + "; "
	if its := other.deviation(d.Field); its != nil {
		return text + "on " + other.at() + " " + its.Sentence()
	}
	return text + other.at() + " does what is asked"
}

// facetsOf are the facets that a field of a deviation can be about.
func facetsOf(field string) qos.FacetSet {
	scope, attribute, _ := strings.Cut(field, ": ")
	if strings.HasPrefix(scope, "traffic_class ") {
		scope = attribute
	}
	word, _, _ := strings.Cut(scope, " ")
	return fieldFacets[word]
}

// fieldFacets are the facets by the first word of a field, or of the attribute where the field is a class's.
var fieldFacets = map[string]qos.FacetSet{
	"trust": set(qos.FacetClassify), "default": set(qos.FacetClassify), "classification": set(qos.FacetClassify),
	"rewrite": set(qos.FacetClassify), "mark": set(qos.FacetClassify), "mark_pcp": set(qos.FacetClassify),
	"dscp": set(qos.FacetClassify), "pcp": set(qos.FacetClassify, qos.FacetPFC), "queue": set(qos.FacetClassify),
	"bandwidth": set(qos.FacetEgress), "strict": set(qos.FacetEgress), "min": set(qos.FacetEgress), "max": set(qos.FacetEgress),
	"ecn": set(qos.FacetEgress, qos.FacetNonECT), "threshold": set(qos.FacetEgress, qos.FacetIngress),
	"headroom": set(qos.FacetIngress), "resume": set(qos.FacetIngress),
	"pfc": set(qos.FacetPFC), "lossless": set(qos.FacetPFC), "pfc_watchdog": set(qos.FacetWatchdog),
	"mtu": set(qos.FacetMTU), "class": set(qos.FacetClassMTU), "dcbx": set(qos.FacetDCBX), "vxlan": set(qos.FacetTunnel),
}

func set(facets ...qos.Facet) (s qos.FacetSet) {
	for _, f := range facets {
		s = s.With(f)
	}
	return s
}
