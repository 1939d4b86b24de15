package lab

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// staging commits a class-map in dual-stage mode.
func staging(c *client) string {
	return c.types("configure dual-stage", "class-map type qos match-any A", "exit", "commit confirmed 60")
}

// TestDualStageReadings ends the session that committed, or confirms in another one, under each reading of what no source confirms.
func TestDualStageReadings(t *testing.T) {
	for _, test := range []struct {
		readings         map[string]int
		ends, confirms   bool
		atOnce, minutely bool // whether the commit is there then, and when its time is over
	}{
		{nil, false, false, true, false},
		{nil, true, false, true, false},
		{nil, false, true, true, true},
		{nil, true, true, true, true},
		{map[string]int{doubtStageTimer: 1}, true, false, true, true},
		{map[string]int{doubtStageTimer: 1}, false, false, true, false},
		{map[string]int{doubtStageTimer: 2}, true, false, false, false},
		{map[string]int{doubtStageConfirm: 1}, false, true, true, false},
		{map[string]int{doubtStageConfirm: 1}, true, true, true, false},
		{map[string]int{doubtStageQoS: 1}, false, false, false, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			sw := switchOf(t, nexus, "", func(c *Config) { c.Readings = test.readings })
			one, two := dial(t, sw), dial(t, sw)
			one.shell(0)
			two.shell(0)
			staging(one)
			if test.ends {
				one.close()
			}
			if test.confirms {
				two.types("configure dual-stage", "commit")
			}
			synctest.Wait()
			if is := hasLine(sw.Running(), "class-map type qos match-any A"); is != test.atOnce {
				t.Errorf("%+v: at once: %v", test, is)
			}
			time.Sleep(61 * time.Second)
			if is := hasLine(sw.Running(), "class-map type qos match-any A"); is != test.minutely {
				t.Errorf("%+v: a minute later: %v", test, is)
			}
			if !test.ends {
				one.close()
			}
			two.close()
			sw.Close()
		})
	}
}

// TestConfirmedCommitOutlivesTheSwitch takes a commit back although the lab was down when its time ran out, and not before.
func TestConfirmedCommitOutlivesTheSwitch(t *testing.T) {
	for _, down := range []time.Duration{10 * time.Second, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			sw := switchOf(t, nexus, dir)
			before := sw.Running()
			c := dial(t, sw)
			c.shell(0)
			staging(c)
			c.close()
			sw.Close()
			time.Sleep(down)

			sw = switchOf(t, nexus, dir)
			synctest.Wait()
			if back := bytes.Equal(sw.Running(), before); back != (down > time.Minute) {
				t.Errorf("after %v it went back: %v", down, back)
			}
			time.Sleep(61 * time.Second)
			if !bytes.Equal(sw.Running(), before) {
				t.Error("it never went back")
			}
			sw.Close()
		})
	}
}

// TestDualStageFaults has things go wrong in dual-stage mode.
func TestDualStageFaults(t *testing.T) {
	const line = "class-map type qos match-any A"
	inLab(t, nexus, func(t *testing.T, sw *Switch, c *client) {
		before := string(sw.Running())
		inject(t, sw, Fault{Name: FaultIgnore})
		if said := staging(c); !strings.Contains(said, "committed by user") || string(sw.Running()) != before {
			t.Errorf("what is ignored was done, or said not to be: %s", said)
		}
		sw.Heal()
		c.types("abort")
		staging(c)
		if !hasLine(sw.Running(), line) {
			t.Error("a healed switch commits nothing")
		}
		if err := sw.Reboot(0); err != nil || string(sw.Running()) != before {
			t.Errorf("it runs something else than was saved: %v", err)
		}
		c.over()
	})
	inLab(t, nexus, func(t *testing.T, sw *Switch, c *client) {
		inject(t, sw, Fault{Name: FaultNoCommit})
		staging(c)
		time.Sleep(time.Hour)
		if !hasLine(sw.Running(), line) {
			t.Error("a timer that was not heeded ran out")
		}
	})
	inLab(t, nexus, func(t *testing.T, sw *Switch, c *client) {
		inject(t, sw, Fault{Name: FaultCandidate})
		if said := c.types("configure dual-stage", "show configuration"); !strings.Contains(said, "SOMEONE_ELSE") {
			t.Errorf("nothing of somebody's is there: %s", said)
		}
	})
	inLab(t, nexus, func(t *testing.T, sw *Switch, c *client) {
		const need = "no lldp tlv-select dcbxp"
		if said := c.types("configure dual-stage", "no feature lldp", "commit", "feature lldp", need, "commit"); !strings.Contains(said, "Failed. err=") || hasLine(sw.Running(), need) {
			t.Errorf("a feature that was not committed is used: %s", said)
		}
		if c.types("abort", "configure dual-stage", "feature lldp", "commit", need, "commit"); !hasLine(sw.Running(), need) {
			t.Errorf("a feature that was committed cannot be used:\n%s", sw.Running())
		}
	})
	old := nexus
	old.release = "10.1(2)"
	inLab(t, old, func(t *testing.T, sw *Switch, c *client) {
		if said := c.types("configure dual-stage"); !strings.Contains(said, "% Invalid command") {
			t.Errorf("release 10.1 has it: %s", said)
		}
	})
}
