package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler/check"
)

// certificate is the file that a --certificate flag names.
type certificate struct{ path string }

func (c *certificate) flag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.path, "certificate", "", "write the ranks that prove C05, one buffer a line, to `FILE`")
}

// write writes what proves C05. Without the flag, and of an intent that cannot be read, nothing is written.
func (c *certificate) write(r *check.Report) error {
	if c.path == "" || r == nil {
		return nil
	}
	if err := writeOut(c.path, func(f *os.File) error { return r.Certify(f) }); err != nil {
		return fmt.Errorf("writing the certificate to %s: %w", c.path, err)
	}
	return nil
}
