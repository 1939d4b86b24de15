package manifests

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"go.yaml.in/yaml/v3"
)

// Expected is what the fabric expects of the hosts at its lossless ports. The zero Expected is not known.
type Expected struct {
	Lossless uint64       // DSCPs that are lossless, a bit each
	PFC      qos.QueueSet // priorities that are paused
	DSCP     bool         // ports go by DSCP
	PCP      bool         // ports go by the tag
	MTU      qos.Bytes    // the largest packet that every port takes; 0 where it is not known
}

// known tells whether anything is expected.
func (e *Expected) known() bool { return e.PFC != 0 }

// Fault is one thing wrong with an object.
type Fault struct {
	Severity  vendors.Severity
	Object    string // "Pod gpu/train"
	File      string
	Line      int
	Text, Fix string
}

// Judge finds what is wrong with the objects of a cluster, in their order.
func Judge(docs []Document, want Expected) []Fault {
	j := &judge{want: want, networks: map[string]bool{}, resources: map[string]bool{}}
	for i := range docs {
		j.collect(&docs[i])
	}
	for i := range docs {
		if rules := byKind[docs[i].kind()]; rules != nil {
			rules(j, &docs[i])
		}
		j.pods(&docs[i], docs[i].root)
	}
	slices.SortStableFunc(j.found, func(a, b Fault) int { return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line) })
	return j.found
}

// byKind are the rules for kinds of objects that hold no pods.
var byKind = map[string]func(*judge, *Document){
	"NetworkPolicy":            (*judge).networkPolicy,
	"AdminNetworkPolicy":       (*judge).portPolicy,
	"ClusterNetworkPolicy":     (*judge).portPolicy,
	"NetworkQoS":               (*judge).networkQoS,
	"NicConfigurationTemplate": (*judge).nicTemplate,
	"SriovNetwork":             (*judge).network,
	"SriovNetworkNodePolicy":   (*judge).nodePolicy,
}

type judge struct {
	want      Expected
	networks  map[string]bool // of RDMA, by name
	resources map[string]bool // of RDMA devices, by the last part of their names
	found     []Fault
}

// collect notes the networks and resources of RDMA.
func (j *judge) collect(d *Document) {
	switch d.kind() {
	case "SriovNetworkNodePolicy":
		if text(d.root, "spec", "isRdma") == "true" {
			j.resources[text(d.root, "spec", "resourceName")] = true
		}
	case "SriovNetwork":
		if strings.Contains(text(d.root, "spec", "metaPlugins"), `"rdma"`) {
			j.networks[text(d.root, "metadata", "name")] = true
			j.resources[text(d.root, "spec", "resourceName")] = true
		}
	}
}

// add notes a fault at a line of an object.
func (j *judge) add(d *Document, at *yaml.Node, severity vendors.Severity, fix, format string, args ...any) {
	j.found = append(j.found, Fault{
		Severity: severity, Object: d.name(), File: d.File, Line: at.Line, Text: fmt.Sprintf(format, args...), Fix: fix,
	})
}

// lossless tells whether a DSCP is in a lossless class.
func (e *Expected) lossless(dscp int) bool {
	return dscp >= 0 && dscp < qos.NumDSCP && e.Lossless>>dscp&1 == 1
}

// codePoints names the lossless DSCPs: "DSCP 24,26".
func (e *Expected) codePoints() string { return qos.CodePoints{DSCP: e.Lossless}.String() }

// tos is the traffic class of the DSCP that RoCE uses by custom where that is lossless, else of the first lossless one.
func (e *Expected) tos() int {
	const custom = 26
	if e.lossless(custom) {
		return custom << 2
	}
	for d := range qos.NumDSCP {
		if e.lossless(d) {
			return d << 2
		}
	}
	return 0
}
