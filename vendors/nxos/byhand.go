package nxos

import (
	"slices"

	"github.com/weft-net/weft/vendors"
)

// ByHand is what a person enters to do steps, and to save.
func (NXOS) ByHand(steps []vendors.Step) []string {
	return slices.Concat([]string{lineConfigure}, vendors.CommandsOf(steps), []string{lineEnd, lineSave})
}
