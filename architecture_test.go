package weft_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/weft-net/weft/"

// allowed lists, for each package of weft, the packages of weft it may import directly or through others of the list.
// A package that is not here fails the test: a new one needs a decision about its place.
var allowed = map[string]string{
	"qos":                            "",
	"qos/qostest":                    "qos",
	"fabric":                         "qos",
	"intent":                         "qos fabric visible",
	"templates":                      "",
	"vendors":                        "qos",
	"vendors/conf":                   "qos vendors",
	"vendors/fitting":                "qos vendors",
	"vendors/operating":              "qos vendors",
	"vendors/nxos":                   "qos vendors vendors/conf vendors/fitting vendors/operating templates",
	"vendors/cloudengine":            "qos vendors vendors/conf vendors/fitting vendors/operating templates",
	"vendors/sonic":                  "qos vendors vendors/fitting vendors/operating templates",
	"vendors/vendortest":             "qos qos/qostest vendors plan",
	"transport/backup":               "",
	"transport/ssh":                  "vendors transport/secret",
	"transport/secret":               "",
	"transport/reach":                "vendors transport/secret transport/ssh transport/gnmi",
	"transport/gnmi":                 "qos vendors transport/secret",
	"bench":                          "*",
	"faults":                         "*",
	"compiler":                       "qos fabric intent vendors compiler/headroom",
	"compiler/alerts":                "qos fabric compiler compiler/check",
	"compiler/check/deadlock":        "qos",
	"compiler/check/manifests":       "qos vendors",
	"compiler/check/sarif":           "qos vendors compiler/check docs/checks",
	"compiler/headroom/headroomtest": "qos",
	"compiler/headroom":              "qos",
	"compiler/check":                 "qos fabric intent vendors compiler compiler/headroom compiler/check/deadlock compiler/check/manifests junit wrapping",
	"compiler/explain":               "qos fabric intent vendors compiler compiler/check",
	"plan":                           "qos vendors visible",
	"plan/view":                      "qos vendors plan junit wrapping visible",
	"plan/view/report":               "qos vendors plan plan/view visible",
	"house":                          "qos fabric intent vendors plan",
	"review":                         "qos fabric intent vendors compiler compiler/check plan",
	"apply":                          "qos vendors plan",
	"apply/view":                     "apply",
	"lab":                            "qos vendors",
	"signature":                      "",
	"visible":                        "",
	"junit":                          "visible",
	"wrapping":                       "visible",
	"docs/checks":                    "",
	"docs/schematest":                "",
	"cmd/weft":                       "*",
}

// TestImportsPointOneWay holds the arrows of docs/architecture.md.
func TestImportsPointOneWay(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath+"/" == module { // this test's own folder
			continue
		}
		check(t, strings.TrimPrefix(p.ImportPath, module), p.Imports)
	}
}

func check(t *testing.T, pkg string, imports []string) {
	may, known := allowed[pkg]
	if !known {
		t.Errorf("package %s has no place in the architecture: add it to docs/architecture.md and to this table", pkg)
		return
	}
	for _, path := range imports {
		name, ours := strings.CutPrefix(path, module)
		if !ours || may == "*" {
			continue
		}
		if !strings.Contains(" "+may+" ", " "+name+" ") {
			t.Errorf("%s imports %s, which breaks an arrow of docs/architecture.md", pkg, name)
		}
	}
}
