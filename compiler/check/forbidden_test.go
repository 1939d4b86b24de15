package check

import (
	"strings"
	"testing"
)

// TestUnreadable: what readers cannot tell, or what vendors forbid, is told by the rule that needs it, with its line.
func TestUnreadable(t *testing.T) {
	const guarded = `"PFC_WD":{"GLOBAL":{"POLL_INTERVAL":"1000"},"Ethernet0":{"action":"drop","detection_time":"200","restoration_time":"2000"}},
"PORT_QOS_MAP":{"Ethernet0":{"pfcwd_sw_enable":"3",`
	watched := strings.Replace(sonicNumbers, `"PORT_QOS_MAP":{"Ethernet0":{`, guarded, 1)
	for name, test := range map[string]struct{ text, old, replacement, want string }{
		"SONiC, a curve upside down": {sonicNumbers, `"green_min_threshold":"6000000"`, `"green_min_threshold":"9999999"`,
			"C03 error leaf1:Ethernet0: WRED_PROFILE|w has green_min_threshold 9999999 above green_max_threshold 8000000 @"},
		"SONiC, detection below the poll interval": {watched, "", "",
			"C14 error leaf1:Ethernet0: detection_time is 200ms, below the POLL_INTERVAL of 1s, and no source says what the switch then does @"},
		"SONiC, restoration below the poll interval": {watched, `"restoration_time":"2000"`, `"restoration_time":"300"`,
			"C14 error leaf1:Ethernet0: restoration_time is 300ms, below the POLL_INTERVAL of 1s"},
		"SONiC, no restoration": {watched, `,"restoration_time":"2000"`, ``,
			"C15 warning leaf1:Ethernet0: the watchdog restores no queue: without restoration_time a queue is never restored"},
		"SONiC, another priority watched": {watched, `"pfcwd_sw_enable":"3"`, `"pfcwd_sw_enable":"4"`,
			"C15 warning leaf1:Ethernet0: pfcwd_sw_enable is 4 where the port pauses 3"},
		"SONiC, no priority watched": {watched, `"pfcwd_sw_enable":"3",`, ``,
			"C15 warning leaf1:Ethernet0: pfcwd_sw_enable is none where the port pauses 3"},
		"SONiC, headroom of nothing": {sonicNumbers, `"xoff":"20000"`, `"xoff":"0"`,
			"C01 error leaf1:Ethernet0: queue 3 has 0 B of headroom (xoff is 0) and needs"},
		"SONiC, PFC on for more": {sonicNumbers, `"pfc_enable":"3"`, `"pfc_enable":"3,4"`,
			"C08 warning leaf1:Ethernet0: only priority 3 is lossless: PFC is on for priority 4, but "},
		"SONiC, a map with one row": {sonicNumbers, `"TC_TO_QUEUE_MAP":{"M":{`, `"TC_TO_QUEUE_MAP":{"M":{"0":"0",`,
			"C10 not checked leaf1:Ethernet0: not checked: in which queue congestion notifications are: DSCP_TO_TC_MAP|M has no entry for 0-25,27-63, and no source says which class that then has"},
		"NX-OS, headroom of nothing": {nexusNumbers, "pause-threshold 20000", "pause-threshold 40000",
			"C01 error leaf1:Ethernet1/1: queue 3 has 0 B of headroom (pause-threshold is all of buffer-size) and needs"},
		"NX-OS, another priority than the class": {nexusNumbers, "pause pfc-cos 3", "pause pfc-cos 4",
			"C08 warning leaf1:Ethernet1/1: class 3 pauses priority 4, not its own number: an end that has one number for both takes it for another class @"},
		"NX-OS, no input policy": {nexusNumbers, "", "",
			"C10 not checked leaf1:Ethernet1/1: not checked: whether congestion notifications (DSCP 48), in queue 0, are served first: the policy gives the queue neither a priority nor a share"},
		"NX-OS, a curve upside down": {nexusNumbers, "minimum-threshold 150 kbytes", "minimum-threshold 4000 kbytes",
			"C03 error leaf1:Ethernet1/1: the marking curve of queue 3 is upside down: Kmin 4,096,000 B is above Kmax 3,072,000 B @"},
		"NX-OS, an average": {nexusNumbers, "weight 0", "weight 9",
			"C03 not checked leaf1:Ethernet1/1: not checked: whether lossless queues mark before they pause: what queue 3 marks is not readable: weight 9: the average of the depth counts, not the depth @"},
		"NX-OS, shares of 130": {nexusNumbers, "class type queuing c-out-8q-q3\n",
			"class type queuing c-out-8q-q-default\n    bandwidth remaining percent 50\n  class type queuing c-out-8q-q3\n    bandwidth remaining percent 80\n",
			"C12 error leaf1:Ethernet1/1: bandwidth remaining percent adds to 130, and there are 100 @"},
		"NX-OS, shares of the link beside a priority": {nexusNumbers, "class type queuing c-out-8q-q3\n",
			"class type queuing c-out-8q-q7\n    priority level 1\n  class type queuing c-out-8q-q3\n    bandwidth percent 80\n",
			"C12 warning leaf1:Ethernet1/1: bandwidth percent 80 is of the whole link, and another class of the policy has a priority level"},
		"CloudEngine, marks without thresholds": {cloudNumbers, " jumboframe", " qos queue 3 ecn\n jumboframe",
			"C03 error leaf1:100GE1/0/1: `qos queue 3 ecn` marks by the thresholds of a profile, and none is bound @"},
	} {
		r := mustRead(t, "leaf1.json", strings.Replace(test.text, test.old, test.replacement, 1))
		if test.text == nexusNumbers {
			if _, err := ParseLinks("host leaf1:Ethernet1/1 300m", []*Reading{r}); err != nil {
				t.Fatal(err)
			}
		}
		var said []string
		for _, f := range Run(FromRunning([]*Reading{r}, nil, nil)).Findings {
			said = append(said, say(f)+" @"+f.line())
		}
		if !strings.Contains("\n"+strings.Join(said, "\n"), "\n"+test.want) {
			t.Errorf("%s: want %s, got\n%s", name, test.want, strings.Join(said, "\n"))
		}
		if strings.Contains("\n"+strings.Join(said, "\n")+"\n", "\n"+test.want+"\n") {
			t.Errorf("%s: no line is told", name)
		}
	}
}

// TestSpeeds: what a configuration sets is what a port runs at, whatever is said of the cable.
func TestSpeeds(t *testing.T) {
	a, b := mustRead(t, "a", strings.Replace(nexusNumbers, "leaf1", "spine1", 1)), mustRead(t, "b", strings.Replace(nexusNumbers, "100000", "400000", 1))
	links, err := ParseLinks("leaf1:Ethernet1/1 spine1:Ethernet1/1 40m 400G", []*Reading{a, b})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Run(FromRunning([]*Reading{a, b}, nil, links)).Findings {
		if f.Code == "C08" && f.Text == "the first end runs at 400G and the second at 100G: the link does not come up" {
			return
		}
	}
	t.Error("two speeds are not told")
}
