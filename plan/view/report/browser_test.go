package report

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-net/weft/plan"
)

// required is the variable that makes a browser that is missing a failure. "make browser" sets it.
const required = "WEFT_BROWSER"

// browsers are the names that Chromium goes by.
var browsers = []string{"chromium", "chromium-browser", "google-chrome"}

// chromium finds the browser, and says what is missing of what the tests in it need.
func chromium() (path string, missing []string) {
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		missing = append(missing, "chromium")
	}
	if _, err := exec.LookPath("node"); err != nil {
		missing = append(missing, "node")
	}
	for _, pkg := range []string{"playwright-core", "axe-core"} {
		if _, err := os.Stat(filepath.Join("browser", "node_modules", pkg)); err != nil {
			missing = append(missing, pkg)
		}
	}
	return path, missing
}

// TestInBrowser opens reports in headless Chromium: browser/report.test.js says what has to hold there.
func TestInBrowser(t *testing.T) {
	path, missing := chromium()
	if len(missing) > 0 {
		why := "no " + strings.Join(missing, ", no ") + ": \"make browser\" installs what is missing"
		if os.Getenv(required) != "" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	pages := t.TempDir()
	for name, p := range map[string]*plan.Plan{
		"sample": sample(), "hostile": hostile(t), "large": many(2000, 0), "different": many(2000, 2000),
	} {
		var b bytes.Buffer
		if err := HTML(&b, p); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(pages, name+".html"), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", "--test", "--test-reporter=spec", "report.test.js")
	cmd.Dir = "browser"
	cmd.Env = append(os.Environ(), "WEFT_PAGES="+pages, "WEFT_CHROMIUM="+path)
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatalf("the tests in the browser: %v", err)
	}
}
