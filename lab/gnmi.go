package lab

import (
	"context"
	"crypto/tls"
	"net"
	"time"

	pb "github.com/openconfig/gnmi/proto/gnmi"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

// idleWithin is after how long the server closes a connection that is not used.
const idleWithin = 5 * time.Second

// serveGNMI serves gNMI clients on a listener until that is closed.
func (b *sonic) serveGNMI(l net.Listener, secure *tls.Config) error {
	creds := insecure.NewCredentials()
	if secure != nil {
		creds = credentials.NewTLS(secure)
	}
	s := &gnmiService{b: b}
	g := grpc.NewServer(grpc.Creds(knowing{creds}), grpc.WaitForHandlers(true),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: idleWithin}),
		grpc.UnaryInterceptor(s.unary), grpc.StreamInterceptor(s.stream))
	pb.RegisterGNMIServer(g, s)
	defer g.Stop()
	return g.Serve(l)
}

// knowing are credentials by which a request knows the connection it came on.
type knowing struct {
	credentials.TransportCredentials
}

// knownPeer is what they know.
type knownPeer struct {
	credentials.AuthInfo
	conn net.Conn
}

// ServerHandshake does the handshake and remembers the connection.
func (k knowing) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	secured, info, err := k.TransportCredentials.ServerHandshake(conn)
	return secured, knownPeer{info, conn}, err
}

// Clone copies the credentials.
func (k knowing) Clone() credentials.TransportCredentials {
	return knowing{k.TransportCredentials.Clone()}
}

// gnmiService is the gNMI server of a SONiC switch.
type gnmiService struct {
	pb.UnimplementedGNMIServer
	b *sonic
}

// breakOff breaks the connection that a request came on.
func breakOff(ctx context.Context) error {
	from, _ := peer.FromContext(ctx)
	if known, ok := from.AuthInfo.(knownPeer); ok {
		known.conn.Close()
	}
	return status.Error(codes.Unavailable, "the connection broke")
}

// letIn checks user and password of a request. A client with a certificate needs none.
func (s *gnmiService) letIn(ctx context.Context) error {
	if proven(ctx) {
		return nil
	}
	sent, _ := metadata.FromIncomingContext(ctx)
	first := func(name string) string {
		if values := sent.Get(name); len(values) > 0 {
			return values[0]
		}
		return ""
	}
	_, err := s.b.sw.letIn(first("username"), func(u *User) bool { return isPassword(u, []byte(first("password"))) })
	if err != nil {
		return status.Error(codes.Unauthenticated, "Invalid Username or Password")
	}
	return nil
}

// proven tells whether the client has a certificate that the switch trusts.
func proven(ctx context.Context) bool {
	from, _ := peer.FromContext(ctx)
	known, _ := from.AuthInfo.(knownPeer)
	secured, ok := known.AuthInfo.(credentials.TLSInfo)
	return ok && len(secured.State.VerifiedChains) > 0
}

// verdictKey is where the verdict on a request is in its context.
type verdictKey struct{}

// verdictOf is what faults leave to do about a request.
func verdictOf(ctx context.Context) verdict {
	v, _ := ctx.Value(verdictKey{}).(verdict)
	return v
}

// begin lets a request in and has faults happen that come before it is done.
func (s *gnmiService) begin(ctx context.Context, what string) (context.Context, error) {
	if err := s.letIn(ctx); err != nil {
		return ctx, err
	}
	v := s.b.sw.enter(what)
	switch {
	case v.drop:
		return ctx, breakOff(ctx)
	case v.hang:
		<-ctx.Done()
		return ctx, ctx.Err()
	case v.refuse:
		return ctx, status.Error(codes.Unknown, s.b.refusal())
	}
	return context.WithValue(ctx, verdictKey{}, v), nil
}

// end has faults happen that come when a request is done and before it is answered.
func (s *gnmiService) end(ctx context.Context) error {
	v := verdictOf(ctx)
	if v.cut {
		return breakOff(ctx)
	}
	if !sleepFor(ctx, v.wait) {
		return ctx.Err()
	}
	return nil
}

// described is a request as faults match it and Commands lists it.
func described(request any) string {
	switch r := request.(type) {
	case *pb.CapabilityRequest:
		return "gnmi Capabilities"
	case *pb.GetRequest:
		return "gnmi Get " + pathText(r.GetPrefix(), r.GetPath()...)
	case *pb.SetRequest:
		paths := append([]*pb.Path(nil), r.GetDelete()...)
		for _, u := range append(append([]*pb.Update(nil), r.GetReplace()...), r.GetUpdate()...) {
			paths = append(paths, u.GetPath())
		}
		return "gnmi Set " + pathText(r.GetPrefix(), paths...)
	}
	return "gnmi Subscribe"
}

func (s *gnmiService) unary(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	ctx, err := s.begin(ctx, described(request))
	if err != nil {
		return nil, err
	}
	answer, err := handle(ctx, request)
	if failed := s.end(ctx); failed != nil {
		return nil, failed
	}
	return answer, err
}

func (s *gnmiService) stream(server any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	if _, err := s.begin(stream.Context(), "gnmi Subscribe"); err != nil {
		return err
	}
	return handle(server, stream)
}

// Capabilities tells what the server can do.
func (s *gnmiService) Capabilities(context.Context, *pb.CapabilityRequest) (*pb.CapabilityResponse, error) {
	return &pb.CapabilityResponse{
		SupportedModels:    []*pb.ModelData{{Name: "sonic-db", Organization: "SONiC", Version: "0.1.0"}},
		SupportedEncodings: []pb.Encoding{pb.Encoding_JSON, pb.Encoding_JSON_IETF, pb.Encoding_PROTO},
		GNMIVersion:        "0.7.0",
	}, nil
}
