package lab

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"
)

// TestStateOutlivesTheSwitch stops a switch and starts it again from its directory.
func TestStateOutlivesTheSwitch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		sw := switchOf(t, nexus, dir)
		c := dial(t, sw)
		c.shell(0)
		c.types("configure terminal", "class-map type qos match-any SAVED", "end", "copy running-config startup-config",
			"configure terminal", "class-map type qos match-any RUNNING", "end", "checkpoint one", "checkpoint file bootflash:weft-0123456789")
		running, saved, key := sw.Running(), sw.Saved(), sw.HostKey()
		c.close()
		if err := sw.Close(); err != nil {
			t.Fatal(err)
		}

		sw = switchOf(t, nexus, dir)
		if !bytes.Equal(sw.Running(), running) || !bytes.Equal(sw.Saved(), saved) || bytes.Equal(running, saved) {
			t.Error("the configurations are others")
		}
		if !bytes.Equal(sw.HostKey().Marshal(), key.Marshal()) {
			t.Error("the host key is another one")
		}
		c = dial(t, sw)
		c.shell(0)
		if said := c.types("show checkpoint summary", "dir bootflash:"); !strings.Contains(said, "1) one:") || !strings.Contains(said, "weft-0123456789") {
			t.Errorf("files and checkpoints are gone: %s", said)
		}
		if err := sw.Reboot(0); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(sw.Running(), saved) || !c.over() {
			t.Error("it does not run what was saved")
		}
		c.close()
		sw.Close()
	})
}

// TestTrialOutlivesTheSwitch takes a trial back although the lab was down when its time ran out, and not before.
func TestTrialOutlivesTheSwitch(t *testing.T) {
	for down, is := range map[time.Duration]string{10 * time.Second: "ACTIVE", time.Hour: "INACTIVE"} {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			sw := switchOf(t, engine, dir)
			before := sw.Running()
			c := dial(t, sw)
			c.shell(0)
			c.types("system-view", "dcb pfc other", "commit trial 60 persist weft-0123456789")
			c.close()
			sw.Close()
			time.Sleep(down)

			sw = switchOf(t, engine, dir)
			c = dial(t, sw)
			c.shell(0)
			if said := c.types("display configuration trial status"); !strings.Contains(said, "Trial status: "+is) {
				t.Errorf("after %v: %s", down, said)
			}
			if back := bytes.Equal(sw.Running(), before); back != (is == "INACTIVE") {
				t.Errorf("after %v it went back: %v", down, back)
			}
			time.Sleep(time.Minute)
			if !bytes.Equal(sw.Running(), before) {
				t.Error("it never went back")
			}
			c.close()
			sw.Close()
		})
	}
}

// TestSecretsAndFilesAreTheOwners looks at what the lab writes.
func TestSecretsAndFilesAreTheOwners(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "leaf1")
	sw := switchOf(t, nexus, dir)
	if err := sw.Edit("class-map type qos match-any X"); err != nil {
		t.Fatal(err)
	}
	if err := sw.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"state.json", "host_key"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v", name, info.Mode())
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("%s has a password", name)
		}
	}
}

// TestWaysToLogIn logs in with each of them, and with wrong ones.
func TestWaysToLogIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		signer := func() ssh.Signer {
			_, key, err := ed25519.GenerateKey(rand.Reader)
			if err != nil {
				t.Fatal(err)
			}
			s, err := ssh.NewSignerFromKey(key)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		mine, other := signer(), signer()
		sw := switchOf(t, nexus, "", func(c *Config) { c.Users[0].Keys = []ssh.PublicKey{mine.PublicKey()} })
		asked := func(password string) ssh.AuthMethod {
			return ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
				answers := make([]string, len(questions))
				for i := range answers {
					answers[i] = password
				}
				return answers, nil
			})
		}
		for _, way := range []struct {
			what string
			how  ssh.AuthMethod
			in   bool
		}{
			{"password", ssh.Password(secret), true},
			{"wrong password", ssh.Password("x"), false},
			{"empty password", ssh.Password(""), false},
			{"key", ssh.PublicKeys(mine), true},
			{"another key", ssh.PublicKeys(other), false},
			{"answers", asked(secret), true},
			{"wrong answers", asked("x"), false},
		} {
			c, err := login(t, sw, way.how)
			if (err == nil) != way.in {
				t.Errorf("%s: %v", way.what, err)
			}
			if err == nil {
				c.close()
			}
		}
		sw.Close()
	})
}

// TestSingleCommands does what `ssh SWITCH LINE` does.
func TestSingleCommands(t *testing.T) {
	for _, test := range []struct {
		model       model
		line, says  string
		fault       string
		fails, ends bool
	}{
		{nexus, "show running-config", "class-map type qos match-any STORAGE\n", "", false, false},
		{nexus, "show nothing", "% Invalid", "", true, false},
		{nexus, "show version", "ERROR", FaultRefuse, true, false},
		{nexus, "show version", "", FaultDrop, true, true},
		{engine, "display current-configuration", "return\n", "", false, false},
		{engine, "display nothing", "Error:", "", true, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			sw := switchOf(t, test.model, "")
			c := dial(t, sw)
			if test.fault != "" {
				inject(t, sw, Fault{Name: test.fault})
			}
			session, err := c.conn.NewSession()
			if err != nil {
				t.Fatal(err)
			}
			out, err := session.CombinedOutput(test.line)
			if (err != nil) != test.fails || !strings.Contains(strings.ReplaceAll(string(out), "\r", ""), test.says) {
				t.Errorf("%s: %v: %s", test.line, err, out)
			}
			c.close()
			sw.Close()
		})
	}
}

// TestManySessionsAtOnce has sessions change one switch side by side, on real goroutines, while others look.
func TestManySessionsAtOnce(t *testing.T) {
	for _, m := range []model{nexus, engine} {
		synctest.Test(t, func(t *testing.T) {
			sw := switchOf(t, m, t.TempDir())
			const sessions, objects = 6, 8
			clients := make([]*client, sessions)
			for i := range clients {
				clients[i] = dial(t, sw)
				clients[i].shell(0)
				clients[i].take()
			}
			var typing sync.WaitGroup
			for i, c := range clients {
				typing.Go(func() {
					for n := range objects {
						lines := []string{"terminal length 0", "configure terminal", fmt.Sprintf("class-map type qos match-any S%dN%d", i, n), fmt.Sprintf("match dscp %d", n), "end", "show running-config"}
						if m == engine {
							lines = []string{"screen-length 0 temporary", "system-view", fmt.Sprintf("drop-profile s%dn%d", i, n), "quit", "commit", "return", "display current-configuration"}
						}
						for _, line := range lines {
							fmt.Fprintf(c.typing, "%s\r", line)
						}
					}
				})
			}
			typing.Wait()
			synctest.Wait()
			running := string(sw.Running())
			for i, c := range clients {
				for n := range objects {
					want := fmt.Sprintf("class-map type qos match-any S%dN%d\n  match dscp %d\n", i, n, n)
					if m == engine {
						want = fmt.Sprintf("drop-profile s%dn%d\n", i, n)
					}
					if !strings.Contains(running, want) {
						t.Errorf("%s is missing", want)
					}
				}
				c.close()
			}
			if err := sw.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestClientThatDoesNotRead must not stop others, nor the end of the switch.
func TestClientThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sw := switchOf(t, nexus, "", func(c *Config) {
			c.Running = append(c.Running, []byte(strings.Repeat("snmp-server host 192.0.2.1 traps version 2c x\n", 200_000))...)
		})
		near, far := Pipe()
		served := make(chan error, 1)
		go func() { served <- sw.ServeSSH(far) }()
		conn, channels, requests, err := ssh.NewClientConn(near, "", &ssh.ClientConfig{
			User: "admin", Auth: []ssh.AuthMethod{ssh.Password(secret)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		})
		if err != nil {
			t.Fatal(err)
		}
		go ssh.DiscardRequests(requests)
		go func() {
			for range channels {
			}
		}()
		channel, asked, err := conn.OpenChannel("session", nil)
		if err != nil {
			t.Fatal(err)
		}
		go ssh.DiscardRequests(asked)
		channel.SendRequest("exec", true, ssh.Marshal(execRequest{"show running-config"}))
		synctest.Wait() // the window is full
		c := dial(t, sw)
		c.shell(0)
		if said := c.types("show hostname"); !strings.Contains(said, "leaf1\r\n") {
			t.Errorf("said %q", said)
		}
		c.close()
		sw.Close()
		<-served
		conn.Close()
	})
}
