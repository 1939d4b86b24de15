package vendors

import "fmt"

// What a deviation says where nothing was asked, and where no number can be told of what the switch does.
const (
	Nothing  = "nothing"
	ByItself = "what the switch does by itself"
)

// Text says what differs from what was asked: "pfc_watchdog: detect 200ms is not set: the switch decides by itself".
func (d Deviation) Text() string {
	switch {
	case d.Kind == Impossible:
		return d.Field + " " + d.Asked + " is not possible"
	case d.Asked == Nothing:
		return d.Field + " is " + d.Got + " although nothing is asked"
	case d.Kind == Rounding:
		return d.Field + " " + d.Asked + " becomes " + d.Got
	case d.Got == ByItself:
		return d.Field + " " + d.Asked + " is not set: the switch decides by itself"
	}
	return d.Field + ": " + d.Got + " instead of " + d.Asked
}

// Sentence is Text with the reason, its source, and the id that would allow the unconfirmed line.
func (d Deviation) Sentence() string {
	why := d.Reason
	if d.Source != "" {
		why += "; " + d.Source
	}
	text := d.Text() + " (" + why + ")"
	if d.Accept != "" {
		text += fmt.Sprintf("; accept %q allows the unconfirmed line", d.Accept)
	}
	return text
}
