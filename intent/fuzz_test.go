package intent

import (
	"bytes"
	"testing"
	"testing/fstest"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/txtar"
)

// addCorpus seeds a fuzz target with every HCL file of the golden cases.
func addCorpus(f *testing.F) {
	paths, err := txtarPaths()
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if isHCL(file.Name) {
				f.Add(file.Data)
			}
		}
	}
	f.Add(baseFile(f))
}

// FuzzLoad loads one file. Nothing may panic, every range is inside its file, and every message can be printed.
func FuzzLoad(f *testing.F) {
	addCorpus(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		fsys := fstest.MapFS{"a.hcl": {Data: src}, "leaves.csv": {Data: []byte("name,address\nleaf1,192.0.2.1\n")}}
		in, diags := load(fsys, fsys, ".", Options{Env: noEnv})
		var out bytes.Buffer
		if err := WriteDiagnostics(&out, in.Files, diags, 80, true); err != nil {
			t.Fatal(err)
		}
		for _, d := range diags {
			checkRange(t, src, d.Subject)
		}
		if !diags.HasErrors() {
			summary(in)
		}
	})
}

func checkRange(t *testing.T, src []byte, r *hcl.Range) {
	if r != nil && (r.Filename != "a.hcl" || r.Start.Byte < 0 || r.End.Byte > len(src)+1 || r.Start.Byte > r.End.Byte) {
		t.Errorf("range %v is outside the file of %d bytes", r, len(src))
	}
}

// FuzzFormat formats one file: comments and meaning stay, and a second time changes nothing.
func FuzzFormat(f *testing.F) {
	addCorpus(f)
	for _, text := range fragments {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkFormat(t, src) })
}
