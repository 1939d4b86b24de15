package explain

import (
	"bytes"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// running is a configuration as a source. It knows lines, not fields.
type running struct {
	name   string
	config vendors.Config
}

func (r running) Name() string { return r.name }

func (r running) Find(_, _ string, at qos.Origin) (Cite, bool) {
	if at.Line == 0 {
		return Cite{}, false
	}
	return Cite{Line: int(at.Line), Text: r.config.Line(int(at.Line))}, true
}

// byIntent is a switch of the intent as a source. It knows fields.
type byIntent struct {
	in   *intent.Intent
	unit *compiler.Unit
}

func (byIntent) Name() string { return "the intent" }

func (s byIntent) Find(port, field string, _ qos.Origin) (Cite, bool) {
	at := s.unit.Place(port, field)
	file := s.in.Files[at.Filename]
	if file == nil {
		return Cite{}, false
	}
	lines := bytes.Split(file.Bytes, []byte("\n"))
	if at.Start.Line < 1 || at.Start.Line > len(lines) {
		return Cite{}, false
	}
	return Cite{File: at.Filename, Line: at.Start.Line, Text: string(bytes.TrimSpace(lines[at.Start.Line-1]))}, true
}
