package plan

import (
	"errors"
	"fmt"

	"github.com/weft-net/weft/vendors"
)

// ErrStale says that a switch no longer runs what its plan was made from.
var ErrStale = errors.New("the plan is stale")

// Stale compares what a switch runs now with what its plan was made from: nil when every line that the proof read is still
// the same. Lines out of weft's scope do not count.
func Stale(d *Device, v vendors.Vendor, running []byte) error {
	now, diags := v.Parse(running)
	if err := diags.Err(); err != nil {
		return fmt.Errorf("%s: reading the running configuration again: %w", d.Name, err)
	}
	if plainer, can := v.(vendors.Plainer); can {
		p, err := v.Platform(d.Platform, d.Release)
		if err != nil {
			return fmt.Errorf("%s: %w", d.Name, err)
		}
		now = plainer.Plain(now, p)
	}
	if hash := v.Fingerprint(now); hash != d.RunningHash {
		return fmt.Errorf("%s: %w: its configuration changed since the plan was made (%s, now %s)",
			d.Name, ErrStale, d.RunningHash, hash)
	}
	return nil
}
