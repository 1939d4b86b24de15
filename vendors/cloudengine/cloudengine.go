package cloudengine

import (
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

func init() { vendors.Register(New()) }

// CloudEngine is the vendor. It has no state.
type CloudEngine struct{}

// New returns the vendor.
func New() CloudEngine { return CloudEngine{} }

// Name is what the intent calls the vendor.
func (CloudEngine) Name() string { return "cloudengine" }

// config is one CloudEngine configuration: its tree of lines.
type config struct{ tree *conf.Tree }

// configOf makes a configuration of a tree.
func configOf(t *conf.Tree) vendors.Config { return &config{tree: t} }

// treeOf is the tree of a configuration that this package made.
func treeOf(c vendors.Config) *conf.Tree { return c.(*config).tree }

// Bytes is the text of the configuration, byte for byte as parsed where nothing changed it.
func (c *config) Bytes() []byte { return c.tree.Bytes() }

// Line is the text of a 1-based line, trimmed; empty when there is none.
func (c *config) Line(n int) string { return c.tree.LineText(n) }
