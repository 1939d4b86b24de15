package explain

import (
	"fmt"

	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/fabric"
	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Reading is what a running configuration of a switch of the intent says.
type Reading struct {
	unit *compiler.Unit
	does *qos.Switch
	from running
	text []byte
}

// Backup finds the running configuration of a switch, with the name that reports call it by.
type Backup func(device string) (name string, text []byte, err error)

// Running is what all switches of an intent run, as far as that can be read.
type Running struct {
	readings map[string]*Reading
	failures map[string]error
	net      *check.Net
}

// ReadAll reads what every switch of a compiled intent runs.
func ReadAll(in *intent.Intent, f *fabric.Fabric, units []*compiler.Unit, find Backup) *Running {
	r := &Running{readings: map[string]*Reading{}, failures: map[string]error{}}
	var states []check.State
	var unread []check.Unread
	for _, u := range units {
		reading, err := readOne(u, find)
		if err != nil {
			r.failures[u.Device.Name] = err
			unread = append(unread, check.Unread{Name: u.Device.Name, Why: "what it runs could not be read"})
			continue
		}
		r.readings[u.Device.Name] = reading
		states = append(states, reading.state())
	}
	r.net = check.FromStates(in, f, states, unread)
	return r
}

// readOne reads what one switch runs, whoever wrote it.
func readOne(u *compiler.Unit, find Backup) (*Reading, error) {
	if u.Vendor == nil || u.Site.Platform.Row == nil {
		return nil, fmt.Errorf("%s cannot be read: %s", u.Device.Name, u.Reason())
	}
	name, text, err := find(u.Device.Name)
	if err != nil {
		return nil, err
	}
	config, diags := u.Vendor.Parse(text)
	if err := diags.Err(); err != nil {
		return nil, fmt.Errorf("%s: %s cannot be parsed: %w", u.Device.Name, name, err)
	}
	config = vendors.PlainOf(u.Vendor, config, u.Site.Platform)
	r := &Reading{unit: u, does: u.Vendor.Read(config, u.Site.Platform).Switch, from: running{name, config}, text: text}
	if u.Fitted != nil {
		called := *r.does
		called.Names = u.Fitted.Names
		r.does = &called
	}
	return r, nil
}

// state is the switch for the rules that judge a fabric.
func (r *Reading) state() check.State {
	tunnel := r.does.Tunnel
	return check.State{
		Name: r.unit.Device.Name, Role: r.unit.Device.Role.V, Platform: r.unit.Site.Platform, QoS: r.does, Asked: r.unit.Fitted, Place: r.unit.Place,
		VXLAN:   tunnel.DSCP.State != qos.NotApplicable || tunnel.ECN.State != qos.NotApplicable,
		Secrets: func() []string { return vendors.Secrets(r.text) },
	}
}

// Explain explains a packet by the running configuration of a switch, and by what the rules find in all of them.
func (r *Running) Explain(device, port string, packet Packet) (*Report, error) {
	reading := r.readings[device]
	if reading == nil {
		return nil, r.failures[device]
	}
	u := reading.unit
	report, err := follow(reading.does, device, fullName(u.Vendor, u.Site.Platform, port), packet, reading.from)
	if err != nil {
		return nil, err
	}
	redact(report, reading.text)
	report.judge(packet, r.net)
	return report, nil
}

// Alone explains a packet by a running configuration of which nothing else is known.
func Alone(r *check.Reading, text []byte, port string, packet Packet) (*Report, error) {
	config, diags := r.Vendor.Parse(text)
	if err := diags.Err(); err != nil {
		return nil, fmt.Errorf("%s cannot be parsed: %w", r.File, err)
	}
	from := running{r.File, vendors.PlainOf(r.Vendor, config, r.Platform)}
	report, err := follow(r.Switch, r.Name, fullName(r.Vendor, r.Platform, port), packet, from)
	if err != nil {
		return nil, err
	}
	redact(report, text)
	report.judge(packet, check.FromRunning([]*check.Reading{r}, nil, nil))
	return report, nil
}
