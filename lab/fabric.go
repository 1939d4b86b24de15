package lab

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/renameio/v2"
	"golang.org/x/crypto/ssh/knownhosts"
)

// Fabric is all switches of a lab, each on loopback ports of its own, with what it takes to reach them in a directory.
type Fabric struct {
	dir      string
	reach    *Reach
	lock     *flock.Flock
	switches map[string]*Switch
	serving  sync.WaitGroup
}

// Reach is how the switches of a lab are reached. Paths are those of files beside the file it is in, absolute once read.
type Reach struct {
	User         string `json:"user"`
	PasswordFile string `json:"password_file"` // readable by its owner only
	KnownHosts   string `json:"known_hosts"`
	CA           string `json:"ca"`
	// ClientCertificate and ClientKey are for those who want to prove themselves with more than a password.
	ClientCertificate string                 `json:"client_certificate"`
	ClientKey         string                 `json:"client_key"`
	Switches          map[string]ReachSwitch `json:"switches"`
}

// ReachSwitch is how one switch is reached.
type ReachSwitch struct {
	Vendor string `json:"vendor"`
	SSH    string `json:"ssh"`            // HOST:PORT
	GNMI   string `json:"gnmi,omitempty"` // HOST:PORT, empty where it speaks none
}

// reachName is the file of a lab's directory that says how its switches are reached.
const reachName = "reach.json"

// ReadReach reads how the switches of the lab in a directory are reached.
func ReadReach(dir string) (*Reach, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, reachName))
	if err != nil {
		return nil, fmt.Errorf("no lab was ever up here: %w", err)
	}
	var r Reach
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, reachName), err)
	}
	for _, path := range []*string{&r.PasswordFile, &r.KnownHosts, &r.CA, &r.ClientCertificate, &r.ClientKey} {
		*path = filepath.Join(dir, *path)
	}
	return &r, nil
}

// loopback is where the switches of a lab listen.
const loopback = "127.0.0.1"

// labUser is who may log in to them.
const labUser = "admin"

// Up starts switches, each with the state that it has in dir if it has some. Of each Config the name, vendor, platform, links,
// seed and running configuration count. Addresses and keys are those of the last time where that can be.
func Up(dir string, configs []Config) (f *Fabric, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	f = &Fabric{dir: dir, lock: flock.New(filepath.Join(dir, "lock")), switches: map[string]*Switch{}}
	if locked, err := f.lock.TryLock(); err != nil || !locked {
		return nil, errors.Join(fmt.Errorf("lab: another one is up in %s", dir), err)
	}
	defer func() {
		if err != nil {
			f.Close()
			f = nil
		}
	}()
	password, err := f.password()
	if err != nil {
		return f, err
	}
	configs = slices.Clone(configs)
	if err := f.certify(configs); err != nil {
		return f, err
	}
	last, _ := ReadReach(dir) // the first time there is none
	f.reach = &Reach{
		User: labUser, PasswordFile: "password", KnownHosts: "known_hosts", CA: "ca.pem",
		ClientCertificate: "client.pem", ClientKey: "client_key.pem", Switches: map[string]ReachSwitch{},
	}
	for _, cfg := range configs {
		cfg.Users, cfg.Dir = []User{{Name: labUser, Password: password}}, filepath.Join(dir, "switches", cfg.Name)
		if err := f.start(cfg, last); err != nil {
			return f, err
		}
	}
	return f, f.publish()
}

// password is the one of the lab, made the first time.
func (f *Fabric) password() (string, error) {
	file := filepath.Join(f.dir, "password")
	if text, err := os.ReadFile(file); err == nil && len(text) > 1 {
		return string(text[:len(text)-1]), nil
	}
	made := rand.Text()
	return made, renameio.WriteFile(file, []byte(made+"\n"), 0o600)
}

// certify makes the certificates of a start.
func (f *Fabric) certify(configs []Config) error {
	ca, err := newAuthority()
	if err != nil {
		return fmt.Errorf("lab: certificates: %w", err)
	}
	client, err := ca.issue(labUser, time.Now().Add(validity))
	if err != nil {
		return fmt.Errorf("lab: certificates: %w", err)
	}
	cert, key, err := pemOf(client)
	if err != nil {
		return fmt.Errorf("lab: certificates: %w", err)
	}
	for name, text := range map[string][]byte{"ca.pem": ca.pem(), "client.pem": cert, "client_key.pem": key} {
		if err := renameio.WriteFile(filepath.Join(f.dir, name), text, 0o600); err != nil {
			return fmt.Errorf("lab: %w", err)
		}
	}
	for i := range configs {
		c := &configs[i]
		if c.Certificate, err = ca.issue(c.Name, time.Now().Add(validity), loopback); err != nil {
			return fmt.Errorf("lab: certificates: %w", err)
		}
		if c.Expired, err = ca.issue(c.Name, time.Now().Add(-time.Hour), loopback); err != nil {
			return fmt.Errorf("lab: certificates: %w", err)
		}
		c.ClientCAs = ca.pool()
	}
	return nil
}

// start starts a switch on its ports.
func (f *Fabric) start(cfg Config, last *Reach) error {
	var before ReachSwitch
	if last != nil {
		before = last.Switches[cfg.Name]
	}
	sw, err := New(cfg)
	if err != nil {
		return err
	}
	f.switches[cfg.Name] = sw
	at := ReachSwitch{Vendor: cfg.Vendor.Name()}
	if at.SSH, err = f.serve(before.SSH, sw.ListenSSH); err != nil {
		return fmt.Errorf("lab: %s: %w", cfg.Name, err)
	}
	if sw.HasGNMI() {
		if at.GNMI, err = f.serve(before.GNMI, sw.ServeGNMI); err != nil {
			return fmt.Errorf("lab: %s: %w", cfg.Name, err)
		}
	}
	f.reach.Switches[cfg.Name] = at
	return nil
}

// serve listens where the switch was the last time, or elsewhere when that is taken.
func (f *Fabric) serve(before string, serve func(net.Listener) error) (address string, err error) {
	if before == "" {
		before = net.JoinHostPort(loopback, "0")
	}
	l, err := net.Listen("tcp", before)
	if err != nil {
		l, err = net.Listen("tcp", net.JoinHostPort(loopback, "0"))
	}
	if err != nil {
		return "", err
	}
	f.serving.Go(func() { serve(l) }) // it ends with the switch
	return l.Addr().String(), nil
}

// publish writes how the switches are reached.
func (f *Fabric) publish() error {
	var known []byte
	for _, sw := range f.Switches() {
		address := knownhosts.Normalize(f.reach.Switches[sw.Name()].SSH)
		known = append(known, knownhosts.Line([]string{address}, sw.HostKey())+"\n"...)
	}
	if err := renameio.WriteFile(filepath.Join(f.dir, "known_hosts"), known, 0o644); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	text, err := json.MarshalIndent(f.reach, "", "  ")
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if err := renameio.WriteFile(filepath.Join(f.dir, reachName), append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

// Switch is a switch by its name, or nil.
func (f *Fabric) Switch(name string) *Switch { return f.switches[name] }

// Switches are all switches, by name.
func (f *Fabric) Switches() []*Switch {
	var all []*Switch
	for _, name := range slices.Sorted(maps.Keys(f.switches)) {
		all = append(all, f.switches[name])
	}
	return all
}

// Inject has a fault happen on a switch.
func (f *Fabric) Inject(device string, fault Fault) error {
	sw := f.switches[device]
	if sw == nil {
		return fmt.Errorf("lab: there is no switch %q", device)
	}
	return sw.Inject(fault)
}

// Reach is how the switches are reached.
func (f *Fabric) Reach() (*Reach, error) { return ReadReach(f.dir) }

// Close stops all switches and writes their state.
func (f *Fabric) Close() error {
	var errs []error
	for _, sw := range f.Switches() {
		errs = append(errs, sw.Close())
	}
	f.serving.Wait()
	return errors.Join(append(errs, f.lock.Unlock())...)
}
