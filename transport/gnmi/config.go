package gnmi

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/weft-net/weft/transport/secret"
)

// Config says how a switch is reached.
type Config struct {
	Device  string // its name, for messages
	Address string // "host:port"; IPv6 in brackets
	TLS     TLS
	// User and Password go with every request. Without a user neither is sent.
	User     string
	Password secret.Text

	// Plaintext speaks without TLS, for a switch that has no certificate: anybody on the way can read and change what is sent.
	Plaintext bool
	// PlaintextPassword lets the password go over such a connection. Only a lab has a use for it.
	PlaintextPassword bool

	// Dial opens the connection underneath; nil is TCP.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// TLS says how the two ends prove who they are.
type TLS struct {
	CA          []byte      // PEM of the authorities that may sign the switch's certificate; those of the system when empty
	Certificate []byte      // PEM of weft's own certificate, for servers that want one
	Key         secret.Text // PEM of its private key
	ServerName  string      // in the switch's certificate, where it is not the host of the address
	// Unverified takes any certificate: whoever answers is believed to be the switch.
	Unverified bool
}

// check finds what no connection can come of.
func (c *Config) check() error {
	host, port, err := net.SplitHostPort(c.Address)
	switch {
	case err != nil:
		return fmt.Errorf("the address %q is no host:port: %w", c.Address, err)
	case host == "" || port == "" || strings.ContainsAny(c.Address, ", /"): // a comma would be a list of addresses to gnmic
		return fmt.Errorf("the address %q is no host:port", c.Address)
	case c.Plaintext && !c.Password.Empty() && !c.PlaintextPassword:
		return errors.New("a password is not sent without TLS")
	}
	return nil
}

// tlsConfig is the TLS side of a connection. It is always weft's own: gnmic's is shared between targets without a lock and offers
// outdated ciphers.
func (c *Config) tlsConfig() (*tls.Config, error) {
	conf := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: c.TLS.ServerName, InsecureSkipVerify: c.TLS.Unverified}
	if conf.ServerName == "" {
		conf.ServerName, _, _ = net.SplitHostPort(c.Address)
	}
	if len(c.TLS.CA) > 0 {
		conf.RootCAs = x509.NewCertPool()
		if !conf.RootCAs.AppendCertsFromPEM(c.TLS.CA) {
			return nil, errors.New("the file of authorities holds no certificate in PEM form")
		}
	}
	if len(c.TLS.Certificate) > 0 {
		own, err := tls.X509KeyPair(c.TLS.Certificate, []byte(c.TLS.Key.Reveal()))
		if err != nil {
			return nil, fmt.Errorf("weft's certificate and its key: %w", err)
		}
		conf.Certificates = []tls.Certificate{own}
	}
	return conf, nil
}
