package apply

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/weft-net/weft/plan"
)

// ErrApplied says that a saved plan was carried out before. It is of no more use: what it was made for has happened, and where that was
// taken back somebody had a reason.
var ErrApplied = errors.New("the plan was applied already")

// Digest is what a saved plan is known by: the hash of its bytes.
func Digest(file []byte) string {
	sum := sha256.Sum256(file)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// notApplied refuses a saved plan by which an earlier run changed one of the same switches.
func (r *run) notApplied(p *plan.Plan) error {
	if r.options.PlanFile == "" {
		return nil
	}
	names, _ := planned(p)
	for i := range r.earlier {
		e := &r.earlier[i]
		if e.PlanFile != r.options.PlanFile {
			continue
		}
		for _, s := range e.Switches {
			if s.Outcome == New && slices.Contains(names, s.Name) {
				return fmt.Errorf("%w: run %s of %s changed %s by it; plan again", ErrApplied, e.ID, e.Start.UTC().Format("2006-01-02 15:04:05 UTC"), s.Name)
			}
		}
	}
	return nil
}
