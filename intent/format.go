package intent

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// Format writes an HCL file in canonical form: indentation, aligned equals signs, one line end. Comments stay. Formatting
// its own output changes nothing. A file with syntax errors comes back as it was, and so does one that the formatter would
// change in more than its spaces.
func Format(src []byte, filename string) ([]byte, hcl.Diagnostics) {
	if at := firstInvalid(src); at >= 0 {
		return src, hcl.Diagnostics{homeless(fmt.Sprintf("File %q is not UTF-8", filename), "Byte %d (counted from 0) is not part of any character. Save the file as UTF-8.", at)}
	}
	if err := tooDeep(src); err != nil {
		return src, hcl.Diagnostics{homeless(fmt.Sprintf("File %q cannot be formatted", filename), "%s.", sentence(err))}
	}
	if _, diags := hclsyntax.ParseConfig(src, filename, hcl.InitialPos); diags.HasErrors() {
		return src, diags
	}
	out := append(bytes.Clone(bytes.TrimPrefix(src, []byte(byteOrderMark))), '\n')
	for bytes.Contains(out, []byte("\r\n")) {
		out = bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n"))
	}
	out = bytes.TrimRight(hclwrite.Format(out), "\n")
	if len(out) > 0 {
		out = append(out, '\n')
	}
	if !slices.Equal(words(src), words(out)) {
		return src, nil
	}
	return out, nil
}

// words are the tokens of a file, comments included, without line ends.
func words(src []byte) []string {
	tokens, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	var out []string
	for _, t := range tokens {
		if t.Type == hclsyntax.TokenNewline || t.Type == hclsyntax.TokenEOF {
			continue
		}
		lines := strings.FieldsFunc(string(t.Bytes), func(r rune) bool { return r == '\r' || r == '\n' })
		out = append(out, strings.Join(lines, "\n"))
	}
	return out
}

// FormatFile formats one intent or variable file as FormatDir does those of a directory.
func FormatFile(path string, check bool) (changed []string, sources map[string]*hcl.File, diags hcl.Diagnostics) {
	if !isHCL(filepath.Base(path)) {
		return nil, nil, hcl.Diagnostics{homeless(fmt.Sprintf("File %q is none of an intent", path), "Those end in %s or %s.", intentSuffix, variablesSuffix)}
	}
	different, src, diags := formatFile(path, path, check)
	if different {
		changed = []string{path}
	}
	return changed, map[string]*hcl.File{path: {Bytes: src}}, diags
}

// FormatDir formats the intent and variable files of a directory, and returns the names of those that were not in
// canonical form. With check it writes nothing. Files with errors are left alone; sources serves to print the errors.
func FormatDir(dir string, check bool) (changed []string, sources map[string]*hcl.File, diags hcl.Diagnostics) {
	sources = map[string]*hcl.File{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, sources, hcl.Diagnostics{homeless(fmt.Sprintf("Directory %q cannot be read", dir), "%s.", sentence(dirCause(err)))}
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || !isHCL(name) {
			continue
		}
		different, src, more := formatFile(filepath.Join(dir, name), name, check)
		sources[name] = &hcl.File{Bytes: src}
		diags = append(diags, more...)
		if different {
			changed = append(changed, name)
		}
	}
	return changed, sources, diags
}

func isHCL(name string) bool {
	return !strings.HasPrefix(name, ".") && (strings.HasSuffix(name, intentSuffix) || strings.HasSuffix(name, variablesSuffix))
}

func formatFile(path, name string, check bool) (different bool, src []byte, diags hcl.Diagnostics) {
	src, err := os.ReadFile(path)
	if err != nil {
		return false, nil, hcl.Diagnostics{homeless(fmt.Sprintf("File %q cannot be read", name), "%s.", sentence(cause(err)))}
	}
	out, diags := Format(src, name)
	if diags.HasErrors() || bytes.Equal(out, src) {
		return false, src, diags
	}
	if check {
		return true, src, nil
	}
	if err := replaceFile(path, out); err != nil {
		return false, src, hcl.Diagnostics{homeless(fmt.Sprintf("File %q cannot be written", name), "%s.", sentence(cause(err)))}
	}
	return true, src, nil
}

// replaceFile writes a file anew in one go: whoever reads it sees the old or the new bytes. The mode stays.
func replaceFile(path string, content []byte) (err error) {
	if target, linkErr := filepath.EvalSymlinks(path); linkErr == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if stat, statErr := os.Stat(path); statErr == nil {
		mode = stat.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".weft-fmt-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(content)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
