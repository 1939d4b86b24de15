package nxos

// View is the commands that lead from exec mode to the mode that the switch is in.
func (d *device) View() []string {
	if d.at.mode == inExec {
		return nil
	}
	view := []string{"configure terminal"}
	switch {
	case d.at.block != nil:
		view = append(view, d.at.block.Text)
	case d.at.mode == inSystemQoS: // not printed yet
		view = append(view, "system qos")
	case d.at.port != "":
		view = append(view, "interface "+d.at.port)
	}
	if d.at.class != nil {
		view = append(view, d.at.class.Text)
	}
	return view
}
