package sonic

import "github.com/weft-net/weft/vendors"

func init() { vendors.Register(New()) }

// SONiC is the vendor. It has no state.
type SONiC struct{}

// New returns the vendor.
func New() SONiC { return SONiC{} }

// Name is what the intent calls the vendor.
func (SONiC) Name() string { return "sonic" }

// Extension is what the names of files with a CONFIG_DB end in.
func (SONiC) Extension() string { return ".json" }

// config is one CONFIG_DB.
type config struct {
	doc *document
	// shown is what of it is printed, where that is not all: Render sets fields of rows that are valid only with others.
	shown *document
}

// configOf makes a configuration of a document.
func configOf(d *document) vendors.Config { return &config{doc: d} }

// docOf is the document of a configuration that this package made.
func docOf(c vendors.Config) *document { return c.(*config).doc }

// Bytes is the JSON text, byte for byte as parsed where nothing changed it.
func (c *config) Bytes() []byte {
	if c.shown != nil {
		return []byte(c.shown.print())
	}
	return []byte(c.doc.print())
}

// Line is the text of a 1-based line of what was parsed, trimmed. It is empty where weft reads nothing of the line, or where
// the line holds more than weft reads: a document on one line holds passwords too.
func (c *config) Line(n int) string { return c.doc.lineText(n) }
