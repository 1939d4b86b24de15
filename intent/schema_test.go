package intent

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
)

// TestSchemaIsWhole wants every block and attribute to say what it is.
func TestSchemaIsWhole(t *testing.T) {
	var walk func(s *BlockSchema)
	walk = func(s *BlockSchema) {
		if s.Type != "" && s.Doc == "" {
			t.Errorf("%s has no text", s.Type)
		}
		for _, a := range s.Attributes {
			if a.Name == "" || a.Type == "" || a.Doc == "" || a.Example == "" {
				t.Errorf("%s.%s lacks a type, an example or a text", s.Type, a.Name)
			}
		}
		for _, inner := range s.Blocks {
			walk(inner)
		}
	}
	walk(Schema())
}

// everything is an intent that uses the example of each attribute of the reference, as far as they can stand together.
const everything = `
profile "gpu_port" {}
locals {
  ends = { leaf1 = "10.0.0.1", leaf2 = "10.0.0.2" }
}
variable "password" {
  sensitive = true
  default   = "x"
}
device "spine1" {
  vendor   = "nxos"
  platform = "N9K"
  release  = "1"
}
`

// TestEveryExample decodes the example of every attribute that the reference shows, each in a block of its own.
func TestEveryExample(t *testing.T) {
	base := string(baseFile(t))
	for _, b := range Schema().Blocks {
		for _, a := range b.Attributes {
			if b.Type == "variable" || b.Type == "locals" || a.Name == "default" {
				continue
			}
			t.Run(b.Type+"."+a.Name, func(t *testing.T) {
				text := exampleBlock(b, a)
				_, diags := loadFiles(map[string]string{"base.hcl": base, "more.hcl": everything, "example.hcl": text}, Options{})
				for _, d := range diags {
					if d.Subject != nil && strings.HasPrefix(d.Summary, "Unsuitable value") || strings.HasPrefix(d.Summary, "Unsupported") {
						t.Errorf("%s\n%s", text, d)
					}
				}
			})
		}
	}
}

// TestForms holds what programs are told of values against what is read: every value and unit that a form names is taken, and
// what is next to its range is not.
func TestForms(t *testing.T) {
	base := string(baseFile(t))
	judged := 0
	for _, b := range Schema().Blocks {
		for _, a := range b.Attributes {
			if b.Type == "variable" || b.Type == "locals" || a.Name == "waves" {
				continue
			}
			beside := base
			if b.Type == "fabric" {
				beside = ""
			}
			good, bad := samples(a.Form)
			for _, value := range append(good, bad...) {
				a.Example = value
				_, diags := loadFiles(map[string]string{"base.hcl": beside, "more.hcl": everything, "example.hcl": exampleBlock(b, a)}, Options{})
				unsuitable := slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool {
					return strings.HasPrefix(d.Summary, fmt.Sprintf("Unsuitable value for %q", a.Name))
				})
				if unsuitable == slices.Contains(good, value) {
					t.Errorf("%s.%s = %s: unsuitable is %v\n%v", b.Type, a.Name, value, unsuitable, diags)
				}
				judged++
			}
		}
	}
	if speed := attributeOf("ports", "speed").Form; !slices.Equal(speed.Values, speeds) {
		t.Errorf("the speeds of ports are said to be %v", speed.Values)
	}
	if judged < 200 {
		t.Errorf("only %d values were judged", judged)
	}
}

// attributeOf finds an attribute in the table.
func attributeOf(block, name string) (found AttributeSchema) {
	var walk func(blocks []*BlockSchema)
	walk = func(blocks []*BlockSchema) {
		for _, b := range blocks {
			if i := slices.IndexFunc(b.Attributes, func(a AttributeSchema) bool { return a.Name == name }); b.Type == block && i >= 0 {
				found = b.Attributes[i]
			}
			walk(b.Blocks)
		}
	}
	walk(Schema().Blocks)
	return found
}

// samples are values that a form says are right, and some that it says are not.
func samples(f Form) (good, bad []string) {
	if f.Of != nil {
		good, bad = samples(*f.Of)
		for _, list := range [][]string{good, bad} {
			for i := range list {
				list[i] = "[" + list[i] + "]"
			}
		}
		if f.Filled {
			bad = append(bad, "[]")
		}
		return good, append(bad, "true")
	}
	for _, word := range append(f.Values, f.Words...) {
		good = append(good, strconv.Quote(word))
	}
	for _, unit := range f.Units {
		good = append(good, strconv.Quote("2"+unit))
	}
	if f.Min != nil {
		good = append(good, fmt.Sprint(*f.Min), fmt.Sprint(*f.Max))
		bad = append(bad, fmt.Sprint(*f.Min-1), fmt.Sprint(*f.Max+1), `"x"`)
	}
	if len(f.Values)+len(f.Units) > 0 {
		bad = append(bad, `"nonsense"`, "2")
	}
	if f.Type == "bool" {
		good, bad = []string{"true", "false"}, []string{`"perhaps"`}
	}
	return good, bad
}

// TestOnce holds the blocks that the table says occur once against those that do.
func TestOnce(t *testing.T) {
	base := string(baseFile(t))
	for _, b := range Schema().Blocks {
		if b.Type == "fabric" || b.Label != "" {
			continue
		}
		block := exampleBlock(b, AttributeSchema{})
		_, diags := loadFiles(map[string]string{"base.hcl": base, "more.hcl": everything, "twice.hcl": block + block}, Options{})
		second := slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool { return d.Summary == "Second "+b.Type+" block" })
		if second != b.Once {
			t.Errorf("%s: once is %v, and of two the second is refused: %v", b.Type, b.Once, second)
		}
	}
}

// exampleBlock writes a block with one attribute, and those that are required.
func exampleBlock(b *BlockSchema, a AttributeSchema) string {
	var out strings.Builder
	label := ""
	if b.Label != "" {
		label = ` "X1"`
	}
	fmt.Fprintf(&out, "%s%s {\n", b.Type, label)
	for _, other := range b.Attributes {
		if other.Name == a.Name {
			other = a
		}
		if other.Name == a.Name || other.Required {
			fmt.Fprintf(&out, "  %s = %s\n", other.Name, strings.ReplaceAll(other.Example, "each.key", `"leaf9"`))
		}
	}
	out.WriteString("}\n")
	return out.String()
}

// TestDefaults compares what the reference calls a default with what an empty block decodes to.
func TestDefaults(t *testing.T) {
	type defaults struct {
		Fabric   Fabric
		Watchdog Watchdog
		VXLAN    VXLAN
		Rollout  Rollout
		HostNIC  HostNIC
	}
	const blocks = "pfc_watchdog {%s}\nvxlan {%s}\nrollout {%s}\nhost_nic \"x\" {%s}\n"
	decode := func(fabric string, args ...any) defaults {
		t.Helper()
		text := strings.Replace(string(baseFile(t)), "  prefix = \"WEFT\"\n", fabric, 1) + fmt.Sprintf(blocks, args...)
		in, diags := loadFiles(map[string]string{"a.hcl": text}, Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return defaults{in.Fabric, *in.Watchdog, *in.VXLAN, *in.Rollout, in.HostNICs[0]}
	}
	absent := decode("", "", "", "", "")
	written := decode(writtenDefaults(fabricBlock.Attributes), writtenDefaults(watchdogBlock.Attributes), writtenDefaults(vxlanBlock.Attributes),
		writtenDefaults(rolloutBlock.Attributes), writtenDefaults(hostNICBlock.Attributes))
	ignore := []cmp.Option{
		cmpopts.IgnoreTypes(hcl.Range{}), optIgnored[string](), optIgnored[[]string](), optIgnored[qos.Bytes](), optIgnored[time.Duration](), optIgnored[int](),
		optIgnored[qos.DCBX](), optIgnored[qos.Trust](), optIgnored[qos.TunnelDSCP](), optIgnored[qos.TunnelECN](), optIgnored[qos.WatchdogAction](),
	}
	if diff := cmp.Diff(written, absent, ignore...); diff != "" {
		t.Errorf("the reference says otherwise (-reference +decoded):\n%s", diff)
	}
	if absent.Fabric.MTU.Set || !written.Fabric.MTU.Set || absent.Fabric.MTU.V != 9216 {
		t.Error("the comparison compares nothing")
	}
}

func optIgnored[T any]() cmp.Option { return cmpopts.IgnoreFields(Opt[T]{}, "Set", "Range") }

// writtenDefaults are the defaults of a table that are values, as attributes.
func writtenDefaults(attributes []AttributeSchema) string {
	var out strings.Builder
	for _, a := range attributes {
		if a.Default != "" && strings.ContainsAny(a.Default[:1], "\"[0123456789") {
			fmt.Fprintf(&out, "\n  %s = %s", a.Name, a.Default)
		}
	}
	return out.String() + "\n"
}
