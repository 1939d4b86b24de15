package cloudengine

// View is the commands that lead from the user view to the view that the switch is in.
func (d *device) View() []string {
	if d.at.mode == inUser {
		return nil
	}
	view := []string{"system-view"}
	if d.at.header != "" {
		view = append(view, d.at.header)
	}
	if d.at.inner != nil {
		view = append(view, d.at.inner.Text)
	}
	return view
}
