package nxos

import (
	"strconv"

	"github.com/weft-net/weft/qos"
)

// qosClassView is a class of a classification policy, and the class-map that it is for: what the templates class-map-qos and
// policy-map-qos get. Lists and values are texts; an empty one is not written.
type qosClassView struct {
	Match   string // how the class-map's lines combine
	Name    string
	Group   qos.Queue
	DSCP    string // code points that it matches, "24,26"
	CoS     string
	SetDSCP string
	SetCoS  string
}

// classifyIdentity is what a classification says.
type classifyIdentity struct {
	trust       qos.Trust
	dscp        [qos.NumDSCP]qos.Queue
	pcp         [qos.NumPCP]qos.Queue
	other       qos.Queue
	rewriteDSCP [qos.NumDSCP]int8
	rewritePCP  [qos.NumQueues]int8
}

// classifyObject is the policy of a classification, or nil when everything goes to group 0 as it arrived.
func (r *renderer) classifyObject(c *qos.Classify) (*weftObject, error) {
	if c == nil {
		return nil, nil
	}
	classes := qosClasses(c)
	if len(classes) == 0 {
		return nil, nil
	}
	return &weftObject{
		classes:  classes,
		identity: classifyIdentity{c.Trust.V, c.DSCP, c.PCP, c.Other, c.RewriteDSCP, c.RewritePCP},
	}, nil
}

// qosClasses are the classes of a classification, the highest queue first. No two match the same frame, so their order says
// nothing. What no class matches is in group 0; class-default is written only where that is not enough.
func qosClasses(c *qos.Classify) []qosClassView {
	var classes []qosClassView
	for i := range qos.NumQueues {
		q := qos.Queue(qos.NumQueues - 1 - i)
		dscp, cos := matching(c.DSCP[:], q), matching(c.PCP[:], q)
		if q == c.Other || dscp == "" && cos == "" {
			continue
		}
		classes = append(classes, qosClassView{
			Match: "match-any", Group: q, DSCP: dscp, CoS: cos, SetDSCP: setDSCP(c, q), SetCoS: setText(c.RewritePCP[q]),
		})
	}
	rest := qosClassView{Name: classDefault, Group: c.Other, SetDSCP: setDSCP(c, c.Other), SetCoS: setText(c.RewritePCP[c.Other])}
	if rest.Group != 0 || rest.SetDSCP != "" || rest.SetCoS != "" {
		classes = append(classes, rest)
	}
	return classes
}

// setDSCP is the code point that packets of a class leave with. Where DSCP does not decide the class it is the same for all.
func setDSCP(c *qos.Classify, q qos.Queue) string {
	if c.Trust.V == qos.TrustPCP {
		q = c.Other
	}
	mark, _ := markOf(c, q)
	return setText(mark)
}

func setText(value int8) string {
	if value == qos.Keep {
		return ""
	}
	return strconv.Itoa(int(value))
}

// matching lists the code points of a class: "24,26".
func matching(table []qos.Queue, q qos.Queue) string {
	var b []byte
	for point, queue := range table {
		if queue != q {
			continue
		}
		if b != nil {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(point), 10)
	}
	return string(b)
}
