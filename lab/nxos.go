package lab

import "encoding/json"

// nxos is a Nexus switch.
type nxos struct{ sw *Switch }

func newNXOS(sw *Switch) personality { return &nxos{sw: sw} }

func (n *nxos) shell(*session) error               { return nil }
func (n *nxos) exec(*session, string, verdict) int { return 1 }
func (n *nxos) refusal() string                    { return "ERROR: refused" }
func (n *nxos) edit([]string) error                { return nil }
func (n *nxos) foreign() []string                  { return nil }
func (n *nxos) leave(string) error                 { return nil }
func (n *nxos) rebooted()                          {}
func (n *nxos) stop()                              {}
func (n *nxos) remember() any                      { return nil }
func (n *nxos) recall(json.RawMessage) error       { return nil }
