package templates

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

const extension = ".tmpl"

//go:embed */*.tmpl
var embedded embed.FS

// Set is the templates of one vendor. It is safe for concurrent use.
type Set struct {
	byName map[string]*template.Template
}

// Load parses the templates of a vendor. house, unless it is empty, is a directory laid over the embedded ones: a file
// VENDOR/NAME.tmpl in it takes the place of the embedded one of that name. A file there that replaces nothing is an error
// that lists the names there are, so that a misspelt one is not silently ignored.
func Load(vendor, house string) (*Set, error) {
	names, err := fs.Glob(embedded, vendor+"/*"+extension)
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("there are no templates for vendor %q", vendor)
	}
	set := &Set{byName: map[string]*template.Template{}}
	for _, name := range names {
		text, err := embedded.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading the embedded template %s: %w", name, err)
		}
		if err := set.add(name, text); err != nil {
			return nil, err
		}
	}
	if house != "" {
		err = set.overlay(filepath.Join(house, vendor), house)
	}
	if err != nil {
		return nil, err
	}
	return set, nil
}

// overlay replaces templates by the files of a directory. A house that has no folder for the vendor changes nothing, but
// the house itself must be there.
func (s *Set) overlay(dir, house string) error {
	if _, err := os.Stat(house); err != nil {
		return fmt.Errorf("opening the template directory: %w", err)
	}
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("opening the template directory: %w", err)
	}
	for _, file := range files {
		if filepath.Ext(file.Name()) != extension {
			continue
		}
		path := filepath.Join(dir, file.Name())
		if s.byName[nameOf(path)] == nil {
			return fmt.Errorf("template %s replaces nothing; there is %s", path, strings.Join(s.Names(), ", "))
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("reading a template: %w", err)
		}
		if err := s.add(path, text); err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) add(path string, text []byte) error {
	t, err := template.New(path).Parse(string(text)) // named so, its errors say path:line
	if err != nil {
		return fmt.Errorf("parsing a template: %w", err)
	}
	s.byName[nameOf(path)] = t
	return nil
}

func nameOf(path string) string {
	return strings.TrimSuffix(filepath.Base(path), extension)
}

// Names lists the templates of the set, sorted.
func (s *Set) Names() []string {
	names := make([]string, 0, len(s.byName))
	for name := range s.byName {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Execute writes the output of the template of that name. An error says in which file and line it happened.
func (s *Set) Execute(w io.Writer, name string, data any) error {
	t := s.byName[name]
	if t == nil {
		return fmt.Errorf("there is no template %q; there is %s", name, strings.Join(s.Names(), ", "))
	}
	if err := t.Execute(w, data); err != nil {
		return fmt.Errorf("executing a template: %w", err)
	}
	return nil
}
