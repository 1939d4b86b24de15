package cloudengine

import (
	"slices"

	"github.com/weft-net/weft/vendors"
)

// ByHand is what a person enters to do steps, each of which is a commit, and to save.
func (CloudEngine) ByHand(steps []vendors.Step) []string {
	lines := []string{lineEnter}
	for i := range steps {
		lines = append(slices.Concat(lines, steps[i].Commands), "commit")
	}
	return append(lines, lineLeave, lineSave)
}
