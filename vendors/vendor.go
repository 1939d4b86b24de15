package vendors

import "github.com/weft-net/weft/qos"

// Vendor knows one configuration language in both directions. Implementations are stateless and safe for concurrent use.
//
// The flow through it, for one switch:
//
//	asked ─Fit► fitted ─Render► desired ─┐
//	                                     ├─Target► target ─Changes► (plan orders) ─Sequence► steps ─Replay► proof
//	backup ─Parse► running ─Read► model ─┘
//
// Target is the whole running configuration as it shall be: weft's ownership rules live there and nowhere else. Changes is
// a plain difference between two whole configurations, so the undo of a patch is Changes with its arguments swapped.
type Vendor interface {
	// Name is what the intent calls the vendor: "nxos".
	Name() string
	// Platform finds the row of a switch model and release train. An unknown one is an error that lists the known ones.
	Platform(model, release string) (Platform, error)
	// Models lists the switch models and families that Platform accepts, sorted.
	Models() []string

	// ExpandPorts turns a port range of the intent into the vendor's full port names, in natural order. speed is in the
	// intent's form ("400G") and may be empty. Names that the vendor writes in several ways come back in one.
	ExpandPorts(p Platform, spec, speed string) ([]string, error)

	// Fit adapts a model to what the platform can do. Each change it makes is a Deviation; what cannot be done at all is
	// an error diagnostic, and the returned model is then not to be rendered. It never invents behaviour silently.
	Fit(asked *qos.Switch, site Site) (fitted *qos.Switch, deviations []Deviation, diags Diagnostics)
	// Render writes the configuration that weft owns on the switch, in the form the switch prints, through templates.
	// Reading it back gives the fitted model exactly.
	Render(fitted *qos.Switch, site Site) (Config, Diagnostics)

	// Parse reads a whole running configuration, or the output of Render, without losing a byte.
	Parse(text []byte) (Config, Diagnostics)
	// Complete tells whether a running configuration is whole, as far as the named ports need it: nil, or what is missing.
	Complete(running Config, ports []string) error
	// Read gives the behaviour of a configuration, whoever wrote it and whatever its names. It shares no code with Render.
	Read(c Config, p Platform) Reading
	// Reread is Read after a change whose effect is known: the result equals Read(c, p), at less cost. It may take over
	// what an earlier Reread returned, which is then not to be used again; what Read returned stays as it is.
	Reread(c Config, p Platform, before Reading, effect Effect) Reading

	// Target applies the rules of ownership: the running configuration with weft's own objects as desired, attachments
	// of the named ports set or kept facet by facet, left ports cleaned, and every other line as it was.
	Target(running, desired Config, site Site, scope Scope) (target Config, kept []Kept, diags Diagnostics)
	// InScope tells whether weft may make this difference to a configuration. It is written apart from Target: it judges it.
	InScope(d Delta, site Site, scope Scope) bool

	// Changes is the semantic difference between two whole configurations that both came from one running
	// configuration: canonical values, sets as sets, order where order counts. No difference gives none.
	Changes(from, to Config, site Site) []Change
	// Sequence turns ordered changes into what is sent: views entered and left, commits, stages.
	Sequence(from Config, ordered []Change, site Site) []Step
	// Replay starts a model of the device that runs c. readings chooses, by assumption id, another reading than the
	// assumed one (0). It knows the vendor's manual only, nothing of Render, Read, Target or Changes.
	Replay(c Config, p Platform, readings map[string]int) Device
	// Assumptions are the unconfirmed behaviours that Replay has more than one reading for, and those that Read leans on.
	Assumptions() []Assumption
	// Exchanges are the replacements for which the vendor documents no in-place form.
	Exchanges() []Exchange

	// Deltas is the difference of two configurations line by line: what a person reads, and what the scope check and the
	// undo check judge. Two configurations of equal lines, order included where order counts, have none.
	Deltas(from, to Config) []Delta
	// Fingerprint covers the canonical form of every line that weft reads, of weft's and of others, and no other line.
	Fingerprint(c Config) string
}

// Config is one configuration in one vendor's language. Only its vendor looks inside. It is immutable.
type Config interface {
	// Bytes is the text, byte for byte as parsed where nothing changed it.
	Bytes() []byte
	// Line is the text of a 1-based line, trimmed; empty when there is none.
	Line(n int) string
}

// Device is a model of a switch while a patch runs on it. It is used by one goroutine.
type Device interface {
	// Do runs one step. An error is the device's refusal: what it refused changed nothing, and the message says why. The
	// effect says whose behaviour may have changed.
	Do(Step) (Effect, error)
	// Config is the configuration now. It is a view: the next Do may change it.
	Config() Config
	// Leaned lists the assumptions that what was done so far depended on, sorted.
	Leaned() []string
}

// Reading is what Read found.
type Reading struct {
	Switch *qos.Switch
	// Unread are lines that are in scope by keyword and not understood, in order.
	Unread []Line
	// Foreign counts the lines out of scope. Every line is in scope and understood, in Unread, or counted here.
	Foreign int
	// Assumed lists the assumptions that the reading leans on, by id ("nxos.kbyte"), sorted.
	Assumed []string
	// Index is the vendor's own working state for Reread; nobody else looks inside.
	Index any
}

// Line is one line of a configuration with the blocks it stands in.
type Line struct {
	Number int      // 1-based; 0 for a line no file holds
	Path   []string // headers of the blocks around it, outermost first
	Text   string
}

// Delta is one line more (+) or less (-).
type Delta struct {
	Op byte // '+' or '-'
	Line
}

// Effect says whose behaviour a step may have changed.
type Effect struct {
	All   bool     // every port, or the switch as a whole
	Ports []string // these ports, when All is false
}

// Site is what a vendor needs to know about a switch beside its QoS.
type Site struct {
	Device   string
	Platform Platform
	Prefix   string // of every object weft creates: 1 to 8 letters and digits
	Ports    []SitePort
	Accept   map[string]bool   // ids of unconfirmed lines that the intent allows
	Adopt    map[string]string // role ("classify") → the vendor's full name of the adopted object ("policy-map type qos X")
	VXLAN    bool
	Headroom []HeadroomAsk // of lossless classes, for what a switch has only once
	// Templates lays a directory of a house's own templates over the embedded ones; empty for none.
	Templates string
}

// HeadroomAsk is what the intent asks of the headroom of a class beside its size: of a pool that ports share, and of the packets that a
// switch works headroom out for. What is empty is not asked.
type HeadroomAsk struct {
	Class         string
	Ports         []string
	Pool          qos.Bytes
	Oversubscribe uint16 // how many times the pool may be promised
	Packets       string // "rdma" or "mixed"
}

// Bundles are the bundles that named ports are in, each with the first named port in it.
func (s *Site) Bundles() map[string]*SitePort {
	bundles := map[string]*SitePort{}
	for i := range s.Ports {
		if p := &s.Ports[i]; p.LAG != "" && bundles[p.LAG] == nil {
			bundles[p.LAG] = p
		}
	}
	return bundles
}

// SitePort is a port that the intent names.
type SitePort struct {
	Name        string
	SpeedBps    qos.BitsPerSecond
	CableMetres float64
	LAG         string // the bundle it is a member of, or empty
	Routed      bool   // mode = "l3"
	Role        string
	Pause       bool // 802.3x pause is configured; of a running configuration only
}

// Scope is what weft is told to do with the running configuration.
type Scope struct {
	// Keep are the facets of each named port whose present behaviour is already the fitted one. A foreign object bound
	// there stays bound. Facets of the switch as a whole are under the key "".
	Keep     map[string]qos.FacetSet
	TakeOver bool // move to weft's names too what could be kept: Keep has only facets that no object decides
	Destroy  bool // remove everything weft owns
	Reload   bool // a reload of the switch is allowed
	Prune    bool // remove foreign QoS objects that nothing references
	// Parts are what rows for several ports say of those that the intent does not name, by path and text: where such a row is divided,
	// they get that in rows of their own. A Widener finds them.
	Parts map[string]bool
	// SwitchOver says that facets which could be kept go along with the rest, and what the switch as a whole has with them: a
	// Widener found that they cannot stay beside it.
	SwitchOver bool
}

// Kept is a foreign object or line that already does what the intent asks.
type Kept struct {
	Object string // "policy-map type queuing QOS_EGRESS_PORT"
	Facet  qos.Facet
	Ports  []string // where it is bound; empty for the whole switch
}

// Quality says how good a platform number is. Advertised and assumed numbers may refuse, never certify.
type Quality uint8

// The qualities.
const (
	Stated Quality = iota
	Advertised
	Assumed
)

// Platform is one row of a vendor's table, for one release train.
type Platform struct {
	Vendor, Model, Release, Family string
	Queues                         int          // per port
	SwitchWide                     qos.FacetSet // facets that exist once for the whole switch: a per-port difference is refused
	MaxPacket                      qos.Bytes    // largest IP packet a port can be set to
	Cell                           qos.Bytes    // unit of buffer memory; 0 when no source tells it
	CellQuality                    Quality      // what that number is worth
	Row                            any          // the vendor's own row
	// Unsaid is what the row does not know, for messages: "buffer size".
	Unsaid  []string
	Memory  Memory
	Silicon Silicon
	Limits  Limits
}

// Silicon is what the headroom formula needs to know of a platform's ASIC beside its cell. The zero Silicon is the safe choice where no
// source says more.
type Silicon struct {
	FineCells bool    // small packets take up cells as a fraction, which the maker's tables do not round up
	Tile      bool    // packets take an extra hop between chiplets
	PeerBytes float64 // what a peer sends before it obeys, at every speed; 0 for the pause quanta of IEEE 802.3
	Quanta800 int     // the pause quanta at 800G, where the maker has others than 1810
	// BareMTU tells that the maker counts the MTU of a port as it is configured as its largest frame, without what Ethernet adds.
	BareMTU bool
}

// Memory is what a platform row says of its packet buffer.
type Memory struct {
	Size   Amount // all that queues can have
	Shared Amount // of it, what lossless queues share beside their headroom, at most
	Pool   Amount // of it, what all lossless queues take their headroom from; not known where each has its own
	Parts  int    // parts into which the memory and the ports are divided; 0 where no source says
}

// Amount is a number of bytes with what it is worth. The zero Amount is not known.
type Amount struct {
	Bytes   qos.Bytes
	Quality Quality
	Source  string
}

// Known tells whether any source gives the amount.
func (a Amount) Known() bool { return a.Source != "" }

// DeviationKind says why a fitted value differs from what was asked.
type DeviationKind uint8

// The kinds. An impossible value is an error.
const (
	Rounding DeviationKind = iota
	ByPlatform
	Impossible
)

// String is the kind as the plan file writes it.
func (k DeviationKind) String() string {
	return [...]string{"rounding", "platform default", "impossible"}[k]
}

// Deviation is one change that fitting made.
type Deviation struct {
	Kind   DeviationKind
	Ports  []string // empty for the whole switch
	Field  string   // "traffic_class roce: ecn max"
	Asked  string
	Got    string
	Reason string
	Source string // where the rule is stated
	Accept string // the accept id that would allow the unconfirmed line, if there is one
}

// Exchange is a replacement that has to be a detach and an attach, one right after the other.
type Exchange struct {
	ID     string
	What   string
	Source string
}
