package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/visible"
)

//go:embed page.html.tmpl parts.html.tmpl page.css page.js
var assets embed.FS

// functions are what the templates need beside the page.
var functions = template.FuncMap{
	"add":       func(a, b int) int { return a + b },
	"times":     func(a, b int) int { return a * b },
	"mid":       func(a, b int) int { return (a + b) / 2 },
	"inc":       func(i int) int { return i + 1 },
	"plural":    plural,
	"thousands": thousands,
	"glyph":     func(x, y int, status string) mark { return mark{X: x, Y: y, Status: status} },
	"keys":      keys,
}

// HTML writes the report. The same plan gives the same bytes.
func HTML(w io.Writer, p *plan.Plan) error { return write(w, p, planWords) }

// Drift writes the report of a plan that is read for what is different, not for what to do.
func Drift(w io.Writer, p *plan.Plan) error { return write(w, p, driftWords) }

func write(w io.Writer, p *plan.Plan, words words) error {
	pages, err := template.New("").Funcs(functions).ParseFS(assets, "*.html.tmpl")
	if err != nil {
		return fmt.Errorf("the report's own templates: %w", err)
	}
	page, err := pageOf(p, words, pages)
	if err != nil {
		return fmt.Errorf("arranging the report: %w", err)
	}
	var out bytes.Buffer
	if err := pages.ExecuteTemplate(&out, "page", page); err != nil {
		return fmt.Errorf("making the report: %w", err)
	}
	if _, err := out.WriteTo(visible.NewWriter(w)); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// asset is a file of the page with the hash by which the page's policy lets it in, alone.
type asset struct{ text, hash string }

func assetOf(name string) (asset, error) {
	text, err := assets.ReadFile(name)
	if err != nil {
		return asset{}, fmt.Errorf("the report's own files: %w", err)
	}
	sum := sha256.Sum256(text)
	return asset{string(text), "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"}, nil
}

// policy allows a page its own style and script and nothing else: no network, no frame, no form.
func policy(style, script asset) string {
	return "default-src 'none'; style-src " + style.hash + "; script-src " + script.hash + "; base-uri 'none'; form-action 'none'"
}
