package plan

// FormatVersion is the version of the plan file. It grows when a reader of the old form would misread the new one.
const FormatVersion = 1

// Status is what the plan says of a switch.
type Status string

// The statuses. A refused switch was read but must not be changed as asked; a switch not planned could not be read.
const (
	Change     Status = "change"
	Unchanged  Status = "unchanged"
	Refused    Status = "refused"
	NotPlanned Status = "not_planned"
)

// Plan is the plan file. The same inputs give the same bytes: it holds no clock time and no path of the machine.
type Plan struct {
	FormatVersion int    `json:"format_version"`
	WeftVersion   string `json:"weft_version"`
	IntentHash    string `json:"intent_hash"`
	// Commit is the commit of the intent's repository that the plan belongs to. Empty where nobody said.
	Commit  string  `json:"commit,omitempty"`
	Choices Choices `json:"choices"`
	Summary Summary `json:"summary"`
	// Fabric is what the switches are and how they are cabled, as the intent says. Nil where nobody filled it in.
	Fabric *Fabric `json:"fabric,omitempty"`
	// Checks are what the rules of docs/checks say of the whole fabric, before the change and after. Nil where nobody asked them.
	Checks *Checks `json:"checks,omitempty"`
	// Policies are the rules of the house that the plan breaks, or that have it wait for their hours; errors first.
	Policies []Policy `json:"policies,omitempty"`
	Devices  []Device `json:"devices"` // sorted by name, naturally
}

// Policy is a rule of the house on plans, of which there is something to say.
type Policy struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"` // error, warning or info
	Switches []string `json:"switches"` // because of which it has something to say
	Text     string   `json:"text"`
	Hours    *Hours   `json:"hours,omitempty"` // when the plan may be carried out all the same
	Reason   string   `json:"reason"`
	Intent   string   `json:"intent"` // FILE:LINE
}

// Hours are when something may be done. None is never.
type Hours struct {
	When []string `json:"when"` // as the intent has it: "Mon-Fri 20:00-06:00"
	Zone string   `json:"zone"`
}

// Fabric is the picture of a fabric: its switches with their roles, and the cables between them.
type Fabric struct {
	Name     string         `json:"name"`
	Switches []FabricSwitch `json:"switches"` // sorted by name, naturally
	Links    []FabricLink   `json:"links"`
}

// FabricSwitch is one switch of the picture, planned or not.
type FabricSwitch struct {
	Name  string `json:"name"`
	Role  string `json:"role"`
	Hosts int    `json:"hosts"` // ports towards hosts
}

// FabricLink are the cables between two switches.
type FabricLink struct {
	Ends   []string `json:"ends"` // the two switches, the lesser name first
	Cables int      `json:"cables"`
}

// Checks are findings on the fabric before and after the change: what gets worse first, then what stays wrong, then what is mended.
type Checks struct {
	Before   Tally     `json:"before"`
	After    Tally     `json:"after"`
	Findings []Finding `json:"findings"`
	Paths    []Path    `json:"paths"` // only those that break or heal
}

// Tally counts findings by severity.
type Tally struct {
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Infos      int `json:"infos"`
	NotChecked int `json:"not_checked"`
}

// What a change does to a finding or a path.
const (
	Worse  = "worse"  // not there before, or less severe, or on fewer places
	Stays  = "stays"  // the same before and after
	Mended = "mended" // not there after
	Breaks = "breaks" // a lossless path that is none after
	Heals  = "heals"  // a lossless path that was none before
)

// Finding is what a rule says, on all places where it is the same.
type Finding struct {
	Code     string  `json:"code"`
	Title    string  `json:"title"`
	Severity string  `json:"severity"` // error, warning, info, or not checked
	Change   string  `json:"change"`   // worse, stays or mended
	Where    []Place `json:"where"`
	Text     string  `json:"text"`
	Fix      string  `json:"fix,omitempty"`
	Reason   string  `json:"reason,omitempty"` // of the policy that set the severity
	Intent   string  `json:"intent,omitempty"` // FILE:LINE
}

// Place is a switch, or ports of it.
type Place struct {
	Device string   `json:"device"`
	Ports  []string `json:"ports"`
	Far    string   `json:"far,omitempty"` // the other end, where the place is a cable
}

// Path is whether the traffic of a class is lossless from the hosts of some switches to those of others.
type Path struct {
	Class  string   `json:"class"`
	From   []string `json:"from"` // switches
	To     []string `json:"to"`
	Change string   `json:"change"` // breaks or heals
	Hop    Place    `json:"hop"`    // the first that breaks it
	Why    string   `json:"why"`
}

// Choices are what was asked of the plan beside the intent. With them and the intent the same plan can be made again.
type Choices struct {
	TakeOver      bool   `json:"take_over"`
	Destroy       bool   `json:"destroy"`
	Prune         bool   `json:"prune"`
	MaxDisruption string `json:"max_disruption"`
}

// Summary counts switches by status.
type Summary struct {
	Change     int `json:"change"`
	Unchanged  int `json:"unchanged"`
	Refused    int `json:"refused"`
	NotPlanned int `json:"not_planned"`
}

// Device is the plan of one switch.
type Device struct {
	Name     string `json:"name"`
	Vendor   string `json:"vendor"`
	Platform string `json:"platform"`
	Release  string `json:"release"`
	Status   Status `json:"status"`
	// Reason says why a switch is refused or not planned; one line for each reason.
	Reason string `json:"reason,omitempty"`
	// RunningHash is the fingerprint of every line that the proof read.
	RunningHash string `json:"running_hash,omitempty"`
	// Disruption is the worst of the steps.
	Disruption string      `json:"disruption"`
	Deviations []Deviation `json:"deviations"`
	// Today is what is wrong on named ports before the change; worst first. Only of a switch that changes, or was to.
	Today     []Fault     `json:"today"`
	Behaviour []Behaviour `json:"behaviour"`
	// Unnamed is the behaviour that changes on ports the intent does not name.
	Unnamed []Behaviour `json:"unnamed"`
	// Classes is what each queue does before and after, on ports where something of it changes. Only of a switch that changes.
	Classes  []Classes `json:"classes,omitempty"`
	Kept     []Kept    `json:"kept"`
	Warnings []string  `json:"warnings"`
	Unread   []Line    `json:"unread"` // in scope by keyword, not understood, kept
	Steps    []Step    `json:"steps"`
	LineDiff []Diff    `json:"line_diff"`
	// Assumptions are in words what the proofs lean on.
	Assumptions []Assumption `json:"assumptions"`
	Proof       *Proof       `json:"proof,omitempty"`
	Undo        *Undo        `json:"undo,omitempty"`
	// Net says what catches the switch when contact to it is lost in mid-change. Only of a switch that changes.
	Net string `json:"net,omitempty"`
}

// Deviation is what fitting changed, as vendors.Deviation.
type Deviation struct {
	Kind   string   `json:"kind"` // "rounding", "platform default", "impossible"
	Ports  []string `json:"ports"`
	Field  string   `json:"field"`
	Asked  string   `json:"asked"`
	Got    string   `json:"got"`
	Reason string   `json:"reason"`
	Source string   `json:"source"`
	Accept string   `json:"accept,omitempty"`
	Text   string   `json:"text"` // all of it in words
}

// Fault is one thing that is wrong with what a switch does now, in words.
type Fault struct {
	Kind   string   `json:"kind"`  // a code of qos.FaultKinds
	Where  []string `json:"where"` // ports
	Text   string   `json:"text"`
	Weight int      `json:"weight"` // larger is worse
}

// Behaviour is one thing that changes, in words. Worst first.
type Behaviour struct {
	Kind   string   `json:"kind"`
	Where  []string `json:"where"` // ports; empty for the whole switch
	Before string   `json:"before"`
	After  string   `json:"after"`
	Text   string   `json:"text"`
	Weight int      `json:"weight"` // how bad, larger is worse; 0 for an improvement
}

// Classes is what each queue does on ports that are treated alike, before the change and after.
type Classes struct {
	Ports  []string     `json:"ports"`
	Queues []ClassQueue `json:"queues"` // ascending; those that something gets into, or that are paused, before or after
}

// ClassQueue is a class with its queue. Before is left out where nothing of it changes.
type ClassQueue struct {
	Queue  int        `json:"queue"`
	Class  string     `json:"class,omitempty"` // as the intent calls it
	Before *QueueDoes `json:"before,omitempty"`
	After  QueueDoes  `json:"after"`
}

// QueueDoes is what a queue does to packets. What nothing is said of, or is not set, is left out.
type QueueDoes struct {
	Traffic  *Traffic  `json:"traffic,omitempty"`
	Schedule *Schedule `json:"schedule,omitempty"`
	Min      *Rate     `json:"min,omitempty"`
	Max      *Rate     `json:"max,omitempty"`
	ECN      *Curve    `json:"ecn,omitempty"`
	PFC      *Pause    `json:"pfc,omitempty"`
	Buffer   *Buffer   `json:"buffer,omitempty"` // at the ingress
	MTU      *Size     `json:"mtu,omitempty"`    // the largest packet of the class
	PortMTU  *Size     `json:"port_mtu,omitempty"`
}

// How much is known of a figure. One that the device decides is 0 where no source tells it, and one that is unknown always.
const (
	KnownYes    = "yes"
	KnownDevice = "by the device"
	KnownNot    = "unknown"
)

// Told is how much is known of a figure, and why it is not all or where a reader would expect another.
type Told struct {
	Known string `json:"known"` // yes, by the device, or unknown
	Why   string `json:"why,omitempty"`
}

// Traffic is what gets into a queue.
type Traffic struct {
	Told
	DSCP  []int    `json:"dscp"`
	PCP   []int    `json:"pcp"`
	Other bool     `json:"other"` // frames with neither
	Rules []string `json:"rules"` // what code points alone cannot say
}

// Schedule is a queue's place in the scheduler: a rank among the strict ones, the first being 1, or a share.
type Schedule struct {
	Told
	Rank  int `json:"rank"`  // 0 for a queue that shares
	Share int `json:"share"` // thousandths of what strict queues leave
}

// Rate is a rate that a queue is shaped to.
type Rate struct {
	Told
	BitsPerSecond int `json:"bits_per_second"`
}

// Size is the size of a packet.
type Size struct {
	Told
	Bytes int `json:"bytes"`
}

// Curve is when a queue marks: nothing below Min bytes, rising to Probability percent at Max, everything above.
type Curve struct {
	Told
	Does        string `json:"does"` // marks, drops, or nothing
	Min         int    `json:"min"`
	Max         int    `json:"max"`
	Probability int    `json:"probability"`
}

// Pause is whether the queue's priority is paused rather than overrun.
type Pause struct {
	Told
	On         bool   `json:"on"`
	Negotiated bool   `json:"negotiated"` // only if the peer agrees
	Key        string `json:"key"`        // what decides the priority of a packet: class, pcp or dscp
}

// Buffer is what a lossless class has at the ingress, in bytes: what arrives before XOFF, and the headroom for what still
// arrives after it. Alpha is the factor of a dynamic XOFF, "1/8".
type Buffer struct {
	Told
	XOFF     int    `json:"xoff"`
	XON      int    `json:"xon"`
	Headroom int    `json:"headroom"`
	Alpha    string `json:"alpha,omitempty"`
}

// Kept is a foreign object that already does what the intent asks.
type Kept struct {
	Object string   `json:"object"`
	Facet  string   `json:"facet"`
	Ports  []string `json:"ports"`
	Text   string   `json:"text"`
}

// Line is one line of the running configuration.
type Line struct {
	Number int      `json:"line"`
	Path   []string `json:"path"`
	Text   string   `json:"text"`
}

// Step is one thing the device makes live at once. The commands of all steps are the transcript to send.
type Step struct {
	Commands   []string `json:"commands"`
	Disruption string   `json:"disruption"`
	Ports      []string `json:"ports"`
	Seconds    int      `json:"seconds"`
	Text       string   `json:"text"`
}

// Diff is one line more ("+") or less ("-"), in the blocks it stands in.
type Diff struct {
	Op   string   `json:"op"`
	Path []string `json:"path"`
	Text string   `json:"text"`
	Line int      `json:"line,omitempty"` // in the running configuration, for "-"
}

// Proof is the result of replaying steps.
type Proof struct {
	OK          bool     `json:"ok"`
	Failure     string   `json:"failure,omitempty"` // what failed, at which command
	Assumptions []string `json:"assumptions"`       // unconfirmed behaviours it leans on
	// Gaps are the exchanges that leave ports without a protection for one command, "64 ports unclassified for one
	// command each", or inside one step, "64 ports: PFC rebound inside one commit".
	Gaps []string `json:"gaps"`
}

// Assumption is a behaviour that no source confirms and that a proof leans on.
type Assumption struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Assumed  string `json:"assumed"` // the answer under which the patch is complete; it is safe under every other one
	Source   string `json:"source"`
}

// Undo is the way back.
type Undo struct {
	Steps []Step `json:"steps"`
	Proof Proof  `json:"proof"`
}
