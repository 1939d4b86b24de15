package nxos

import (
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// view is a mode of the command line: what may stand in one kind of block.
type view struct {
	words  []firstWord
	starts [1 << 10]bool // the two letters that its words, or a negation, start with
	// all says that every line of the block is in scope: what fits no form is Odd. Such lines cannot be taken for others, so
	// they belong to the block even without indentation.
	all bool
}

// firstWord is a keyword that starts commands of a view.
type firstWord struct {
	word    string
	letters int // in its shortest start that is not ambiguous on the switch
	forms   []form
}

// formsOf are the forms that start with a word or an abbreviation of one.
func (v *view) formsOf(s string) []form {
	for i := range v.words {
		w := &v.words[i]
		if s[0]|0x20 != w.word[0] || len(s) < w.letters || len(s) > len(w.word) {
			continue
		}
		if s == w.word || strings.EqualFold(s, w.word[:len(s)]) {
			return w.forms
		}
	}
	return nil
}

// mayStart tells whether a line can be anything but out of scope, by its first two letters.
func (v *view) mayStart(line string) bool {
	return v.all || len(line) > 1 && v.starts[twoLetters(line)]
}

// twoLetters is a number for the first two letters of a word, in any case. Every keyword has them.
func twoLetters(s string) int { return int(s[0]&31)<<5 | int(s[1]&31) }

// spec is what a view is made of. In each pattern (see form) an apostrophe stands after the shortest start of its first
// word; without one only the whole word will do.
type spec struct {
	all   bool
	forms []formSpec
	// odd start lines that look like weft's and are not understood here; foreign are whole lines that only look like it.
	odd, foreign []string
}

// formSpec is a form: its pattern, the canonical pattern if that is another, and the view of the block it opens.
type formSpec struct {
	pattern   string
	canonical string
	opens     *view
}

func newView(s spec) *view {
	v := &view{all: s.all}
	v.starts[twoLetters("no")] = true
	for _, pattern := range s.foreign {
		v.add(pattern, "").kind = conf.Out
	}
	for _, pattern := range s.odd {
		v.add(pattern+"|", "").kind = conf.Odd
	}
	for _, f := range s.forms {
		v.add(f.pattern, f.canonical).opens = f.opens
	}
	return v
}

// add compiles a form and files it under its first word.
func (v *view) add(pattern, canonical string) *form {
	f := compile(strings.Replace(pattern, "'", "", 1), canonical)
	first := f.tokens[0].words[0]
	letters := len(first)
	if short, _, ok := strings.Cut(pattern, "'"); ok {
		letters = len(short) - strings.LastIndexByte(short, ' ') - 1
	}
	at := slices.IndexFunc(v.words, func(w firstWord) bool { return w.word == first })
	if at < 0 {
		at = len(v.words)
		v.words = append(v.words, firstWord{word: first, letters: letters})
		v.starts[twoLetters(first)] = true
	}
	v.words[at].forms = append(v.words[at].forms, f)
	return &v.words[at].forms[len(v.words[at].forms)-1]
}

// viewTop is the top of a configuration. service-policy, random-detect and the like stand there only by mistake.
var viewTop = newView(spec{forms: []formSpec{
	{"int'erface IFACE", "", nil},
	{"class-'map| type qos match-any NAME", "", viewClassMapQoS},
	{"class-'map| type qos match-all NAME", "", viewClassMapQoS},
	{"class-'map| type qos NAME", "class-map type qos match-all NAME", viewClassMapQoS},
	{"class-'map| match-any NAME", "class-map type qos match-any NAME", viewClassMapQoS},
	{"class-'map| match-all NAME", "class-map type qos match-all NAME", viewClassMapQoS},
	{"class-'map| NAME", "class-map type qos match-all NAME", viewClassMapQoS},
	{"class-'map| type network-qos NAME", "", viewClassMapGroup},
	{"class-'map| type network-qos match-any NAME", "class-map type network-qos NAME", viewClassMapGroup},
	{"class-'map| type network-qos match-all NAME", "class-map type network-qos NAME", viewClassMapGroup},
	{"class-'map| type queuing NAME", "", viewClassMapGroup},
	{"class-'map| type queuing match-any NAME", "class-map type queuing NAME", viewClassMapGroup},
	{"class-'map| type queuing match-all NAME", "class-map type queuing NAME", viewClassMapGroup},
	{"pol'icy-map| type qos NAME", "", viewPolicyQoS},
	{"pol'icy-map| NAME", "policy-map type qos NAME", viewPolicyQoS},
	{"pol'icy-map| type network-qos NAME", "", viewPolicyNetwork},
	{"pol'icy-map| type queuing NAME", "", viewPolicyQueuing},
	{"sys'tem qos|", "", viewSystem},
	{"sys'tem jumbomtu| NUM", "", nil},
	{"pri'ority-flow-control| watch-dog-interval on/off", "", nil},
	{"pri'ority-flow-control| watch-dog interval NUM", "", nil},
	{"pri'ority-flow-control| watch-dog shutdown-multiplier NUM", "", nil},
	{"pri'ority-flow-control| watch-dog internal-interface-multiplier NUM", "", nil},
	{"pri'ority-flow-control| auto-restore multiplier NUM", "", nil},
	{"pri'ority-flow-control| fixed-restore multiplier NUM", "", nil},
	{"[no] pri'ority-flow-control| override-interface mode off", "", nil},
	{"feat'ure lldp", "", nil},
	{"[no] lldp tlv-select| REST", "", nil},
	{"[no] congestion-'control| random-detect forward-nonecn", "", nil},
	{"[no] hard'ware qos| dynamic-buffer-sharing", "", nil},
	{"[no] hard'ware qos| pfc mc-drop", "", nil},
	{"hard'ware qos| nodrop-queue-thresholds queue-green NUM", "", nil},
	{"hard'ware access-list tcam region| REST", "", nil},
	{"wred-queue| qos-group-map queue-only REST", "", nil},
	{"[no] qos| statistics", "", nil},
	{"[no] qos| qos-policies statistics", "", nil},
	{"ip access-list NAME", "", viewAccessList},
	{"ipv6 access-list NAME", "", viewAccessList},
	{"mac access-list NAME", "", viewAccessList},
	{"vlan configuration REST", "", viewOtherInterface},
}, odd: []string{
	"feat'ure qos", "ser'vice-policy", "random-'detect", "ecn",
}, foreign: []string{
	"class-'map type control-plane REST", "pol'icy-map type control-plane REST",
}})

// viewClassMapQoS and viewClassMapGroup are class-maps of type qos, and of the two types that match a qos-group.
var (
	viewClassMapQoS = newView(spec{all: true, forms: []formSpec{
		{"match| dscp DSCPS", "", nil},
		{"match| cos COSES", "", nil},
		{"match| precedence PRECS", "", nil},
		{"match| access-group name NAME", "", nil},
	}})
	viewClassMapGroup = newView(spec{all: true, forms: []formSpec{
		{"match| qos-group NUM", "", nil},
	}})
)

// viewPolicyQoS, viewPolicyNetwork and viewPolicyQueuing are the policy-maps, each with the view of its classes.
var (
	viewPolicyQoS = newView(spec{all: true, forms: []formSpec{
		{"class| NAME", "", viewClassQoS},
		{"class| type qos NAME", "class NAME", viewClassQoS},
	}})
	viewClassQoS = newView(spec{all: true, forms: []formSpec{
		{"set| qos-group NUM", "", nil},
		{"set| dscp DSCP", "", nil},
		{"set| cos NUM", "", nil},
		{"set| precedence NUM", "", nil},
		{"police| REST", "", nil},
	}})
	viewPolicyNetwork = newView(spec{all: true, forms: []formSpec{
		{"class| type network-qos NAME", "", viewClassNetwork},
	}})
	viewClassNetwork = newView(spec{all: true, forms: []formSpec{
		{"mtu| NUM", "", nil},
		{"[no] pause| pfc-cos COSES", "", nil},
		{"[no] pause| no-drop", "", nil},
		{"congestion-control| tail-drop", "", nil},
		{"no congestion-control random-detect", "", nil},
	}})
	viewPolicyQueuing = newView(spec{all: true, forms: []formSpec{
		{"class| type queuing NAME", "", viewClassQueuing},
	}})
	viewClassQueuing = newView(spec{all: true, forms: []formSpec{
		{"pri'ority| level NUM", "", nil},
		{"band'width| percent NUM", "", nil},
		{"band'width| remaining percent NUM", "", nil},
		{"shape| min NUM kbps/mbps/gbps/pps max NUM kbps/mbps/gbps/pps", "", nil},
		{"random-'detect| minimum-threshold NUM packets/bytes/kbytes/mbytes maximum-threshold NUM packets/bytes/kbytes/mbytes" +
			" drop-probability NUM weight NUM [cap-average] [ecn]", "", nil},
		{"random-'detect| threshold burst-optimized/mesh-optimized [ecn]", "", nil},
		{"queue-'limit| NUM packets/bytes/kbytes/mbytes/ms/us", "", nil},
		{"queue-'limit| NUM", "", nil},
		{"queue-'limit| percent NUM", "", nil},
		{"queue-'limit| dynamic NUM", "", nil},
		{"afd| queue-desired NUM bytes/kbytes/mbytes [ecn]", "", nil},
		{"pause| buffer-size NUM pause-threshold NUM resume-threshold NUM", "", nil},
	}})
)

// viewSystem is the block `system qos`.
var viewSystem = newView(spec{all: true, forms: []formSpec{
	{"ser'vice-policy| type network-qos NAME [no-stats]", "", nil},
	{"ser'vice-policy| type queuing input/output NAME [no-stats]", "", nil},
	{"ser'vice-policy| type qos input NAME [no-stats]", "", nil},
	{"ser'vice-policy| input NAME [no-stats]", "service-policy type qos input NAME [no-stats]", nil},
}})

// viewPort is a physical port or a bundle; viewTunnel is the VXLAN interface; viewOtherInterface is any other interface,
// and VLANs, where a policy may stand whose effect weft does not model.
var (
	viewPort = newView(spec{forms: []formSpec{
		{"ser'vice-policy| type qos input NAME [no-stats]", "", nil},
		{"ser'vice-policy| type queuing input/output NAME [no-stats]", "", nil},
		{"ser'vice-policy| input NAME [no-stats]", "service-policy type qos input NAME [no-stats]", nil},
		{"pri'ority-flow-control| mode auto/on/off [send-tlv]", "", nil},
		{"pri'ority-flow-control| watch-dog-interval on/off", "", nil},
		{"mt'u| NUM", "", nil},
		{"chan'nel-group| NUM", "", nil},
		{"chan'nel-group| NUM REST", "", nil},
		{"[no] flow'control| REST", "", nil},
		{"[no] lldp| REST", "", nil},
		{"[no] sw'itchport", "", nil},
	}, odd: []string{
		"random-'detect",
		"int'erface", "class-'map", "pol'icy-map", // these are of the top
	}})
	viewTunnel = newView(spec{forms: []formSpec{
		{"qos-mode| pipe", "", nil},
	}, odd: []string{"ser'vice-policy", "int'erface"}})
	viewOtherInterface = newView(spec{odd: []string{"ser'vice-policy", "pri'ority-flow-control", "int'erface"}})
	viewAccessList     = newView(spec{})
)

// viewOdd is what stands in a block whose header was not understood.
var viewOdd = newView(spec{all: true})
