package sonic

import "github.com/weft-net/weft/vendors"

// ByHand is what a person enters in a root shell to do steps, and to save: a patch goes in as a here document.
func (SONiC) ByHand(steps []vendors.Step) []string {
	var lines []string
	for i := range steps {
		if s := &steps[i]; isPatch(s) {
			lines = append(lines, "config apply-patch /dev/stdin <<'PATCH'", s.Commands[0], "PATCH")
		} else {
			lines = append(lines, s.Commands...)
		}
	}
	return append(lines, "config save -y")
}
