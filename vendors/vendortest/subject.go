package vendortest

import (
	"testing"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
	"pgregory.net/rapid"
)

// Subject is a vendor under test, with what the suite cannot know about its language.
type Subject struct {
	Vendor   vendors.Vendor
	Switches []Switch
	// Disguise rewrites a configuration into one that an operator might have written for the same behaviour: other order,
	// spelling, printed defaults. It must keep the names of objects.
	Disguise func(t *rapid.T, config []byte) []byte
	// Rename gives every object that weft named another name, as if an operator had chosen it.
	Rename func(config []byte, prefix string) []byte
	// Mutations are the small faults to plant in a rendered configuration, one at a time.
	Mutations func(config []byte) []Mutation
	// Blind gives the reason why a mutation of a configuration that reads as sw changes no behaviour, or "".
	Blind func(m Mutation, sw *qos.Switch) string
	// Impossible tells whether a refusal is one that the platform's limits force on some pairs of intents: no way between
	// them keeps every protection. It may be nil.
	Impossible func(reason string) bool
	// Separator is a line that only stands between blocks and comes and goes with them; empty where there is none.
	Separator string
	// Lines are the lines of a configuration as differences tell them, where those are not the lines of its text; else nil.
	Lines func(config []byte) []string
	// Unprinted are the facets that a rendered configuration has and its text has not, since only a plan may set them.
	Unprinted qos.FacetSet
	// Cut is a string after whose last occurrence a running configuration may be cut and still be complete.
	Cut string
}

// Switch is one kind of switch to run the laws on.
type Switch struct {
	Name           string
	Model, Release string
	Ports          []vendors.SitePort
	// Blank is the running configuration of such a switch with nothing configured but what has nothing to do with QoS.
	Blank []byte
	// MTUs are packet sizes that every one of the ports can be set to.
	MTUs []qos.Bytes
	// Lossy switches have no PFC: nothing is asked to be lossless.
	Lossy bool
	// NoStart tells that the release may refuse what is sent to a switch of which nothing else is known.
	NoStart bool
	// Secrets are strings in Blank that no output may hold.
	Secrets []string
}

// Mutation is one fault planted in a configuration.
type Mutation struct {
	Text   []byte // the whole configuration with the fault
	Line   string // the line it hit, with the headers it stands under
	Change string // what was done to it, in words
}

// Run runs every law on every switch of the subject.
func Run(t *testing.T, s Subject) {
	for _, sw := range s.Switches {
		b := newBench(t, s, sw)
		t.Run(sw.Name, func(t *testing.T) {
			t.Run("Converges", b.converges)
			t.Run("MeansWhatItSays", b.meansWhatItSays)
			t.Run("PatchIsProved", b.patchIsProved)
			t.Run("Starts", b.starts)
			t.Run("StaysInScope", b.staysInScope)
			t.Run("Leaves", b.leaves)
			t.Run("Deterministic", b.deterministic)
			t.Run("KeepsSecrets", b.keepsSecrets)
			t.Run("NeverGuesses", b.neverGuesses)
			t.Run("NoticesMutations", b.noticesMutations)
		})
	}
}
