package nxos

import (
	"errors"
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/conf"
)

// Complete tells whether a running configuration is whole: its header, if it has one, is of a whole configuration, its last
// line is ended, and every port has a block of its own. The switch prints one for each port, even an empty one.
func (NXOS) Complete(running vendors.Config, ports []string) error {
	tree := treeOf(running)
	src := tree.Source()
	if src == "" {
		return errors.New("the configuration is empty")
	}
	if command := printedBy(src); command != "" && !printsAll(command) {
		return fmt.Errorf("the configuration is a part: %q printed it, and %q is needed", command, "show running-config")
	}
	if last := src[len(src)-1]; last != '\n' && last != '\r' {
		return errors.New("the configuration is cut off: its last line has no end")
	}
	for _, port := range ports {
		if tree.Find("interface "+port) == nil {
			return fmt.Errorf("%s has no block: the configuration is cut off, or the switch has no such port", port)
		}
	}
	return nil
}

// printedBy is the command in the header of a configuration, empty when it has none.
func printedBy(src string) string {
	lines := conf.Scan(src)
	for line, ok := lines.Next(); ok; line, ok = lines.Next() {
		line = strings.TrimSpace(line)
		if command, ok := strings.CutPrefix(line, "!Command:"); ok {
			return strings.TrimSpace(command)
		}
		if line != "" && line[0] != '!' {
			break
		}
	}
	return ""
}

// printsAll tells whether a command prints a whole configuration: the running one, with or without defaults, or a checkpoint.
func printsAll(command string) bool {
	switch strings.Join(strings.Fields(command), " ") {
	case "show running-config", "show running-config all":
		return true
	}
	return strings.HasPrefix(command, "Checkpoint ")
}

// Hostname is what the switch calls itself.
func (NXOS) Hostname(c vendors.Config) string { return conf.Word(c.Bytes(), "hostname") }

// CheckRelease compares the release that a running configuration says with that of the platform: another train is a warning.
func (NXOS) CheckRelease(running vendors.Config, p vendors.Platform) (diags vendors.Diagnostics) {
	lines := conf.Scan(treeOf(running).Source())
	for text, ok := lines.Next(); ok; text, ok = lines.Next() {
		rest, is := strings.CutPrefix(text, "version ")
		if words := strings.Fields(rest); is && len(words) > 0 {
			have, err := trainOf(words[0])
			if want, bad := trainOf(p.Release); bad == nil && (err != nil || have.name != want.name) {
				diags.Warnf(lines.Number, "the switch runs %s, and the intent says release %s: correct the release", words[0], p.Release)
			}
			return diags
		}
	}
	return nil
}
