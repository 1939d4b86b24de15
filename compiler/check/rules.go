package check

import (
	"io"
	"slices"

	"github.com/weft-net/weft/intent"
	"github.com/weft-net/weft/vendors"
)

// Rule is one row of the table of checks. Its page in docs/checks says what it is for.
type Rule struct {
	Code     string
	Severity vendors.Severity // of what it finds, at the worst
	Subject  string           // what it judges: "port", "switch", "link", "fabric" or "manifest"
	Title    string
	judge    func(*judge)
}

// Rules returns the table, by code.
func Rules() []Rule { return slices.Clone(rules[:]) }

// Off is a rule that a policy has switched off.
type Off struct{ Code, Reason string }

// Report is what the rules say of a fabric.
type Report struct {
	Findings []Finding // worst first; what was not checked comes last
	Off      []Off
	Switches int      // that were judged
	Names    []string // of them, in natural order
	Proofs   []Proof

	waits func() *buffers
}

// Proof is what a rule looked at and how that came out, where there is more to say of it than that nothing was found.
type Proof struct {
	Code string
	Word string // "proved" or "tried"
	Text string
}

// Certify writes what proves C05, for others to check: the rank of every buffer of lossless traffic, or the ring.
func (r *Report) Certify(w io.Writer) error {
	b := r.waits()
	for i := range b.result.Graphs {
		if err := b.Certify(w, &b.result.Graphs[i]); err != nil {
			return err
		}
	}
	return nil
}

// Run judges a fabric by every rule that no policy switches off. A fabric is judged by one goroutine at a time, and does not change after.
func Run(n *Net) *Report {
	n.divide()
	r := &Report{Switches: len(n.Switches)}
	for _, s := range n.Switches {
		r.Names = append(r.Names, s.Name)
	}
	r.waits = n.waitsOnce()
	for i := range rules {
		rule := &rules[i]
		policy := policyOf(n.Policies, rule.Code)
		if off(policy) {
			r.Off = append(r.Off, Off{rule.Code, policy.Reason.V})
			continue
		}
		found, proofs := n.judge(rule, r.waits)
		for _, f := range found {
			r.Findings = append(r.Findings, weighed(f, policy))
		}
		r.Proofs = append(r.Proofs, proofs...)
	}
	r.Findings = oneAReason(r.Findings)
	order(r.Findings)
	return r
}

// Suppressed is what the rules that a policy switches off would find, with the policy's reason.
func Suppressed(n *Net) []Finding {
	n.divide()
	var list []Finding
	waits := n.waitsOnce()
	for i := range rules {
		policy := policyOf(n.Policies, rules[i].Code)
		if !off(policy) {
			continue
		}
		found, _ := n.judge(&rules[i], waits)
		for _, f := range found {
			f.Reason, f.Where = policy.Reason.V, places(f.Where)
			list = append(list, f)
		}
	}
	order(list)
	return list
}

// judge is what one rule finds, and what it proves.
func (n *Net) judge(rule *Rule, waits func() *buffers) ([]Finding, []Proof) {
	j := &judge{net: n, waits: waits, rule: rule, groups: map[key]*group{}}
	rule.judge(j)
	list := j.findings()
	for i := range list {
		if n.secrets != nil {
			list[i].Text = vendors.RedactSentence(list[i].Text, n.secrets)
		}
	}
	return list, j.proofs
}

// off tells whether a policy switches its rule off.
func off(policy *intent.Policy) bool { return policy != nil && policy.Severity.V == "off" }

// oneAReason puts together what several rules could not check for one and the same reason: the last of them says it.
func oneAReason(list []Finding) []Finding {
	last, joined := map[string]int{}, map[int]bool{}
	for i := range list {
		if list[i].NotChecked {
			last[list[i].Text] = i
		}
	}
	var kept []Finding
	for i, f := range list {
		if at, is := last[f.Text]; f.NotChecked && is && at != i {
			list[at].Where, joined[at] = append(list[at].Where, f.Where...), true
			continue
		}
		if joined[i] {
			f.Where = places(f.Where)
		}
		kept = append(kept, f)
	}
	return kept
}

// policyOf is the policy about a rule, or nil.
func policyOf(policies []intent.Policy, code string) *intent.Policy {
	for i := range policies {
		if policies[i].Code == code {
			return &policies[i]
		}
	}
	return nil
}

// weighed gives a finding the severity that a policy says. What was not checked stays what it is.
func weighed(f Finding, policy *intent.Policy) Finding {
	if policy == nil || f.NotChecked {
		return f
	}
	f.Severity, f.Reason = severityOf(policy), policy.Reason.V
	return f
}

// severityOf is the severity that a policy gives its rule. One that is off is worth no more than a note where another rule meets what it finds.
func severityOf(policy *intent.Policy) vendors.Severity {
	switch policy.Severity.V {
	case "error":
		return vendors.Error
	case "warning":
		return vendors.Warning
	}
	return vendors.Info
}

// Errors tells whether one of the findings is an error.
func (r *Report) Errors() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Severity == vendors.Error })
}

// Wrong are the findings that are about something wrong: errors and warnings.
func (r *Report) Wrong() []Finding {
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.NotChecked || f.Severity == vendors.Info })
	if i < 0 {
		return r.Findings
	}
	return r.Findings[:i]
}
