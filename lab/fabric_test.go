package lab

import (
	"crypto/tls"
	"os"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

// configs are the switches of a small lab.
func configs(t *testing.T) []Config {
	var all []Config
	for name, m := range map[string]model{"leaf1": nexus, "leaf2": engine} {
		sw := switchOf(t, m, "")
		cfg := sw.cfg
		cfg.Name, cfg.Users = name, nil
		all = append(all, cfg)
	}
	return all
}

// dialReach logs in as reach.json says.
func dialReach(t *testing.T, r *Reach, name string) (*ssh.Client, error) {
	password, err := os.ReadFile(r.PasswordFile)
	if err != nil {
		t.Fatal(err)
	}
	known, err := knownhosts.New(r.KnownHosts)
	if err != nil {
		t.Fatal(err)
	}
	return ssh.Dial("tcp", r.Switches[name].SSH, &ssh.ClientConfig{
		User: r.User, Auth: []ssh.AuthMethod{ssh.Password(strings.TrimSpace(string(password)))}, HostKeyCallback: known,
	})
}

// TestFabric brings a lab up, down and up again.
func TestFabric(t *testing.T) {
	dir := t.TempDir()
	f, err := Up(dir, configs(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Up(dir, configs(t)); err == nil {
		t.Error("two labs are up in one directory")
	}
	r, err := f.Reach()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(r.PasswordFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("password file: %v %v", info, err)
	}
	for _, name := range []string{"leaf1", "leaf2"} {
		c, err := dialReach(t, r, name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c.Close()
	}
	if err := f.Switch("leaf1").Edit("class-map type qos match-any KEPT"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := dialReach(t, r, "leaf1"); err == nil {
		t.Error("a lab that is down answers")
	}

	f, err = Up(dir, configs(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if !hasLine(f.Switch("leaf1").Running(), "class-map type qos match-any KEPT") {
		t.Error("the change is lost")
	}
	again, err := ReadReach(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := dialReach(t, again, "leaf1")
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if err := f.Inject("leaf1", Fault{Name: FaultHostKey}); err != nil {
		t.Fatal(err)
	}
	if _, err := dialReach(t, again, "leaf1"); err == nil || !strings.Contains(err.Error(), "key mismatch") {
		t.Errorf("a changed host key: %v", err)
	}
	if err := f.Inject("leaf9", Fault{Name: FaultDrop}); err == nil {
		t.Error("a switch that is not there has a fault")
	}
}

// TestCertificates shows the certificate of a gNMI server, and the expired one when that is the fault.
func TestCertificates(t *testing.T) {
	dir := t.TempDir()
	all := configs(t)
	f := &Fabric{dir: dir}
	if err := f.certify(all); err != nil {
		t.Fatal(err)
	}
	for _, cfg := range all {
		cfg.Dir = ""
		sw, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		for _, expired := range []bool{false, true} {
			if expired {
				inject(t, sw, Fault{Name: FaultGNMICert})
			}
			near, far := Pipe()
			server := tls.Server(far, sw.secure())
			done := make(chan struct{})
			go func() {
				defer close(done)
				server.Handshake()
			}()
			err := tls.Client(near, &tls.Config{RootCAs: cfg.ClientCAs, ServerName: "127.0.0.1"}).Handshake()
			if (err != nil) != expired || expired && !strings.Contains(err.Error(), "expired") {
				t.Errorf("expired %v: %v", expired, err)
			}
			near.Close()
			<-done
			far.Close()
		}
		sw.Close()
	}
}
