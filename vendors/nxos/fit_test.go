package nxos

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/qos/qostest"
	"github.com/weft-net/weft/vendors"
)

// leafModel is the switch that most cases change something about.
func leafModel() *qos.Switch { return qostest.Leaf(4, 24, 26) }

// classifying trusts DSCP: the code points given, and queue 0 for the others.
func classifying(points map[qos.DSCP]qos.Queue) *qos.Classify {
	c := &qos.Classify{Trust: qos.Is(qos.TrustDSCP)}
	for d, q := range points {
		c.DSCP[d] = q
	}
	for d := range c.RewriteDSCP {
		c.RewriteDSCP[d] = qos.Keep
	}
	for q := range c.RewritePCP {
		c.RewritePCP[q] = qos.Keep
	}
	return c
}

// leafSite is where leaf stands, with ports of 400G and cables of 3 m.
func leafSite(t testing.TB, model string, sw *qos.Switch) vendors.Site {
	t.Helper()
	p, err := NXOS{}.Platform(model, "10.4(3)")
	if err != nil {
		t.Fatal(err)
	}
	site := vendors.Site{Device: "leaf1", Platform: p, Prefix: "WEFT", Accept: map[string]bool{}, Adopt: map[string]string{}}
	for i := range sw.Ports {
		site.Ports = append(site.Ports, vendors.SitePort{Name: sw.Ports[i].Name, SpeedBps: 400 * qos.Gbps, CableMetres: 3, Routed: true})
	}
	return site
}

// fitCase changes something about the leaf and says what fitting has to say about it.
type fitCase struct {
	model string // 9332D-GX2B when empty
	edit  func(sw *qos.Switch, site *vendors.Site)
	want  []string // deviations and diagnostics, as saidLines prints them
}

// onEgress and onClassify edit what all ports share.
func onEgress(edit func(*qos.Egress)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, _ *vendors.Site) { edit(sw.Ports[0].Egress) }
}

func onClassify(edit func(*qos.Classify)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, _ *vendors.Site) { edit(sw.Ports[0].Classify) }
}

func onEachPort(edit func(*qos.Port)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, _ *vendors.Site) {
		for i := range sw.Ports {
			edit(&sw.Ports[i])
		}
	}
}

func onFirstPort(edit func(*qos.Port)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, _ *vendors.Site) { edit(&sw.Ports[0]) }
}

// saidLines is what fitting said, one line each.
func saidLines(ds []vendors.Deviation, diags vendors.Diagnostics) []string {
	var lines []string
	for _, d := range ds {
		lines = append(lines, strings.Join([]string{d.Kind.String(), strings.Join(d.Ports, " "), d.Field, d.Asked, d.Got, d.Reason, d.Source, d.Accept}, "|"))
	}
	for _, d := range diags {
		if d.Severity == vendors.Warning {
			lines = append(lines, "warning|"+strings.Join(d.Ports, " ")+"|"+d.String())
		}
	}
	return lines
}

func runFitCases(t *testing.T, cases map[string]fitCase) {
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			model := test.model
			if model == "" {
				model = "9332D-GX2B"
			}
			sw := leafModel()
			site := leafSite(t, model, sw)
			test.edit(sw, &site)
			fitted, ds, diags := NXOS{}.Fit(sw, site)
			if diff := cmp.Diff(test.want, saidLines(ds, diags)); diff != "" {
				t.Errorf("what is said (-want +got):\n%s", diff)
			}
			checkErrors(t, ds, diags)
			if !diags.HasErrors() {
				checkStable(t, fitted, site)
			}
		})
	}
}

// checkErrors holds that every impossible deviation is an error with the same ports, and no other kind is.
func checkErrors(t *testing.T, ds []vendors.Deviation, diags vendors.Diagnostics) {
	t.Helper()
	impossible, errors := 0, 0
	for _, d := range ds {
		if d.Kind == vendors.Impossible {
			impossible++
		}
	}
	for _, d := range diags {
		if d.Severity == vendors.Error && d.Field != "lag" && d.Field != "" {
			errors++
		}
	}
	if impossible != errors {
		t.Errorf("%d impossible deviations, %d errors: %v", impossible, errors, diags)
	}
}

// checkStable holds that what was fitted needs no more fitting.
func checkStable(t *testing.T, fitted *qos.Switch, site vendors.Site) {
	t.Helper()
	again, ds, diags := NXOS{}.Fit(fitted, site)
	for _, d := range ds {
		t.Errorf("fitting again deviates: %+v", d)
	}
	if diags.HasErrors() {
		t.Errorf("fitting again: %v", diags)
	}
	if !qos.Equal(fitted, again) {
		t.Errorf("fitting again changes the model:\n%s", cmp.Diff(fitted, again))
	}
}

const fourPorts = "Ethernet1/1 Ethernet1/2 Ethernet1/3 Ethernet1/4"

func TestFitLeavesTheLeafAlone(t *testing.T) {
	sw := leafModel()
	before := leafModel()
	fitted, ds, diags := NXOS{}.Fit(sw, leafSite(t, "N9K-C9332D-GX2B", sw))
	if len(ds) > 0 || len(diags) > 0 {
		t.Errorf("it has something to say: %v %v", ds, diags)
	}
	if diff := cmp.Diff(before, sw); diff != "" {
		t.Errorf("the asked model was written to:\n%s", diff)
	}
	if !qos.Satisfied(fitted, sw) {
		t.Error("the fitted model does not do what was asked")
	}
	for i := range fitted.Ports {
		if fitted.Ports[i].Classify != fitted.Ports[0].Classify || fitted.Ports[i].Egress != fitted.Ports[0].Egress {
			t.Error("ports no longer share their facets")
		}
	}
	if mtu := fitted.Ports[0].ClassMTU.MTU[5]; mtu != qos.Is[qos.Bytes](9216) {
		t.Errorf("class MTU is %+v", mtu)
	}
}

func TestFitClassification(t *testing.T) {
	runFitCases(t, map[string]fitCase{
		"pcp": {edit: onClassify(func(c *qos.Classify) {
			*c = *classifying(nil)
			c.Trust, c.PCP[3] = qos.Is(qos.TrustPCP), 3
		})},
		"none": {edit: onClassify(func(c *qos.Classify) { c.Trust = qos.Is(qos.TrustNone) })},
		"dscp, else pcp": {
			edit: onClassify(func(c *qos.Classify) { c.Trust = qos.Is(qos.TrustDSCPElsePCP); c.PCP[3] = 3 }),
			want: []string{"impossible|" + fourPorts + "|trust|dscp_else_pcp||match cos also matches IP packets, so that the DSCP of a tagged one does not win: trust dscp or pcp|S-CLS7X|"},
		},
		"an access list": {
			edit: onClassify(func(c *qos.Classify) { c.Rules = []qos.Rule{{Match: "packets that access list X permits"}} }),
			want: []string{"impossible|" + fourPorts + "|classification|packets that access list X permits||weft writes code points only|design|"},
		},
		"mark by class": {edit: onClassify(func(c *qos.Classify) {
			c.RewriteDSCP[24], c.RewriteDSCP[26] = 26, qos.Keep // 26 already is 26
			c.RewritePCP[3] = 3
		})},
		"mark within a class": {
			edit: onClassify(func(c *qos.Classify) { c.RewriteDSCP[24], c.RewriteDSCP[26] = 10, 12 }),
			want: []string{"impossible|" + fourPorts + "|traffic_class roce: mark|several code points||set dscp takes one value for all packets of a class|S-ANN|"},
		},
		"mark a part of a class": {
			edit: onClassify(func(c *qos.Classify) { c.RewriteDSCP[24] = 10 }),
			want: []string{"impossible|" + fourPorts + "|traffic_class roce: mark|several code points||set dscp takes one value for all packets of a class|S-ANN|"},
		},
		"four queues": {
			model: "N9K-X9636PQ",
			edit:  onEachPort(func(p *qos.Port) { p.Watchdog = qos.Watchdog{On: qos.Is(false)} }),
			want: []string{
				"impossible|" + fourPorts + "|traffic_class cnp: queue|7||there are 4 queues, 0 to 3: override the queue of a lossy class on this device|S-CHKPT2|",
				"warning||9636PQ: " + oldCards,
			},
		},
		"four queues and a lossless class above": {
			model: "N9K-X9636PQ",
			edit: func(sw *qos.Switch, _ *vendors.Site) {
				*sw.Ports[0].Classify = *classifying(map[qos.DSCP]qos.Queue{26: 5})
				sw.Names[5] = "nvme"
				for i := range sw.Ports {
					sw.Ports[i].Watchdog, sw.Ports[i].Egress = qos.Watchdog{}, nil
					sw.Ports[i].PFC.Priorities = qos.Is(qos.Queues(5))
				}
			},
			want: []string{
				"impossible|" + fourPorts + "|traffic_class nvme: queue|5||there are 4 queues, 0 to 3, and a lossless class has one number in the whole fabric|S-CHKPT2|",
				"warning||9636PQ: " + oldCards,
			},
		},
		"a table that is not trusted": {edit: onClassify(func(c *qos.Classify) { c.PCP[5] = 5 })},
	})
}

func TestFitTCAM(t *testing.T) {
	sw := leafModel()
	for i := range sw.Ports {
		sw.Ports[i].Classify = classifying(map[qos.DSCP]qos.Queue{10: 3})
		for d := range 60 {
			sw.Ports[i].Classify.DSCP[d+i] = 3
		}
		sw.Ports[i].Egress = nil
	}
	_, _, diags := NXOS{}.Fit(sw, leafSite(t, "93180YC-FX3", sw))
	want := []string{"warning||classification needs about 720 TCAM entries, and the region was seen with 512: the switch may refuse a policy (S-TCAM)"}
	if diff := cmp.Diff(want, saidLines(nil, diags)); diff != "" {
		t.Error(diff)
	}
}

func TestFitEgress(t *testing.T) {
	share := func(e *qos.Egress, q qos.Queue, s qos.Permille) {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Share: s})
	}
	strict := func(e *qos.Egress, q qos.Queue, rank uint8) {
		e.Queues[q].Schedule = qos.Is(qos.Schedule{Strict: true, Rank: rank})
	}
	runFitCases(t, map[string]fitCase{
		"thirds": {
			edit: onEgress(func(e *qos.Egress) { share(e, 0, 334); share(e, 1, 333); share(e, 3, 333) }),
			want: []string{
				"rounding|" + fourPorts + "|traffic_class best_effort: bandwidth|33.4 %|34 %|a share is a whole percentage, and all add to 100|S-TFN|",
				"rounding|" + fourPorts + "|queue 1: bandwidth|33.3 %|33 %|a share is a whole percentage, and all add to 100|S-TFN|",
				"rounding|" + fourPorts + "|traffic_class roce: bandwidth|33.3 %|33 %|a share is a whole percentage, and all add to 100|S-TFN|",
			},
		},
		"weights": {
			edit: onEgress(func(e *qos.Egress) { share(e, 0, 1); share(e, 3, 2) }),
			want: []string{
				"rounding|" + fourPorts + "|traffic_class best_effort: bandwidth|1 of 3|33 %|a share is a whole percentage, and all add to 100|S-TFN|",
				"rounding|" + fourPorts + "|traffic_class roce: bandwidth|2 of 3|67 %|a share is a whole percentage, and all add to 100|S-TFN|",
			},
		},
		"nothing for anyone": {
			edit: onEgress(func(e *qos.Egress) { share(e, 0, 0); share(e, 3, 0) }),
			want: []string{"impossible|" + fourPorts + "|bandwidth|0 % for every class that is not strict||bandwidth remaining percent has to add to 100|S-CHKPT|"},
		},
		"a strict queue below unused ones": {edit: func(sw *qos.Switch, _ *vendors.Site) {
			sw.Ports[0].Classify.DSCP[48] = 6
			sw.Ports[0].Egress.Queues[6], sw.Ports[0].Egress.Queues[7] = sw.Ports[0].Egress.Queues[7], qos.EgressQueue{}
		}},
		"a strict queue below a shared one": {
			edit: onEgress(func(e *qos.Egress) { share(e, 7, 0); strict(e, 6, 1) }),
			want: []string{"impossible|" + fourPorts + "|queue 6: strict|strict queue 6||strict queues must be the highest-numbered ones, and queue 7 above it (traffic_class cnp) shares bandwidth|S-QUE|"},
		},
		"a strict queue below one that nothing schedules": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[7] = qos.EgressQueue{}; strict(e, 6, 1) }),
			want: []string{"impossible|" + fourPorts + "|queue 6: strict|strict queue 6||strict queues must be the highest-numbered ones, and queue 7 above it (traffic_class cnp) shares bandwidth|S-QUE|"},
		},
		"the lower strict queue first": {
			edit: onEgress(func(e *qos.Egress) { strict(e, 6, 1); strict(e, 7, 2) }),
			want: []string{"impossible|" + fourPorts + "|queue 6: strict|before queues above 6||of two strict queues the higher number is served first|S-QUE|"},
		},
		"shaping": {edit: onEgress(func(e *qos.Egress) { e.Queues[7].Max = qos.Is(40 * qos.Gbps) })},
		"shaping above the port": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[7].Max = qos.Is(800 * qos.Gbps) }),
			want: []string{"rounding|" + fourPorts + "|traffic_class cnp: max|800 Gbps|400 Gbps|the port is no faster|line rate|"},
		},
		"a guarantee above the port": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[7].Min = qos.Is(500 * qos.Gbps) }),
			want: []string{"impossible|" + fourPorts + "|traffic_class cnp: min|500 Gbps||the port is no faster than 400 Gbps|line rate|"},
		},
		"marking above the whole buffer": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[3].ECN = qos.Is(qos.ECN{On: true, Min: 1000, Max: 120_000_001, Probability: 7})
			}),
			want: []string{"impossible|" + fourPorts + "|traffic_class roce: ecn max|120000001 bytes||the most anyone says the whole switch has is 120000000 bytes|Cisco, advertised|"},
		},
		"shaping in steps": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[7].Max = qos.Is(1550 * qos.Mbps) }),
			want: []string{"rounding|" + fourPorts + "|traffic_class cnp: max|1550 Mbps|1600 Mbps|shapers go in steps of 200 Mbps|S-QUE|"},
		},
		"shaping below the step": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[7].Max = qos.Is(100 * qos.Mbps) }),
			want: []string{"impossible|" + fourPorts + "|traffic_class cnp: max|100 Mbps||the least a shaper does is 200 Mbps|S-QUE|"},
		},
		"shaping in Mbps": {
			model: "93180YC-FX3",
			edit:  onEgress(func(e *qos.Egress) { e.Queues[7].Max = qos.Is(100*qos.Mbps + 600_000) }),
			want:  []string{"rounding|" + fourPorts + "|traffic_class cnp: max|100600000 bps|101 Mbps|shapers go in steps of 1 Mbps|S-ZB|"},
		},
		"shaping upside down": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[7].Min, e.Queues[7].Max = qos.Is(2*qos.Gbps), qos.Is(qos.BitsPerSecond(qos.Gbps))
			}),
			want: []string{"impossible|" + fourPorts + "|traffic_class cnp: min|2 Gbps||it is more than max, 1 Gbps|S-ZB|"},
		},
		"a guarantee without a bound": {edit: onEgress(func(e *qos.Egress) { e.Queues[3].Min = qos.Is(100 * qos.Gbps) })},
		"a guarantee at no speed": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				sw.Ports[0].Egress.Queues[3].Min = qos.Is(100 * qos.Gbps)
				site.Ports[1].SpeedBps = 0
			},
			want: []string{"impossible|Ethernet1/2|traffic_class roce: min|100 Gbps||shape needs an upper bound too, and neither max nor the port's speed is given|S-ZB|"},
		},
		"marking upside down": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[3].ECN = qos.Is(qos.ECN{On: true, Min: 2048, Max: 1024, Probability: 7})
			}),
			want: []string{"impossible|" + fourPorts + "|traffic_class roce: ecn|min 2 KiB, max 1 KiB||both thresholds are more than 0, and min is not more than max|S-CMD-R|"},
		},
		"marking never": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[3].ECN = qos.Is(qos.ECN{On: true, Min: 1000, Max: 1000}) }),
			want: []string{"impossible|" + fourPorts + "|traffic_class roce: ecn probability|0 %||it goes from 1 to 100|S-CMD-R|"},
		},
		"dropping what is lossless": {
			edit: onEgress(func(e *qos.Egress) {
				e.Queues[3].ECN = qos.Is(qos.ECN{On: true, DropOnly: true, Min: 1000, Max: 1000, Probability: 1})
			}),
			want: []string{"impossible|" + fourPorts + "|traffic_class roce: ecn|early drop without marking||the class is lossless, and random-detect without ecn drops its packets|S-CMD-R|"},
		},
		"a limit": {edit: onEgress(func(e *qos.Egress) { e.Queues[0].Limit = qos.Is(qos.Limit{Bytes: 1 << 20}) })},
		"a limit of alpha": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[0].Limit = qos.Is(qos.Limit{AlphaNum: 1, AlphaDen: 8}) }),
			want: []string{"impossible|" + fourPorts + "|traffic_class best_effort: threshold|alpha 1/8||there are three tables of alpha values, and no source says which one this family uses: give bytes|S-CMD-Q|"},
		},
		"a limit where nothing drops": {
			edit: onEgress(func(e *qos.Egress) { e.Queues[3].Limit = qos.Is(qos.Limit{Bytes: 1 << 20}) }),
			want: []string{"platform default|" + fourPorts + "|traffic_class roce: threshold|1 MiB|none|a queue limit has no meaning on a no-drop queue|S-CMD-Q|"},
		},
	})
}

const acceptedTimesWarning = "warning||nxos.watchdog-times: the times of the PFC watchdog are set: no source confirms it; try it on one switch first"

// acceptedTimes asks for 200 ms and 400 ms on all ports, and for what edit says, where the lines for it are accepted.
func acceptedTimes(edit func(*qos.Switch)) func(*qos.Switch, *vendors.Site) {
	return func(sw *qos.Switch, site *vendors.Site) {
		site.Accept[acceptWatchdogTimes] = true
		onEachPort(func(p *qos.Port) {
			p.Watchdog.Detect, p.Watchdog.Restore = qos.Is(200*time.Millisecond), qos.Is(400*time.Millisecond)
		})(sw, site)
		edit(sw)
	}
}

func TestFitPFC(t *testing.T) {
	runFitCases(t, map[string]fitCase{
		"a port without PFC": {edit: onFirstPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.QueueSet(0)) })},
		"negotiated":         {edit: onEachPort(func(p *qos.Port) { p.PFC.Negotiated = qos.Is(true) })},
		"a part of the set": {
			edit: func(sw *qos.Switch, _ *vendors.Site) {
				sw.Ports[1].PFC.Priorities = qos.Is(qos.Queues(3, 4))
				sw.Ports[2].PFC.Priorities = qos.Is(qos.Queues(3, 4))
			},
			want: []string{"impossible|Ethernet1/1 Ethernet1/4|lossless classes|3||no-drop classes exist once for the whole switch, where they are 3,4: a port pauses all of them or none|S-CHKPT|"},
		},
		"four classes": {
			edit: onEachPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(2, 3, 4, 5)) }),
			want: []string{"impossible||lossless classes|4 (2,3,4,5)||no source shows more than 3 no-drop classes on this family|no source; S-AZ shows two|"},
		},
		"the default class": {
			edit: onEachPort(func(p *qos.Port) { p.PFC.Priorities = qos.Is(qos.Queues(0)) }),
			want: []string{"impossible||traffic_class best_effort: lossless|queue 0||qos-group 0 takes every packet that matches nothing|S-QOS105|"},
		},
		"keyed by a field": {
			edit: onEachPort(func(p *qos.Port) { p.PFC.Key = qos.Is(qos.PFCByDSCP) }),
			want: []string{"platform default|" + fourPorts + "|pfc|pause by the field of the packet|pause by class|a packet is accounted to the priority of the class it was put in|S-PFC105|"},
		},
		"watchdog times": {
			edit: onEachPort(func(p *qos.Port) {
				p.Watchdog.Detect, p.Watchdog.Restore = qos.Is(200*time.Millisecond), qos.Is(400*time.Millisecond)
				p.Watchdog.Poll = qos.Is(100 * time.Millisecond)
			}),
			want: []string{
				"platform default|" + fourPorts + "|pfc_watchdog: detect|200ms|what the switch does by itself|it polls every 100 ms|S-PFC105|nxos.watchdog-times",
				"platform default|" + fourPorts + "|pfc_watchdog: restore|400ms|what the switch does by itself|it polls every 100 ms|S-PFC105|nxos.watchdog-times",
			},
		},
		"another poll": {
			edit: onEachPort(func(p *qos.Port) { p.Watchdog.Poll = qos.Is(200 * time.Millisecond) }),
			want: []string{"platform default|" + fourPorts + "|pfc_watchdog: poll|200ms|100ms|it polls every 100 ms|S-PFC105|nxos.watchdog-times"},
		},
		"accepted times": {
			edit: acceptedTimes(func(sw *qos.Switch) { sw.Ports[2].Watchdog.Detect = qos.Value[time.Duration]{} }),
			want: []string{acceptedTimesWarning},
		},
		"accepted times that are rounded": {
			edit: acceptedTimes(func(sw *qos.Switch) {
				onEachPort(func(p *qos.Port) {
					p.Watchdog.Detect, p.Watchdog.Poll = qos.Is(250*time.Millisecond), qos.Is(200*time.Millisecond)
				})(sw, nil)
			}),
			want: []string{"rounding||pfc_watchdog: detect|250ms|400ms|it is a multiple of the poll interval, 200ms|S-PFC105|", acceptedTimesWarning},
		},
		"accepted times that differ": {
			edit: acceptedTimes(func(sw *qos.Switch) { sw.Ports[2].Watchdog.Detect = qos.Is(300 * time.Millisecond) }),
			want: []string{"impossible|Ethernet1/3|pfc_watchdog: detect|300ms||the times exist once for the whole switch, where it is 200ms|S-PFC105|", acceptedTimesWarning},
		},
		"accepted times that are too long": {
			edit: acceptedTimes(func(sw *qos.Switch) {
				onEachPort(func(p *qos.Port) { p.Watchdog.Detect = qos.Is(2 * time.Second) })(sw, nil)
			}),
			want: []string{"impossible||pfc_watchdog: detect|2s||it is 1 to 10 times the poll interval, 100ms|S-PFC105|", acceptedTimesWarning},
		},
		"an accepted poll that is too long": {
			edit: acceptedTimes(func(sw *qos.Switch) {
				onEachPort(func(p *qos.Port) { p.Watchdog.Poll = qos.Is(2 * time.Second) })(sw, nil)
			}),
			want: []string{"impossible||pfc_watchdog: poll|2s||it goes from 100ms to 1s in milliseconds|S-DCNM|", acceptedTimesWarning},
		},
		"forwarding": {
			edit: onFirstPort(func(p *qos.Port) { p.Watchdog.Action = qos.Is(qos.WatchdogForward) }),
			want: []string{"impossible|Ethernet1/1|pfc_watchdog: action|forward||a queue that stays paused is shut and drops; no confirmed line changes that|S-PFC105|"},
		},
		"escalation": {
			edit: onEachPort(func(p *qos.Port) { p.Watchdog.Escalate = qos.Is(qos.Escalation{Action: "turn-off", Count: 30}) }),
			want: []string{"platform default|" + fourPorts + "|pfc_watchdog: escalate|turn-off|none|the watchdog restores the queue each time; it has no second measure|S-PFC105|"},
		},
		"no watchdog on old cards": {
			model: "X9536PQ",
			edit: func(sw *qos.Switch, _ *vendors.Site) {
				sw.Ports = sw.Ports[:1]
				sw.Ports[0].Classify, sw.Ports[0].Egress = classifying(map[qos.DSCP]qos.Queue{26: 3}), nil
			},
			want: []string{
				"impossible|Ethernet1/1|pfc_watchdog|on||the PFC watchdog is not supported on 9400, 9500 and 9600 cards other than the 9636PQ|S-WD7X|",
				"warning||9500-old: whether a 9400, 9500 or 9600 card has four or eight queues depends on the card: four are used, and the switch may refuse their names",
			},
		},
		"a watchdog on the one old card that has it": {
			model: "X9636PQ",
			edit: func(sw *qos.Switch, _ *vendors.Site) {
				sw.Ports = sw.Ports[:1]
				sw.Ports[0].Classify, sw.Ports[0].Egress = classifying(map[qos.DSCP]qos.Queue{26: 3}), nil
			},
			want: []string{"warning||9636PQ: " + oldCards},
		},
		"advertising": {edit: onEachPort(func(p *qos.Port) { p.DCBX = qos.Is(qos.DCBXAdvertise) })},
		"advertising on an old release": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				sw.Ports[0].DCBX = qos.Is(qos.DCBXAdvertise)
				site.Platform.Release = "9.2(4)"
			},
			want: []string{"impossible|Ethernet1/1|dcbx|advertise||send-tlv came with 9.3, and the release is 9.2(4)|S-AZ|"},
		},
		"advertising nothing": {
			edit: onFirstPort(func(p *qos.Port) { p.DCBX, p.PFC.Priorities = qos.Is(qos.DCBXAdvertise), qos.Is(qos.QueueSet(0)) }),
			want: []string{"platform default|Ethernet1/1|dcbx|advertise|off|the port pauses nothing, so there is nothing to advertise|S-AZ|"},
		},
		"advertising what is negotiated": {
			edit: onFirstPort(func(p *qos.Port) { p.DCBX, p.PFC.Negotiated = qos.Is(qos.DCBXAdvertise), qos.Is(true) }),
			want: []string{"platform default|Ethernet1/1|dcbx|advertise|off|a port that negotiates PFC advertises it anyway|S-AZ|"},
		},
	})
}

func TestAccepts(t *testing.T) {
	want := []string{"nxos.dual-stage", "nxos.forward-nonecn", "nxos.headroom-cell", "nxos.watchdog-times"}
	if diff := cmp.Diff(want, NXOS{}.Accepts()); diff != "" {
		t.Error(diff)
	}
}

func TestFitIngress(t *testing.T) {
	explicit := func(b qos.Buffer) func(*qos.Switch, *vendors.Site) {
		in := &qos.Ingress{}
		in.Buffers[3] = qos.Is(b)
		return onEachPort(func(p *qos.Port) { p.Ingress = in })
	}
	runFitCases(t, map[string]fitCase{
		"a long cable": {
			model: "93180YC-FX3",
			edit:  func(_ *qos.Switch, site *vendors.Site) { site.Ports[2].CableMetres = 300 },
			want:  []string{"impossible|Ethernet1/3|traffic_class roce: headroom|auto||a cable of more than 100 m needs an explicit pause buffer: give headroom in bytes|S-PFC105|"},
		},
		"a long cable with the room computed": {
			model: "93180YC-FX3",
			edit: func(sw *qos.Switch, site *vendors.Site) {
				site.Ports[2].CableMetres = 300
				in := &qos.Ingress{}
				in.Buffers[3] = qos.Default(qos.Buffer{Headroom: 244736})
				sw.Ports[1].Ingress, sw.Ports[2].Ingress = in, in
			},
			want: []string{
				"platform default|Ethernet1/3|traffic_class roce: threshold|nothing|77376 B|an explicit pause buffer needs a threshold, and this is what the family was seen with|S-ZB, shown for 100G|",
				"rounding|Ethernet1/3|traffic_class roce: headroom|239 KiB|245024 B|buffers are cells of 416 bytes|S-ZB, S-LAB: all values seen are multiples|",
			},
		},
		"whole cells": {
			model: "93180YC-FX3",
			edit:  explicit(qos.Buffer{Headroom: 416 * 100, XOFF: 416 * 50, XON: 416 * 40}),
		},
		"parts of cells": {
			model: "93180YC-FX3",
			edit:  explicit(qos.Buffer{Headroom: 40000, XOFF: 20000, XON: 15000}),
			want: []string{
				"rounding|" + fourPorts + "|traffic_class roce: headroom|40000 B|40352 B|buffers are cells of 416 bytes|S-ZB, S-LAB: all values seen are multiples|",
				"rounding|" + fourPorts + "|traffic_class roce: threshold|20000 B|19968 B|buffers are cells of 416 bytes|S-ZB, S-LAB: all values seen are multiples|",
				"rounding|" + fourPorts + "|traffic_class roce: resume threshold|15000 B|14976 B|buffers are cells of 416 bytes|S-ZB, S-LAB: all values seen are multiples|",
			},
		},
		"too little": {
			model: "93180YC-FX3",
			edit:  explicit(qos.Buffer{Headroom: 416, XOFF: 416 * 2, XON: 416}),
			want: []string{
				"impossible|" + fourPorts + "|traffic_class roce: headroom|a pause buffer of 1248 bytes||the least is 27456 bytes|S-LAB|",
				"impossible|" + fourPorts + "|traffic_class roce: threshold|832 bytes, resume 416||the least is 12480 bytes|S-LAB|",
			},
		},
		"upside down": {
			model: "93180YC-FX3",
			edit:  explicit(qos.Buffer{Headroom: 41600, XOFF: 12480, XON: 20800}),
			want:  []string{"impossible|" + fourPorts + "|traffic_class roce: headroom|headroom 41600 B, threshold 12480 B, resume 20800 B||buffer-size is more than pause-threshold, which is not less than resume-threshold|S-PFC105|"},
		},
		"a dynamic threshold": {
			model: "93180YC-FX3",
			edit:  explicit(qos.Buffer{Headroom: 41600, AlphaNum: 1, AlphaDen: 8}),
			want:  []string{"impossible|" + fourPorts + "|traffic_class roce: threshold|alpha 1/8||a pause threshold is a number of bytes|S-PFC105|"},
		},
		"an unknown cell": {
			edit: explicit(qos.Buffer{Headroom: 40000, XOFF: 20000, XON: 15000}),
			want: []string{"impossible|" + fourPorts + "|traffic_class roce: headroom|40000 B||no source states the buffer cell of 9300-GX2, so that an explicit pause buffer cannot be checked|S-PFC105|nxos.headroom-cell"},
		},
		"an unknown cell, and a threshold alone": {
			edit: explicit(qos.Buffer{XOFF: 10240}),
			want: []string{"impossible|" + fourPorts + "|traffic_class roce: threshold|10 KiB||no source states the buffer cell of 9300-GX2, so that an explicit pause buffer cannot be checked|S-PFC105|nxos.headroom-cell"},
		},
		"a known cell, and a threshold alone": {
			model: "93180YC-FX3",
			edit:  explicit(qos.Buffer{XOFF: 41600}),
			want:  []string{"impossible|" + fourPorts + "|traffic_class roce: threshold|headroom 0 B, threshold 41600 B, resume 39 KiB||buffer-size is more than pause-threshold, which is not less than resume-threshold|S-PFC105|"},
		},
		"an unknown cell, accepted": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				explicit(qos.Buffer{Headroom: 40000, XOFF: 20000, XON: 15000})(sw, site)
				site.Accept["nxos.headroom-cell"] = true
			},
			want: []string{"warning||nxos.headroom-cell: pause buffers are written without the buffer cell of 9300-GX2: no source confirms it; try it on one switch first"},
		},
		"an unknown threshold": {
			edit: explicit(qos.Buffer{Headroom: 40000}),
			want: []string{
				"impossible|" + fourPorts + "|traffic_class roce: headroom|40000 B||no source states the buffer cell of 9300-GX2, so that an explicit pause buffer cannot be checked, nor a pause threshold: give threshold in bytes beside headroom|S-PFC105|nxos.headroom-cell",
			},
		},
		"an unknown threshold, accepted": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				explicit(qos.Buffer{Headroom: 40000})(sw, site)
				site.Accept["nxos.headroom-cell"] = true
			},
			want: []string{
				"impossible|" + fourPorts + "|traffic_class roce: headroom|40000 B without a threshold||no source states a pause threshold of 9300-GX2: give threshold in bytes beside headroom|S-PFC105|",
				"warning||nxos.headroom-cell: pause buffers are written without the buffer cell of 9300-GX2: no source confirms it; try it on one switch first",
			},
		},
	})
}

func TestFitRefusesMoreBufferThanAnyoneClaims(t *testing.T) {
	sw := leafModel()
	in := &qos.Ingress{}
	in.Buffers[3] = qos.Is(qos.Buffer{Headroom: 416 * 40000, XOFF: 416 * 50, XON: 416 * 40})
	onEachPort(func(p *qos.Port) { p.Ingress = in })(sw, nil)
	_, _, diags := NXOS{}.Fit(sw, leafSite(t, "93180YC-FX3", sw))
	want := "the pause buffers of all ports are 66643200 bytes together, and the most anyone says the switch has is 40000000 (Cisco, advertised)"
	if err := diags.Err(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestFitMTU(t *testing.T) {
	classMTU := func(mtu qos.Bytes) *qos.ClassMTU {
		m := &qos.ClassMTU{}
		for q := range m.MTU {
			m.MTU[q] = qos.Is(mtu)
		}
		return m
	}
	runFitCases(t, map[string]fitCase{
		"too large": {
			edit: onFirstPort(func(p *qos.Port) { p.MTU = qos.Is[qos.Bytes](9266) }),
			want: []string{"impossible|Ethernet1/1|mtu|9266 B||mtu goes from 576 to 9216 bytes|S-BF|"},
		},
		"mixed": {edit: onFirstPort(func(p *qos.Port) { p.MTU = qos.Is[qos.Bytes](1500) })},
		"layer 2": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				sw.Ports[0].MTU, site.Ports[0].Routed = qos.Is[qos.Bytes](9000), false
			},
			want: []string{"warning|Ethernet1/1|a layer 2 port may take an mtu of 1500 or 9216 bytes only: no source confirms it; say mode = \"l3\" for routed ports"},
		},
		"class below port": {
			edit: onEachPort(func(p *qos.Port) { p.ClassMTU = classMTU(9000) }),
			want: []string{
				"impossible||traffic_class best_effort: class mtu|9000 bytes||a port lets in packets of 9216 bytes, and the class would drop them|S-TFN|",
				"impossible||traffic_class roce: class mtu|9000 bytes||a port lets in packets of 9216 bytes, and the class would drop them|S-TFN|",
				"impossible||traffic_class cnp: class mtu|9000 bytes||a port lets in packets of 9216 bytes, and the class would drop them|S-TFN|",
			},
		},
		"class by port": {
			edit: func(sw *qos.Switch, _ *vendors.Site) {
				sw.Ports[0].ClassMTU, sw.Ports[1].ClassMTU = classMTU(9216), classMTU(9216)
				sw.Ports[2].ClassMTU = classMTU(9216)
				sw.Ports[2].ClassMTU.MTU[3] = qos.Is[qos.Bytes](9000)
			},
			want: []string{"impossible|Ethernet1/3|traffic_class roce: class mtu|9000 bytes||a class has one MTU on the whole switch, and Ethernet1/1 asks for 9216 bytes|S-CHKPT|"},
		},
		"none": {
			edit: onEachPort(func(p *qos.Port) { p.MTU = qos.Value[qos.Bytes]{} }),
			want: []string{"platform default||class mtu|nothing|9216 bytes|lossless classes need a network-qos policy, and it states an MTU|S-3232|"},
		},
		"none and nothing lossless": {edit: onEachPort(func(p *qos.Port) {
			p.MTU, p.PFC.Priorities = qos.Value[qos.Bytes]{}, qos.Is(qos.QueueSet(0))
		})},
		"layer 2 of a Nexus 3000": {
			model: "N3K-C3132Q-40GE",
			edit: func(sw *qos.Switch, site *vendors.Site) {
				site.Ports[0].Routed, site.Ports[1].Routed, sw.Ports[1].MTU = false, false, qos.Is[qos.Bytes](1500)
			},
			want: []string{
				"platform default|Ethernet1/2|mtu|1500 bytes|9216 bytes|a layer 2 port of this family has no MTU of its own but that of its classes|S-N3KNOTES|",
				"warning||3132-3064: ECN is limited on this family, and no source says how",
			},
		},
	})
}

func TestFitSwitch(t *testing.T) {
	runFitCases(t, map[string]fitCase{
		"dual-stage commits": {
			edit: func(_ *qos.Switch, site *vendors.Site) { site.Accept = map[string]bool{acceptDualStage: true} },
			want: []string{"warning||nxos.dual-stage: the change goes in one dual-stage commit, which the switch is to take back unless it is confirmed: no source confirms it; try it on one switch first"},
		},
		"dual-stage commits of a release that has none": {
			edit: func(_ *qos.Switch, site *vendors.Site) {
				site.Accept = map[string]bool{acceptDualStage: true}
				site.Platform.Release = "10.1(2)"
			},
			want: []string{"warning||nxos.dual-stage: release 10.2 or later has dual-stage commits, and this is 10.1(2): the change goes line by line, with a checkpoint only (S-DUAL)"},
		},
		"tunnel": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				site.VXLAN = true
				sw.Tunnel = qos.Tunnel{DSCP: qos.Is(qos.TunnelPipe), ECN: qos.Is(qos.TunnelECNCopy)}
			},
			want: []string{
				"platform default||vxlan: ecn|copy|what the switch does by itself|no source says what the switch does with ECN in a tunnel, or of a line that changes it|S-VXQ|",
				"warning||vxlan: qos-mode pipe is documented, but no source says which platforms have it (S-CMD-Q)",
			},
		},
		"tunnel with 0 outside": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				site.VXLAN = true
				sw.Tunnel.DSCP = qos.Is(qos.TunnelDSCPZero)
			},
			want: []string{"impossible||vxlan: dscp|0 in the outer header||the outer header carries the inner DSCP|S-VXQ|"},
		},
		"forwarding what is not ECN-capable": {
			edit: func(sw *qos.Switch, _ *vendors.Site) { sw.NonECT = qos.Is(qos.NonECTForward) },
			want: []string{"impossible||ecn: non_ect|forward||only one lab configuration shows the line that does it|S-LAB|nxos.forward-nonecn"},
		},
		"forwarding it, accepted": {
			edit: func(sw *qos.Switch, site *vendors.Site) {
				sw.NonECT = qos.Is(qos.NonECTForward)
				site.Accept["nxos.forward-nonecn"] = true
			},
			want: []string{"warning||nxos.forward-nonecn: congestion-control random-detect forward-nonecn is used: no source confirms it; try it on one switch first"},
		},
		"a region that is not carved": {
			model: "3232C",
			edit:  func(*qos.Switch, *vendors.Site) {},
			want: []string{
				"warning||3232C: that queuing takes classes of one's own is assumed from other Nexus 3000, no source says it of this model",
				"warning||3232C: classification and ECN need a TCAM region that is not carved from the start; carving it takes a reload (S-3232)",
			},
		},
	})
}

func TestFitRefuses(t *testing.T) {
	tests := map[string]struct {
		model string
		edit  func(*qos.Switch, *vendors.Site)
		want  string
	}{
		"R cards": {"N9K-X9636C-R", nil, "weft writes no QoS for N9K-X9636C-R (9500-R): PFC is not supported on these cards in 7.0(3)F3(3), and no source says what later releases do (S-PFC7X)"},
		"3600":    {"N3K-C3636C-R", nil, "weft writes no QoS for N3K-C3636C-R (3600-R): no source states its queues, no-drop classes or ECN (no source)"},
		"3500":    {"N3K-C3548P-10G", nil, "weft writes no QoS for N3K-C3548P-10G (3500): no source states its queues, and police and shape are accepted although they break CoPP and BFD (CSCve72295) (S-BUG3500)"},
		"a bundle as a port": {"9332D-GX2B", func(sw *qos.Switch, _ *vendors.Site) { sw.Ports[0].Name = "port-channel10" },
			`"port-channel10" is not a physical port; name Ethernet ports, and for a bundle its members with lag`},
		"a bundle that is none": {"9332D-GX2B", func(_ *qos.Switch, site *vendors.Site) { site.Ports[0].LAG = "Ethernet1/9" },
			`lag "Ethernet1/9" is not a port-channel: write it such as port-channel10`},
		"members that differ": {"9332D-GX2B", func(sw *qos.Switch, site *vendors.Site) {
			site.Ports[0].LAG, site.Ports[2].LAG = "port-channel10", "port-channel10"
			sw.Ports[2].MTU = qos.Is[qos.Bytes](1500)
		}, "Ethernet1/1 and Ethernet1/3 are members of port-channel10 and are asked to behave differently: policies and mtu stand on the port-channel and hold for all its members (S-ATT)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			sw := leafModel()
			site := leafSite(t, test.model, sw)
			if test.edit != nil {
				test.edit(sw, &site)
			}
			_, _, diags := NXOS{}.Fit(sw, site)
			if err := diags.Err(); err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}
