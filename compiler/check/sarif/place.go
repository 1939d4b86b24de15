package sarif

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/qos"
)

// mostLocations is how many lines of running configurations a result names. A reader shows the first, and refuses very many.
const mostLocations = 100

// locations are where a result is: a range of the intent, or lines of running configurations; and on which switches and ports.
func (p *printer) locations(at hcl.Range, where []check.Place) []location {
	logical := logicalOf(where)
	if at == (hcl.Range{}) {
		if lines := p.linesOf(where); lines != nil {
			lines[0].Logical = logical
			return lines
		}
		at = p.in.Anywhere
	}
	out := location{Logical: logical}
	if at.Filename != "" {
		out.Physical = &physicalLocation{Artifact: p.artifact(p.in.Dir, at.Filename), Region: regionOf(at, p.in.Files[at.Filename])}
	}
	if out.Physical == nil && out.Logical == nil {
		return []location{}
	}
	if out.Physical != nil && out.Physical.Region == nil {
		out.Physical.Region = firstLine()
	}
	return []location{out}
}

// firstLine is the region of what is about a file as a whole: readers show nothing of a file without one.
func firstLine() *region { return &region{StartLine: 1} }

// artifact is a file that stands in a directory, as the readers of the log find it: from the root of the repository, or, outside of
// it, from the root of this machine.
func (p *printer) artifact(dir, file string) artifactLocation {
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	if from, err := filepath.Rel(p.in.Root, file); err == nil && filepath.IsLocal(from) {
		return artifactLocation{URI: (&url.URL{Path: filepath.ToSlash(from)}).String(), Base: root}
	}
	return artifactLocation{URI: (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()}
}

// regionOf is a range in lines and columns. Columns are counted in code points, which HCL does not do.
func regionOf(at hcl.Range, file *hcl.File) *region {
	if at.Start.Line < 1 {
		return nil
	}
	r := &region{StartLine: at.Start.Line}
	if file == nil || at.End.Byte > len(file.Bytes) || at.Start.Byte > at.End.Byte {
		return r
	}
	r.StartColumn, r.EndLine, r.EndColumn = column(file.Bytes, at.Start.Byte), at.End.Line, column(file.Bytes, at.End.Byte)
	return r
}

// column is the number of a character in its line, from 1.
func column(text []byte, at int) int {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	return utf8.RuneCount(text[start:at]) + 1
}

// linesOf are the lines of running configurations, or the files where no line is known.
func (p *printer) linesOf(where []check.Place) []location {
	var list []location
	for _, place := range where {
		if place.File == "" || len(list) == mostLocations {
			continue
		}
		at := &physicalLocation{Artifact: p.artifact(p.in.Work, place.File), Region: firstLine()}
		if place.Line > 0 {
			at.Region = &region{StartLine: place.Line}
		}
		list = append(list, location{Physical: at})
	}
	return list
}

// logicalOf are the switches, the ports of each, and the links.
func logicalOf(where []check.Place) []logicalLocation {
	var list []logicalLocation
	for i, place := range where {
		switch {
		case place.Far != "":
			list = append(list, logicalLocation{place.Device + ":" + place.Port, place.String(), "link"})
		case place.Port == "":
			list = append(list, logicalLocation{place.Device, place.Device, "switch"})
		case i == 0 || where[i-1].Device != place.Device || where[i-1].Port == "" || where[i-1].Far != "":
			ports := qos.PortRanges(portsFrom(where[i:]))
			list = append(list, logicalLocation{ports, place.Device + ":" + ports, "port"})
		}
	}
	return list
}

// portsFrom are the ports of one switch that come one after the other.
func portsFrom(where []check.Place) []string {
	var ports []string
	for _, place := range where {
		if place.Device != where[0].Device || place.Port == "" || place.Far != "" {
			break
		}
		ports = append(ports, place.Port)
	}
	return ports
}

// fingerprint is the same as long as the same is said, wherever that is in its file, and on how many places. What is said several times
// is numbered.
func (p *printer) fingerprint(parts ...string) fingerprints {
	said := strings.Join(parts, "\x00")
	p.told[said]++
	sum := sha256.Sum256([]byte(said))
	return fingerprints{hex.EncodeToString(sum[:16]) + ":" + strconv.Itoa(p.told[said])}
}
