package explain

import (
	"fmt"
	"sync"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/vendors"
)

// Intended explains a packet by the intent: what the switch will do with it once it runs what weft compiles.
func Intended(in *intent.Intent, u *compiler.Unit, port string, packet Packet) (*Report, error) {
	if u.Failed() {
		return nil, fmt.Errorf("%s cannot be compiled: %s", u.Device.Name, u.Reason())
	}
	return follow(u.Fitted, u.Device.Name, fullName(u, port), packet, byIntent{in, u})
}

// Actual explains a packet by a running configuration of the switch, whoever wrote it. name is how the report calls it.
func Actual(u *compiler.Unit, name string, text []byte, port string, packet Packet) (*Report, error) {
	if u.Vendor == nil || u.Site.Platform.Row == nil {
		return nil, fmt.Errorf("%s cannot be read: %s", u.Device.Name, u.Reason())
	}
	config, diags := u.Vendor.Parse(text)
	if err := diags.Err(); err != nil {
		return nil, fmt.Errorf("%s: %s cannot be parsed: %w", u.Device.Name, name, err)
	}
	config = vendors.PlainOf(u.Vendor, config, u.Site.Platform)
	reading := u.Vendor.Read(config, u.Site.Platform)
	report, err := follow(reading.Switch, u.Device.Name, fullName(u, port), packet, running{name, config})
	if err == nil {
		redact(report, text)
	}
	return report, err
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
func fullName(u *compiler.Unit, port string) string {
	names, err := u.Vendor.ExpandPorts(u.Site.Platform, port, "")
	if err != nil || len(names) != 1 {
		return port
	}
	return names[0]
}
