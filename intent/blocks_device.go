package intent

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
	"github.com/zclconf/go-cty/cty"
)

var profileBlock = block[Profile]{
	BlockSchema: BlockSchema{Type: "profile", Label: "name", Doc: "Settings with a name, for ports or devices that list it in `profiles`."},
	open:        named(profiles, func(p *Profile, name string, at hcl.Range) { p.Name, p.Range = name, at }),
	attributes:  within(func(p *Profile) *PortSettings { return &p.PortSettings }, portAttributes),
	children:    inside(func(p *Profile) *PortSettings { return &p.PortSettings }, portBlocks),
}.build()

// portAttributes are those that profile, device and ports share. Their defaults are not filled in here, since what is
// absent comes from a wider scope: Effective does that.
var portAttributes = []attribute[PortSettings]{
	attr("trust", trust, func(p *PortSettings) *Opt[qos.Trust] { return &p.Trust }, info{`"dscp"`, `"dscp_else_pcp"`,
		"The header field that decides a packet's class, and so which of a class's lists counts."}),
	attr("mode", word("l2", "l3"), func(p *PortSettings) *Opt[string] { return &p.Mode }, info{"not checked", `"l3"`,
		"Whether the port switches or routes; checked against the running configuration."}),
	attr("rewrite", word("keep", "class"), func(p *PortSettings) *Opt[string] { return &p.Rewrite }, info{`"keep"`, `"class"`,
		"Whether packets keep the DSCP they came with or leave with their class's `mark`."}),
	attr("host_nic", text, func(p *PortSettings) *Opt[string] { return &p.HostNIC }, info{"", `"cx7"`,
		"The host_nic block that describes the far end."}).naming(hostNICs),
	attr("watchdog", boolean, func(p *PortSettings) *Opt[bool] { return &p.Watchdog }, info{
		"true where the port pauses and the intent has a pfc_watchdog block", "false", "Whether the PFC watchdog guards the port."}),
	attr("mtu", mtu, func(p *PortSettings) *Opt[qos.Bytes] { return &p.MTU }, info{"the fabric's", "9000",
		"Largest IP packet that the port forwards."}),
	attr("dcbx", dcbx, func(p *PortSettings) *Opt[qos.DCBX] { return &p.DCBX }, info{"the fabric's", `"advertise"`,
		"Whether the port tells its peer about PFC."}),
}

var portBlocks = []child[PortSettings]{
	keyed(overrideBlock, func(p *PortSettings) *map[string]Override { return &p.Overrides }),
}

var deviceBlock = block[Device]{
	BlockSchema: BlockSchema{Type: "device", Label: "name", Doc: "A switch, or with `for_each` one for each element."},
	forEach:     true,
	open: func(_ *decoder, b *hcl.Block, dev *Device) {
		dev.Range = b.DefRange
		if forEachOf(b.Body) == nil {
			dev.Name = b.Labels[0]
		}
	},
	done: nameDevice,
	attributes: append([]attribute[Device]{
		plain("name", deviceName, func(d *Device) *string { return &d.Name }, info{"the label; `each.key` with `for_each`", "each.key",
			"The switch's name in plans and of its backup file."}),
		attr("vendor", text, func(d *Device) *Opt[string] { return &d.Vendor }, info{"", `"nxos"`,
			"The configuration language it speaks."}).required(),
		attr("platform", text, func(d *Device) *Opt[string] { return &d.Platform }, info{"", `"N9K-C9332D-GX2B"`,
			"The model, as the vendor writes it."}).required(),
		attr("release", text, func(d *Device) *Opt[string] { return &d.Release }, info{"", `"10.4(3)"`,
			"The software release, as the switch prints it."}).required(),
		attr("address", text, func(d *Device) *Opt[string] { return &d.Address }, info{"the name", `"192.0.2.11"`,
			"Host name or address, with the port of SSH if it is not 22."}),
		attr("gnmi_port", number[int]("port", "ports are", 1, 65535), func(d *Device) *Opt[int] { return &d.GNMIPort }, info{"8080", "50051",
			"The port of its gNMI server, where it has one."}),
		attr("role", text, func(d *Device) *Opt[string] { return &d.Role }, info{"", `"leaf"`,
			"Its place in the fabric, such as leaf or spine."}),
		attr("credentials", text, func(d *Device) *Opt[string] { return &d.Credentials }, info{"", `"ops"`,
			"The credentials block to log in with."}).naming(credentialBlocks),
		attrOr("transport", word("auto", "ssh", "gnmi"), func(d *Device) *Opt[string] { return &d.Transport }, "auto", info{`"auto"`, `"gnmi"`,
			"How to reach it."}),
		attr("profiles", list(text), func(d *Device) *Opt[[]string] { return &d.Profiles }, info{"none", `["gpu_port"]`,
			"Profiles for all its ports; of two that set the same, the later one counts."}).naming(profiles),
		attr("accept", list(accept), func(d *Device) *Opt[[]string] { return &d.Accept }, info{"none", `["nxos.watchdog-times"]`,
			"Ids of lines that no source confirms and that weft may use all the same."}),
	}, within(func(d *Device) *PortSettings { return &d.PortSettings }, portAttributes)...),
	children: append([]child[Device]{
		many(portsBlock, func(d *Device) *[]Ports { return &d.Ports }),
		once(vxlanBlock, func(d *Device) **VXLAN { return &d.VXLAN }),
		many(adoptBlock, func(d *Device) *[]Adopt { return &d.Adopt }),
	}, inside(func(d *Device) *PortSettings { return &d.PortSettings }, portBlocks)...),
}.build()

// nameDevice ends a device: for_each gives a name to one that has none of its own.
func nameDevice(d *decoder, s scope, dev *Device) {
	at := dev.Range
	if dev.Name == "" {
		dev.Name = s.key
	}
	if _, err := parseDeviceName(dev.Name); err != nil {
		d.report(problem(at, "Unsuitable name for a device", "%s.", sentence(err)))
	}
	d.report(d.names.declare(devices, dev.Name, at))
}

var adoptBlock = block[Adopt]{
	BlockSchema: BlockSchema{Type: "adopt", Label: "object", Doc: "Hands weft an object of the switch by its full name. weft edits it in place instead of creating its own."},
	open: func(d *decoder, b *hcl.Block, a *Adopt) {
		a.Object, a.Range = b.Labels[0], b.DefRange
		if err := safeText(a.Object); err != nil {
			d.report(problem(b.LabelRanges[0], "Unsuitable name for an adopted object", "%s.", sentence(err)))
		}
	},
	attributes: []attribute[Adopt]{
		plain("as", role, func(a *Adopt) *string { return &a.As }, info{"", `"classify"`,
			"What weft uses it for: the word that stands after the prefix in the names of weft's own objects; where there are several, with a colon and the class or the port speed, such as `classify:roce` or `egress:400G`."}).required(),
	},
}.build()

var portsBlock = block[Ports]{
	BlockSchema: BlockSchema{Type: "ports", Label: "range", LabelOptional: true, Doc: "Ports that are alike, in the vendor's own naming. One block can name many."},
	forEach:     true,
	open:        openPorts,
	attributes: append([]attribute[Ports]{
		attr("names", someOf(portRun), func(p *Ports) *Opt[[]string] { return &p.Names }, info{"the label", `["Ethernet1/1-4", "Ethernet1/9"]`,
			"Ranges, where a label would need an expression or there are several."}),
		attr("role", text, func(p *Ports) *Opt[string] { return &p.Role }, info{"", `"host"`,
			"Which way the port looks: host, fabric, or another word."}),
		attr("speed", speed, func(p *Ports) *Opt[string] { return &p.Speed }, info{"", `"400G"`,
			"The port's speed."}).required(),
		attr("cable", length, func(p *Ports) *Opt[float64] { return &p.Cable }, info{"", `"3m"`,
			"Length of the cable, for headroom."}),
		attr("lag", portName, func(p *Ports) *Opt[string] { return &p.LAG }, info{"none", `"port-channel10"`,
			"The bundle that the ports are members of; checked against the running configuration."}),
		attr("profiles", list(text), func(p *Ports) *Opt[[]string] { return &p.Profiles }, info{"none", `["gpu_port"]`,
			"Profiles for these ports; of two that set the same, the later one counts."}).naming(profiles),
	}, within(func(p *Ports) *PortSettings { return &p.PortSettings }, portAttributes)...),
	children: inside(func(p *Ports) *PortSettings { return &p.PortSettings }, portBlocks),
}.build()

func openPorts(d *decoder, b *hcl.Block, p *Ports) {
	p.Range = b.DefRange
	label := b.Labels[0]
	if label == "" {
		return
	}
	if _, err := parsePortRange(label); err != nil {
		d.report(problem(b.LabelRanges[0], "Unsuitable port range", "%s.", sentence(err)))
	}
	p.Names = Opt[[]string]{V: []string{label}, Set: true, Range: b.LabelRanges[0]}
}

var linkBlock = block[Link]{
	BlockSchema: BlockSchema{Type: "link", Doc: "A cable between two ports of the fabric."},
	forEach:     true,
	open:        ranged(func(l *Link) *hcl.Range { return &l.Range }),
	attributes: []attribute[Link]{
		{
			AttributeSchema: AttributeSchema{Name: "ends", Type: "list of two DEVICE:PORT", Form: Form{Type: "list", Of: &text.form, Filled: true}, Required: true,
				Example: `["leaf1:Ethernet1/31", "spine1:Ethernet0"]`, Doc: "The two ports."},
			decode: readEnds,
		},
		attr("cable", length, func(l *Link) *Opt[float64] { return &l.Cable }, info{"that of the ports", `"40m"`,
			"Length of the cable. It wins over `cable` of the ports at its ends, which may not contradict it."}),
	},
}.build()

func readEnds(v cty.Value, written hcl.Expression, l *Link) error {
	ends, err := list(text).read(v)
	if err != nil {
		return err
	}
	if len(ends) != 2 {
		return fmt.Errorf("a link has two ends, not %d: write [\"leaf1:Ethernet1/31\", \"spine1:Ethernet1/1\"]", len(ends))
	}
	var both [2]End
	for i, s := range ends {
		if both[i], err = parseEnd(s); err != nil {
			return elementError{i, err}
		}
		both[i].Range = nthRange(written, i)
	}
	l.Ends = both
	return nil
}

func parseEnd(s string) (End, error) {
	device, port, found := strings.Cut(s, ":")
	if !found || device == "" || port == "" {
		return End{}, fmt.Errorf("%q is no end of a link: write DEVICE:PORT, such as \"leaf1:Ethernet1/31\"", s)
	}
	_, errPort := parsePort(port)
	_, errDevice := parseDeviceName(device)
	return End{Device: device, Port: port}, errors.Join(errDevice, errPort)
}
