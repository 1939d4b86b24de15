package qos

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// roce is a port as the usual plan has it: DSCP 24 and 26 lossless with ECN in queue 3, CNP strict in 6, control strict in 7.
func roce(name string) Port {
	classify := Classify{Trust: Is(TrustDSCP)}
	fillRewrites(&classify)
	classify.DSCP[24], classify.DSCP[26] = 3, 3
	classify.DSCP[48], classify.DSCP[56] = 6, 7
	egress := Egress{}
	for q := range egress.Queues {
		egress.Queues[q].Schedule = Is(Schedule{})
		egress.Queues[q].ECN = Is(ECN{})
	}
	egress.Queues[0].Schedule = Is(Schedule{Share: 500})
	egress.Queues[3].Schedule = Is(Schedule{Share: 500})
	egress.Queues[3].ECN = Is(ECN{On: true, Min: 150 << 10, Max: 1500 << 10, Probability: 7})
	egress.Queues[6].Schedule = Is(Schedule{Strict: true, Rank: 2})
	egress.Queues[7].Schedule = Is(Schedule{Strict: true, Rank: 1})
	return Port{
		Name:     name,
		Classify: &classify,
		Egress:   &egress,
		PFC:      PFC{Priorities: Is(Queues(3)), Negotiated: Is(false), Key: Is(PFCByClass)},
		Watchdog: Watchdog{On: Is(true), Action: Is(WatchdogDrop), Detect: Is(200 * time.Millisecond)},
		MTU:      Is(Bytes(9216)),
	}
}

func fillRewrites(c *Classify) {
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = Keep
	}
}

func roceSwitch(ports ...string) *Switch {
	s := &Switch{NonECT: Is(NonECTDrop)}
	shared := roce("")
	for _, name := range ports {
		p := shared
		p.Name = name
		s.Ports = append(s.Ports, p)
	}
	s.Names[0], s.Names[3] = "best_effort", "roce"
	return s
}

// texts runs Diff for one port before and after a change to it.
func texts(change func(*Port)) []string {
	before, after := roceSwitch("Ethernet1/1"), roceSwitch("Ethernet1/1")
	p := &after.Ports[0]
	classify, egress := *p.Classify, *p.Egress
	p.Classify, p.Egress = &classify, &egress
	change(p)
	var list []string
	for _, d := range Diff(before, after) {
		list = append(list, d.Text)
	}
	return list
}

func TestDiffSentences(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Port)
		want   []string
	}{
		{"nothing", func(*Port) {}, nil},
		{"PFC off", func(p *Port) { p.PFC = PFC{Priorities: Is(QueueSet(0))} }, []string{
			"DSCP 24,26 (roce) turn lossy",
			"priority 3 is no longer paused (PFC off)",
		}},
		{"class moves", func(p *Port) { p.Classify.DSCP[26] = 0 }, []string{
			"DSCP 26 (roce) turns lossy",
			"DSCP 26 moves from queue 3 (roce) to queue 0 (best_effort)",
		}},
		{"run", func(p *Port) { fill(p.Classify.DSCP[8:16], 6) }, []string{
			"DSCP 8-15 move from queue 0 (best_effort) to queue 6",
		}},
		{"ECN off", func(p *Port) { p.Egress.Queues[3].ECN = Is(ECN{}) }, []string{"queue 3 (roce) loses ECN marking"}},
		{"ECN curve", func(p *Port) {
			p.Egress.Queues[3].ECN = Is(ECN{On: true, Min: 950 << 10, Max: 3000 << 10, Probability: 7})
		}, []string{"queue 3 (roce): ECN marks from 950 KiB to 3000 KiB (was from 150 KiB to 1500 KiB)"}},
		{"not strict", func(p *Port) { p.Egress.Queues[7].Schedule = Is(Schedule{Share: 111}) }, []string{
			"queue 7 is no longer strict priority; it shares 10 %",
			"queue 6 is strict priority 1 (was 2)",
			"queue 0 (best_effort) shares 45 % (was 50 %)",
			"queue 3 (roce) shares 45 % (was 50 %)",
		}},
		{"MTU", func(p *Port) { p.MTU = Is(Bytes(1500)) }, []string{"largest packet falls from 9216 to 1500"}},
		{"MTU by the device", func(p *Port) { p.MTU = Default(Bytes(9216)) },
			[]string{"largest packet is by the device's own rule (9216) (was 9216)"}},
		{"watchdog", func(p *Port) { p.Watchdog = Watchdog{On: Is(false)} }, []string{"the PFC watchdog is switched off"}},
		{"trust", func(p *Port) { p.Classify.Trust = NotRead[Trust]("policy-map X", 3) },
			[]string{"trust is not readable: policy-map X (was dscp)"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, texts(test.change)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
