package cloudengine

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/conf"
)

// drops reads a drop profile that is bound to a queue: with ECN the thresholds by which it marks, which are those for ECN or
// else those for green packets; without ECN those by which it drops.
func (r *portReader) drops(profile string, marks bool, bound int32) qos.Value[qos.ECN] {
	lines, defined := r.x.shared.objects["drop-profile "+profile]
	if !defined && profile != "default" {
		return qos.NotRead[qos.ECN]("drop-profile "+profile+" is bound and not defined", bound)
	}
	if n := lines.odd(); n != nil {
		return qos.NotRead[qos.ECN](notUnderstood(n), n.Line)
	}
	own, weight := ownThresholds(lines)
	if marks && weight != nil && weight.Text != "ecn weight 0" {
		return qos.NotRead[qos.ECN]("`"+weight.Text+"`: the average of the depth counts, not the depth", weight.Line)
	}
	if marks && own != nil {
		if _, green := lines.last("color green "); green == nil {
			r.assumed |= assumedNonECT
		}
		return r.curve(own, qos.ECN{On: true})
	}
	return r.colours(lines, marks, bound)
}

// ownThresholds are the lines for ECN alone: the thresholds, and the weight of the average depth.
func ownThresholds(lines section) (thresholds, weight *conf.Node) {
	for _, n := range lines.all("ecn ") {
		if strings.HasPrefix(n.Text, "ecn weight ") {
			weight = n
		} else {
			thresholds = n
		}
	}
	return thresholds, weight
}

// colours reads thresholds by colour. The model has one curve, so those of other packets must be the same or not be there.
// Where none is there nothing is dropped before the queue is full, and no source says when the switch marks (2.6).
func (r *portReader) colours(lines section, marks bool, bound int32) qos.Value[qos.ECN] {
	curve, green := lines.last("color green ")
	for _, colour := range []string{"yellow", "red", "non-tcp"} {
		if other, n := lines.last("color " + colour + " "); n != nil && other != curve {
			return qos.NotRead[qos.ECN]("`"+n.Text+"` has other thresholds than green packets have", n.Line)
		}
	}
	switch {
	case green != nil:
		return r.curve(green, qos.ECN{On: marks, DropOnly: !marks})
	case marks:
		return qos.Value[qos.ECN]{
			V: qos.ECN{On: true}, State: qos.PlatformDefault, Why: "the drop profile sets no thresholds", At: qos.Origin{Line: bound},
		}
	}
	return qos.Is(qos.ECN{})
}

// curve reads [buffer-size [cell]] low-limit N high-limit N discard-percentage N at the end of a line.
func (r *portReader) curve(n *conf.Node, e qos.ECN) qos.Value[qos.ECN] {
	words := wordsOf(n.Text)
	values := words[len(words)-6:]
	e.Min, e.Max = qos.Bytes(numberOf(values[1])), qos.Bytes(numberOf(values[3]))
	e.Probability = qos.Percent(numberOf(values[5]))
	f := r.x.facts
	switch unit := words[len(words)-7]; {
	case unit == "buffer-size":
		e.Min, e.Max = f.cells(e.Min), f.cells(e.Max)
	case unit == "cell" && f.cell > 0:
		e.Min, e.Max = e.Min*f.cell, e.Max*f.cell
	case unit == "cell":
		return qos.NotRead[qos.ECN]("`"+n.Text+"`: no source says how large a cell of this switch is", n.Line)
	default:
		return qos.NotRead[qos.ECN]("`"+n.Text+"`: no source says how large the buffer is of which these are percentages", n.Line)
	}
	return qos.IsAt(e, n.Line)
}
