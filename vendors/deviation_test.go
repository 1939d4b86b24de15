package vendors

import "testing"

func TestDeviationInWords(t *testing.T) {
	tests := []struct {
		d    Deviation
		want string
	}{
		{Deviation{Kind: Rounding, Field: "traffic_class cnp: max", Asked: "40.4 Gbps", Got: "40 Gbps", Reason: "shapers go in steps of 1 Gbps", Source: "S-ZB"},
			"traffic_class cnp: max 40.4 Gbps becomes 40 Gbps (shapers go in steps of 1 Gbps; S-ZB)"},
		{Deviation{Kind: ByPlatform, Field: "dcbx", Asked: "advertise", Got: "off", Reason: "the port pauses nothing"},
			"dcbx: off instead of advertise (the port pauses nothing)"},
		{Deviation{Kind: ByPlatform, Field: "class mtu", Asked: Nothing, Got: "9216 bytes", Reason: "a policy states an MTU", Source: "S-3232"},
			"class mtu is 9216 bytes although nothing is asked (a policy states an MTU; S-3232)"},
		{Deviation{Kind: ByPlatform, Field: "pfc_watchdog: detect", Asked: "200ms", Got: ByItself, Reason: "it polls every 100 ms", Source: "S-PFC105", Accept: "nxos.watchdog-times"},
			`pfc_watchdog: detect 200ms is not set: the switch decides by itself (it polls every 100 ms; S-PFC105); accept "nxos.watchdog-times" allows the unconfirmed line`},
		{Deviation{Kind: Impossible, Field: "trust", Asked: "dscp_else_pcp", Reason: "match cos also matches IP packets", Source: "S-CLS7X"},
			"trust dscp_else_pcp is not possible (match cos also matches IP packets; S-CLS7X)"},
	}
	for _, test := range tests {
		if got := test.d.Sentence(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
