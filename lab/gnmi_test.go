package lab

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	pb "github.com/openconfig/gnmi/proto/gnmi"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/transport/gnmi"
	secrets "github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/vendors"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
)

// inMemory serves gNMI in memory and gives what reaches it.
func inMemory(t *testing.T, sw *Switch) (l *bufconn.Listener, reach gnmi.Config, stop func()) {
	l = bufconn.Listen(256 << 10)
	served := make(chan error, 1)
	go func() { served <- sw.ServeGNMI(l) }()
	reach = gnmi.Config{
		Device: "leaf1", Address: "leaf1:8080", User: "admin", Password: secrets.New(secret), Plaintext: true, PlaintextPassword: true,
		Dial: func(ctx context.Context, _, _ string) (net.Conn, error) { return l.DialContext(ctx) },
	}
	return l, reach, func() {
		l.Close()
		if err := <-served; err != nil && !strings.Contains(err.Error(), "closed") {
			t.Error(err)
		}
	}
}

// onStore runs a test on the gNMI server of a SONiC switch in virtual time.
func onStore(t *testing.T, do func(t *testing.T, sw *Switch, s *gnmi.Session), edit ...func(*Config)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		sw := switchOf(t, leaf, "", edit...)
		_, reach, stop := inMemory(t, sw)
		s, err := gnmi.Dial(t.Context(), reach)
		if err != nil {
			t.Fatal(err)
		}
		do(t, sw, s)
		s.Close()
		if err := sw.Close(); err != nil {
			t.Error(err)
		}
		stop()
	})
}

// sendSets sends steps as gNMI Sets; what is no patch goes over SSH.
func sendSets(t *testing.T, sw *Switch, steps []plan.Step) {
	_, reach, stop := inMemory(t, sw)
	defer stop()
	session, err := gnmi.Dial(t.Context(), reach)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	for _, s := range steps {
		request := ""
		for _, f := range sw.cfg.Vendor.(vendors.Deliverer).Deliver(vendors.Step{Commands: s.Commands}) {
			if f.Name == "gnmi.json" {
				request = f.Commands[0]
			}
		}
		if request == "" {
			sendPatches(t, sw, []plan.Step{s})
			continue
		}
		if err := session.Set(t.Context(), []byte(request)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(sw.Saved(), sw.Running()) {
			t.Error("a Set did not save")
		}
	}
}

const root = "sonic-db:/CONFIG_DB/localhost"

func TestStoreGet(t *testing.T) {
	onStore(t, func(t *testing.T, sw *Switch, s *gnmi.Session) {
		for path, want := range map[string]string{
			root + "/SCHEDULER/scheduler.0/weight":                                               `"20"`,
			root + "/SCHEDULER/scheduler.0":                                                      `{"type":"DWRR","weight":"20"}`,
			"sonic-db:/CONFIG_DB/asic7/SCHEDULER/scheduler.0":                                    `{"type":"DWRR","weight":"20"}`,
			"sonic-db:/APPL_DB/localhost/PORT_TABLE/Ethernet0/oper_status":                       `"up"`,
			"sonic-db:/COUNTERS_DB/localhost/COUNTERS_QUEUE_NAME_MAP/Ethernet0:0":                `"oid:0x15000000000001"`,
			"sonic-db:/COUNTERS_DB/localhost/COUNTERS/oid:0x15000000000001/SAI_QUEUE_STAT_BYTES": `"0"`,
		} {
			if got, err := s.Get(t.Context(), path); err != nil || string(got) != want {
				t.Errorf("%s: %s, %v", path, got, err)
			}
		}
		whole, err := s.Get(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		sameConfig(t, sw.cfg.Vendor, "the whole database", whole, sw.Running())
		for _, path := range []string{root + "/NOTHING", root + "/SCHEDULER/nothing", root + "/SCHEDULER/scheduler.0/nothing", "sonic-db:/CONFIG_DB", "sonic-db:/NO_DB/localhost"} {
			if got, err := s.Get(t.Context(), path); !errors.Is(err, vendors.ErrNotFound) {
				t.Errorf("%s: %s, %v", path, got, err)
			}
		}
	})
}

// updating is a Set of one update.
func updating(path, value string) string {
	return `{"updates":[{"path":"` + root + path + `","value":` + value + `,"encoding":"json_ietf"}]}`
}

// TestStoreSet wants the surprises of the real server.
func TestStoreSet(t *testing.T) {
	for _, test := range []struct {
		name, request, says string
		holds               func(sw *Switch) bool
	}{
		{"an update of a field", updating("/SCHEDULER/scheduler.0/weight", `"9"`), "",
			func(sw *Switch) bool { return fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") == "9" }},
		{"an update of a row drops its other fields", updating("/SCHEDULER/scheduler.0", `{"type":"STRICT"}`), "",
			func(sw *Switch) bool { return fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") == "" }},
		{"an update of a table drops its other rows", updating("/SCHEDULER", `{"scheduler.0":{"type":"DWRR","weight":"5"}}`), "invalid config", nil},
		{"a number for a field", updating("/SCHEDULER/scheduler.0/weight", `9`), "Invalid field", nil},
		{"a number in a row", updating("/SCHEDULER/scheduler.0", `{"type":"DWRR","weight":9}`), "Failed to apply patch on the following scopes:", nil},
		{"a replace of what is not there", `{"replaces":[{"path":"` + root + `/SCHEDULER/x","value":{"weight":"1"},"encoding":"json_ietf"}]}`, "Invalid entry", nil},
		{"a delete of what is not there", `{"deletes":["` + root + `/SCHEDULER/x"]}`, "",
			func(sw *Switch) bool { return fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") == "20" }},
		{"deletes come first", `{"updates":[{"path":"` + root + `/SCHEDULER/x","value":{"type":"DWRR","weight":"1"},"encoding":"json_ietf"}],"deletes":["` + root + `/SCHEDULER/x"]}`, "",
			func(sw *Switch) bool { return fieldOf(sw, "SCHEDULER", "x", "weight") == "1" }},
		{"the reason is lost", updating("/BUFFER_POOL/x", `{"type":"egress","mode":"dynamic","size":"1"}`), "Error: Failed to apply patch on the following scopes:", nil},
		{"another database", `{"deletes":["sonic-db:/APPL_DB/localhost/PORT_TABLE/Ethernet0"]}`, "does not support", nil},
		{"no origin that it knows", `{"deletes":["openconfig:/qos"]}`, "Invalid origin", nil},
		{"everything", `{"replaces":[{"path":"` + root + `","value":{"SCHEDULER":{}},"encoding":"json_ietf"}]}`, "Error: ", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			onStore(t, func(t *testing.T, sw *Switch, s *gnmi.Session) {
				before := sw.Running()
				err := s.Set(t.Context(), []byte(test.request))
				var refused *vendors.RefusedError
				switch {
				case test.says == "" && (err != nil || !test.holds(sw)):
					t.Error(err)
				case test.says == "" && fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") != savedField(sw, "SCHEDULER", "scheduler.0", "weight"):
					t.Error("it is not saved")
				case test.says != "" && (!errors.As(err, &refused) || !strings.Contains(refused.Says, test.says)):
					t.Errorf("want %q, got %v", test.says, err)
				case test.says != "" && !bytes.Equal(before, sw.Running()):
					t.Error("the configuration changed")
				}
			})
		})
	}
}

func savedField(sw *Switch, table, key, field string) string {
	t, _ := parseTree(sw.Saved())
	return textOf(child(child(t, table), key), field)
}

// TestReplaceOn202405: there a replace is an add.
func TestReplaceOn202405(t *testing.T) {
	old := leaf
	old.release = "202405"
	synctest.Test(t, func(t *testing.T) {
		sw := switchOf(t, old, "")
		_, reach, stop := inMemory(t, sw)
		s, err := gnmi.Dial(t.Context(), reach)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Set(t.Context(), []byte(`{"replaces":[{"path":"`+root+`/SCHEDULER/x","value":{"type":"DWRR","weight":"1"},"encoding":"json_ietf"}]}`))
		if err != nil || fieldOf(sw, "SCHEDULER", "x", "weight") != "1" {
			t.Error(err)
		}
		s.Close()
		sw.Close()
		stop()
	})
}

// TestStoreWhileSetting wants a Get to give what was before, a client that goes away not to stop the Set, and two Sets at once to get
// into each other's way.
func TestStoreWhileSetting(t *testing.T) {
	rebind := `{"updates":[{"path":"` + root + `/QUEUE/Ethernet0|0","value":{"scheduler":"scheduler.1"},"encoding":"json_ietf"},` +
		`{"path":"` + root + `/QUEUE/Ethernet4|0","value":{"scheduler":"scheduler.1"},"encoding":"json_ietf"}]}`
	onStore(t, func(t *testing.T, sw *Switch, s *gnmi.Session) {
		ctx, cancel := context.WithCancel(t.Context())
		set := make(chan error)
		go func() { set <- s.Set(ctx, []byte(rebind)) }()
		time.Sleep(2500 * time.Millisecond)
		if fieldOf(sw, "PORT", "Ethernet0", "admin_status") != "up" && fieldOf(sw, "QUEUE", "Ethernet0|0", "scheduler") != "scheduler.1" {
			t.Error("nothing has happened yet")
		}
		if got, err := s.Get(t.Context(), root+"/QUEUE/Ethernet0|0/scheduler"); err != nil || string(got) != `"scheduler.0"` {
			t.Errorf("Get shows %s, %v", got, err)
		}
		cancel()
		if err := <-set; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		time.Sleep(time.Minute)
		if savedField(sw, "QUEUE", "Ethernet4|0", "scheduler") != "scheduler.1" || fieldOf(sw, "PORT", "Ethernet4", "admin_status") != "up" {
			t.Error("the Set ended with its client")
		}
		back := strings.ReplaceAll(rebind, "scheduler.1", "scheduler.0")
		go func() { set <- s.Set(t.Context(), []byte(back)) }()
		time.Sleep(1500 * time.Millisecond)
		second := s.Set(t.Context(), []byte(updating("/SCHEDULER/scheduler.0/weight", `"7"`)))
		if first := <-set; first == nil && second == nil {
			t.Error("two at once, and both say that all is well")
		}
	})
}

// TestCommitConfirmedIgnored wants a commit-confirmed extension to be accepted and not heeded, and the probe to say so.
func TestCommitConfirmedIgnored(t *testing.T) {
	onStore(t, func(t *testing.T, sw *Switch, s *gnmi.Session) {
		if knows, err := s.ConfirmsCommits(t.Context()); knows || err != nil {
			t.Errorf("%v, %v", knows, err)
		}
	})
}

// TestStoreRequests wants what a plain client gets for requests that weft does not send.
func TestStoreRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sw := switchOf(t, leaf, "")
		l, _, stop := inMemory(t, sw)
		conn, err := grpc.NewClient("passthrough:leaf1", grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }))
		if err != nil {
			t.Fatal(err)
		}
		client := pb.NewGNMIClient(conn)
		known := metadata.AppendToOutgoingContext(t.Context(), "username", "admin", "password", secret)
		path := func(origin string, names ...string) *pb.Path {
			p := &pb.Path{Origin: origin}
			for _, n := range names {
				p.Elem = append(p.Elem, &pb.PathElem{Name: n})
			}
			return p
		}
		scheduler := path("sonic-db", "CONFIG_DB", "localhost", "SCHEDULER")
		for _, test := range []struct {
			ctx     context.Context
			request *pb.GetRequest
			code    codes.Code
		}{
			{known, &pb.GetRequest{Path: []*pb.Path{scheduler}, Encoding: pb.Encoding_JSON_IETF}, codes.OK},
			{known, &pb.GetRequest{Path: []*pb.Path{scheduler}}, codes.NotFound},
			{known, &pb.GetRequest{Path: []*pb.Path{scheduler}, Encoding: pb.Encoding_PROTO}, codes.Unimplemented},
			{known, &pb.GetRequest{Path: []*pb.Path{scheduler}, Encoding: pb.Encoding_JSON_IETF, Type: pb.GetRequest_CONFIG}, codes.Unimplemented},
			{known, &pb.GetRequest{Path: []*pb.Path{scheduler, path("sonic-db", "CONFIG_DB", "localhost", "NO")}, Encoding: pb.Encoding_JSON_IETF}, codes.NotFound},
			{known, &pb.GetRequest{Prefix: &pb.Path{Target: "CONFIG_DB"}, Path: []*pb.Path{path("", "PORT", "Ethernet0")}, Encoding: pb.Encoding_JSON_IETF}, codes.OK},
			{known, &pb.GetRequest{Prefix: path("sonic-db", "CONFIG_DB", "localhost"), Path: []*pb.Path{path("", "PORT")}, Encoding: pb.Encoding_JSON_IETF}, codes.OK},
			{known, &pb.GetRequest{Path: []*pb.Path{path("sonic_db", "CONFIG_DB", "localhost")}, Encoding: pb.Encoding_JSON_IETF}, codes.Unimplemented},
			{t.Context(), &pb.GetRequest{Path: []*pb.Path{scheduler}, Encoding: pb.Encoding_JSON_IETF}, codes.Unauthenticated},
		} {
			if _, err := client.Get(test.ctx, test.request); status.Code(err) != test.code {
				t.Errorf("%v: %v", test.request, err)
			}
		}
		_, err = client.Set(known, &pb.SetRequest{Delete: []*pb.Path{path("", "qos")}})
		if status.Code(err) != codes.Unimplemented || !strings.Contains(err.Error(), "Translib write is disabled") {
			t.Error(err)
		}
		testSubscribe(t, known, client, scheduler)
		conn.Close()
		sw.Close()
		stop()
	})
}

func testSubscribe(t *testing.T, ctx context.Context, client pb.GNMIClient, path *pb.Path) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := client.Subscribe(ctx)
	if err != nil {
		t.Fatal(err)
	}
	list := &pb.SubscriptionList{Mode: pb.SubscriptionList_ONCE, Subscription: []*pb.Subscription{{Path: path}}}
	if err := stream.Send(&pb.SubscribeRequest{Request: &pb.SubscribeRequest_Subscribe{Subscribe: list}}); err != nil {
		t.Fatal(err)
	}
	first, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	var rows map[string]map[string]string
	if err := json.Unmarshal(first.GetUpdate().GetUpdate()[0].GetVal().GetJsonIetfVal(), &rows); err != nil || rows["scheduler.0"]["weight"] != "20" {
		t.Errorf("%v, %v", rows, err)
	}
	if second, err := stream.Recv(); err != nil || !second.GetSyncResponse() {
		t.Errorf("%v, %v", second, err)
	}
}

// TestStoreFaults injects what can go wrong with a Set, and wants the client to be told what it can know.
func TestStoreFaults(t *testing.T) {
	set := []byte(updating("/SCHEDULER/scheduler.0/weight", `"9"`))
	for _, test := range []struct {
		fault Fault
		is    error // nil for a refusal
		done  bool
	}{
		{Fault{Name: FaultDrop}, vendors.ErrUnreachable, false},
		{Fault{Name: FaultCut}, vendors.ErrUnreachable, true},
		{Fault{Name: FaultHang}, vendors.ErrUnreachable, false},
		{Fault{Name: FaultRefuse}, nil, false},
		{Fault{Name: FaultGNMIError}, nil, true},
		{Fault{Name: FaultFull}, nil, false},
		{Fault{Name: FaultPassword}, vendors.ErrAuth, false},
		{Fault{Name: FaultReboot}, vendors.ErrUnreachable, false},
	} {
		t.Run(test.fault.Name, func(t *testing.T) {
			onStore(t, func(t *testing.T, sw *Switch, s *gnmi.Session) {
				if err := sw.Inject(test.fault); err != nil {
					t.Fatal(err)
				}
				err := s.Set(t.Context(), set)
				var refused *vendors.RefusedError
				if test.is == nil && !errors.As(err, &refused) || test.is != nil && !errors.Is(err, test.is) {
					t.Errorf("got %v", err)
				}
				if done := fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") == "9"; done != test.done {
					t.Errorf("it was done: %v", done)
				}
			})
		})
	}
	onStore(t, func(t *testing.T, sw *Switch, s *gnmi.Session) {
		for _, f := range []Fault{{Name: FaultIgnore}, {Name: FaultSilence, Match: "Get"}, {Name: FaultForeign, Match: "SCHEDULER/scheduler.1"}} {
			if err := sw.Inject(f); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Set(t.Context(), set); err != nil || fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") != "20" {
			t.Errorf("what is ignored is answered with %v", err)
		}
		from := time.Now()
		if _, err := s.Get(t.Context(), root); err != nil || time.Since(from) != 30*time.Second {
			t.Errorf("after %v: %v", time.Since(from), err)
		}
		if got, err := s.Get(t.Context(), root+"/SCHEDULER/scheduler.1/weight"); err != nil || fieldOf(sw, "SCHEDULER", "scheduler.0", "weight") != "77" {
			t.Errorf("nobody else was there: %s, %v", got, err)
		}
	})
}

// TestStoreTLS goes over sockets, with certificates of a lab.
func TestStoreTLS(t *testing.T) {
	ca, err := newAuthority()
	if err != nil {
		t.Fatal(err)
	}
	own, err := ca.issue("leaf1", time.Now().Add(time.Hour), loopback)
	if err != nil {
		t.Fatal(err)
	}
	expired, err := ca.issue("leaf1", time.Now().Add(-time.Hour), loopback)
	if err != nil {
		t.Fatal(err)
	}
	client, err := ca.issue("weft", time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	cert, key, err := pemOf(client)
	if err != nil {
		t.Fatal(err)
	}
	sw := switchOf(t, leaf, "", func(c *Config) {
		c.Certificate, c.Expired, c.ClientCAs = own, expired, x509.NewCertPool()
		c.ClientCAs.AppendCertsFromPEM(ca.pem())
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- sw.ServeGNMI(l) }()
	known := gnmi.Config{Device: "leaf1", Address: l.Addr().String(), TLS: gnmi.TLS{CA: ca.pem()}, User: "admin", Password: secrets.New(secret)}
	mutual := known
	mutual.User, mutual.Password = "", secrets.Text{}
	mutual.TLS.Certificate, mutual.TLS.Key = cert, secrets.New(string(key))
	unknown := known
	unknown.Password = secrets.New("wrong")
	stranger := known
	stranger.TLS.CA = nil
	for name, test := range map[string]struct {
		reach gnmi.Config
		is    error
	}{"password": {known, nil}, "certificate": {mutual, nil}, "wrong password": {unknown, vendors.ErrAuth}, "unknown authority": {stranger, vendors.ErrHostKey}} {
		s, err := gnmi.Dial(t.Context(), test.reach)
		if !errors.Is(err, test.is) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			if _, err := s.Get(t.Context(), root); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			s.Close()
		}
	}
	if err := sw.Inject(Fault{Name: FaultGNMICert}); err != nil {
		t.Fatal(err)
	}
	if _, err := gnmi.Dial(t.Context(), known); !errors.Is(err, vendors.ErrHostKey) || !strings.Contains(err.Error(), "expired") {
		t.Errorf("expired: %v", err)
	}
	if err := sw.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}
