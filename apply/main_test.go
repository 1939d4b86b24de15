package apply

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

var (
	schedules = flag.Int("schedules", 1500, "random schedules of faults")
	seed      = flag.Uint64("seed", 1, "of the first random schedule")
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
