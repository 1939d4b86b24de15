package lab

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/subtle"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/google/renameio/v2"
	"golang.org/x/crypto/ssh"
)

// wakeKey takes the host key from the disk, or makes one.
func (sw *Switch) wakeKey() error {
	if sw.hostKey != nil {
		return nil
	}
	if sw.store.dir == "" {
		return sw.newHostKey()
	}
	text, err := os.ReadFile(sw.keyFile())
	if errors.Is(err, fs.ErrNotExist) {
		return sw.newHostKey()
	}
	if err != nil {
		return err
	}
	sw.hostKey, err = ssh.ParsePrivateKey(text)
	return err
}

func (sw *Switch) keyFile() string { return filepath.Join(sw.store.dir, "host_key") }

// newHostKey gives the switch another host key. mu is held, unless nobody has the switch yet.
func (sw *Switch) newHostKey() error {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	if sw.hostKey, err = ssh.NewSignerFromKey(key); err != nil || sw.store.dir == "" {
		return err
	}
	block, err := ssh.MarshalPrivateKey(key, sw.cfg.Name)
	if err != nil {
		return err
	}
	return renameio.WriteFile(sw.keyFile(), pem.EncodeToMemory(block), 0o600)
}

// HostKey is the public host key as of now.
func (sw *Switch) HostKey() ssh.PublicKey {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	return sw.hostKey.PublicKey()
}

// handshakeWithin is how long a client may take to log in.
const handshakeWithin = 30 * time.Second

// ServeSSH serves one client over a connection of any kind and returns when it has gone. The connection is closed then. The
// error says why the session did not start.
func (sw *Switch) ServeSSH(conn net.Conn) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := &connection{breakOff: cancel}
	if err := sw.admit(c); err != nil {
		conn.Close()
		return err
	}
	defer sw.dismiss(c)
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()

	late := time.AfterFunc(handshakeWithin, cancel)
	server, channels, requests, err := ssh.NewServerConn(conn, sw.sshConfig())
	late.Stop()
	if err != nil {
		return fmt.Errorf("lab: %s: SSH login: %w", sw.cfg.Name, err)
	}
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel() // before Wait: sessions end with their connection
	running.Go(func() { ssh.DiscardRequests(requests) })
	for asked := range channels {
		if asked.ChannelType() != "session" {
			asked.Reject(ssh.UnknownChannelType, "only sessions")
			continue
		}
		channel, requests, err := asked.Accept()
		if err != nil {
			break
		}
		s := &session{sw: sw, ctx: ctx, user: server.User(), breakOff: cancel, in: channel, out: channel, errOut: channel.Stderr()}
		running.Go(func() { s.serve(channel, requests) })
	}
	return nil
}

// errDenied is all that a client is told of why it may not log in.
var errDenied = errors.New("permission denied")

// sshConfig is how the switch lets clients in, as of now.
func (sw *Switch) sshConfig() *ssh.ServerConfig {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	c := &ssh.ServerConfig{
		PasswordCallback: func(m ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
			return sw.letIn(m.User(), func(u *User) bool { return isPassword(u, password) })
		},
		KeyboardInteractiveCallback: func(m ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			answers, err := ask("", "", []string{"Password: "}, []bool{false})
			if err != nil || len(answers) != 1 {
				return nil, errDenied
			}
			return sw.letIn(m.User(), func(u *User) bool { return isPassword(u, []byte(answers[0])) })
		},
		PublicKeyCallback: func(m ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			return sw.letIn(m.User(), func(u *User) bool { return hasKey(u, key) })
		},
	}
	c.AddHostKey(sw.hostKey)
	return c
}

// letIn lets a user in who proves to be one.
func (sw *Switch) letIn(name string, proves func(*User) bool) (*ssh.Permissions, error) {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	if sw.faulty(FaultPassword) {
		return nil, errDenied
	}
	for i := range sw.cfg.Users {
		if u := &sw.cfg.Users[i]; u.Name == name && proves(u) {
			return &ssh.Permissions{}, nil
		}
	}
	return nil, errDenied
}

func isPassword(u *User, password []byte) bool {
	return u.Password != "" && subtle.ConstantTimeCompare([]byte(u.Password), password) == 1
}

func hasKey(u *User, key ssh.PublicKey) bool {
	for _, k := range u.Keys {
		if string(k.Marshal()) == string(key.Marshal()) {
			return true
		}
	}
	return false
}
