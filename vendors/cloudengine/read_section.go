package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// section is the lines of an interface or of an object, those of several blocks of one name together.
type section []*conf.Node

// last is the last line that starts so, and what follows there. A later line takes the place of an earlier one.
func (s section) last(start string) (rest string, n *conf.Node) {
	for i := len(s) - 1; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(s[i].Text, start); ok && s[i].Kind == conf.In {
			return rest, s[i]
		}
	}
	return "", nil
}

// find is a line, or nil.
func (s section) find(text string) *conf.Node {
	for _, n := range s {
		if n.Kind == conf.In && n.Text == text {
			return n
		}
	}
	return nil
}

// all are the lines that start so.
func (s section) all(start string) []*conf.Node {
	var found []*conf.Node
	for _, n := range s {
		if n.Kind == conf.In && strings.HasPrefix(n.Text, start) {
			found = append(found, n)
		}
	}
	return found
}

// wordsOf are the words of a line in canonical form: single blanks are between them, and other white space is part of a word.
func wordsOf(text string) []string { return strings.Split(text, " ") }

// lineOf is where a line stands, 0 for none.
func lineOf(n *conf.Node) int32 {
	if n == nil {
		return 0
	}
	return n.Line
}

// odd is the first line that was not understood, or nil.
func (s section) odd() *conf.Node {
	for _, n := range s {
		if n.Kind == conf.Odd {
			return n
		}
	}
	return nil
}

// appendTo writes the lines in scope.
func (s section) appendTo(key []byte) []byte {
	for _, n := range s {
		if n.Kind == conf.Out {
			continue
		}
		if n.Kind == conf.Odd {
			key = append(key, '?')
		}
		key = append(append(key, n.Text...), '\n')
	}
	return key
}

// place mixes where the lines stand into a number.
func (s section) place(at uint64) uint64 {
	for _, n := range s {
		if n.Kind != conf.Out {
			at = (at ^ uint64(n.Line)) * 1099511628211
		}
	}
	return at
}

// oddFacets are the facets that a line of an interface makes unknown which is not understood, by how it starts; the first
// that fits counts.
var oddFacets = []struct {
	start  string
	facets []qos.Facet
}{
	{"trust", []qos.Facet{qos.FacetClassify}},
	{"traffic-policy", []qos.Facet{qos.FacetClassify}},
	{"port priority", []qos.Facet{qos.FacetClassify}},
	{"diffserv", []qos.Facet{qos.FacetClassify}},
	{"qos phb", []qos.Facet{qos.FacetClassify}},
	{"qos car", []qos.Facet{qos.FacetClassify}},
	{"qos", []qos.Facet{qos.FacetEgress}},
	{"iqcn", []qos.Facet{qos.FacetEgress}},
	{"npcc", []qos.Facet{qos.FacetEgress}},
	{"drop-profile", []qos.Facet{qos.FacetEgress}},
	{"dcb ets", []qos.Facet{qos.FacetEgress}},
	{"dcb", []qos.Facet{qos.FacetPFC, qos.FacetWatchdog, qos.FacetIngress}},
	{"port pfc-deadlock", []qos.Facet{qos.FacetWatchdog}},
	{"long-distance", []qos.Facet{qos.FacetIngress}},
	{"mtu", []qos.Facet{qos.FacetMTU}},
	{"jumboframe", []qos.Facet{qos.FacetMTU}},
	{"eth-trunk", []qos.Facet{qos.FacetClassify, qos.FacetMTU}},
}

// unclear is a line that makes a facet unknown because it was not understood; nil when there is none.
func (s section) unclear(f qos.Facet) *conf.Node {
	for _, n := range s {
		if n.Kind == conf.Odd && oddFacetsOf(n.Text).Has(f) {
			return n
		}
	}
	return nil
}

func oddFacetsOf(text string) qos.FacetSet {
	words := strings.Fields(strings.ToLower(text))
	if len(words) > 1 && words[0] == "undo" {
		words = words[1:]
	}
	text = strings.Join(words, " ")
	var set qos.FacetSet
	for _, odd := range oddFacets {
		if strings.HasPrefix(text, odd.start) {
			for _, f := range odd.facets {
				set = set.With(f)
			}
			return set
		}
	}
	return set
}

// notUnderstood is the reason why a line makes something unknown.
func notUnderstood(n *conf.Node) string { return "`" + n.Text + "` is not understood" }
