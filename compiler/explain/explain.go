package explain

import (
	"fmt"
	"slices"
	"sync"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/vendors"
)

// Intended explains a packet by the intent: what the switch will do with it once it runs what weft compiles, and what the rules find in the
// fabric that is asked for.
func Intended(in *intent.Intent, compiled *compiler.Result, device, port string, packet Packet) (*Report, error) {
	i := slices.IndexFunc(compiled.Units, func(u *compiler.Unit) bool { return u.Device.Name == device })
	if i < 0 {
		return nil, fmt.Errorf("%s is not compiled", device)
	}
	u := compiled.Units[i]
	if u.Failed() {
		return nil, fmt.Errorf("%s cannot be compiled: %s", device, u.Reason())
	}
	report, err := follow(u.Fitted, device, fullName(u.Vendor, u.Site.Platform, port), packet, byIntent{in, u})
	if err != nil {
		return nil, err
	}
	report.judge(packet, check.FromUnits(in, compiled.Fabric, compiled.Units))
	return report, nil
}

// redact takes the secrets of a running configuration out of what is quoted of it.
func redact(r *Report, running []byte) {
	secrets := sync.OnceValue(func() []string { return vendors.Secrets(running) })
	for i := range r.Facts {
		f := &r.Facts[i]
		f.Text = vendors.RedactSentence(f.Text, secrets)
		for j := range f.Cites {
			f.Cites[j].Text = vendors.RedactLine(f.Cites[j].Text)
		}
	}
}

// fullName is the vendor's own name of a port, in whatever form a person gave it.
func fullName(v vendors.Vendor, p vendors.Platform, port string) string {
	names, err := v.ExpandPorts(p, port, "")
	if err != nil || len(names) != 1 {
		return port
	}
	return names[0]
}
