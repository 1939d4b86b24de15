package cloudengine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Complete tells whether a running configuration is whole: its last line is `return`, which the switch prints at the end of
// one, and every port has a block, which the switch prints even where it is empty.
func (CloudEngine) Complete(running vendors.Config, ports []string) error {
	tree := treeOf(running)
	text := strings.TrimRight(tree.Source(), " \t\r\n")
	if text == "" {
		return errors.New("the configuration is empty")
	}
	last := strings.TrimSpace(text[1+strings.LastIndexAny(text, "\r\n"):])
	if last != "return" {
		return fmt.Errorf("the configuration is cut off: it ends in %q, and not in `return`", last)
	}
	for _, port := range ports {
		if tree.Find("interface "+port) == nil {
			return fmt.Errorf("%s has no block: the configuration is cut off, or the switch has no such port", port)
		}
	}
	return nil
}

// Hostname is what the switch calls itself.
func (CloudEngine) Hostname(c vendors.Config) string { return conf.Word(c.Bytes(), "sysname") }
