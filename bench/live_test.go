package main

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/weft-net/weft/lab"
	"github.com/weft-net/weft/plan"
	"github.com/weft-net/weft/transport/reach"
	"github.com/weft-net/weft/transport/secret"
	"github.com/weft-net/weft/transport/ssh"
)

// What a live fabric of the benchmark is: so many switches that take 200 ms for every answer, so many read at a time.
const (
	liveSwitches    = 500
	liveParallelism = 100
)

// BenchmarkLive reads what every switch of a lab runs, over real sockets on this machine. "x-ideal" is the time against that of one
// switch times the switches by those read at a time: 1 when nothing gets in each other's way.
func BenchmarkLive(b *testing.B) {
	b.Run("ssh", func(b *testing.B) { benchmarkLive(b, nxos, "ssh") })
	b.Run("gnmi", func(b *testing.B) { benchmarkLive(b, sonic, "gnmi") })
}

func benchmarkLive(b *testing.B, vendor dialect, via string) {
	inputs := fabricOf(b, spec{vendor: vendor, switches: liveSwitches, ports: 4, state: done})
	book := bookOf(b, inputs, via)
	one := alone(b, book, inputs[:3])
	ideal := one.Seconds() * liveSwitches / liveParallelism
	for b.Loop() {
		var group errgroup.Group
		group.SetLimit(liveParallelism)
		for i := range inputs {
			group.Go(func() error {
				_, err := book.Running(b.Context(), inputs[i].Site)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/ideal, "x-ideal")
	b.ReportMetric(one.Seconds(), "s/switch")
}

// alone is how long one switch takes when nothing else is read.
func alone(b *testing.B, book *reach.Book, some []plan.Input) time.Duration {
	b.Helper()
	start := time.Now()
	for i := range some {
		if _, err := book.Running(b.Context(), some[i].Site); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(start) / time.Duration(len(some))
}

// BenchmarkLiveSessions holds sessions open and says what each costs, the other end in the lab not left out.
func BenchmarkLiveSessions(b *testing.B) {
	b.Run("ssh", func(b *testing.B) { benchmarkSessions(b, nxos, "ssh") })
	b.Run("gnmi", func(b *testing.B) { benchmarkSessions(b, sonic, "gnmi") })
}

func benchmarkSessions(b *testing.B, vendor dialect, via string) {
	inputs := fabricOf(b, spec{vendor: vendor, switches: liveParallelism, ports: 4, state: done})
	book := bookOf(b, inputs, via)
	before := heap()
	for b.Loop() {
		var open []*reach.Session
		for i := range inputs {
			s, err := book.Open(b.Context(), inputs[i].Site)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := s.Running(b.Context()); err != nil {
				b.Fatal(err)
			}
			open = append(open, s)
		}
		b.ReportMetric(float64(heap()-before)/1024/float64(len(open)), "KiB/session")
		for _, s := range open {
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// heap is what is in use when nothing is left to collect.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// bookOf starts a lab and says how its switches are reached.
func bookOf(b *testing.B, inputs []plan.Input, via string) *reach.Book {
	b.Helper()
	configs := make([]lab.Config, len(inputs))
	for i, in := range inputs {
		configs[i] = lab.Config{Name: in.Name, Vendor: in.Vendor, Platform: in.Site.Platform, Running: in.Running}
	}
	up, err := lab.Up(b.TempDir(), configs)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { up.Close() })
	at, err := up.Reach()
	if err != nil {
		b.Fatal(err)
	}
	known, err := ssh.LoadKnownHosts(at.KnownHosts)
	if err != nil {
		b.Fatal(err)
	}
	login := &reach.Login{User: at.User, Password: secret.Source{File: at.PasswordFile}, CAFile: at.CA}
	switches := make([]reach.Switch, len(inputs))
	for i, in := range inputs {
		how := at.Switches[in.Name]
		switches[i] = reach.Switch{Name: in.Name, Address: how.SSH, GNMI: how.GNMI, Via: via, Login: login, Vendor: in.Vendor}
		if err := up.Inject(in.Name, lab.Fault{Name: lab.FaultSlow}); err != nil {
			b.Fatal(err)
		}
	}
	return reach.New("", known, switches)
}
