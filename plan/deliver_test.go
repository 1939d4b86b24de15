package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-net/weft/vendors"
)

// posting is a toy whose steps are files: each as it is, and in a second form.
type posting struct {
	*toy
	second func(vendors.Step) []string
}

func (p posting) Deliver(s vendors.Step) []vendors.Form {
	return []vendors.Form{{Name: "a", Commands: s.Commands}, {Name: "b", Commands: p.second(s)}}
}

func TestDeliverTranscript(t *testing.T) {
	in := toyInput(newToy(), runningOld, desiredNew)
	r := Make(in)
	files, failures := Deliver(in, r)
	if len(files) != 1 || failures != nil || files[0].Ending != ".txt" {
		t.Fatalf("files %v, failures %v", files, failures)
	}
	var want strings.Builder
	for _, s := range r.Device.Steps {
		want.WriteString(strings.Join(s.Commands, "\n") + "\n")
	}
	if got := string(files[0].Text); got != want.String() {
		t.Errorf("the transcript is\n%s\nand not\n%s", got, want.String())
	}
	in.Running = r.Predicted.Bytes()
	if files, failures := Deliver(in, Make(in)); files != nil || failures != nil {
		t.Errorf("nothing changes, and %v is to be sent, %v", files, failures)
	}
}

// TestDeliverProvesForms: a form that does not do what its step does is not written, and the others are.
func TestDeliverProvesForms(t *testing.T) {
	for _, test := range []struct {
		name   string
		second func(vendors.Step) []string
		says   string
	}{
		{"the same in other words", func(s vendors.Step) []string { return append([]string{"port e1", "exit"}, s.Commands...) }, ""},
		{"refused", func(vendors.Step) []string { return []string{"use NOWHERE"} }, "the device refuses it"},
		{"something more", func(s vendors.Step) []string { return append([]string{"map STRAY 1:1"}, s.Commands...) }, "the first difference is + map STRAY 1:1"},
		{"other ports", func(s vendors.Step) []string {
			return slices.Concat(s.Commands, []string{"port e1", "pfc", "exit"})
		}, "says nothing of this form"},
	} {
		v := posting{newToy(), test.second}
		in := toyInput(v.toy, runningOld, desiredNew)
		in.Vendor = v
		r := Make(in)
		files, failures := Deliver(in, r)
		first := slices.ContainsFunc(files, func(f File) bool { return f.Ending == ".step1.a" })
		second := slices.ContainsFunc(files, func(f File) bool { return f.Ending == ".step1.b" })
		switch {
		case !first:
			t.Errorf("%s: the step itself is not written: %v", test.name, files)
		case test.says == "" && (!second || len(failures) > 0):
			t.Errorf("%s: not written: %v", test.name, failures)
		case test.says != "" && (second || len(failures) != len(r.Device.Steps) || !strings.Contains(failures[0].Error(), test.says)):
			t.Errorf("%s: written: %v, failures %v", test.name, second, failures)
		}
	}
}
