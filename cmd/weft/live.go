package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/spf13/cobra"

	"github.com/weft-net/weft/apply"
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/transport/backup"
	"github.com/weft-net/weft/transport/reach"
	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/transport/ssh"
	"github.com/weft-net/weft/vendors"
)

// live is the part of a command line that is about switches that run.
type live struct {
	lab        bool
	transcript string
	book       *reach.Book // once it is open
	doubts     *doubts
}

// doubts are why no switch is to be changed: some showed another host key than the one on record, or let nobody in. It is safe for
// concurrent use.
type doubts struct {
	mu        sync.Mutex
	impostors []error
	shut      []string
}

// note keeps the error of a switch that may be another machine, or that let nobody in.
func (d *doubts) note(name string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case errors.Is(err, vendors.ErrHostKeyChanged):
		d.impostors = append(d.impostors, fmt.Errorf("%s: %w", name, err))
	case errors.Is(err, vendors.ErrAuth):
		d.shut = append(d.shut, name)
	}
}

// refuse is why no switch is touched: one of them may be another machine, and so may more; or the credentials are wrong, and
// trying them again locks accounts.
func (d *doubts) refuse() error {
	slices.SortFunc(d.impostors, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	if err := errors.Join(d.impostors...); err != nil || len(d.shut) <= apply.MostShutOut {
		return err
	}
	slices.SortFunc(d.shut, qos.ComparePorts)
	return fmt.Errorf("%d switches let nobody in (%s): are the credentials right?", len(d.shut), plan.Ranges(d.shut))
}

func (l *live) flags(cmd *cobra.Command) {
	l.doubts = &doubts{}
	flags := cmd.Flags()
	flags.BoolVar(&l.lab, "lab", false, "speak to the simulated switches of weft lab up, and to no others")
	flags.StringVar(&l.transcript, "transcript", "", "write what is said in SSH sessions to `FILE`, without configurations and secrets")
}

// liveParallelism is how many switches are worked on at once when most of the time is spent waiting for them.
const liveParallelism = 64

// knownHosts is the file beside the intent with the host keys that are believed.
const knownHosts = "known_hosts"

// open learns how the switches of an intent are reached. A command does so once, so that it asks for a password once.
func (l *live) open(in *intent.Intent, dir string) (err error) {
	if l.book != nil {
		return nil
	}
	how := fieldBook
	if l.lab {
		how = labBook
	}
	if l.book, err = how(in, dir); err == nil && l.transcript != "" {
		l.book.Transcript, err = ssh.OpenTranscript(l.transcript)
	}
	return err
}

// close ends the transcript.
func (l *live) close() error {
	if l.book == nil || l.book.Transcript == nil {
		return nil
	}
	return l.book.Transcript.Close()
}

// fieldBook has the addresses and credentials of the intent.
func fieldBook(in *intent.Intent, dir string) (*reach.Book, error) {
	known, err := ssh.LoadKnownHosts(filepath.Join(dir, knownHosts))
	if err != nil {
		return nil, err
	}
	logins := logins(in, dir)
	switches := make([]reach.Switch, 0, len(in.Devices))
	for i := range in.Devices {
		d := &in.Devices[i]
		if vendor, err := vendors.Lookup(d.Vendor.V); err == nil { // or the compiler reports it, and refuses the switch
			switches = append(switches, switchOf(d, vendor, logins))
		}
	}
	return reach.New(dir, known, switches), nil
}

func switchOf(d *intent.Device, v vendors.Vendor, logins map[string]*reach.Login) reach.Switch {
	return reach.Switch{
		Name: d.Name, Address: d.Address.V, GNMI: gnmiAddress(d), Via: d.Transport.V, Login: logins[d.Credentials.V], Vendor: v,
	}
}

// gnmiAddress is where a switch's gNMI server is, if the intent says.
func gnmiAddress(d *intent.Device) string {
	if !d.GNMIPort.Set {
		return ""
	}
	host := d.Address.V
	if host == "" {
		host = d.Name
	}
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return net.JoinHostPort(host, strconv.Itoa(d.GNMIPort.V))
}

// logins are the credentials blocks, by name.
func logins(in *intent.Intent, dir string) map[string]*reach.Login {
	all := make(map[string]*reach.Login, len(in.Credentials))
	for i := range in.Credentials {
		c := &in.Credentials[i]
		all[c.Name] = &reach.Login{
			Name: c.Name, User: c.Username.V,
			Password: secret.Source{Env: c.Env.V, File: c.File.V, Command: c.Command.V, Literal: secret.New(c.Password.V), Dir: dir},
			KeyFile:  c.KeyFile.V, Agent: c.SSHAgent.V, JumpHost: c.JumpHost.V,
			CAFile: c.CAFile.V, CertFile: c.CertFile.V, CertKey: c.CertKey.V,
		}
	}
	return all
}

// source gives what switches run.
type source interface {
	Read(ctx context.Context, u *compiler.Unit) ([]byte, error)
	// Glance is what a switch runs that is left out; near tells that it is linked to one that is not. Nothing but the text comes of it.
	Glance(ctx context.Context, u *compiler.Unit, near bool) ([]byte, error)
	Close() error // what only this source opened
}

// files are backups.
type files struct{ *backup.Dir }

func (f files) Read(_ context.Context, u *compiler.Unit) ([]byte, error) {
	return f.Dir.Read(u.Device.Name)
}

func (f files) Glance(ctx context.Context, u *compiler.Unit, _ bool) ([]byte, error) {
	return f.Read(ctx, u)
}

// switches are the running ones.
type switches struct {
	book   *reach.Book
	doubts *doubts
}

func (s switches) Read(ctx context.Context, u *compiler.Unit) ([]byte, error) {
	if u.Reason() != "" {
		return nil, nil // it is refused whatever it runs
	}
	text, err := s.book.Running(ctx, u.Site)
	s.doubts.note(u.Device.Name, err)
	return text, err
}

// errNotAsked is that of a switch that nobody asked what it runs.
var errNotAsked = errors.New("it was not asked")

// Glance asks the neighbours alone: of all others a plan of a few switches would take as long as one of the whole fabric.
func (s switches) Glance(ctx context.Context, u *compiler.Unit, near bool) ([]byte, error) {
	if !near || u.Reason() != "" {
		return nil, errNotAsked
	}
	return s.book.Running(ctx, u.Site)
}

func (s switches) Close() error { return nil }

// openSource opens the backups, or where there are none the way to the switches.
func openSource(in *intent.Intent, dir, offline string, l *live) (source, error) {
	if offline == "" {
		err := l.open(in, dir)
		return switches{l.book, l.doubts}, err
	}
	backups, err := backup.Open(offline)
	return files{backups}, err
}

// netOf says what catches a switch when contact to it is lost in mid-change.
func netOf(u *compiler.Unit, logins map[string]*reach.Login) string {
	netter, can := u.Vendor.(vendors.Netter)
	if !can {
		return ""
	}
	sw := switchOf(u.Device, u.Vendor, logins)
	return netter.Net(u.Site, sw.Transport()).Text
}
