package nxos

import (
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors/conf"
)

// slotBandwidth is the setting of a class that gives it a share, of either kind.
const slotBandwidth = "bandwidth "

// classShare is the share of a class of a queuing policy that is edited in place.
type classShare struct {
	class *conf.Node
	kind  string // what its line starts with: "bandwidth remaining percent "
	goes  bool   // the class goes
	share
}

// sharesOf are the shares of the classes of a policy in two states, and those between, by kind: each adds up by itself.
func sharesOf(have, want *conf.Node) []classShare {
	var list []classShare
	for _, class := range want.Kids {
		if kind, now := bandwidthOf(class); kind != "" {
			_, old := bandwidthOf(have.Find(class.Text))
			list = append(list, classShare{class: class, kind: kind, share: share{old: old, now: now}})
		}
	}
	for _, class := range newClasses(want, have) {
		if kind, old := bandwidthOf(class); old > 0 {
			list = append(list, classShare{class: class, kind: kind, goes: true, share: share{old: old}})
		}
	}
	for _, kind := range bandwidthKinds {
		divideKind(list, kind)
	}
	return list
}

// bandwidthKinds are the two kinds of shares.
var bandwidthKinds = []string{"bandwidth remaining percent ", "bandwidth percent "}

// bandwidthOf is the kind and the size of the share of a class, or no kind.
func bandwidthOf(class *conf.Node) (kind string, percent int64) {
	for _, line := range kids(class) {
		for _, kind := range bandwidthKinds {
			if line.Kind == conf.In && strings.HasPrefix(line.Text, kind) {
				return kind, numberOf(line.Text, 0)
			}
		}
	}
	return "", 0
}

func divideKind(list []classShare, kind string) {
	var shares []share
	for i := range list {
		if list[i].kind == kind {
			shares = append(shares, list[i].share)
		}
	}
	divide(shares)
	for i := range list {
		if list[i].kind == kind {
			list[i].share, shares = shares[0], shares[1:]
		}
	}
}

func (s *classShare) line(percent int64) string { return s.kind + strconv.FormatInt(percent, 10) }

// shareOf is the share of a class, nil for one without.
func (p *policyEdit) shareOf(class *conf.Node) *classShare {
	for i := range p.shares {
		if s := &p.shares[i]; s.class.Text == class.Text {
			return s
		}
	}
	return nil
}

// setShare changes the share of a class.
func (p *policyEdit) setShare(s *classShare, old, now int64) {
	words := changed(edit{slotBandwidth, s.line(old), s.line(now)})
	if s.goes {
		words = "share " + strconv.FormatInt(now, 10) + " before it goes"
	}
	p.set(s.class, s.line(now), words)
}

// settle gives classes the shares that they shall have, when those that have to do with less have it.
func (p *policyEdit) settle() {
	for i := range p.shares {
		if s := &p.shares[i]; s.now > s.between {
			p.setShare(s, s.between, s.now)
		}
	}
}
