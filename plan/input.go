package plan

import (
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Input is everything that decides the plan of one switch.
type Input struct {
	Name       string
	Vendor     vendors.Vendor
	Site       vendors.Site
	Fitted     *qos.Switch // named ports only
	Deviations []vendors.Deviation
	Desired    vendors.Config
	// Running is the text that was read, or ReadError says why there is none.
	Running   []byte
	ReadError error
	// Refusal says why the intent cannot be compiled for this switch; nothing else counts then.
	Refusal string
	// Net says what catches the switch when contact to it is lost in mid-change; empty when nobody knows.
	Net string

	Options Options
}

// Options are the user's choices for the whole plan.
type Options struct {
	TakeOver, Destroy, Prune bool
	// MaxDisruption refuses a switch whose patch would disrupt more.
	MaxDisruption vendors.Disruption
	// AllowUnnamed is the reason of a policy that lets ports the intent does not name lose a protection or change a queue.
	AllowUnnamed string
}

// Choices are the options as the plan file has them. What the intent decides of them is not among them.
func (o *Options) Choices() Choices {
	return Choices{TakeOver: o.TakeOver, Destroy: o.Destroy, Prune: o.Prune, MaxDisruption: o.MaxDisruption.String()}
}

// Result is the plan of one switch and what follows from it.
type Result struct {
	Device    Device
	Predicted vendors.Config // the running configuration after the steps; nil unless status is change or unchanged
	// Before is what the switch does now, nil where that could not be read, and After what it will do once the plan is carried out. A
	// switch that is not changed does what it did: After is Before then.
	Before, After *qos.Switch
}
