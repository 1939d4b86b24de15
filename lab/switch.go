package lab

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/weft-net/weft/vendors"
	"golang.org/x/crypto/ssh"
)

// Config is a switch as it comes to the lab.
type Config struct {
	Name     string // what it is called in the lab, and calls itself where its configuration does not say
	Vendor   vendors.Vendor
	Platform vendors.Platform
	// Running is what it runs and has saved, unless Dir has its state already.
	Running []byte
	Users   []User
	// HostKey is its key; nil takes the one in Dir, or makes one.
	HostKey ssh.Signer
	// Dir is where its state is kept, made if it is not there; empty keeps none.
	Dir string
	// Seed decides what is drawn: readings of unconfirmed behaviours, and what faults make up. 0 has the assumed readings.
	Seed uint64
	// Readings are those of unconfirmed behaviours that shall not be drawn, by id.
	Readings map[string]int
	// Links are the cables that LLDP shows.
	Links []Link
	// Certificate is that of its gNMI server, nil for one without TLS. Expired is the one that the fault "gnmi-expired" shows, and
	// ClientCAs are who may sign certificates of clients.
	Certificate, Expired *tls.Certificate
	ClientCAs            *x509.CertPool
}

// User is somebody who may log in, with a password or one of the keys.
type User struct {
	Name     string
	Password string
	Keys     []ssh.PublicKey
}

// Link is a cable from a port of the switch to a port of another one.
type Link struct {
	Port, Neighbour, NeighbourPort string
}

// Switch is a simulated switch. All of it is safe for concurrent use.
type Switch struct {
	cfg      Config
	readings map[string]int
	kind     personality
	store    *store
	sessions sync.WaitGroup

	mu        sync.Mutex
	device    vendors.Device // what runs
	text      []byte         // that as a text
	called    string         // what it calls itself in it
	saved     []byte         // what it starts with
	hostKey   ssh.Signer
	faults    []*armed
	random    *rand.Rand
	open      map[*connection]bool
	down      time.Time // until then it is restarting
	edited    time.Time // when the running configuration last changed
	epoch     int       // counts changes of the running configuration, from 1
	entered   []string
	listeners []net.Listener
	closed    bool
	seen      health // as configured, at seenAt
	seenAt    int
}

// New makes a switch, or wakes the one whose state is in cfg.Dir.
func New(cfg Config) (*Switch, error) {
	sw := &Switch{
		cfg: cfg, hostKey: cfg.HostKey, open: map[*connection]bool{}, edited: time.Now(),
		random: rand.New(rand.NewPCG(cfg.Seed, hashOf(cfg.Name))),
	}
	sw.readings = sw.draw()
	kind, err := newPersonality(cfg.Vendor.Name(), sw)
	if err != nil {
		return nil, err
	}
	sw.kind = kind
	if sw.store, err = openStore(cfg.Dir); err != nil {
		return nil, fmt.Errorf("lab: %s: %w", cfg.Name, err)
	}
	if err := sw.wake(); err != nil {
		return nil, fmt.Errorf("lab: %s: %w", cfg.Name, err)
	}
	return sw, nil
}

func hashOf(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// draw takes a reading for each unconfirmed behaviour of the vendor, and of what the lab has around its device.
func (sw *Switch) draw() map[string]int {
	readings := map[string]int{}
	if sw.cfg.Seed != 0 {
		for _, a := range slices.Concat(sw.cfg.Vendor.Assumptions(), around[sw.cfg.Vendor.Name()]) {
			if len(a.Readings) > 1 {
				readings[a.ID] = sw.random.IntN(len(a.Readings))
			}
		}
	}
	maps.Copy(readings, sw.cfg.Readings)
	return readings
}

// around are the unconfirmed behaviours that are none of a vendor's device.
var around = map[string][]vendors.Assumption{"nxos": nxosDoubts}

// wake takes the state from the disk, or starts with what the Config has.
func (sw *Switch) wake() error {
	kept, err := sw.store.load()
	if err != nil {
		return err
	}
	if err := sw.wakeKey(); err != nil {
		return err
	}
	sw.mu.Lock()
	defer sw.mu.Unlock()
	if kept == nil {
		sw.saved = bytes.Clone(sw.cfg.Running)
		return sw.load(sw.cfg.Running)
	}
	sw.saved = []byte(kept.Saved)
	if err := sw.load([]byte(kept.Running)); err != nil {
		return err
	}
	sw.edited = kept.Edited
	return sw.kind.recall(kept.Kind)
}

// load has the switch run another text. mu is held.
func (sw *Switch) load(text []byte) error {
	c, diags := sw.cfg.Vendor.Parse(text)
	if diags.HasErrors() {
		return fmt.Errorf("its configuration cannot be read: %s", diags[0].Summary)
	}
	sw.device = sw.cfg.Vendor.Replay(c, sw.cfg.Platform, sw.readings)
	sw.changed()
	return nil
}

// changed has the state written to disk soon, and notes whether the device now runs another configuration. mu is held.
func (sw *Switch) changed() {
	sw.store.soon(sw.snapshot)
	text := sw.device.Config().Bytes()
	if sw.epoch > 0 && bytes.Equal(text, sw.text) {
		return
	}
	sw.text, sw.edited = text, time.Now()
	sw.epoch++
	sw.called = sw.cfg.Name
	if namer, can := sw.cfg.Vendor.(vendors.Namer); can {
		if name := namer.Hostname(sw.device.Config()); name != "" {
			sw.called = name
		}
	}
}

// hostname is what the switch calls itself. mu is held.
func (sw *Switch) hostname() string {
	if a := sw.state(FaultPrompt); a != nil {
		return a.line(sw.called + "-1")
	}
	return sw.called
}

// snapshot is the state as it goes to disk.
func (sw *Switch) snapshot() *state {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	return &state{
		Running: string(sw.text), Saved: string(sw.saved), Edited: sw.edited,
		Kind: encode(sw.kind.remember()),
	}
}

// Name is what the switch is called in the lab.
func (sw *Switch) Name() string { return sw.cfg.Name }

// Running is the whole running configuration, as the device model prints it.
func (sw *Switch) Running() []byte {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	return bytes.Clone(sw.text)
}

// Saved is what the switch starts with.
func (sw *Switch) Saved() []byte {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	return bytes.Clone(sw.saved)
}

// Commands lists what clients entered, oldest first: the last few thousand lines.
func (sw *Switch) Commands() []string {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	return append([]string(nil), sw.entered...)
}

// Edit has another operator change the running configuration by lines as they are typed, all or none of them.
func (sw *Switch) Edit(lines ...string) error {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	if err := sw.kind.edit(lines); err != nil {
		return fmt.Errorf("lab: %s: %w", sw.cfg.Name, err)
	}
	sw.changed()
	return nil
}

// Reboot restarts the switch with what was saved. Sessions break at once, and for as long as it is away nobody gets in.
func (sw *Switch) Reboot(away time.Duration) error {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	sw.down = time.Now().Add(away)
	for c := range sw.open {
		c.breakOff()
	}
	if err := sw.load(sw.saved); err != nil {
		return err
	}
	sw.kind.rebooted()
	sw.changed()
	return nil
}

// errClosed is why a session does not start.
var (
	errClosed = errors.New("lab: the switch is closed")
	errDown   = errors.New("lab: the switch is restarting")
)

// Close breaks every session off, waits until they have ended, and writes the state to disk.
func (sw *Switch) Close() error {
	sw.mu.Lock()
	sw.closed = true
	for _, l := range sw.listeners {
		l.Close()
	}
	for c := range sw.open {
		c.breakOff()
	}
	sw.kind.stop()
	sw.mu.Unlock()
	sw.sessions.Wait()
	return sw.store.close(sw.snapshot)
}

// admit registers a connection, or says why there cannot be one.
func (sw *Switch) admit(c *connection) error {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	switch {
	case sw.closed:
		return errClosed
	case time.Now().Before(sw.down):
		return errDown
	}
	sw.open[c] = true
	sw.sessions.Add(1)
	return nil
}

// dismiss forgets a connection that has ended.
func (sw *Switch) dismiss(c *connection) {
	sw.mu.Lock()
	delete(sw.open, c)
	sw.mu.Unlock()
	sw.sessions.Done()
}

// mostEntered is how many lines Commands remembers.
const mostEntered = 4096

// enter counts a command and asks faults about it.
func (sw *Switch) enter(command string) verdict {
	sw.mu.Lock()
	if len(sw.entered) == mostEntered {
		sw.entered = append(sw.entered[:0], sw.entered[mostEntered/2:]...)
	}
	sw.entered = append(sw.entered, command)
	v, away := sw.strike(command)
	sw.mu.Unlock()
	if away > 0 {
		v.drop = sw.Reboot(away) == nil
	}
	return v
}

// connection is one connection of a client, of any protocol.
type connection struct {
	breakOff context.CancelFunc // ends it at once; it may be called with mu held
}
