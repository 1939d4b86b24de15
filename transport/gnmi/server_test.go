package gnmi

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	pb "github.com/openconfig/gnmi/proto/gnmi"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/test/bufconn"

	"github.com/weft-net/weft/transport/secret"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server answers as a test tells it to, and keeps what it was sent.
type server struct {
	pb.UnimplementedGNMIServer
	get func(context.Context, *pb.GetRequest) (*pb.GetResponse, error)
	set func(context.Context, *pb.SetRequest) error
	// able is asked before capabilities are told.
	able      func(context.Context) error
	encodings []pb.Encoding // JSON_IETF when nil

	mu   sync.Mutex
	gets []*pb.GetRequest
	sets []*pb.SetRequest
	md   metadata.MD // of the last request
}

func (s *server) note(ctx context.Context, get *pb.GetRequest, set *pb.SetRequest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.md, _ = metadata.FromIncomingContext(ctx)
	if get != nil {
		s.gets = append(s.gets, get)
	}
	if set != nil {
		s.sets = append(s.sets, set)
	}
}

func (s *server) Capabilities(ctx context.Context, _ *pb.CapabilityRequest) (*pb.CapabilityResponse, error) {
	s.note(ctx, nil, nil)
	if s.able != nil {
		if err := s.able(ctx); err != nil {
			return nil, err
		}
	}
	if s.encodings != nil {
		return &pb.CapabilityResponse{SupportedEncodings: s.encodings}, nil
	}
	return &pb.CapabilityResponse{SupportedEncodings: []pb.Encoding{pb.Encoding_JSON, pb.Encoding_JSON_IETF}}, nil
}

func (s *server) Get(ctx context.Context, r *pb.GetRequest) (*pb.GetResponse, error) {
	s.note(ctx, r, nil)
	return s.get(ctx, r)
}

func (s *server) Set(ctx context.Context, r *pb.SetRequest) (*pb.SetResponse, error) {
	s.note(ctx, nil, r)
	if s.set == nil {
		return &pb.SetResponse{}, nil
	}
	return &pb.SetResponse{}, s.set(ctx, r)
}

// holds is an answer of one value.
func holds(value string) *pb.GetResponse {
	return &pb.GetResponse{Notification: []*pb.Notification{{Update: []*pb.Update{{
		Val: &pb.TypedValue{Value: &pb.TypedValue_JsonIetfVal{JsonIetfVal: []byte(value)}},
	}}}}}
}

// start serves on a listener and closes it with the test. Idle connections end after five seconds, as on SONiC.
func start(t testing.TB, s *server, l net.Listener, conf *tls.Config) {
	options := []grpc.ServerOption{grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: 5 * time.Second})}
	if conf != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(conf)))
	}
	g := grpc.NewServer(options...)
	pb.RegisterGNMIServer(g, s)
	var served sync.WaitGroup
	served.Go(func() { g.Serve(l) })
	t.Cleanup(func() {
		g.Stop()
		served.Wait()
	})
}

// connect dials a server in memory.
func connect(t testing.TB, s *server) (*Session, error) {
	l := bufconn.Listen(64 << 10)
	start(t, s, l, nil)
	session, err := Dial(t.Context(), Config{
		Device: "leaf1", Address: "leaf1:8080", User: "admin", Password: secret.New("hunter2"), Plaintext: true, PlaintextPassword: true,
		Dial: func(ctx context.Context, _, _ string) (net.Conn, error) { return l.DialContext(ctx) },
	})
	if err == nil {
		t.Cleanup(func() { session.Close() })
	}
	return session, err
}

func mustConnect(t testing.TB, s *server) *Session {
	session, err := connect(t, s)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// authority signs certificates.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  []byte
}

func newAuthority(t testing.TB) *authority {
	key := newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &authority{cert, key, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// issue makes a certificate that ends at a time, and its key, in PEM form.
func (a *authority) issue(t testing.TB, name string, until time.Time) (cert, key []byte) {
	own := newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: until.Add(-2 * time.Hour), NotAfter: until,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, own.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	text, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: text})
}

// serverTLS is the TLS side of a server; with clients it wants certificates that they sign.
func (a *authority) serverTLS(t testing.TB, name string, until time.Time, clients *authority) *tls.Config {
	cert, key := a.issue(t, name, until)
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	conf := &tls.Config{Certificates: []tls.Certificate{pair}}
	if clients != nil {
		conf.ClientAuth, conf.ClientCAs = tls.RequireAndVerifyClientCert, x509.NewCertPool()
		conf.ClientCAs.AddCert(clients.cert)
	}
	return conf
}
