package plan

// NewErrors are the findings by which the plan makes the fabric worse, and which are errors. A plan with one is not carried out unless
// somebody wants it all the same.
func (p *Plan) NewErrors() []Finding {
	var list []Finding
	if p.Checks == nil {
		return nil
	}
	for _, f := range p.Checks.Findings {
		if f.Change == Worse && f.Severity == "error" {
			list = append(list, f)
		}
	}
	return list
}
