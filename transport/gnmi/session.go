package gnmi

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"
	pb "github.com/openconfig/gnmi/proto/gnmi"
	"github.com/openconfig/gnmic/pkg/api"
	"github.com/openconfig/gnmic/pkg/api/target"
	"google.golang.org/grpc"
	grpcbackoff "google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/weft-net/weft/vendors"
)

// How long a switch may take. A Set runs on the switch for up to ten minutes before its own limit ends it.
const (
	withinHello = 10 * time.Second
	withinGet   = 60 * time.Second
	withinSet   = 700 * time.Second
)

// largestAnswer is what an answer may have; a whole configuration is larger than gRPC's default of 4 MiB.
const largestAnswer = 64 << 20

// tries is how often a read is tried, with pauses of one second and more between.
const tries = 3

// Session is one gNMI session. It implements vendors.Store. It may be used by several goroutines.
type Session struct {
	device string
	target *target.Target
}

var _ vendors.Store = (*Session)(nil)

// Dial connects to a switch and asks what it can do. Its error wraps vendors.ErrUnreachable, ErrHostKey or ErrAuth where one of
// them is why. ctx counts until Dial returns.
func Dial(ctx context.Context, c Config) (*Session, error) {
	s, err := open(ctx, &c)
	if err != nil {
		return nil, fmt.Errorf("%s: connecting over gNMI: %w", c.Device, err)
	}
	if err := s.greet(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: connecting to %s over gNMI: %w", c.Device, c.Address, err), s.Close())
	}
	return s, nil
}

// open makes the client. Nothing is sent before the first request.
func open(ctx context.Context, c *Config) (*Session, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	conf, err := c.tlsConfig()
	if err != nil {
		return nil, err
	}
	options := []api.TargetOption{api.Name(c.Device), api.Address(c.Address), api.Timeout(withinHello), api.Insecure(c.Plaintext), api.TLSConfig(conf)}
	if c.User != "" {
		options = append(options, api.Username(c.User), api.Password(c.Password.Reveal()))
	}
	t, err := api.NewTarget(options...)
	if err != nil {
		return nil, err
	}
	// gnmic puts its own dialer in the place of another one, unless the target is said to be behind a tunnel.
	t.Config.TunnelTargetType = "weft"
	if err := t.CreateGNMIClient(ctx, dialOptions(c)...); err != nil {
		return nil, err
	}
	return &Session{device: c.Device, target: t}, nil
}

// dialOptions are the options of the connection. There are no pings of HTTP/2: a server that is not told otherwise ends the
// connection of who sends them more often than every five minutes, in the middle of a Set. TCP looks whether the switch is there.
func dialOptions(c *Config) []grpc.DialOption {
	dial := c.Dial
	if dial == nil {
		dialer := net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 10 * time.Second, Count: 4}}
		dial = dialer.DialContext
	}
	again := grpcbackoff.Config{BaseDelay: 500 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 5 * time.Second}
	return []grpc.DialOption{
		grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) {
			conn, err := dial(ctx, "tcp", address)
			if err != nil {
				return nil, err
			}
			return lastWords{conn}, nil
		}),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(largestAnswer)),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: again, MinConnectTimeout: withinHello}),
		grpc.WithUserAgent("weft"),
	}
}

// lastWords is a connection whose other side is heard after it has hung up: a server that does not take the certificate of weft says so
// and closes, while gRPC is writing already and would know of a broken pipe only.
type lastWords struct{ net.Conn }

// Write takes what nobody wants for written. Reading gives what was said, and then the end.
func (c lastWords) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) {
		return len(p), nil
	}
	return n, err
}

// greet sends the first request, so that what is wrong with the connection shows here.
func (s *Session) greet(ctx context.Context) error {
	able, err := read(ctx, withinHello, func(ctx context.Context) (*pb.CapabilityResponse, error) { return s.target.Capabilities(ctx) })
	if err != nil {
		return failure(ctx, err)
	}
	if !slices.Contains(able.GetSupportedEncodings(), pb.Encoding_JSON_IETF) {
		return fmt.Errorf("%w: its gNMI server does not know the encoding JSON_IETF", vendors.ErrUnreachable)
	}
	return nil
}

// Get reads the node of a path as JSON.
func (s *Session) Get(ctx context.Context, path string) ([]byte, error) {
	wrapped := func(err error) error { return fmt.Errorf("%s: reading %s over gNMI: %w", s.device, path, err) }
	at, err := pathOf(path)
	if err != nil {
		return nil, wrapped(err)
	}
	request, err := api.NewGetRequest(api.DataTypeALL(), api.EncodingJSON_IETF(), func(m proto.Message) error {
		m.(*pb.GetRequest).Path = []*pb.Path{at}
		return nil
	})
	if err != nil {
		return nil, wrapped(err)
	}
	answer, err := read(ctx, withinGet, func(ctx context.Context) (*pb.GetResponse, error) { return s.target.Get(ctx, request) })
	switch {
	case status.Code(err) == codes.NotFound && ctx.Err() == nil:
		return nil, wrapped(fmt.Errorf("%w: %s", vendors.ErrNotFound, brief(status.Convert(err).Message())))
	case err != nil:
		return nil, wrapped(failure(ctx, err))
	}
	value, err := valueIn(answer)
	if err != nil {
		return nil, wrapped(err)
	}
	return value, nil
}

// valueIn is the one value of an answer.
func valueIn(answer *pb.GetResponse) ([]byte, error) {
	if n := len(answer.GetNotification()); n != 1 || len(answer.GetNotification()[0].GetUpdate()) != 1 {
		return nil, errors.New("the answer does not have one value")
	}
	value, ok := answer.GetNotification()[0].GetUpdate()[0].GetVal().GetValue().(*pb.TypedValue_JsonIetfVal)
	if !ok {
		return nil, errors.New("the answer is not encoded as JSON_IETF")
	}
	return value.JsonIetfVal, nil
}

// Set sends a request that is written as a file of `gnmic set --request-file`, once. What the switch refuses is a
// *vendors.RefusedError; part of it may have been done all the same.
func (s *Session) Set(ctx context.Context, request []byte) error {
	set, err := readRequest(request)
	if err == nil {
		err = s.set(ctx, set)
	}
	if err != nil {
		return fmt.Errorf("%s: gNMI Set: %w", s.device, err)
	}
	return nil
}

func (s *Session) set(ctx context.Context, request *pb.SetRequest) error {
	bounded, cancel := context.WithTimeout(ctx, withinSet)
	defer cancel()
	_, err := s.target.Set(bounded, request)
	switch {
	case err == nil:
		return nil
	case answered[status.Code(err)] && ctx.Err() == nil:
		return &vendors.RefusedError{Step: -1, Line: "gNMI Set", Says: brief(status.Convert(err).Message())}
	}
	return failure(ctx, err)
}

// Close ends the session.
func (s *Session) Close() error { return s.target.Close() }

// read does a request that changes nothing, again if the connection fails. A connection that the other side does not want will
// not come about the next time either.
func read[T any](ctx context.Context, within time.Duration, do func(context.Context) (T, error)) (T, error) {
	answer, err := backoff.Retry(ctx, func() (T, error) {
		bounded, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		answer, err := do(bounded)
		if err != nil && !passing(err) {
			err = backoff.Permanent(err)
		}
		return answer, err
	}, backoff.WithMaxTries(tries), backoff.WithBackOff(pauses()))
	if permanent := new(backoff.PermanentError); errors.As(err, &permanent) { // it is left on at the last try
		err = permanent.Err
	}
	return answer, err
}

// pauses are those between two tries.
func pauses() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.Multiplier = time.Second, 2
	return b
}

// passing tells whether the next try may go better.
func passing(err error) bool {
	return status.Code(err) == codes.Unavailable && errors.Is(unavailable(status.Convert(err).Message()), vendors.ErrUnreachable)
}
