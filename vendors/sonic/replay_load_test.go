package sonic

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// loadStubs are the programs that the command of a full load runs, in place of the switch's own.
var loadStubs = map[string]string{
	"python3": "cat > patch; cat outcome && test ! -e fail",
	"config":  `echo "$@" >> reloads`,
}

// TestLoadCommandInShells runs the command of a full load as it is pasted, and as the script that is sent: a patch of any length comes
// through, and nothing is reloaded when the database could not be written.
func TestLoadCommandInShells(t *testing.T) {
	patch := `[{"op":"add","path":"/SCHEDULER/it's %s \\n","value":{"weight":"` + strings.Repeat("1", 1<<20) + `"}}]`
	want := strings.ReplaceAll(patch, "'", `\u0027`) + "\n"
	for _, name := range []string{"sh", "bash"} {
		shell, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("%s is not there", name)
		}
		for _, fails := range []bool{false, true} {
			dir := t.TempDir()
			for program, text := range loadStubs {
				write(t, dir, program, "#!/bin/sh\n"+text+"\n")
			}
			write(t, dir, "outcome", "new")
			write(t, dir, "config_db.json", "old")
			if fails {
				write(t, dir, "fail", "")
			}
			write(t, dir, "script", strings.ReplaceAll(loadCommand(patch), "/etc/sonic", dir)+"\n")
			run := exec.Command(shell, "script")
			run.Dir, run.Env = dir, append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
			if out, err := run.CombinedOutput(); (err != nil) != fails {
				t.Fatalf("%s: %v\n%s", name, err, out)
			}
			if got := fileText(dir, "patch"); got != want {
				t.Errorf("%s: a patch of %d bytes comes through as %d", name, len(want), len(got))
			}
			saved, reloads := "new", "reload -y\n"
			if fails {
				saved, reloads = "old", ""
			}
			if fileText(dir, "config_db.json") != saved || fileText(dir, "reloads") != reloads {
				t.Errorf("%s, it fails %t: saved is %q, reloads %q", name, fails, fileText(dir, "config_db.json"), fileText(dir, "reloads"))
			}
		}
	}
}

func write(t *testing.T, dir, name, text string) {
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// fileText is a file's; none is empty.
func fileText(dir, name string) string {
	b, _ := os.ReadFile(filepath.Join(dir, name))
	return string(b)
}
