package cloudengine

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

type schedules [qos.NumQueues]qos.Value[qos.Schedule]

func strict(rank uint8) qos.Value[qos.Schedule] {
	return qos.Is(qos.Schedule{Strict: true, Rank: rank})
}
func share(weight qos.Permille) qos.Value[qos.Schedule] { return qos.Is(qos.Schedule{Share: weight}) }

func noSchedule(why string) qos.Value[qos.Schedule] { return qos.NotRead[qos.Schedule](why, 0) }

// requireSchedules reads the first port.
func requireSchedules(t *testing.T, text string, want schedules) {
	t.Helper()
	var got schedules
	for q, queue := range portOf(t, text, groupAPlatform(t)).Egress.Queues {
		got[q] = queue.Schedule
	}
	if diff := cmp.Diff(want, got, atOrigins); diff != "" {
		t.Error(diff)
	}
}

func TestReadSchedule(t *testing.T) {
	const after = "the queue is served after those that share, and weft knows no such place"
	const odd = "`qos wrr 0 to 7` is not understood"
	for name, c := range map[string]struct {
		lines string
		want  schedules
	}{
		"built in":               {"", schedules{strict(8), strict(7), strict(6), strict(5), strict(4), strict(3), strict(2), strict(1)}},
		"shared":                 {" qos drr 0 to 5\n", schedules{share(1), share(1), share(1), share(1), share(1), share(1), strict(2), strict(1)}},
		"with gaps":              {" qos drr 0 2 to 3\n", schedules{share(1), strict(7), share(1), share(1), strict(4), strict(3), strict(2), strict(1)}},
		"lines add":              {" qos drr 0\n qos drr 2\n", schedules{share(1), strict(7), share(1), strict(5), strict(4), strict(3), strict(2), strict(1)}},
		"and move":               {" qos drr 0 to 7\n qos pq 4 to 7\n", schedules{share(1), share(1), share(1), share(1), strict(4), strict(3), strict(2), strict(1)}},
		"weights":                {" qos drr 0 to 1\n qos queue 1 drr weight 100\n", schedules{share(1), share(100), strict(6), strict(5), strict(4), strict(3), strict(2), strict(1)}},
		"of strict queues":       {" qos queue 1 drr weight 100\n", schedules{strict(8), strict(7), strict(6), strict(5), strict(4), strict(3), strict(2), strict(1)}},
		"the old word":           {" qos wfq 0 to 1\n qos queue 1 wfq weight 9\n", schedules{share(1), share(9), strict(6), strict(5), strict(4), strict(3), strict(2), strict(1)}},
		"both words":             {" qos wfq 0\n qos drr 1\n", schedules{noSchedule("no source says how drr and wfq share"), share(1), strict(6), strict(5), strict(4), strict(3), strict(2), strict(1)}},
		"after the others":       {" qos lpq 0 to 1\n", schedules{strict(16), strict(15), strict(6), strict(5), strict(4), strict(3), strict(2), strict(1)}},
		"after those that share": {" qos drr 1 lpq 0\n", schedules{noSchedule(after), share(1), strict(6), strict(5), strict(4), strict(3), strict(2), strict(1)}},
		"not understood":         {" qos wrr 0 to 7\n", schedules{noSchedule(odd), noSchedule(odd), noSchedule(odd), noSchedule(odd), noSchedule(odd), noSchedule(odd), noSchedule(odd), noSchedule(odd)}},
	} {
		t.Run(name, func(t *testing.T) { requireSchedules(t, onPort+c.lines, c.want) })
	}
}

// TestReadBuiltIn: what no line makes strict, the switch makes so, whether or not the lines were ever printed.
func TestReadBuiltIn(t *testing.T) {
	for lines, want := range map[string]qos.QueueSet{
		"":                             qos.AllQueues,
		" qos pq 6\n qos drr 0 to 5\n": qos.Queues(7),
		" dcb ets enable e\n#\ndcb ets-profile e\n priority-group 15 queue 6\n":              qos.Queues(7),
		" dcb ets enable e\n#\ndcb ets-profile e\n priority-group 15 queue 6\n queue 7 pq\n": 0,
	} {
		var got qos.QueueSet
		for q, queue := range portOf(t, onPort+lines, groupAPlatform(t)).Egress.Queues {
			if queue.Schedule.At.BuiltIn && queue.Schedule.V.Strict {
				got |= qos.Queues(qos.Queue(q))
			}
		}
		if got != want {
			t.Errorf("%q: queues %s", lines, got)
		}
	}
}

func TestReadETS(t *testing.T) {
	all := func(why string) (s schedules) {
		for q := range s {
			s[q] = noSchedule(why)
		}
		return s
	}
	const group0 = "queues 0,1,2,4,5 of priority group 0 are scheduled among themselves in a way that weft does not know"
	for name, c := range map[string]struct {
		profile string
		want    schedules
	}{
		"built in": {"dcb ets-profile e\n", schedules{
			noSchedule(group0), noSchedule(group0), noSchedule(group0), share(5), noSchedule(group0), noSchedule(group0), strict(2), strict(1),
		}},
		"the queues of a group share too": {
			"dcb ets-profile e\n priority-group 0 drr weight 60\n priority-group 1 drr weight 40\n priority-group 0 queue 0 to 2 4 to 6\n priority-group 15 queue 7\n" +
				" queue 0 to 2 4 to 6 drr weight 1\n",
			schedules{share(1), share(1), share(1), share(4), share(1), share(1), share(1), strict(1)},
		},
		"in proportion": {
			"dcb ets-profile e\n priority-group 15 queue 4 to 7\n priority-group 2 queue 2\n priority-group 2 drr weight 20\n priority-group 1 drr weight 30\n" +
				" queue 0 drr weight 1\n queue 1 drr weight 3\n",
			schedules{share(5), share(15), share(8), share(12), strict(4), strict(3), strict(2), strict(1)},
		},
		"a group without weight": {
			"dcb ets-profile e\n priority-group 15 queue 0 to 2 4 to 7\n priority-group 5 queue 3\n",
			schedules{strict(8), strict(7), strict(6), noSchedule("no source says what weight priority group 5 has"), strict(4), strict(3), strict(2), strict(1)},
		},
		"shared among the strict": {
			"dcb ets-profile e\n priority-group 15 queue 0 to 2 4 to 5\n queue 7 drr weight 3\n",
			func() (s schedules) {
				for q := range s {
					s[q] = noSchedule("queues 0,1,2,4,5,6,7 of priority group 15 are scheduled among themselves in a way that weft does not know")
				}
				s[3] = share(1)
				return s
			}(),
		},
		"last in its group": {
			"dcb ets-profile e\n priority-group 15 queue 0 to 2 4 to 5\n queue 0 drr weight 3\n queue 0 lpq\n",
			func() (s schedules) {
				for q := range s {
					s[q] = noSchedule("queues 0,1,2,4,5,6,7 of priority group 15 are scheduled among themselves in a way that weft does not know")
				}
				s[3] = share(1)
				return s
			}(),
		},
		"last in a group of its own": {
			"dcb ets-profile e\n priority-group 15 queue 0 to 2 4 to 7\n queue 3 drr weight 7\n queue 3 lpq\n",
			schedules{strict(8), strict(7), strict(6), share(1), strict(4), strict(3), strict(2), strict(1)},
		},
		"strict again in its group": {
			"dcb ets-profile e\n priority-group 15 queue 0 to 5\n queue 0 lpq\n queue 1 drr weight 5\n queue 0 to 1 pq\n",
			schedules{strict(8), strict(7), strict(6), strict(5), strict(4), strict(3), strict(2), strict(1)},
		},
		"no such group":     {"dcb ets-profile e\n priority-group 9 queue 0\n", all("`priority-group 9 queue 0`: there is no such priority group")},
		"a rate of a group": {"dcb ets-profile e\n priority-group 1 shaping cir 2 gbps\n", all("`priority-group 1 shaping cir 2 gbps` bounds a group of queues, which weft does not know")},
		"not defined":       {"", all("dcb ets-profile e is bound and not defined")},
		"not understood":    {"dcb ets-profile e\n priority-group 1 wfq\n", all("`priority-group 1 wfq` is not understood")},
	} {
		t.Run(name, func(t *testing.T) { requireSchedules(t, c.profile+onPort+" dcb ets enable e\n", c.want) })
	}
	// Weights that have no common divisor still share in proportion, as far as a share can tell.
	many := "dcb ets-profile e\n priority-group 15 queue 4 to 7\n priority-group 0 queue 0 to 1\n priority-group 1 queue 2 to 3\n" +
		" priority-group 0 drr weight 99\n priority-group 1 drr weight 97\n queue 0 drr weight 89\n queue 1 drr weight 83\n queue 2 drr weight 79\n queue 3 drr weight 73\n"
	queues := portOf(t, many+onPort+" dcb ets enable e\n", groupAPlatform(t)).Egress.Queues
	var got []int
	for q := range 4 {
		got = append(got, int(queues[q].Schedule.V.Share))
	}
	if want := []int{261, 244, 257, 238}; !slices.Equal(qos.Shares(got, 1000), want) {
		t.Errorf("shares %v, want the proportions of %v", got, want)
	}
	p := portOf(t, "dcb ets-profile default\n queue 5 to 6 shaping cir 1 mbps pir 2 gbps cbs 12 kbytes\n"+onPort+" dcb ets enable default\n", groupAPlatform(t))
	if q := p.Egress.Queues[6]; q.Min.V != qos.Mbps || q.Max.V != 2*qos.Gbps || p.Egress.Queues[7].Max.State != qos.NotApplicable {
		t.Errorf("%v to %v", q.Min, q.Max)
	}
}

func TestReadShaping(t *testing.T) {
	none := qos.Value[qos.BitsPerSecond]{}
	is := func(r qos.BitsPerSecond) qos.Value[qos.BitsPerSecond] { return qos.Is(r) }
	port25 := "interface 25GE1/0/1\n"
	noSpeed := qos.NotRead[qos.BitsPerSecond]("the name of the port does not say its speed, of which this is a part", 0)
	for text, want := range map[string][2]qos.Value[qos.BitsPerSecond]{
		onPort: {none, none},
		onPort + " qos queue 4 shaping cir 10000 kbps pir 20 mbps\n":                    {is(10 * qos.Mbps), is(20 * qos.Mbps)},
		onPort + " qos queue 4 shaping cir 2 gbps\n":                                    {is(2 * qos.Gbps), is(2 * qos.Gbps)},
		onPort + " qos queue 4 shaping cir 64 pir 100 gbps cbs 8 kbytes pbs 9 kbytes\n": {is(64000), is(100 * qos.Gbps)},
		onPort + " qos queue 4 shaping cir 3 mbps cbs 8 kbytes\n":                       {is(3 * qos.Mbps), is(3 * qos.Mbps)},
		port25 + " qos queue 4 shaping percent cir 10\n":                                {is(2500 * qos.Mbps), is(2500 * qos.Mbps)},
		port25 + " qos queue 4 shaping percent cir 10 pir 40\n":                         {is(2500 * qos.Mbps), is(10 * qos.Gbps)},
		"interface GE1/0/1\n qos queue 4 shaping percent cir 10\n":                      {is(100 * qos.Mbps), is(100 * qos.Mbps)},
		"interface 10GE1/0/1:2\n qos queue 4 shaping percent cir 10\n":                  {is(qos.Gbps), is(qos.Gbps)},
		"interface 50|100GE1/0/1\n qos queue 4 shaping percent cir 10\n":                {noSpeed, noSpeed},
		onPort + " qos queue 5 shaping cir 1 gbps\n":                                    {none, none},
		onPort + " qos lr cir 5 gbps outbound\n":                                        {none, qos.NotRead[qos.BitsPerSecond]("`qos lr cir 5 gbps outbound` bounds the port as a whole, which weft does not know", 0)},
		onPort + " qos lr cir 5 gbps inbound\n":                                         {none, none},
	} {
		q := portOf(t, text, groupAPlatform(t)).Egress.Queues[4]
		if diff := cmp.Diff(want, [2]qos.Value[qos.BitsPerSecond]{q.Min, q.Max}, atOrigins); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// ofQueue4 are ports with a drop profile on queue 4, with and without ECN.
const (
	wred = onPort + " qos queue 4 wred x\n"
	ecn  = wred + " qos queue 4 ecn\n"
)

func TestReadECN(t *testing.T) {
	is := func(e qos.ECN) qos.Value[qos.ECN] { return qos.Is(e) }
	not := func(why string) qos.Value[qos.ECN] { return qos.NotRead[qos.ECN](why, 0) }
	builtin := func(why string) qos.Value[qos.ECN] {
		return qos.Value[qos.ECN]{V: qos.ECN{On: true}, State: qos.PlatformDefault, Why: why}
	}
	const own = "drop-profile x\n ecn buffer-size low-limit 3200 high-limit 6400 discard-percentage 30\n"
	const green = "drop-profile x\n color green buffer-size low-limit 640 high-limit 960 discard-percentage 100\n"
	curve := qos.ECN{On: true, Min: 3200, Max: 6400, Probability: 30}
	byColour := qos.ECN{On: true, Min: 640, Max: 960, Probability: 100}
	dropping := byColour
	dropping.On, dropping.DropOnly = false, true
	for name, c := range map[string]struct {
		text string
		p    vendors.Platform
		want qos.Value[qos.ECN]
	}{
		"nothing":                    {onPort, groupAPlatform(t), is(qos.ECN{})},
		"thresholds of its own":      {own + ecn, groupAPlatform(t), is(curve)},
		"of a colour":                {green + ecn, groupAPlatform(t), is(byColour)},
		"its own before a colour's":  {own + " color green buffer-size low-limit 640 high-limit 960 discard-percentage 100\n" + ecn, groupAPlatform(t), is(curve)},
		"dropping":                   {green + wred, groupAPlatform(t), is(dropping)},
		"for ECN only, without ECN":  {own + wred, groupAPlatform(t), is(qos.ECN{})},
		"the same for other colours": {green + " color red buffer-size low-limit 640 high-limit 960 discard-percentage 100\n" + wred, groupAPlatform(t), is(dropping)},
		"others for other colours": {
			green + " color red buffer-size low-limit 320 high-limit 960 discard-percentage 100\n" + wred, groupAPlatform(t),
			not("`color red buffer-size low-limit 320 high-limit 960 discard-percentage 100` has other thresholds than green packets have"),
		},
		"which do not count for ECN of its own": {own + " color red buffer-size low-limit 320 high-limit 960 discard-percentage 100\n" + ecn, groupAPlatform(t), is(curve)},
		"cells": {
			"drop-profile x\n ecn buffer-size cell low-limit 10 high-limit 20 discard-percentage 30\n" + ecn, groupAPlatform(t), is(curve),
		},
		"cells of an unknown size": {
			"drop-profile x\n ecn buffer-size cell low-limit 10 high-limit 20 discard-percentage 30\n" + ecn, fixedPlatform(t),
			not("`ecn buffer-size cell low-limit 10 high-limit 20 discard-percentage 30`: no source says how large a cell of this switch is"),
		},
		"percentages": {
			"drop-profile x\n ecn low-limit 10 high-limit 20 discard-percentage 30\n" + ecn, groupAPlatform(t),
			not("`ecn low-limit 10 high-limit 20 discard-percentage 30`: no source says how large the buffer is of which these are percentages"),
		},
		"rounded up to whole cells":    {"drop-profile x\n ecn buffer-size low-limit 3000 high-limit 6081 discard-percentage 30\n" + ecn, groupAPlatform(t), is(curve)},
		"not where no cell is known":   {"drop-profile x\n ecn buffer-size low-limit 3200 high-limit 6400 discard-percentage 30\n" + ecn, fixedPlatform(t), is(curve)},
		"a weight":                     {own + " ecn weight 9\n" + ecn, groupAPlatform(t), not("`ecn weight 9`: the average of the depth counts, not the depth")},
		"the weight of none":           {own + " ecn weight 0\n" + ecn, groupAPlatform(t), is(curve)},
		"a weight alone":               {"drop-profile x\n ecn weight 9\n" + wred, groupAPlatform(t), is(qos.ECN{})},
		"no thresholds":                {"drop-profile x\n" + ecn, groupAPlatform(t), builtin("the drop profile sets no thresholds")},
		"no thresholds, no ECN":        {"drop-profile x\n" + wred, groupAPlatform(t), is(qos.ECN{})},
		"the default profile":          {onPort + " qos queue 4 wred default\n", groupAPlatform(t), is(qos.ECN{})},
		"no profile":                   {onPort + " qos queue 4 ecn\n", groupAPlatform(t), not("`qos queue 4 ecn` marks by the thresholds of a profile, and none is bound")},
		"not defined":                  {ecn, groupAPlatform(t), not("drop-profile x is bound and not defined")},
		"the scheduler not understood": {onPort + " qos wrr 0 to 7\n", groupAPlatform(t), not("`qos wrr 0 to 7` is not understood")},
		"not understood":               {own + " colour green\n" + ecn, groupAPlatform(t), not("`colour green` is not understood")},
		"the whole switch":             {"qos ecn enable\n" + onPort, groupBPlatform(t), builtin("`qos ecn enable` marks by built-in thresholds")},
		"a queue of its own":           {"qos ecn enable\n" + own + ecn, groupBPlatform(t), is(curve)},
		"not switched on":              {own + ecn, on(t, "CE12800", "V200R005C10"), is(qos.ECN{})},
		"not switched on, by colour":   {green + ecn, on(t, "CE12800", "V200R005C10"), is(dropping)},
		"switched on":                  {"qos ecn\n" + own + ecn, on(t, "CE12800", "V200R005C10"), is(curve)},
		"by itself":                    {"ai-service\n ai-ecn\n  assign queue 4\n" + onPort, groupAPlatform(t), not("`ai-ecn` sets the thresholds of the queue while it runs")},
		"by itself, by a model":        {"ai-service\n ai-ecn\n  assign queue 4 model ai_ecn_hpc\n" + onPort, groupAPlatform(t), not("`ai-ecn` sets the thresholds of the queue while it runs")},
		"by itself on another queue":   {"ai-service\n ai-ecn\n  assign queue 3\n" + onPort, groupAPlatform(t), is(qos.ECN{})},
		"iQCN of the port":             {"ai-service\n iqcn\n  assign queue 4\n" + own + ecn + " iqcn enable\n", groupAPlatform(t), not("`iqcn` sets the thresholds of the queue while it runs")},
		"iQCN of other ports":          {"ai-service\n iqcn\n  assign queue 4\n" + own + ecn, groupAPlatform(t), is(curve)},
	} {
		t.Run(name, func(t *testing.T) {
			got := portOf(t, c.text, c.p).Egress.Queues[4].ECN
			if diff := cmp.Diff(c.want, got, atOrigins); diff != "" || got.V.On != c.want.V.On {
				t.Errorf("%v %s", got, diff)
			}
		})
	}
}

func TestReadLimit(t *testing.T) {
	for text, want := range map[string]qos.Value[qos.Limit]{
		onPort: {},
		onPort + " qos buffer queue 4 shared-threshold static 1000 bytes\n": qos.Is(qos.Limit{Bytes: 1280}),
		onPort + " qos buffer queue 4 shared-threshold static 100 kbytes\n": qos.Is(qos.Limit{Bytes: 102400}),
		onPort + " qos buffer queue 4 shared-threshold static 2 mbytes\n":   qos.Is(qos.Limit{Bytes: 2097280}),
		onPort + " qos buffer queue 3 shared-threshold static 2 mbytes\n":   {},
		onPort + " qos buffer queue 4 shared-threshold dynamic 5\n":         qos.NotRead[qos.Limit]("`qos buffer queue 4 shared-threshold dynamic 5`: no source says what factor of the free buffer that is", 0),
		onPort + " qos burst-mode enhanced\n":                               qos.NotRead[qos.Limit]("`qos burst-mode enhanced` sets the buffers of queues in a way that weft does not know", 0),
		"qos burst-mode extreme slot 1\n" + onPort:                          qos.NotRead[qos.Limit]("`qos burst-mode extreme slot 1` sets the buffers of queues in a way that weft does not know", 0),
	} {
		if diff := cmp.Diff(want, portOf(t, text, groupAPlatform(t)).Egress.Queues[4].Limit, atOrigins); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
