package nxos

import "testing"

// A region of the TCAM is carved when the switch starts: with what was saved.
func TestRegionsAreCarvedByReload(t *testing.T) {
	const policy = "policy-map type qos P\nexit\n"
	const bind = "interface Ethernet1/1\nservice-policy type qos input P"
	const carve = "hardware access-list tcam region ing-l2-qos 512"
	d := start(t, bare+"hardware access-list tcam region ing-l2-qos 0\n", nexus9000, nil)
	d.must(t, policy+carve)
	if refusedWith(t, d, bind) == "" {
		t.Fatal("the policy is taken before the switch reloads")
	}
	d.must(t, "end")
	if refusedWith(t, d, "reload") == "" {
		t.Fatal("what is not saved is lost unsaid")
	}
	d.must(t, "copy running-config startup-config\nreload\nconfigure terminal\n"+bind)
	if refusedWith(t, d, "end\nwrite erase") == "" {
		t.Error("a command that nobody knows is taken")
	}
}
