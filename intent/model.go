package intent

import (
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
)

// Opt is an attribute that may be absent. Range is where it was written.
type Opt[T any] struct {
	V     T
	Set   bool
	Range hcl.Range
}

// Intent is a whole decoded and evaluated directory.
type Intent struct {
	Fabric      Fabric
	Classes     []Class // in order of queue, then name
	Profiles    []Profile
	Devices     []Device // for_each expanded, sorted by name in natural order
	Links       []Link
	HostNICs    []HostNIC
	Watchdog    *Watchdog
	VXLAN       *VXLAN
	Policies    []Policy
	Rollout     *Rollout
	Credentials []Credentials

	// Files are the sources by name as shown in diagnostics, for printing them.
	Files map[string]*hcl.File
	// Hash covers every byte that decided the intent: files, variables, files that functions read, and a house's templates.
	Hash string

	// plain are the classes as they are without any override, by port speed; Load fills it in for the speeds in use.
	plain map[string][]EffectiveClass
}

// Fabric is the fabric block.
type Fabric struct {
	Name       string
	Prefix     Opt[string]
	MTU        Opt[qos.Bytes] // largest IP packet
	LatencySLO Opt[time.Duration]
	Routing    Opt[string] // "valley-free" or "shortest-path"
	Templates  Opt[string] // directory, absolute or relative to the intent
	DCBX       Opt[qos.DCBX]
	Range      hcl.Range
}

// Class is a traffic_class block.
type Class struct {
	Name    string
	Default bool
	Settings
	Range hcl.Range
}

// Settings are the attributes that a traffic_class sets and an override may set again. In an override, what is absent keeps
// its value.
type Settings struct {
	DSCP      Opt[[]qos.DSCP]
	PCP       Opt[[]qos.PCP]
	Queue     Opt[qos.Queue]
	Lossless  Opt[bool]
	Strict    Opt[bool]
	Bandwidth Opt[qos.Percent] // of what strict classes leave
	Mark      Opt[qos.DSCP]    // egress DSCP where a port rewrites
	MarkPCP   Opt[qos.PCP]
	Min, Max  Opt[Rate]
	Threshold Opt[Threshold] // XOFF of a lossless class, queue limit of a lossy one
	Headroom  Opt[Headroom]
	// ECN holds the block without a label under "" and the others under their port speed ("400G").
	ECN map[string]ECN
}

// Rate is bits per second, or a percentage of the port's speed.
type Rate struct {
	BitsPerSecond qos.BitsPerSecond
	Percent       qos.Percent // when not 0
}

// Threshold is bytes, or a dynamic factor alpha = Num/Den.
type Threshold struct {
	Bytes              qos.Bytes
	AlphaNum, AlphaDen uint16
}

// Headroom is how much a lossless class may still receive after XOFF: given in bytes, or computed.
type Headroom struct {
	Auto    bool
	Bytes   qos.Bytes
	Packets string // "rdma", "mixed" or "worst": the packet sizes the computation assumes
	// AlphaNum/AlphaDen is the class's dynamic threshold; Pool and Oversubscribe size a shared headroom pool.
	AlphaNum, AlphaDen uint16
	Pool               qos.Bytes
	Oversubscribe      uint16
}

// ECN is one ecn block. What is unset comes from the block without a speed.
type ECN struct {
	Min, Max    Opt[qos.Bytes]
	Probability Opt[qos.Percent]
	NonECT      Opt[qos.NonECT]
	Range       hcl.Range
}

// PortSettings are the attributes that a profile and a ports block share. Precedence: fabric < profile < device < port.
type PortSettings struct {
	Trust    Opt[qos.Trust]
	Mode     Opt[string] // "l2" or "l3"
	Rewrite  Opt[string] // "keep" or "class"
	HostNIC  Opt[string]
	Watchdog Opt[bool]
	MTU      Opt[qos.Bytes]
	DCBX     Opt[qos.DCBX]
	// Overrides by class name.
	Overrides map[string]Override
}

// Override is an override block.
type Override struct {
	Class string
	Settings
	Range hcl.Range
}

// Profile is a profile block.
type Profile struct {
	Name string
	PortSettings
	Range hcl.Range
}

// Device is one switch, after for_each.
type Device struct {
	Name        string
	Vendor      Opt[string]
	Platform    Opt[string]
	Release     Opt[string]
	Address     Opt[string]
	GNMIPort    Opt[int]
	Role        Opt[string]
	Credentials Opt[string]
	Transport   Opt[string] // "auto", "ssh", "gnmi"
	Profiles    Opt[[]string]
	Accept      Opt[[]string]
	VXLAN       *VXLAN // replaces the fabric's
	Adopt       []Adopt
	PortSettings
	Ports []Ports
	Range hcl.Range // of the block header
}

// Adopt is an adopt block: an object that weft is handed by name.
type Adopt struct {
	Object string // "policy-map type qos AI_INPUT_POLICY"
	As     string // the role weft uses it in: "classify"
	Range  hcl.Range
}

// Ports is one ports block: a range of ports in the vendor's naming, not yet expanded.
type Ports struct {
	Names    Opt[[]string] // each a range
	Role     Opt[string]   // "host" or "fabric", or any other word
	Speed    Opt[string]   // "400G", checked
	Cable    Opt[float64]  // metres
	LAG      Opt[string]
	Profiles Opt[[]string]
	PortSettings
	Range hcl.Range
}

// Link is a cable between two ports.
type Link struct {
	Ends  [2]End
	Cable Opt[float64] // metres
	Range hcl.Range
}

// End is one end of a link.
type End struct {
	Device, Port string
	Range        hcl.Range
}

// HostNIC is a host_nic block: what the far end of a host port does.
type HostNIC struct {
	Name     string
	Trust    Opt[qos.Trust]
	PFC      Opt[[]qos.Queue]
	RoCEDSCP Opt[qos.DSCP]
	CNPDSCP  Opt[qos.DSCP]
	MTU      Opt[qos.Bytes]
	Range    hcl.Range
}

// Watchdog is the pfc_watchdog block.
type Watchdog struct {
	Detect, Restore, Poll Opt[time.Duration]
	Action                Opt[qos.WatchdogAction]
	Escalate              Opt[qos.Escalation]
	Range                 hcl.Range
}

// VXLAN is a vxlan block.
type VXLAN struct {
	DSCP     Opt[qos.TunnelDSCP]
	ECN      Opt[qos.TunnelECN]
	Underlay Opt[string] // "ipv4" (50 bytes more) or "ipv6" (70)
	Range    hcl.Range
}

// Policy is a policy block: a check's severity, changed with a reason, or a rule of the house on plans.
type Policy struct {
	Code     string
	Severity Opt[string] // "error", "warning", "info", "off"
	Reason   Opt[string]
	// Limit is of MAX-SWITCHES and TOGETHER: so many switches may change in one plan.
	Limit Opt[int]
	// Switches or Role say whom TOGETHER is about.
	Switches Opt[[]string] // device globs
	Role     Opt[string]
	// MaxDisruption is the worst that HOURS lets a plan do outside of Hours, which are in Zone.
	MaxDisruption Opt[string]
	Hours         Opt[[]Hours]
	Zone          Opt[*time.Location]
	Range         hcl.Range
}

// Rollout is the rollout block. Waves are cumulative percentages or counts, as written.
type Rollout struct {
	Canary        Opt[[]string] // device globs
	Waves         Opt[[]string]
	Soak          Opt[time.Duration]
	Budget        Opt[int] // switches that may fail
	MaxDisruption Opt[string]
	Gates         Opt[[]string]
	Range         hcl.Range
}

// Credentials is a credentials block. It says where a secret is, never what it is, except for a literal, which is warned of.
type Credentials struct {
	Name     string
	Username Opt[string]
	Env      Opt[string]   // environment variable that holds the password
	File     Opt[string]   // file that holds the password
	Command  Opt[[]string] // command that prints the password
	Password Opt[string]   // a literal
	KeyFile  Opt[string]
	SSHAgent Opt[bool]
	JumpHost Opt[string] // "[user@]host[:port]"
	CAFile   Opt[string] // gNMI: certificates that sign the switches'
	CertFile Opt[string] // gNMI: the certificate to log in with, and its key
	CertKey  Opt[string]
	Range    hcl.Range
}
