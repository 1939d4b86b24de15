package lab

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"
)

// inLab runs a test with a switch and a session on it, in virtual time.
func inLab(t *testing.T, m model, do func(t *testing.T, sw *Switch, c *client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		sw := switchOf(t, m, "")
		c := dial(t, sw)
		c.shell(0)
		c.types("terminal length 0", "screen-length 0 temporary")
		do(t, sw, c)
		c.close()
		if err := sw.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

func inject(t *testing.T, sw *Switch, f Fault) {
	t.Helper()
	if err := sw.Inject(f); err != nil {
		t.Fatal(err)
	}
}

// TestFaultsAtCommands injects each fault at the second command and looks at what became of it.
func TestFaultsAtCommands(t *testing.T) {
	const line = "class-map type qos match-any NEW"
	for _, test := range []struct {
		fault Fault
		says  string // a part of the answer; empty for anything
		over  bool   // the session has ended
		done  bool   // the command was done
	}{
		{Fault{Name: FaultDrop, After: 1}, "", true, false},
		{Fault{Name: FaultCut, After: 1}, "", true, true},
		{Fault{Name: FaultRefuse, After: 1}, "ERROR:", false, false},
		{Fault{Name: FaultIgnore, After: 1}, "leaf1(config-cmap-qos)# ", false, false},
		{Fault{Name: FaultReboot, After: 1}, "", true, false},
		{Fault{Name: FaultGarbage, After: 1}, "\xff\xfe", false, true},
		{Fault{Name: FaultSyslog, After: 1}, "%SYSTEM-6-INFO", false, true},
		{Fault{Name: FaultPrompt, After: 1}, "leaf1-1(config-cmap-qos)# ", false, true},
		{Fault{Name: FaultForeign, After: 1}, "", false, true},
		{Fault{Name: FaultDrop, Match: "class-map"}, "", true, false},
		{Fault{Name: FaultRefuse, Match: "policy-map"}, "", false, true},
	} {
		t.Run(test.fault.Name+test.fault.Match, func(t *testing.T) {
			inLab(t, nexus, func(t *testing.T, sw *Switch, c *client) {
				inject(t, sw, test.fault)
				c.types("configure terminal")
				said := c.types(line)
				if !strings.Contains(said, test.says) {
					t.Errorf("said %q, not %q", said, test.says)
				}
				if c.over() != test.over {
					t.Errorf("session ended: %v", c.over())
				}
				if done := hasLine(sw.Running(), line); done != test.done {
					t.Errorf("command done: %v", done)
				}
				foreign := hasLine(sw.Running(), "class-map type qos match-any SOMEONE_ELSE")
				if foreign != (test.fault.Name == FaultForeign) {
					t.Errorf("another operator changed it: %v", foreign)
				}
			})
		})
	}
}

func TestFaultHangEndsWithTheClient(t *testing.T) {
	inLab(t, nexus, func(t *testing.T, sw *Switch, c *client) {
		inject(t, sw, Fault{Name: FaultHang, Match: "show"})
		c.types("show version")
		time.Sleep(time.Hour)
		if said := c.types("show clock"); strings.Contains(said, "leaf1#") || c.over() {
			t.Errorf("answered %q", said)
		}
	})
}

func TestFaultsThatTakeTime(t *testing.T) {
	for name, wait := range map[string]time.Duration{FaultSlow: 200 * time.Millisecond, FaultSilence: 30 * time.Second} {
		inLab(t, nexus, func(t *testing.T, sw *Switch, c *client) {
			inject(t, sw, Fault{Name: name})
			if said := c.types("show hostname"); strings.Contains(said, "#") {
				t.Errorf("%s: answered at once: %q", name, said)
			}
			time.Sleep(wait - time.Millisecond)
			if said := c.take(); said != "" {
				t.Errorf("%s: answered too soon: %q", name, said)
			}
			time.Sleep(2 * time.Millisecond)
			if said := c.take(); said != "leaf1\r\nleaf1# " {
				t.Errorf("%s: then said %q", name, said)
			}
		})
	}
}

func TestSlowEcho(t *testing.T) {
	inLab(t, nexus, func(t *testing.T, sw *Switch, c *client) {
		inject(t, sw, Fault{Name: FaultEcho, Wait: time.Second})
		if said := c.types("show hostname"); said != "" {
			t.Errorf("echoed %q at once", said)
		}
		time.Sleep(4*time.Second + time.Millisecond)
		if said := c.take(); said != "show" {
			t.Errorf("after 4 s echoed %q", said)
		}
		time.Sleep(time.Minute)
		if said := c.take(); said != " hostname\r\nleaf1\r\nleaf1# " {
			t.Errorf("then %q", said)
		}
	})
}

// TestIgnoredCommandsKeepTheirViews has all commands answered and none done, and then done again.
func TestIgnoredCommandsKeepTheirViews(t *testing.T) {
	inLab(t, nexus, func(t *testing.T, sw *Switch, c *client) {
		before := string(sw.Running())
		inject(t, sw, Fault{Name: FaultIgnore})
		said := c.types("configure terminal", "policy-map type qos P", "class STORAGE", "set qos-group 3", "end",
			"copy running-config startup-config", "checkpoint file bootflash:x", "rollback running-config file bootflash:x", "dir bootflash:")
		if !strings.Contains(said, "leaf1(config-pmap-c-qos)# ") || !strings.Contains(said, "Copy complete.") {
			t.Errorf("said %s", said)
		}
		if string(sw.Running()) != before {
			t.Error("the configuration changed")
		}
		sw.Heal()
		c.types("configure terminal", "policy-map type qos P")
		if !hasLine(sw.Running(), "policy-map type qos P") {
			t.Error("a healed switch does nothing")
		}
	})
	inLab(t, engine, func(t *testing.T, sw *Switch, c *client) {
		before := string(sw.Running())
		inject(t, sw, Fault{Name: FaultIgnore})
		said := c.types("system-view", "dcb pfc other", "quit", "commit trial 60 persist weft-0123456789", "display configuration trial status", "return", "save", "y")
		if strings.Contains(said, "Error") || !strings.Contains(said, "INACTIVE") {
			t.Errorf("said %s", said)
		}
		if string(sw.Running()) != before || string(sw.Saved()) != before {
			t.Error("the configuration changed")
		}
		sw.Heal()
		inject(t, sw, Fault{Name: FaultIgnore, Match: "pfc"})
		c.types("system-view", "dcb pfc other", "quit", "drop-profile done", "commit")
		if hasLine(sw.Running(), "dcb pfc other") || !hasLine(sw.Running(), "drop-profile done") {
			t.Error("what was ignored is done, or what was not is not")
		}
	})
}

func TestFaultsOfLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sw := switchOf(t, nexus, "")
		key := sw.HostKey()
		inject(t, sw, Fault{Name: FaultPassword})
		if _, err := login(t, sw, ssh.Password(secret)); err == nil {
			t.Error("let in with a password that is no longer right")
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("the secret is in %v", err)
		}
		sw.Heal()
		inject(t, sw, Fault{Name: FaultHostKey})
		if string(sw.HostKey().Marshal()) == string(key.Marshal()) {
			t.Error("the host key is the same")
		}
		if err := sw.Reboot(10 * time.Second); err != nil {
			t.Fatal(err)
		}
		if _, err := login(t, sw, ssh.Password(secret)); err == nil {
			t.Error("let in while it restarts")
		}
		time.Sleep(11 * time.Second)
		c, err := login(t, sw, ssh.Password(secret))
		if err != nil {
			t.Fatal(err)
		}
		c.close()
		sw.Close()
	})
}

func TestParseFault(t *testing.T) {
	device, f, err := ParseFault("leaf1=refuse:3")
	if device != "leaf1" || f.Name != FaultRefuse || f.After != 2 || err != nil {
		t.Errorf("%s %+v %v", device, f, err)
	}
	for _, bad := range []string{"", "leaf1", "=drop", "leaf1=nothing", "leaf1=drop:0", "leaf1=drop:x"} {
		if _, _, err := ParseFault(bad); err == nil {
			t.Errorf("%q is a fault", bad)
		}
	}
}

// TestEveryFaultIsTaken injects each fault of the list at both kinds of switches: what the kind does not have is an error, and no other is.
func TestEveryFaultIsTaken(t *testing.T) {
	lacks := map[string]string{
		FaultTrial: "nxos", FaultCheckpoint: "cloudengine", FaultCheckpoints: "cloudengine", FaultUnit: "nxos cloudengine",
	}
	for _, m := range []model{nexus, engine} {
		for _, name := range Faults() {
			synctest.Test(t, func(t *testing.T) {
				sw := switchOf(t, m, "")
				err := sw.Inject(Fault{Name: name})
				if refused := err != nil; refused != strings.Contains(lacks[name], m.vendor) {
					t.Errorf("%s at %s: %v", name, m.vendor, err)
				}
				sw.Close()
			})
		}
	}
}

// TestReadingsComeFromTheSeed draws the same readings from the same seed, and the assumed ones from none.
func TestReadingsComeFromTheSeed(t *testing.T) {
	with := func(seed uint64) map[string]int {
		return switchOf(t, nexus, "", func(c *Config) { c.Seed = seed }).readings
	}
	if len(with(0)) != 0 {
		t.Errorf("readings without a seed: %v", with(0))
	}
	same, other := 0, 0
	one, again, two := with(1), with(1), with(2)
	for id, r := range one {
		if again[id] == r {
			same++
		}
		if two[id] != r {
			other++
		}
	}
	if same != len(one) || other == 0 || same == 0 {
		t.Errorf("%d readings, %d again, %d otherwise with another seed", len(one), same, other)
	}
}
