package intent

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
)

// The names of the files that weft reads by itself.
const (
	intentSuffix    = ".hcl"
	variablesSuffix = ".weftvars"
	mainVariables   = "weft" + variablesSuffix
	autoSuffix      = ".auto" + variablesSuffix
	jsonSuffix      = ".json"
)

// source is one file as read and parsed.
type source struct {
	name    string // as messages show it: relative to the intent's directory, or as the command line has it
	content []byte
	file    *hcl.File
}

// sources are the files of an intent.
type sources struct {
	intent    []source // *.hcl, by name
	variables []source // the weakest first
	files     map[string]*hcl.File
	sound     map[string]bool // files without a syntax error
	diags     hcl.Diagnostics
}

// add reads and parses a file. One that cannot be read, is not UTF-8 or is not HCL is reported.
func (s *sources) add(name string, read func() ([]byte, error)) (source, bool) {
	content, err := read()
	if err != nil {
		s.diags = append(s.diags, homeless(fmt.Sprintf("File %q cannot be read", name), "%s.", sentence(cause(err))))
		return source{}, false
	}
	if at := firstInvalid(content); at >= 0 {
		s.diags = append(s.diags, homeless(fmt.Sprintf("File %q is not UTF-8", name), "Byte %d (counted from 0) is not part of any character. Save the file as UTF-8.", at))
		return source{}, false
	}
	if err := tooDeep(content); err != nil {
		s.diags = append(s.diags, homeless(fmt.Sprintf("File %q cannot be read", name), "%s.", sentence(err)))
		return source{}, false
	}
	file, diags := parse(content, name)
	s.diags = append(s.diags, diags...)
	s.files[name], s.sound[name] = file, !diags.HasErrors()
	return source{name, content, file}, s.sound[name]
}

func parse(content []byte, name string) (*hcl.File, hcl.Diagnostics) {
	if !strings.HasSuffix(name, jsonSuffix) {
		return hclsyntax.ParseConfig(content, name, hcl.InitialPos)
	}
	file, diags := json.Parse(content, name)
	if file == nil {
		file = &hcl.File{Body: hcl.EmptyBody(), Bytes: content}
	}
	return file, diags
}

// HCL's parser calls itself for each bracket and for each operator of an expression. These limits keep it from overflowing
// the stack, which nothing could catch.
const (
	deepest = 500   // brackets in brackets
	longest = 10000 // operators in one expression
)

// tooDeep looks at bytes only: what stands in strings and comments counts too, and that is no loss.
func tooDeep(content []byte) error {
	depth, chain := 0, 0
	for i, c := range content {
		switch c {
		case '(', '[':
			depth++
			chain++
		case '{':
			depth, chain = depth+1, 0
		case ')', ']':
			depth--
		case '}':
			depth, chain = depth-1, 0
		case ',':
			chain = 0
		case '=':
			chain++
			if assigns(content, i) {
				chain = 0
			}
		case '-', '!', '?', '.', '*', '+', '/', '%', '&', '|', '<', '>':
			chain++
		}
		if depth = max(depth, 0); depth > deepest {
			return fmt.Errorf("brackets are nested more than %d deep", deepest)
		}
		if chain > longest {
			return fmt.Errorf("an expression has more than %d operators", longest)
		}
	}
	return nil
}

// assigns tells whether the equals sign at i is no part of ==, !=, <= or >=.
func assigns(content []byte, i int) bool {
	before := i > 0 && bytes.IndexByte([]byte("=!<>"), content[i-1]) >= 0
	after := i+1 < len(content) && content[i+1] == '='
	return !before && !after
}

// readDir reads the intent's files, and the variable files that count without being named.
func readDir(dir fs.FS, shown string, varFiles []string) *sources {
	s := &sources{files: map[string]*hcl.File{}, sound: map[string]bool{}}
	names, err := fs.ReadDir(dir, ".")
	if err != nil {
		s.diags = append(s.diags, homeless(fmt.Sprintf("Directory %q cannot be read", shown), "%s.", sentence(dirCause(err))))
		return s
	}
	var variables, intents []string
	for _, entry := range names {
		switch name := entry.Name(); {
		case entry.IsDir() || strings.HasPrefix(name, "."):
		case strings.HasSuffix(name, intentSuffix):
			intents = append(intents, name)
		case automatic(name):
			variables = append(variables, name)
		}
	}
	if len(intents) == 0 {
		s.diags = append(s.diags, homeless(fmt.Sprintf("No intent in %q", shown), "There is no *.hcl file in this directory. weft init writes a small one to start from."))
	}
	for _, name := range intents {
		if f, ok := s.add(name, func() ([]byte, error) { return readOwn(dir, shown, name) }); ok {
			s.intent = append(s.intent, f)
		}
	}
	s.readVariables(dir, shown, variables, varFiles)
	return s
}

func (s *sources) readVariables(dir fs.FS, shown string, auto, named []string) {
	slices.SortFunc(auto, compareAutomatic)
	for _, name := range auto {
		if f, ok := s.add(name, func() ([]byte, error) { return readOwn(dir, shown, name) }); ok {
			s.variables = append(s.variables, f)
		}
	}
	for _, name := range named {
		if f, ok := s.add(filepath.ToSlash(name), func() ([]byte, error) { return os.ReadFile(name) }); ok {
			s.variables = append(s.variables, f)
		}
	}
}

// readOwn reads a file of the intent. It may be a link, which leads elsewhere, but not to where there may be credentials: what an intent
// says is printed where it is wrong.
func readOwn(dir fs.FS, shown, name string) ([]byte, error) {
	if at, err := filepath.EvalSymlinks(filepath.Join(shown, name)); err == nil {
		home, _ := filepath.EvalSymlinks(shown)
		if below, err := filepath.Rel(home, at); err == nil && slices.ContainsFunc(strings.Split(filepath.ToSlash(below), "/"), closed) {
			return nil, errors.New("it is a link into .git or .weft")
		}
	}
	return fs.ReadFile(dir, name)
}

// automatic tells whether a variable file counts without being named on the command line.
func automatic(name string) bool {
	name = strings.TrimSuffix(name, jsonSuffix)
	return name == mainVariables || strings.HasSuffix(name, autoSuffix)
}

// compareAutomatic puts weft.weftvars before *.auto.weftvars, and those in the order of their names.
func compareAutomatic(a, b string) int {
	if isMain := strings.TrimSuffix(a, jsonSuffix) == mainVariables; isMain != (strings.TrimSuffix(b, jsonSuffix) == mainVariables) {
		if isMain {
			return -1
		}
		return 1
	}
	return strings.Compare(path.Base(a), path.Base(b))
}

func dirCause(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("there is no such directory")
	}
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}
