package nxos

import (
	"sync"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

func init() { vendors.Register(New()) }

// NXOS is the vendor. It has no state.
type NXOS struct{}

// New returns the vendor.
func New() NXOS { return NXOS{} }

// Name is what the intent calls the vendor.
func (NXOS) Name() string { return "nxos" }

// config is one NX-OS configuration: its tree of lines, and the objects in it, which are looked for once.
type config struct {
	tree     *conf.Tree
	surveyed func() *survey
}

// configOf makes a configuration of a tree.
func configOf(t *conf.Tree) vendors.Config {
	return &config{t, sync.OnceValue(func() *survey { return surveyOf(t) })}
}

// viewOf makes a configuration of a tree that is still being edited.
func viewOf(t *conf.Tree) vendors.Config {
	return &config{t, func() *survey { return surveyOf(t) }}
}

// treeOf is the tree of a configuration that this package made.
func treeOf(c vendors.Config) *conf.Tree { return c.(*config).tree }

// Bytes is the text of the configuration, byte for byte as parsed where nothing changed it.
func (c *config) Bytes() []byte { return c.tree.Bytes() }

// Line is the text of a 1-based line, trimmed; empty when there is none.
func (c *config) Line(n int) string { return c.tree.LineText(n) }
