package operating

import (
	"context"
	"time"
)

// Again does something that can be repeated, until it succeeds, fails in a way that repeating does not help, or the pauses between
// the attempts are used up. busy tells the errors that pass by themselves.
func Again(ctx context.Context, pauses []time.Duration, busy func(error) bool, do func() error) error {
	for {
		err := do()
		if err == nil || !busy(err) || len(pauses) == 0 {
			return err
		}
		if err := Sleep(ctx, pauses[0]); err != nil {
			return err
		}
		pauses = pauses[1:]
	}
}

// Sleep waits; a context that ends first is an error.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
