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

// CheckRelease compares the release in the header of a running configuration (5.1) with that of the platform. Which train it is
// decides how lines are spelled: another one is an error, and another release of the same train a warning.
func (CloudEngine) CheckRelease(running vendors.Config, p vendors.Platform) (diags vendors.Diagnostics) {
	text, line := releaseOf(treeOf(running).Source())
	want, err := parseRelease(p.Release)
	if text == "" || err != nil || strings.HasPrefix(text, want.text) || strings.HasPrefix(want.text, text) {
		return nil
	}
	switch is, err := parseRelease(text); {
	case err != nil || is.train != want.train:
		diags.Errorf(line, "the switch runs %s, and the intent says release %s: lines are spelled otherwise there; correct the release or take the right file", text, want.text)
	default:
		diags.Warnf(line, "the switch runs %s, and the intent says release %s: correct the release", text, want.text)
	}
	return diags
}

// releaseOf is the release in the header of a configuration, and its line: !Software Version V300R023C00SPC500, or [V200R009C00SPC500]
// of old switches. It is empty where there is none.
func releaseOf(src string) (text string, line int) {
	lines := conf.Scan(src)
	for text, ok := lines.Next(); ok; text, ok = lines.Next() {
		text = strings.TrimSpace(text)
		if version, is := strings.CutPrefix(text, "!Software Version "); is {
			return strings.ToUpper(strings.TrimSpace(version)), lines.Number
		}
		if version, is := strings.CutPrefix(text, "["); is && strings.HasSuffix(version, "]") {
			return strings.ToUpper(strings.TrimSuffix(version, "]")), lines.Number
		}
		if text != "" && text[0] != '!' {
			break
		}
	}
	return "", 0
}
