package main

import (
	"github.com/weft-net/weft/compiler"
	"github.com/weft-net/weft/plan"
)

// planFiles are the directories that `weft plan` writes files of switches to; nil where that is not asked for.
type planFiles struct {
	predicted *outDir // what each switch would run then
	commands  *outDir // what is to be sent to it
}

// outputs opens the directories.
func (p *planning) outputs() (f planFiles, err error) {
	if p.commands != "" {
		if f.commands, err = openEmpty(p.commands); err != nil {
			return f, err
		}
	}
	if p.predict != "" {
		if f.predicted, err = openOut(p.predict); err != nil {
			f.close()
		}
	}
	return f, err
}

func (f planFiles) close() {
	for _, d := range []*outDir{f.predicted, f.commands} {
		if d != nil {
			d.close()
		}
	}
}

// deliver makes the files to send to a switch. Its plan warns of those that could not be proved.
func (f planFiles) deliver(in plan.Input, result *plan.Result) []plan.File {
	if f.commands == nil {
		return nil
	}
	files, failures := plan.Deliver(in, *result)
	for _, err := range failures {
		result.Device.Warnings = append(result.Device.Warnings, err.Error())
	}
	return files
}

// write writes the files of one switch.
func (f planFiles) write(u *compiler.Unit, result *plan.Result, files []plan.File) error {
	if f.predicted != nil && result.Predicted != nil {
		if _, err := f.predicted.writeConfig(u.Device.Name, u.Vendor, result.Predicted.Bytes()); err != nil {
			return err
		}
	}
	for _, file := range files {
		if _, err := f.commands.write(u.Device.Name, file.Ending, file.Text); err != nil {
			return err
		}
	}
	return nil
}
