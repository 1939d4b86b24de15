package cloudengine

import (
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	whole := "!Software Version V200R019C10\n#\ninterface 100GE1/0/1\n#\ninterface 100GE1/0/2\n description x\n#\nreturn\n"
	for name, c := range map[string]struct{ text, want string }{
		"whole":                  {whole, ""},
		"without last end":       {strings.TrimSuffix(whole, "\n"), ""},
		"blank lines at last":    {whole + "\n \r\n", ""},
		"carriage returns":       {strings.ReplaceAll(whole, "\n", "\r\n"), ""},
		"golden":                 {strings.ReplaceAll(golden("leaf-v200"), "25GE1/0/1", "100GE1/0/1") + "", "100GE1/0/2 has no block"},
		"empty":                  {"\n", "the configuration is empty"},
		"cut off":                {whole[:len(whole)-4], "the configuration is cut off: it ends in \"ret\", and not in `return`"},
		"cut off in a block":     {whole[:strings.Index(whole, "#\nreturn")], "it ends in \"description x\""},
		"a prompt behind":        {whole + "<LEAF01>\n", "it ends in \"<LEAF01>\""},
		"return in a block":      {strings.ReplaceAll(whole, "return", " returns"), "it ends in \"returns\""},
		"a port is missing":      {strings.ReplaceAll(whole, "100GE1/0/2", "100GE1/0/3"), "100GE1/0/2 has no block"},
		"only its sub-interface": {strings.ReplaceAll(whole, "100GE1/0/2", "100GE1/0/2.1"), "100GE1/0/2 has no block"},
	} {
		parsed, _ := New().Parse([]byte(c.text))
		err := New().Complete(parsed, []string{"100GE1/0/1", "100GE1/0/2"})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// Lines are spelled by the release train: another one is an error, another release a warning.
func TestCheckRelease(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"the same":            {"!Software Version V300R023C00\n#\nreturn\n", ""},
		"with its patch":      {"!Software Version V300R023C00SPC500\n#\nreturn\n", ""},
		"not said":            {"#\nsysname L\n!Software Version V200R005C10\n#\nreturn\n", ""},
		"another release":     {"\n!Software Version V300R024C00SPC100\n#\nreturn\n", "warning: line 2: the switch runs V300R024C00SPC100, and the intent says release V300R023C00: correct the release"},
		"another train":       {"!Last configuration was saved\n!Software Version V200R005C10SPC800\n", "error: line 2: the switch runs V200R005C10SPC800, and the intent says release V300R023C00: lines are spelled otherwise there; correct the release or take the right file"},
		"of old switches":     {"[V200R009C00SPC500]\n#\n", "error: line 1: the switch runs V200R009C00SPC500, and the intent says release V300R023C00: lines are spelled otherwise there; correct the release or take the right file"},
		"of no known release": {"!Software Version V800R001\n", "error: line 1: the switch runs V800R001, and the intent says release V300R023C00: lines are spelled otherwise there; correct the release or take the right file"},
	} {
		parsed, _ := New().Parse([]byte(c.text))
		p, err := New().Platform("CE8855", "V300R023C00")
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, d := range New().CheckRelease(parsed, p) {
			said = [...]string{"error", "warning", "info"}[d.Severity] + ": " + d.String()
		}
		if said != c.want {
			t.Errorf("%s: %q", name, said)
		}
	}
}

// Whatever is cut off a configuration is missed.
func TestCompleteMissesAnyEnd(t *testing.T) {
	for _, name := range goldens {
		text := golden(name)
		for cut := range strings.LastIndex(text, "return") + 5 {
			c, _ := New().Parse([]byte(text[:cut]))
			if New().Complete(c, nil) == nil {
				t.Fatalf("%s: complete up to %q", name, text[:cut])
			}
		}
	}
}
