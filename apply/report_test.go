package apply

import "testing"

// TestExitCode wants the exit code to tell what the switches became.
func TestExitCode(t *testing.T) {
	const full = "no space left on device"
	for _, c := range []struct {
		report Report
		code   int
	}{
		{Report{Switches: []SwitchReport{{Outcome: New}}}, 0},
		{Report{Switches: []SwitchReport{{Outcome: New}}, Stopped: full}, 0}, // it came when all was done
		{Report{Switches: []SwitchReport{{Outcome: New}, {Outcome: Untouched}}, Stopped: full}, 3},
		{Report{Switches: []SwitchReport{{Outcome: New}, {Outcome: Old, Failed: true}}}, 3},
		{Report{Switches: []SwitchReport{{Outcome: New}, {Outcome: Between}}}, 3},
		{Report{Switches: []SwitchReport{{Outcome: New}, {Outcome: Refused}}}, 6},
		{Report{Switches: []SwitchReport{{Outcome: New}, {Outcome: Unreachable}}}, 6},
		{Report{Switches: []SwitchReport{{Outcome: New}, {Outcome: Unreachable, Failed: true}}}, 3},
		{Report{Switches: []SwitchReport{{Outcome: Old}}, Interrupted: true}, 130},
	} {
		if code := c.report.ExitCode(); code != c.code {
			t.Errorf("exit code %d, want %d: %+v", code, c.code, c.report)
		}
	}
}
