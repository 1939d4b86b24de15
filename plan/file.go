package plan

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/visible"
)

// Write writes the plan file: JSON with the switches one a line, every list present, and the same bytes for the same plan. What cannot be
// seen is escaped in it, and read as what it was.
func Write(w io.Writer, p *Plan) error {
	out := &printer{w: bufio.NewWriter(visible.NewWriter(w))}
	out.print("{\n\"format_version\": ", p.FormatVersion)
	out.print(",\n\"weft_version\": ", p.WeftVersion)
	out.print(",\n\"intent_hash\": ", p.IntentHash)
	if p.Commit != "" {
		out.print(",\n\"commit\": ", p.Commit)
	}
	out.print(",\n\"choices\": ", p.Choices)
	out.print(",\n\"summary\": ", p.Summary)
	if p.Fabric != nil {
		out.print(",\n\"fabric\": ", p.Fabric)
	}
	if p.Checks != nil {
		out.print(",\n\"checks\": ", p.Checks)
	}
	if len(p.Policies) > 0 {
		out.print(",\n\"policies\": ", p.Policies)
	}
	out.text(",\n\"devices\": [")
	out.devices(p.Devices)
	out.text("\n]\n}\n")
	return out.flush()
}

// devices writes the plans of switches, in their order. Many at once are turned into text, since that is most of the work.
func (p *printer) devices(all []Device) {
	sep := "\n"
	for some := range slices.Chunk(all, 4*runtime.GOMAXPROCS(0)) {
		texts := make([]printer, len(some))
		var workers sync.WaitGroup
		for i := range some {
			workers.Go(func() { texts[i].encode(complete(some[i])) })
		}
		workers.Wait()
		for i := range texts {
			p.text(sep)
			p.copy(&texts[i])
			sep = ",\n"
		}
	}
}

// printer writes values until the first error, which it keeps.
type printer struct {
	w   *bufio.Writer
	buf bytes.Buffer
	err error
}

func (p *printer) print(label string, v any) {
	p.text(label)
	p.value(v)
}

func (p *printer) text(s string) {
	if p.err == nil {
		_, p.err = p.w.WriteString(s)
	}
}

func (p *printer) value(v any) {
	p.buf.Reset()
	p.encode(v)
	p.copy(p)
}

// encode turns a value into text.
func (p *printer) encode(v any) {
	if p.err != nil {
		return
	}
	enc := json.NewEncoder(&p.buf)
	enc.SetEscapeHTML(false)
	p.err = enc.Encode(v)
}

// copy writes the text of another printer.
func (p *printer) copy(from *printer) {
	if p.err == nil {
		p.err = from.err
	}
	if p.err == nil {
		_, p.err = p.w.Write(bytes.TrimSuffix(from.buf.Bytes(), []byte("\n")))
	}
}

func (p *printer) flush() error {
	if p.err == nil {
		p.err = p.w.Flush()
	}
	if p.err != nil {
		return fmt.Errorf("writing the plan file: %w", p.err)
	}
	return nil
}

// complete gives a copy of a switch's plan in which no list is nil, so that the file has [] and never null.
func complete(d Device) Device {
	d.Deviations, d.Today, d.Kept = slices.Clone(d.Deviations), slices.Clone(d.Today), slices.Clone(d.Kept)
	d.Behaviour, d.Unnamed = slices.Clone(d.Behaviour), slices.Clone(d.Unnamed)
	d.Classes = slices.Clone(d.Classes)
	d.Unread, d.LineDiff, d.Steps = slices.Clone(d.Unread), slices.Clone(d.LineDiff), slices.Clone(d.Steps)
	if d.Proof != nil {
		proof := *d.Proof
		d.Proof = &proof
	}
	if d.Undo != nil {
		d.Undo = &Undo{Steps: slices.Clone(d.Undo.Steps), Proof: d.Undo.Proof}
	}
	d.fillLists()
	return d
}

// fillLists makes every list that is nil an empty one.
func (d *Device) fillLists() {
	each(&d.Deviations, func(v *Deviation) { list(&v.Ports) })
	each(&d.Today, func(f *Fault) { list(&f.Where) })
	each(&d.Behaviour, func(b *Behaviour) { list(&b.Where) })
	each(&d.Unnamed, func(b *Behaviour) { list(&b.Where) })
	for i := range d.Classes { // the list itself is left out when there are none
		list(&d.Classes[i].Ports)
		list(&d.Classes[i].Queues)
	}
	each(&d.Kept, func(k *Kept) { list(&k.Ports) })
	list(&d.Warnings)
	each(&d.Unread, func(l *Line) { list(&l.Path) })
	each(&d.Steps, (*Step).fillLists)
	each(&d.LineDiff, func(l *Diff) { list(&l.Path) })
	list(&d.Assumptions)
	if d.Proof != nil {
		d.Proof.fillLists()
	}
	if d.Undo != nil {
		each(&d.Undo.Steps, (*Step).fillLists)
		d.Undo.Proof.fillLists()
	}
}

func (s *Step) fillLists() {
	list(&s.Commands)
	list(&s.Ports)
}

func (p *Proof) fillLists() {
	list(&p.Assumptions)
	list(&p.Gaps)
}

// list makes a nil list an empty one.
func list[T any](s *[]T) {
	if *s == nil {
		*s = []T{}
	}
}

// each does the same to a list and then something to each element.
func each[T any](s *[]T, do func(*T)) {
	list(s)
	for i := range *s {
		do(&(*s)[i])
	}
}

// Read reads a plan file. A file of another format version, one that is cut short, and one that is no plan at all are
// errors that say so.
func Read(r io.Reader) (*Plan, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading the plan file: %w", err)
	}
	if err := checkVersion(text); err != nil {
		return nil, err
	}
	p := &Plan{}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("the plan file is damaged: %w", err)
	}
	if p.Devices == nil {
		return nil, errors.New("the plan file is damaged: it has no devices")
	}
	for i := range p.Devices {
		if err := p.Devices[i].damage(); err != nil {
			return nil, fmt.Errorf("the plan file is damaged: %s %w", p.Devices[i].Name, err)
		}
	}
	if counted := summarise(p.Devices); counted != p.Summary {
		return nil, fmt.Errorf("the plan file is damaged: its summary counts %+v but its switches are %+v", p.Summary, counted)
	}
	return p, nil
}

// damage is what no plan of a switch can be.
func (d *Device) damage() error {
	if _, known := new(Summary).of(d.Status); !known {
		return fmt.Errorf("has the unknown status %q", d.Status)
	}
	if _, known := vendors.ParseDisruption(d.Disruption); !known {
		return fmt.Errorf("has the unknown disruption %q", d.Disruption)
	}
	if d.Status == Change && (len(d.Steps) == 0 || d.Undo == nil || len(d.Undo.Steps) == 0) {
		return errors.New("is to change, and steps for that, or for the way back, are not there")
	}
	steps := d.Steps
	if d.Undo != nil {
		steps = slices.Concat(steps, d.Undo.Steps)
	}
	for i := range steps {
		if _, known := vendors.ParseDisruption(steps[i].Disruption); !known {
			return fmt.Errorf("has a step of the unknown disruption %q", steps[i].Disruption)
		}
		if len(steps[i].Commands) == 0 {
			return errors.New("has a step without a command")
		}
	}
	return nil
}

// checkVersion looks at nothing but the version, so that a plan of another form is named as such.
func checkVersion(text []byte) error {
	var head struct {
		FormatVersion int    `json:"format_version"`
		WeftVersion   string `json:"weft_version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return fmt.Errorf("not a plan file, or one that was cut short: %w", err)
	}
	switch {
	case head.FormatVersion == 0:
		return fmt.Errorf("not a plan file: it has no format_version")
	case head.FormatVersion != FormatVersion:
		return fmt.Errorf("the plan file has format version %d, written by weft %s; this weft reads version %d: plan again",
			head.FormatVersion, head.WeftVersion, FormatVersion)
	}
	return nil
}

// of finds the count of a status.
func (s *Summary) of(status Status) (*int, bool) {
	switch status {
	case Change:
		return &s.Change, true
	case Unchanged:
		return &s.Unchanged, true
	case Refused:
		return &s.Refused, true
	case NotPlanned:
		return &s.NotPlanned, true
	}
	return nil, false
}

func summarise(devices []Device) Summary {
	var s Summary
	for _, d := range devices {
		if count, ok := s.of(d.Status); ok {
			*count++
		}
	}
	return s
}
