package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"weft": main})
}

// TestScripts runs weft as a person would: one scenario a file. $EXAMPLE is the shipped example.
func TestScripts(t *testing.T) {
	example, err := filepath.Abs(filepath.Join("..", "..", "examples", "pod1"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "1")
			e.Setenv("EXAMPLE", "pod1")
			return os.CopyFS(filepath.Join(e.WorkDir, "pod1"), os.DirFS(example))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "edit": edit, "cut": cut},
	})
}
