package main

import (
	"github.com/spf13/cobra"

	"github.com/weft-net/weft/intent"
)

// languageVersion is the version of what `weft schema` prints. It grows when a reader of the old form would misread the new one.
const languageVersion = 1

// language is what `weft schema` prints.
type language struct {
	FormatVersion int                   `json:"format_version"`
	WeftVersion   string                `json:"weft_version"`
	Functions     []string              `json:"functions"`
	Blocks        []*intent.BlockSchema `json:"blocks"` // of the top level
}

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the intent language as a table for programs, in JSON",
		Long: `Prints every block and attribute of the intent language, for editors and generators: from the tables that weft decodes by.

Of each block: its type, what its label says, whether there may be only one ("once"), its attributes and the blocks in it. Of each
attribute: its type in words, its form for programs (bool, number, string, list or any; the values that there are, the units of which
one stands behind a number, the least and the greatest number), the type of the blocks whose names it takes ("refers_to"), whether
it is required, its default, an example, and what it means.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return failed(a.printJSON(language{languageVersion, version, intent.Functions(), intent.Schema().Blocks}))
		},
	}
}
