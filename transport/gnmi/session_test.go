package gnmi

import (
	"context"
	"errors"
	"net"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	pb "github.com/openconfig/gnmi/proto/gnmi"
	"github.com/openconfig/gnmi/proto/gnmi_ext"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/vendors"
)

func TestGet(t *testing.T) {
	s := &server{get: func(context.Context, *pb.GetRequest) (*pb.GetResponse, error) {
		return holds(`{"weight":"5","list":["a"]}`), nil
	}}
	got, err := mustConnect(t, s).Get(t.Context(), "sonic-db:/CONFIG_DB/localhost/QUEUE/Ethernet0|3[x]")
	if err != nil || string(got) != `{"weight":"5","list":["a"]}` {
		t.Fatalf("got %s, %v", got, err)
	}
	request := s.gets[0]
	if request.GetType() != pb.GetRequest_ALL || request.GetEncoding() != pb.Encoding_JSON_IETF || request.GetPrefix() != nil {
		t.Errorf("the request is %v", request)
	}
	if path := request.GetPath()[0]; path.GetOrigin() != "sonic-db" || len(path.GetElem()) != 4 || path.GetElem()[3].GetName() != "Ethernet0|3[x]" {
		t.Errorf("the path is %v", path)
	}
	if s.md.Get("username")[0] != "admin" || s.md.Get("password")[0] != "hunter2" {
		t.Error("user and password are not sent")
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	for want, answer := range map[string]*pb.GetResponse{
		"does not have one value":      {},
		"is not encoded as JSON_IETF":  {Notification: []*pb.Notification{{Update: []*pb.Update{{Val: &pb.TypedValue{Value: &pb.TypedValue_StringVal{StringVal: "x"}}}}}}},
		"the answer does not have one": {Notification: []*pb.Notification{{}, {}}},
	} {
		s := &server{get: func(context.Context, *pb.GetRequest) (*pb.GetResponse, error) { return answer, nil }}
		if _, err := mustConnect(t, s).Get(t.Context(), "sonic-db:/A"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func TestPathsThatAreNone(t *testing.T) {
	for _, path := range []string{"", "/CONFIG_DB", "sonic-db:", "sonic-db:/", "sonic-db:/A//B", "sonic-db:/A/", "a/b:/c"} {
		if p, err := pathOf(path); err == nil {
			t.Errorf("%q is %v", path, p)
		}
	}
}

func TestSet(t *testing.T) {
	s := &server{}
	err := mustConnect(t, s).Set(t.Context(), []byte(`{"deletes":["sonic-db:/CONFIG_DB/localhost/SCHEDULER/old"],
		"replaces":[{"path":"sonic-db:/CONFIG_DB/localhost/PORT/Ethernet0/mtu","value":"9216","encoding":"json_ietf"}],
		"updates":[{"path":"sonic-db:/CONFIG_DB/localhost/SCHEDULER/a~1b","value":{"weight":"5","x":"<&\u007b"},"encoding":"json_ietf"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	set := s.sets[0]
	if len(set.GetDelete()) != 1 || set.GetDelete()[0].GetElem()[3].GetName() != "old" {
		t.Errorf("deletes %v", set.GetDelete())
	}
	if got := string(set.GetReplace()[0].GetVal().GetJsonIetfVal()); got != `"9216"` {
		t.Errorf("the replace is %s: a text has become something else", got)
	}
	update := set.GetUpdate()[0]
	if got := string(update.GetVal().GetJsonIetfVal()); got != `{"weight":"5","x":"<&\u007b"}` {
		t.Errorf("the update is %s", got)
	}
	if name := update.GetPath().GetElem()[3].GetName(); name != "a~1b" {
		t.Errorf("the last element is %s", name)
	}
}

func TestRequestsThatAreNotSent(t *testing.T) {
	s := &server{}
	session := mustConnect(t, s)
	huge := strings.Repeat("x", largestSet)
	for want, request := range map[string]string{
		"is no gNMI Set":                       `[]`,
		"unknown field":                        `{"update":[]}`,
		"is no path":                           `{"deletes":["SCHEDULER"]}`,
		`encoding of sonic-db:/A is "json"`:    `{"updates":[{"path":"sonic-db:/A","value":"x","encoding":"json"}]}`,
		"gets no value":                        `{"replaces":[{"path":"sonic-db:/A","encoding":"json_ietf"}]}`,
		"takes no more than 3145728: send it":  `{"updates":[{"path":"sonic-db:/A","value":"` + huge + `","encoding":"json_ietf"}]}`,
		"is no path of the form origin:/eleme": `{"updates":[{"path":"/A","value":"x","encoding":"json_ietf"}]}`,
	} {
		if err := session.Set(t.Context(), []byte(request)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %.300v", want, err)
		}
	}
	if len(s.sets) > 0 {
		t.Errorf("%d of them were sent", len(s.sets))
	}
}

// TestRefused wants what a switch answers to a Set told from what was lost, and no secret in it.
func TestRefused(t *testing.T) {
	s := &server{set: func(context.Context, *pb.SetRequest) error {
		return status.Error(codes.Unknown, "Error: Failed to apply patch, password hunter2\ntraceback")
	}}
	session := mustConnect(t, s)
	var refused *vendors.RefusedError
	err := session.Set(t.Context(), []byte(`{}`))
	if !errors.As(err, &refused) || refused.Step != -1 || refused.Says != "Error: Failed to apply patch, password <redacted>" {
		t.Errorf("got %v", err)
	}
	for code, want := range map[codes.Code]error{
		codes.Unavailable: vendors.ErrUnreachable, codes.PermissionDenied: vendors.ErrAuth, codes.Unauthenticated: vendors.ErrAuth,
	} {
		s.set = func(context.Context, *pb.SetRequest) error { return status.Error(code, "no") }
		if err := session.Set(t.Context(), []byte(`{}`)); !errors.Is(err, want) || errors.As(err, &refused) {
			t.Errorf("%v: got %v", code, err)
		}
	}
}

func TestNotFound(t *testing.T) {
	s := &server{get: func(context.Context, *pb.GetRequest) (*pb.GetResponse, error) {
		return nil, status.Error(codes.NotFound, "no table")
	}}
	if _, err := mustConnect(t, s).Get(t.Context(), "sonic-db:/A"); !errors.Is(err, vendors.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestLargeAnswer(t *testing.T) {
	large := `"` + strings.Repeat("x", 8<<20) + `"`
	s := &server{get: func(context.Context, *pb.GetRequest) (*pb.GetResponse, error) { return holds(large), nil }}
	if got, err := mustConnect(t, s).Get(t.Context(), "sonic-db:/A"); err != nil || string(got) != large {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// TestReadsAreTriedAgain wants a read repeated, with pauses, and a Set not.
func TestReadsAreTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{set: func(context.Context, *pb.SetRequest) error { return status.Error(codes.Unavailable, "busy") }}
		s.get = func(context.Context, *pb.GetRequest) (*pb.GetResponse, error) {
			if len(s.gets) < tries {
				return nil, status.Error(codes.Unavailable, "busy")
			}
			return holds(`"x"`), nil
		}
		session, from := mustConnect(t, s), time.Now()
		if _, err := session.Get(t.Context(), "sonic-db:/A"); err != nil || len(s.gets) != tries || time.Since(from) < time.Second {
			t.Errorf("%d reads in %v, %v", len(s.gets), time.Since(from), err)
		}
		if err := session.Set(t.Context(), []byte(`{}`)); !errors.Is(err, vendors.ErrUnreachable) || len(s.sets) != 1 {
			t.Errorf("%d Sets, %v", len(s.sets), err)
		}
		s.get = func(context.Context, *pb.GetRequest) (*pb.GetResponse, error) {
			return nil, status.Error(codes.Unauthenticated, "no")
		}
		if _, err := session.Get(t.Context(), "sonic-db:/A"); !errors.Is(err, vendors.ErrAuth) || len(s.gets) != tries+1 {
			t.Errorf("a read that is not allowed: %d reads, %v", len(s.gets), err)
		}
	})
}

// TestRefusedAtTheLastTry: what comes after two failures of the connection is told as it would be at once.
func TestRefusedAtTheLastTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{}
		s.get = func(context.Context, *pb.GetRequest) (*pb.GetResponse, error) {
			if len(s.gets) < tries {
				return nil, status.Error(codes.Unavailable, "busy")
			}
			return nil, status.Error(codes.NotFound, "no such table")
		}
		_, err := mustConnect(t, s).Get(t.Context(), "sonic-db:/A")
		if !errors.Is(err, vendors.ErrNotFound) || strings.Contains(err.Error(), "rpc error") {
			t.Errorf("got %v", err)
		}
	})
}

// TestDeadlines: a switch that says nothing does not hold weft for ever, and one that is at work is waited for.
func TestDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{set: func(ctx context.Context, _ *pb.SetRequest) error {
			time.Sleep(599 * time.Second)
			return ctx.Err()
		}}
		s.get = func(ctx context.Context, _ *pb.GetRequest) (*pb.GetResponse, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		session := mustConnect(t, s)
		if err := session.Set(t.Context(), []byte(`{}`)); err != nil {
			t.Errorf("a Set of ten minutes: %v", err)
		}
		from := time.Now()
		if _, err := session.Get(t.Context(), "sonic-db:/A"); !errors.Is(err, vendors.ErrUnreachable) || time.Since(from) != withinGet {
			t.Errorf("after %v: %v", time.Since(from), err)
		}
		s.set = func(ctx context.Context, _ *pb.SetRequest) error {
			<-ctx.Done()
			return ctx.Err()
		}
		from = time.Now()
		if err := session.Set(t.Context(), []byte(`{}`)); !errors.Is(err, vendors.ErrUnreachable) || time.Since(from) != withinSet {
			t.Errorf("after %v: %v", time.Since(from), err)
		}
	})
}

// TestIdle: the server ends connections that are not used, and nobody sees it.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{}
		session := mustConnect(t, s)
		for range 3 {
			time.Sleep(time.Minute)
			if err := session.Set(t.Context(), []byte(`{}`)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{set: func(ctx context.Context, _ *pb.SetRequest) error {
			<-ctx.Done()
			return ctx.Err()
		}}
		session := mustConnect(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		from := time.Now()
		if err := session.Set(ctx, []byte(`{}`)); !errors.Is(err, context.Canceled) || time.Since(from) != time.Second {
			t.Errorf("after %v: %v", time.Since(from), err)
		}
		if _, err := session.Get(ctx, "sonic-db:/A"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

func TestUnreachable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, dial := range map[string]func(context.Context, string, string) (net.Conn, error){
			"refused": func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("connection refused") },
			"silent": func(ctx context.Context, _, _ string) (net.Conn, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			},
			"mute": func(context.Context, string, string) (net.Conn, error) {
				client, server := net.Pipe()
				t.Cleanup(func() { server.Close() })
				return client, nil
			},
		} {
			from := time.Now()
			_, err := Dial(t.Context(), Config{Device: "leaf1", Address: "leaf1:8080", Plaintext: true, Dial: dial})
			if !errors.Is(err, vendors.ErrUnreachable) || time.Since(from) > 2*withinHello {
				t.Errorf("%s: after %v: %v", name, time.Since(from), err)
			}
		}
	})
}

// TestCapabilities: who is not let in, and who cannot what is needed, shows when the session is opened.
func TestCapabilities(t *testing.T) {
	s := &server{able: func(context.Context) error { return status.Error(codes.Unauthenticated, "invalid credentials") }}
	if _, err := connect(t, s); !errors.Is(err, vendors.ErrAuth) || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("got %v", err)
	}
	if _, err := connect(t, &server{encodings: []pb.Encoding{pb.Encoding_JSON}}); !errors.Is(err, vendors.ErrUnreachable) || !strings.Contains(err.Error(), "JSON_IETF") {
		t.Errorf("got %v", err)
	}
}

func TestConfirmsCommits(t *testing.T) {
	for _, test := range []struct {
		answer error
		knows  bool
		failed bool
	}{
		{nil, false, false},
		{status.Error(codes.Unimplemented, "what?"), false, false},
		{status.Error(codes.FailedPrecondition, "no commit is pending"), true, false},
		{status.Error(codes.InvalidArgument, "another id"), true, false},
		{status.Error(codes.Unavailable, "busy"), false, true},
	} {
		s := &server{set: func(context.Context, *pb.SetRequest) error { return test.answer }}
		knows, err := mustConnect(t, s).ConfirmsCommits(t.Context())
		if knows != test.knows || (err != nil) != test.failed {
			t.Errorf("%v: %v, %v", test.answer, knows, err)
		}
		probe := s.sets[0]
		_, confirms := probe.GetExtension()[0].GetCommit().GetAction().(*gnmi_ext.Commit_Confirm)
		if !confirms || len(probe.GetUpdate())+len(probe.GetReplace())+len(probe.GetDelete()) > 0 {
			t.Errorf("the probe is %v", probe)
		}
	}
}

func TestConfigsThatAreNone(t *testing.T) {
	for want, c := range map[string]Config{
		"is no host:port":                        {Address: "leaf1"},
		`the address ":8080" is no host:port`:    {Address: ":8080"},
		`"a:1,b:2"`:                              {Address: "a:1,b:2"},
		"a password is not sent without TLS":     {Address: "leaf1:8080", Plaintext: true, User: "a", Password: secret.New("hunter2")},
		"holds no certificate in PEM form":       {Address: "leaf1:8080", TLS: TLS{CA: []byte("x")}},
		"weft's certificate and its key":         {Address: "leaf1:8080", TLS: TLS{Certificate: []byte("x"), Key: secret.New("hunter2")}},
		"leaf1: connecting over gNMI: the addre": {Device: "leaf1", Address: "unix:///x"},
	} {
		_, err := Dial(t.Context(), c)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func BenchmarkGet5MB(b *testing.B) {
	large := `"` + strings.Repeat("x", 5<<20) + `"`
	s := &server{get: func(context.Context, *pb.GetRequest) (*pb.GetResponse, error) { return holds(large), nil }}
	session := mustConnect(b, s)
	b.SetBytes(5 << 20)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := session.Get(b.Context(), "sonic-db:/A"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSet500(b *testing.B) {
	var request strings.Builder
	for range 500 {
		request.WriteString(`,{"path":"sonic-db:/CONFIG_DB/localhost/QUEUE/Ethernet0|3","value":{"scheduler":"weft.3"},"encoding":"json_ietf"}`)
	}
	text := []byte(`{"updates":[` + request.String()[1:] + `]}`)
	s := &server{}
	session := mustConnect(b, s)
	b.ReportAllocs()
	for b.Loop() {
		s.sets = s.sets[:0]
		if err := session.Set(b.Context(), text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSession tells what an open session costs: with its server, which is here too.
func BenchmarkSession(b *testing.B) {
	s := &server{}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for b.Loop() {
		mustConnect(b, s)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapInuse+after.StackInuse-before.HeapInuse-before.StackInuse)/float64(b.N), "B/session")
}
