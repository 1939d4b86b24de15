package lab

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync"
)

// gnmiServer is a personality that speaks gNMI as well. serveGNMI serves on a listener until that is closed, and returns when
// all it started has ended. Connections that it takes break off by themselves when the switch restarts or is closed; secure is
// nil for a server without TLS.
type gnmiServer interface {
	serveGNMI(l net.Listener, secure *tls.Config) error
}

// HasGNMI tells whether the switch speaks gNMI.
func (sw *Switch) HasGNMI() bool {
	_, speaks := sw.kind.(gnmiServer)
	return speaks
}

// ServeGNMI serves gNMI until the listener or the switch is closed.
func (sw *Switch) ServeGNMI(l net.Listener) error {
	server, speaks := sw.kind.(gnmiServer)
	if !speaks {
		l.Close()
		return fmt.Errorf("lab: %s speaks no gNMI", sw.cfg.Name)
	}
	return sw.listening(l, func(l net.Listener) error { return server.serveGNMI(l, sw.secure()) })
}

// ListenSSH serves SSH clients until the listener or the switch is closed.
func (sw *Switch) ListenSSH(l net.Listener) error {
	return sw.listening(l, func(net.Listener) error {
		var serving sync.WaitGroup
		defer serving.Wait()
		for {
			conn, err := l.Accept()
			if err != nil {
				return ended(err)
			}
			serving.Go(func() { sw.ServeSSH(conn) }) // why a client did not get in is the client's business
		}
	})
}

// ended is the error of a listener, nil when it was closed.
func ended(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// listening serves on a listener that is closed with the switch.
func (sw *Switch) listening(l net.Listener, serve func(net.Listener) error) error {
	sw.mu.Lock()
	if sw.closed {
		sw.mu.Unlock()
		l.Close()
		return errClosed
	}
	sw.listeners = append(sw.listeners, l)
	sw.sessions.Add(1)
	sw.mu.Unlock()
	defer sw.sessions.Done()
	return ended(serve(&admitting{Listener: l, sw: sw}))
}

// secure is the TLS of the gNMI server, nil for none.
func (sw *Switch) secure() *tls.Config {
	if sw.cfg.Certificate == nil {
		return nil
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2"},
		ClientCAs: sw.cfg.ClientCAs, ClientAuth: tls.VerifyClientCertIfGiven,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			sw.mu.Lock()
			defer sw.mu.Unlock()
			if sw.faulty(FaultGNMICert) && sw.cfg.Expired != nil {
				return sw.cfg.Expired, nil
			}
			return sw.cfg.Certificate, nil
		},
	}
}

// admitting is a listener whose connections the switch knows and can break off.
type admitting struct {
	net.Listener
	sw *Switch
}

// Accept waits for the next connection that the switch takes.
func (a *admitting) Accept() (net.Conn, error) {
	for {
		conn, err := a.Listener.Accept()
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithCancel(context.Background())
		known := &connection{breakOff: cancel}
		if a.sw.admit(known) != nil {
			cancel()
			conn.Close()
			continue
		}
		context.AfterFunc(ctx, func() { conn.Close() })
		return &admitted{Conn: conn, gone: sync.OnceFunc(func() {
			cancel()
			a.sw.dismiss(known)
		})}, nil
	}
}

// admitted is a connection that the switch forgets when it is closed.
type admitted struct {
	net.Conn
	gone func()
}

// Close closes the connection.
func (a *admitted) Close() error {
	defer a.gone()
	return a.Conn.Close()
}
