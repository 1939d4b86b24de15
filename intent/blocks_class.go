package intent

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/weft-net/weft/qos"
	"github.com/zclconf/go-cty/cty"
)

var classBlock = block[Class]{
	BlockSchema: BlockSchema{Type: "traffic_class", Label: "name", Doc: "What one class of traffic gets everywhere in the fabric."},
	open:        named(classes, func(c *Class, name string, at hcl.Range) { c.Name, c.Range = name, at }),
	attributes: append([]attribute[Class]{
		plain("default", boolean, func(c *Class) *bool { return &c.Default }, info{"false", "true",
			"This class takes every DSCP and PCP that no class names. Exactly one class is the default; it is on queue 0 and lossy."}),
	}, within(func(c *Class) *Settings { return &c.Settings }, settingsAttributes)...),
	children: inside(func(c *Class) *Settings { return &c.Settings }, settingsBlocks),
}.build()

var overrideBlock = block[Override]{
	BlockSchema: BlockSchema{Type: "override", Label: "class",
		Doc: "Sets some of a class's attributes again, for the ports that the block around it is about. What is absent keeps its value."},
	open: func(d *decoder, b *hcl.Block, o *Override) {
		o.Class, o.Range = b.Labels[0], b.DefRange
		d.names.use(classes, o.Class, b.LabelRanges[0])
	},
	attributes: within(func(o *Override) *Settings { return &o.Settings }, inherited(settingsAttributes)),
	children:   inside(func(o *Override) *Settings { return &o.Settings }, settingsBlocks),
}.build()

var settingsAttributes = []attribute[Settings]{
	attr("dscp", list(dscp), func(s *Settings) *Opt[[]qos.DSCP] { return &s.DSCP }, info{"none", "[24, 26]",
		"The DSCPs that belong to the class on ports that trust DSCP."}),
	attr("pcp", list(pcp), func(s *Settings) *Opt[[]qos.PCP] { return &s.PCP }, info{"none", "[3]",
		"The 802.1p priorities that belong to the class on ports that trust PCP."}),
	attr("queue", queue, func(s *Settings) *Opt[qos.Queue] { return &s.Queue }, info{"0 for the default class", "3",
		"Traffic class, queue, qos-group and, if the class is lossless, PFC priority: one number. Of two strict queues the higher is served first. A device may override it for a lossy class."}),
	attr("lossless", boolean, func(s *Settings) *Opt[bool] { return &s.Lossless }, info{"false", "true",
		"Pause the sender with PFC rather than drop."}),
	attr("strict", boolean, func(s *Settings) *Opt[bool] { return &s.Strict }, info{"false", "true",
		"Serve the queue before all that are not strict."}),
	attr("bandwidth", percent, func(s *Settings) *Opt[qos.Percent] { return &s.Bandwidth }, info{"", "50",
		"Share of what strict classes leave, in percent. Every class that is not strict has one; together they make 100."}),
	attr("mark", dscp, func(s *Settings) *Opt[qos.DSCP] { return &s.Mark }, info{"the first of `dscp`, or 0 for a default class without one", "26",
		"The DSCP that packets leave with where a port has `rewrite = \"class\"`."}),
	attr("mark_pcp", pcp, func(s *Settings) *Opt[qos.PCP] { return &s.MarkPCP }, info{"unchanged", "3",
		"The 802.1p priority that tagged packets leave with where a port has `rewrite = \"class\"`."}),
	attr("min", rate, func(s *Settings) *Opt[Rate] { return &s.Min }, info{"none", `"1Gbps"`,
		"Rate that the queue is guaranteed: bits per second, or percent of the port's speed."}),
	attr("max", rate, func(s *Settings) *Opt[Rate] { return &s.Max }, info{"none", `"10%"`,
		"Rate that the queue is shaped to: bits per second, or percent of the port's speed."}),
	attr("threshold", xoff, func(s *Settings) *Opt[Threshold] { return &s.Threshold }, info{"the platform's", `"alpha 1/8"`,
		"Where a lossless class pauses its sender, or a lossy one drops: bytes, or a factor of the free buffer."}),
	attr("headroom", headroomSize, func(s *Settings) *Opt[Headroom] { return &s.Headroom }, info{
		`"auto"`, `"120KiB"`, "What a lossless class may still receive after it paused its sender. Auto computes it from speed, cable and packet size."}),
}

// inherited are attributes that keep the value of the wider scope where they are absent.
func inherited[T any](attributes []attribute[T]) []attribute[T] {
	out := slices.Clone(attributes)
	for i := range out {
		out[i].Default = "unchanged"
	}
	return out
}

var settingsBlocks = []child[Settings]{
	keyed(ecnBlock, func(s *Settings) *map[string]ECN { return &s.ECN }),
	{&headroomBlock.BlockSchema, decodeHeadroom},
}

var ecnBlock = block[ECN]{
	BlockSchema: BlockSchema{Type: "ecn", Label: "speed", LabelOptional: true,
		Doc: "The marking curve of the class's queue: nothing below `min`, rising to `probability` at `max`, everything above. With a port speed as label the block is for ports of that speed, and what it leaves out comes from the block without a label. A class without the block has no marking."},
	open: func(d *decoder, b *hcl.Block, e *ECN) {
		e.Range = b.DefRange
		if label := b.Labels[0]; label != "" {
			if _, err := parseSpeed(label); err != nil {
				d.report(problem(b.LabelRanges[0], "Unsuitable label for ecn", "%s.", sentence(err)))
			}
		}
	},
	attributes: []attribute[ECN]{
		attr("min", size, func(e *ECN) *Opt[qos.Bytes] { return &e.Min }, info{"", `"150KiB"`,
			"Queue depth below which nothing is marked."}),
		attr("max", size, func(e *ECN) *Opt[qos.Bytes] { return &e.Max }, info{"", `"1500KiB"`,
			"Queue depth above which everything is marked."}),
		attr("probability", percent, func(e *ECN) *Opt[qos.Percent] { return &e.Probability }, info{"", "7",
			"Share of packets marked just below `max`, in percent."}),
		attrOr("non_ect", choice(
			option[qos.NonECT]{"drop", qos.NonECTDrop},
			option[qos.NonECT]{"forward", qos.NonECTForward},
		), func(e *ECN) *Opt[qos.NonECT] { return &e.NonECT }, qos.NonECTDrop, info{`"drop"`, `"forward"`,
			"What happens, where a packet would be marked, to one that is not ECN-capable."}),
	},
}.build()

var headroomSize = kind[Headroom]{`size or "auto"`, Form{Type: "string", Units: size.form.Units, Words: []string{"auto"}}, readHeadroomSize}

var headroomBlock = block[Headroom]{
	BlockSchema: BlockSchema{Type: "headroom", Once: true, Doc: "The long form of the attribute `headroom`."},
	open:        func(_ *decoder, _ *hcl.Block, h *Headroom) { h.Auto, h.Packets = true, "worst" },
	attributes: []attribute[Headroom]{
		{
			AttributeSchema: AttributeSchema{Name: "size", Type: headroomSize.name, Form: headroomSize.form, Default: `"auto"`, Example: `"120KiB"`,
				Doc: "The headroom itself, where it is not to be computed."},
			decode: func(v cty.Value, _ hcl.Expression, h *Headroom) error {
				given, err := readHeadroomSize(v)
				h.Auto, h.Bytes = given.Auto, given.Bytes
				return err
			},
		},
		plain("packets", word("rdma", "mixed", "worst"), func(h *Headroom) *string { return &h.Packets }, info{`"worst"`, `"rdma"`,
			"The packet sizes that the computation assumes: RDMA data of 4 KiB, half small packets, or all of 64 bytes. Where the switch computes by its own, weft says so."}),
		{
			AttributeSchema: AttributeSchema{Name: "alpha", Type: "alpha", Form: text.form, Default: "the platform's", Example: `"alpha 1/8"`,
				Doc: "The class's dynamic threshold, a factor of the free buffer."},
			decode: func(v cty.Value, _ hcl.Expression, h *Headroom) error {
				s, err := readText(v)
				if err == nil {
					h.AlphaNum, h.AlphaDen, err = parseAlpha(s)
				}
				return err
			},
		},
		plain("pool", size, func(h *Headroom) *qos.Bytes { return &h.Pool }, info{"none", `"8MiB"`,
			"Size of a headroom pool that ports share, where a command sets it; elsewhere the switch decides, and weft says so."}),
		plain("oversubscribe", number[uint16]("whole number 1 to 16", "ratios are", 1, 16), func(h *Headroom) *uint16 { return &h.Oversubscribe }, info{
			"1", "2", "How many times the ports' headroom together may exceed the shared pool. No platform takes it from weft, which says so."}),
	},
}.build()

func decodeHeadroom(d *decoder, b *hcl.Block, s scope, into *Settings) {
	if into.Headroom.Set {
		d.report(problem(b.DefRange, "Headroom given twice", "It is already given at %s. Keep the attribute or the block.", place(into.Headroom.Range)))
		return
	}
	decodeInstances(d, headroomBlock, b, s, func(h Headroom) {
		into.Headroom = Opt[Headroom]{V: h, Set: true, Range: b.DefRange}
	})
}

// className is how messages speak of a class.
func className(name string) string { return fmt.Sprintf("traffic_class %q", name) }
