package view

import (
	"fmt"

	"github.com/weft-net/weft/apply"
)

// doing says what an act of a run is; others speak for themselves.
var doing = map[string]string{
	"check":     "is what it was planned for?",
	"connect":   "connecting",
	"read":      "reading what it runs",
	"clean":     "removing what an earlier run left there",
	"arm":       "taking a snapshot, and arming its way back",
	"push":      "sending",
	"read back": "reading back in a second session",
	"health":    "looking at its health",
	"confirm":   "confirming",
	"save":      "saving",
	"release":   "removing the snapshot",
	"look":      "looking at where it stands",
	"revert":    "having it revert by itself",
}

// ended says how a switch ended, whether it was being changed or taken back.
var ended = map[apply.Outcome]string{
	apply.New:         "done, healthy and saved",
	apply.Old:         "as it was before, running and saved",
	apply.Between:     "BETWEEN what it was and what it was to be",
	apply.Untouched:   "untouched",
	apply.Unreachable: "unreachable, untouched",
	apply.Refused:     "refused, untouched",
}

// Line is one event on a line.
func Line(e apply.Event) string {
	switch {
	case e.Device == "" && e.Doing == "wave":
		return "wave " + e.Text
	case e.Device == "" && e.Doing == "soak":
		return "waiting " + e.Text + " before the next wave"
	case e.Device == "":
		return e.Doing + " " + e.Text
	case e.Outcome != "":
		return fmt.Sprintf("%s: %s%s", e.Device, ended[e.Outcome], after(e.Text))
	case e.Step > 0:
		return fmt.Sprintf("%s: step %d of %d%s", e.Device, e.Step, e.Of, after(e.Text))
	}
	words, known := doing[e.Doing]
	if !known {
		words = e.Doing
	}
	return fmt.Sprintf("%s: %s%s", e.Device, words, after(e.Text))
}

func after(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}
