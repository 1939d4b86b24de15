package vendors

// Disruption is what a step does to traffic, ascending.
type Disruption uint8

// The disruptions. Loss is a moment without a protection or with packet loss on a port; recarve re-divides the switch's
// buffers; flap takes a link down and up; reload restarts the switch.
const (
	None Disruption = iota
	Loss
	Recarve
	Flap
	Reload
)

var disruptionNames = [...]string{"none", "loss", "recarve", "flap", "reload"}

// String is the name in plans and flags.
func (d Disruption) String() string { return disruptionNames[d] }

// ParseDisruption reads the name that String writes.
func ParseDisruption(s string) (Disruption, bool) {
	for i, name := range disruptionNames {
		if name == s {
			return Disruption(i), true
		}
	}
	return 0, false
}

// Change is one edit of a configuration. plan orders changes by the names they touch and never looks into Body.
//
// A change comes after every change that defines a name it uses, and a change that removes a name comes after every change
// that frees it. Among changes that no name orders, lower Rank goes first, then Key in natural order.
type Change struct {
	Key     string // unique in its list and the same on every run
	Rank    int
	Defines []string // names that exist after it and did not before
	Uses    []string // names that must exist when it runs
	Frees   []string // names it stops using
	Removes []string // names that no longer exist after it
	Ports   []string // ports it is about; empty for the switch
	Text    string   // in words: "bind policy-map type qos WEFT-classify on Ethernet1/1"
	Body    any      // the vendor's own
}

// Step is what the device makes live at once: one command on NX-OS, one commit on CloudEngine, one patch on SONiC. The
// commands of all steps, one after the other, are the exact transcript: a command that only enters or leaves a view stands
// in the step of the live command beside it.
type Step struct {
	Commands   []string
	Disruption Disruption
	Ports      []string // ports disturbed; empty with a disruption means the whole switch
	Seconds    int      // forecast of how long the disturbance lasts; 0 when no source says
	Text       string
	// Exchange names the row of the exchange table when this step detaches what the very next step attaches again: the
	// one gap in protection that the proof allows.
	Exchange string
	// Within says in words what the step takes off and puts on again, where its commands become live together and no gap is
	// seen between them: "64 ports: PFC rebound inside one commit".
	Within string
}

// MoreDisruptive returns the worse of two disruptions.
func MoreDisruptive(a, b Disruption) Disruption { return max(a, b) }
