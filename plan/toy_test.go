package plan

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// toy is a vendor with a language of a dozen words, so that the engine is tested apart from any real one. Objects of weft
// start with "W-". The words:
//
//	map NAME DSCP:QUEUE...       a classification       "no map NAME" removes it, unless a port binds it
//	curve NAME QUEUE:MIN-MAX     an ECN curve           likewise
//	nodrop NAME QUEUE...         a set of lossless queues
//	use NAME                     the nodrop set in force on the whole switch; replaced in one command
//	nonect forward|drop          for the whole switch
//	port NAME                    a port, and inside it:
//	  map NAME                   needs "no map OLD" first: the one row of the exchange table
//	  curve NAME                 replaced in one command
//	  pfc                        pause the lossless queues
//	mystery ...                  in scope by keyword and not understood
//	end                          the last line of a complete configuration
//
// Every other line is out of scope. Hooks let a test break one thing at a time.
type toy struct {
	vendors.Vendor // the engine calls nothing that is not here

	exchange    string // what Sequence writes in Step.Exchange
	readings    int    // how many readings "toy.edit" has
	tamperSteps func([]vendors.Step) []vendors.Step
	target      func(toyConfig) toyConfig
	scope       func(vendors.Delta) bool
	reread      func(vendors.Reading) vendors.Reading
	bridge      func(running, target toyConfig) vendors.Config
	changes     func([]vendors.Change) []vendors.Change
}

func newToy() *toy { return &toy{exchange: "toy.map", readings: 1} }

type toyLine struct {
	port, text string
	number     int
}

type toyConfig []toyLine

func (c toyConfig) Bytes() []byte {
	var b strings.Builder
	for _, l := range c {
		if l.port != "" {
			b.WriteString("  ")
		}
		b.WriteString(l.text + "\n")
	}
	return []byte(b.String())
}

func (c toyConfig) Line(n int) string {
	for _, l := range c {
		if l.number == n {
			return l.text
		}
	}
	return ""
}

func (toy) Parse(text []byte) (vendors.Config, vendors.Diagnostics) {
	var c toyConfig
	var diags vendors.Diagnostics
	port, number := "", 0
	for line := range strings.Lines(string(text)) {
		number++
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
		case line[0] == ' ' && port != "":
			c = append(c, toyLine{port, trimmed, number})
		default:
			name, isPort := strings.CutPrefix(trimmed, "port ")
			if port = ""; isPort {
				port = name
			}
			c = append(c, toyLine{"", trimmed, number})
		}
		if strings.Contains(line, "\x00") {
			diags.Errorf(number, "a NUL byte")
		}
	}
	return c, diags
}

func (toy) Complete(running vendors.Config, ports []string) error {
	c := running.(toyConfig)
	if len(c) == 0 || c[len(c)-1].text != "end" {
		return errors.New("it does not end in \"end\"")
	}
	for _, p := range ports {
		if !c.has("", "port "+p) {
			return fmt.Errorf("it has no port %s", p)
		}
	}
	return nil
}

func (c toyConfig) has(port, text string) bool {
	return slices.ContainsFunc(c, func(l toyLine) bool { return l.port == port && l.text == text })
}

// object finds "KIND NAME ..." at the top.
func (c toyConfig) object(kind, name string) (string, bool) {
	for _, l := range c {
		if f := strings.Fields(l.text); l.port == "" && len(f) > 1 && f[0] == kind && f[1] == name {
			return l.text, true
		}
	}
	return "", false
}

// bound finds the name that a port (or the switch: "use") binds.
func (c toyConfig) bound(port, kind string) string {
	for _, l := range c {
		if f := strings.Fields(l.text); l.port == port && len(f) > 0 && f[0] == kind {
			return strings.Join(f[1:], " ")
		}
	}
	return ""
}

func (c toyConfig) ports() []string {
	var ports []string
	for _, l := range c {
		if name, ok := strings.CutPrefix(l.text, "port "); ok && l.port == "" {
			ports = append(ports, name)
		}
	}
	slices.SortFunc(ports, qos.ComparePorts)
	return ports
}

func (c toyConfig) without(port, text string) toyConfig {
	return slices.DeleteFunc(slices.Clone(c), func(l toyLine) bool { return l.port == port && l.text == text })
}

// with adds a line: at the top before the first port, inside a port right after its header.
func (c toyConfig) with(port, text string) toyConfig {
	at := slices.IndexFunc(c, func(l toyLine) bool {
		return port == "" && (strings.HasPrefix(l.text, "port ") || l.text == "end")
	})
	if port != "" {
		at = 1 + slices.IndexFunc(c, func(l toyLine) bool { return l.port == "" && l.text == "port "+port })
	}
	return slices.Insert(slices.Clone(c), at, toyLine{port: port, text: text})
}

func (toy) Read(config vendors.Config, _ vendors.Platform) vendors.Reading {
	c := config.(toyConfig)
	r := vendors.Reading{Switch: &qos.Switch{}}
	lossless := queuesOf(c, c.bound("", "use"))
	for _, name := range c.ports() {
		p := qos.Port{Name: name, Classify: classifyOf(c, c.bound(name, "map")), Egress: egressOf(c, c.bound(name, "curve"))}
		p.PFC = qos.PFC{Priorities: qos.Is(qos.QueueSet(0)), Negotiated: qos.Is(false), Key: qos.Is(qos.PFCByClass)}
		if c.has(name, "pfc") {
			p.PFC.Priorities = qos.Is(lossless)
		}
		r.Switch.Ports = append(r.Switch.Ports, p)
	}
	switch c.bound("", "nonect") {
	case "forward":
		r.Switch.NonECT = qos.Is(qos.NonECTForward)
	case "drop":
		r.Switch.NonECT = qos.Is(qos.NonECTDrop)
	}
	for _, l := range c {
		switch word, _, _ := strings.Cut(l.text, " "); word {
		case "mystery":
			r.Unread = append(r.Unread, vendors.Line{Number: l.number, Text: l.text})
		case "map", "curve", "nodrop", "use", "nonect", "port", "pfc", "end":
		default:
			r.Foreign++
		}
		if strings.HasSuffix(l.text, "k") {
			r.Assumed = []string{"toy.k"}
		}
	}
	return r
}

func classifyOf(c toyConfig, name string) *qos.Classify {
	f := &qos.Classify{Trust: qos.Is(qos.TrustNone)}
	for i := range f.RewriteDSCP {
		f.RewriteDSCP[i] = qos.Keep
	}
	for i := range f.RewritePCP {
		f.RewritePCP[i] = qos.Keep
	}
	text, ok := c.object("map", name)
	if !ok {
		return f
	}
	f.Trust = qos.Is(qos.TrustDSCP)
	for _, pair := range strings.Fields(text)[2:] {
		var dscp, queue int
		fmt.Sscanf(pair, "%d:%d", &dscp, &queue)
		f.DSCP[dscp] = qos.Queue(queue)
	}
	return f
}

func egressOf(c toyConfig, name string) *qos.Egress {
	e := &qos.Egress{}
	for q := range e.Queues {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Share: 125})
		e.Queues[q].ECN = qos.Is(qos.ECN{})
	}
	text, ok := c.object("curve", name)
	if !ok {
		return e
	}
	for _, part := range strings.Fields(text)[2:] {
		var q, low, high int
		fmt.Sscanf(part, "%d:%d-%d", &q, &low, &high)
		if strings.HasSuffix(part, "k") {
			low, high = low*1024, high*1024
		}
		e.Queues[q].ECN = qos.Is(qos.ECN{On: true, Min: qos.Bytes(low), Max: qos.Bytes(high), Probability: 7})
	}
	return e
}

func queuesOf(c toyConfig, name string) qos.QueueSet {
	text, ok := c.object("nodrop", name)
	if !ok {
		return 0
	}
	var set qos.QueueSet
	for _, f := range strings.Fields(text)[2:] {
		set |= qos.Queues(qos.Queue(f[0] - '0'))
	}
	return set
}

func (v toy) Reread(c vendors.Config, p vendors.Platform, before vendors.Reading, e vendors.Effect) vendors.Reading {
	full := v.Read(c, p)
	if !e.All { // what the effect leaves out stays as it was, so that a wrong effect shows
		for i := range full.Switch.Ports {
			if !slices.Contains(e.Ports, full.Switch.Ports[i].Name) {
				full.Switch.Ports[i] = before.Switch.Ports[i]
			}
		}
	}
	if v.reread != nil {
		return v.reread(full)
	}
	return full
}

var toyFacets = []struct {
	kind  string
	facet qos.Facet
}{{"map", qos.FacetClassify}, {"curve", qos.FacetEgress}, {"pfc", qos.FacetPFC}}

func (v toy) Target(running, desired vendors.Config, site vendors.Site, scope vendors.Scope) (vendors.Config, []vendors.Kept, vendors.Diagnostics) {
	c, want := running.(toyConfig), toyConfig{}
	if desired != nil {
		want = desired.(toyConfig)
	}
	var kept []vendors.Kept
	named := map[string]bool{}
	for _, p := range site.Ports {
		named[p.Name] = true
		for _, f := range toyFacets {
			has, line := portLine(c, p.Name, f.kind)
			_, wanted := portLine(want, p.Name, f.kind)
			switch {
			case has && scope.Keep[p.Name].Has(f.facet) && !own(line):
				if f.kind != "pfc" {
					kept = append(kept, vendors.Kept{Object: line, Facet: f.facet, Ports: []string{p.Name}})
				}
			case line != wanted:
				c = replaceLine(c, p.Name, line, wanted)
			}
		}
	}
	for _, port := range c.ports() {
		for _, f := range toyFacets {
			if _, line := portLine(c, port, f.kind); !named[port] && own(line) {
				c = c.without(port, line)
			}
		}
	}
	if !scope.Keep[""].Has(qos.FacetPFC) || scope.Destroy || own("use "+c.bound("", "use")) {
		c = replaceLine(c, "", lineOf("use", c.bound("", "use")), lineOf("use", want.bound("", "use")))
	}
	if now := want.bound("", "nonect"); now != "" {
		c = replaceLine(c, "", lineOf("nonect", c.bound("", "nonect")), lineOf("nonect", now))
	}
	c = toyObjects(c, want)
	if v.target != nil {
		c = v.target(c)
	}
	return c, kept, nil
}

// toyObjects puts weft's wanted objects that something binds, and no others of weft's, into c.
func toyObjects(c, want toyConfig) toyConfig {
	bound := map[string]bool{}
	for _, l := range c {
		if f := strings.Fields(l.text); l.port != "" && len(f) > 1 || f[0] == "use" {
			bound[f[1]] = true
		}
	}
	for _, l := range slices.Clone(c) {
		if f := strings.Fields(l.text); l.port == "" && len(f) > 2 && own(l.text) && (!bound[f[1]] || !want.has("", l.text)) {
			c = c.without("", l.text)
		}
	}
	for _, l := range want {
		if f := strings.Fields(l.text); l.port == "" && len(f) > 2 && bound[f[1]] && !c.has("", l.text) {
			c = c.with("", l.text)
		}
	}
	return c
}

func own(line string) bool { return strings.Contains(line, " W-") }

func lineOf(kind, name string) string {
	if name == "" {
		return ""
	}
	return kind + " " + name
}

func portLine(c toyConfig, port, kind string) (bool, string) {
	for _, l := range c {
		if word, _, _ := strings.Cut(l.text, " "); l.port == port && word == kind {
			return true, l.text
		}
	}
	return false, ""
}

func replaceLine(c toyConfig, port, old, now string) toyConfig {
	if old == now {
		return c
	}
	if old != "" {
		c = c.without(port, old)
	}
	if now != "" {
		c = c.with(port, now)
	}
	return c
}

func (v toy) InScope(d vendors.Delta, _ vendors.Site, _ vendors.Scope) bool {
	if v.scope != nil {
		return v.scope(d)
	}
	word, _, _ := strings.Cut(d.Text, " ")
	return slices.Contains([]string{"map", "curve", "nodrop", "use", "nonect", "pfc"}, word)
}

func (toy) Deltas(from, to vendors.Config) []vendors.Delta {
	a, b := from.(toyConfig), to.(toyConfig)
	return append(missing('-', a, b), missing('+', b, a)...)
}

func missing(op byte, in, from toyConfig) []vendors.Delta {
	var deltas []vendors.Delta
	for _, l := range in {
		if from.has(l.port, l.text) {
			continue
		}
		d := vendors.Delta{Op: op, Line: vendors.Line{Number: l.number, Text: l.text}}
		if l.port != "" {
			d.Path = []string{"port " + l.port}
		}
		deltas = append(deltas, d)
	}
	return deltas
}

func (v toy) Changes(from, to vendors.Config, _ vendors.Site) []vendors.Change {
	a, b := from.(toyConfig), to.(toyConfig)
	var changes []vendors.Change
	for _, kind := range []string{"map", "curve", "nodrop"} {
		changes = append(changes, objectChanges(kind, a, b)...)
	}
	for _, kind := range []string{"use", "nonect"} {
		if c, ok := bindChange("", kind, a, b); ok {
			changes = append(changes, c)
		}
	}
	for _, port := range a.ports() {
		for _, f := range toyFacets {
			if c, ok := bindChange(port, f.kind, a, b); ok {
				c.Ports = []string{port}
				changes = append(changes, c)
			}
		}
	}
	if v.changes != nil {
		changes = v.changes(changes)
	}
	return changes
}

// toyBody is a change as Sequence wants it: whole lines, old and new.
type toyBody struct{ port, old, now string }

func objectChanges(kind string, a, b toyConfig) []vendors.Change {
	names := map[string]bool{}
	for _, l := range slices.Concat(a, b) {
		if f := strings.Fields(l.text); l.port == "" && f[0] == kind {
			names[f[1]] = true
		}
	}
	var changes []vendors.Change
	for _, name := range slices.Sorted(maps.Keys(names)) {
		old, had := a.object(kind, name)
		now, has := b.object(kind, name)
		c := vendors.Change{Key: kind + " " + name, Body: toyBody{"", old, now}}
		switch {
		case old == now:
			continue
		case !has:
			c.Rank, c.Removes, c.Text = 2, []string{name}, "delete "+old
		case !had:
			c.Defines, c.Text = []string{name}, "define "+now
		default:
			c.Text = "edit " + now
		}
		changes = append(changes, c)
	}
	return changes
}

func bindChange(port, kind string, a, b toyConfig) (vendors.Change, bool) {
	had, old := portLine(a, port, kind)
	has, now := portLine(b, port, kind)
	if old == now {
		return vendors.Change{}, false
	}
	c := vendors.Change{Key: port + " " + kind, Rank: 1, Text: "bind " + now + " on " + port, Body: toyBody{port, old, now}}
	if name := strings.TrimPrefix(strings.TrimPrefix(old, kind), " "); had && name != "" {
		c.Frees = []string{name}
	}
	if name := strings.TrimPrefix(strings.TrimPrefix(now, kind), " "); has && name != "" {
		c.Uses = []string{name}
	}
	return c, true
}

func (v toy) Sequence(_ vendors.Config, ordered []vendors.Change, _ vendors.Site) []vendors.Step {
	var steps []vendors.Step
	for _, c := range ordered {
		body := c.Body.(toyBody)
		step := func(command, exchange string) {
			s := vendors.Step{Commands: []string{command}, Ports: c.Ports, Text: c.Text, Exchange: exchange}
			if body.port != "" {
				s.Commands = []string{"port " + body.port, command, "exit"}
			}
			if strings.HasPrefix(command, "use") {
				s.Disruption = vendors.Recarve
			}
			steps = append(steps, s)
		}
		switch isMap := body.port != "" && strings.HasPrefix(body.old, "map "); {
		case body.now == "":
			step("no "+body.old, "")
		case isMap:
			step("no "+body.old, v.exchange)
			step(body.now, "")
		default:
			step(body.now, "")
		}
	}
	if v.tamperSteps != nil {
		steps = v.tamperSteps(steps)
	}
	return steps
}

func (v toy) Replay(c vendors.Config, _ vendors.Platform, readings map[string]int) vendors.Device {
	return &toyDevice{config: c.(toyConfig), reading: readings["toy.edit"]}
}

func (v toy) Assumptions() []vendors.Assumption {
	return []vendors.Assumption{
		{ID: "toy.edit", Question: "what does editing a bound map do?",
			Readings: []string{"it takes effect at once", "it is refused", "it unbinds the map"}[:v.readings]},
		{ID: "toy.k", Question: "how many bytes is k?", Readings: []string{"k is 1024 bytes"}},
	}
}

func (toy) Exchanges() []vendors.Exchange { return []vendors.Exchange{{ID: "toy.map"}} }

func (v toy) Bridge(running, target vendors.Config, _ vendors.Site) vendors.Config {
	if v.bridge == nil {
		return nil
	}
	return v.bridge(running.(toyConfig), target.(toyConfig))
}

func (toy) Fingerprint(c vendors.Config) string {
	var hash strings.Builder
	for _, l := range c.(toyConfig) {
		if word, _, _ := strings.Cut(l.text, " "); word != "snmp" && word != "hostname" {
			hash.WriteString(l.port + "/" + l.text + ";")
		}
	}
	return fmt.Sprintf("toy:%x", len(hash.String()))
}

// toyDevice runs the toy language.
type toyDevice struct {
	config  toyConfig
	reading int
	leaned  bool
}

func (d *toyDevice) Config() vendors.Config { return d.config }

func (d *toyDevice) Leaned() []string {
	if d.leaned {
		return []string{"toy.edit"}
	}
	return nil
}

func (d *toyDevice) Do(s vendors.Step) (vendors.Effect, error) {
	port, effect := "", vendors.Effect{}
	for _, command := range s.Commands {
		if name, ok := strings.CutPrefix(command, "port "); ok {
			port = name
			continue
		}
		if command == "exit" {
			port = ""
			continue
		}
		if err := d.command(port, command); err != nil {
			return vendors.Effect{}, err
		}
		effect.All = effect.All || port == ""
		if port != "" {
			effect.Ports = append(effect.Ports, port)
		}
	}
	return effect, nil
}

func (d *toyDevice) command(port, command string) error {
	if old, ok := strings.CutPrefix(command, "no "); ok {
		return d.remove(port, old)
	}
	f := strings.Fields(command)
	if port == "" && f[0] != "use" && f[0] != "nonect" {
		return d.define(f[0], f[1], command)
	}
	_, old := portLine(d.config, port, f[0])
	object := f[0]
	if object == "use" {
		object = "nodrop"
	}
	if len(f) > 1 && object != "nonect" {
		if _, defined := d.config.object(object, f[1]); !defined {
			return fmt.Errorf("%s %s is not defined", object, f[1])
		}
	}
	if old != "" && f[0] == "map" {
		return fmt.Errorf("%s is still bound", old)
	}
	d.config = replaceLine(d.config, port, old, command)
	return nil
}

func (d *toyDevice) define(kind, name, line string) error {
	old, had := d.config.object(kind, name)
	if !had {
		d.config = d.config.with("", line)
		return nil
	}
	if kind == "map" && d.inUse(name) {
		d.leaned = true
		switch d.reading {
		case 1:
			return errors.New("the map is in use")
		case 2:
			d.config = slices.DeleteFunc(slices.Clone(d.config), func(l toyLine) bool { return l.port != "" && l.text == "map "+name })
		}
	}
	d.config = replaceLine(d.config, "", old, line)
	return nil
}

func (d *toyDevice) remove(port, line string) error {
	if !d.config.has(port, line) {
		return fmt.Errorf("there is no %q", line)
	}
	if f := strings.Fields(line); port == "" && f[0] != "use" && d.inUse(f[1]) {
		return fmt.Errorf("%s is in use", f[1])
	}
	d.config = d.config.without(port, line)
	return nil
}

func (d *toyDevice) inUse(name string) bool {
	return slices.ContainsFunc(d.config, func(l toyLine) bool {
		f := strings.Fields(l.text)
		return (l.port != "" || f[0] == "use") && len(f) > 1 && f[1] == name
	})
}
