package lab

import "encoding/json"

// vrp is a CloudEngine switch.
type vrp struct{ sw *Switch }

func newVRP(sw *Switch) personality { return &vrp{sw: sw} }

func (v *vrp) shell(*session) error               { return nil }
func (v *vrp) exec(*session, string, verdict) int { return 1 }
func (v *vrp) refusal() string                    { return "Error: refused" }
func (v *vrp) edit([]string) error                { return nil }
func (v *vrp) foreign() []string                  { return nil }
func (v *vrp) leave(string) error                 { return nil }
func (v *vrp) rebooted()                          {}
func (v *vrp) stop()                              {}
func (v *vrp) remember() any                      { return nil }
func (v *vrp) recall(json.RawMessage) error       { return nil }
