package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// What the switch says about files and checkpoints (nxos.md 6.3, 7).
const (
	saysDone       = "Done\n"
	saysNoFile     = "No such file or directory\n"
	saysFull       = "ERROR: No space left on device\n"
	saysNoPoint    = "ERROR: Checkpoint does not exist\n"
	saysTransient  = "Configuration update aborted: services in transient state, wait for the system to stabilize\n"
	saysProgress   = "[#                                       ]   1%\r[####################                    ]  50%\r[########################################] 100%\n"
	saysCopied     = "Copy complete, now saving to disk (please wait)...\nCopy complete.\n"
	saysUnsaved    = "!!!WARNING! there is unsaved configuration!!!\n"
	asksReload     = "This command will reboot the system. (y/n)?  [n] "
	asksOverwrite  = "Warning: There is already a file existing with this name. Do you want to overwrite (y/n)?[n] "
	saysRolledBack = "Note: Applying config parallelly may fail Rollback verification\nCollecting Running-Config\n#Generating Rollback Patch\n%s\nRollback completed successfully.\n"
)

func (c *nxosSession) save([]string) (string, error) {
	return c.locked(func() string {
		sw := c.n.sw
		switch {
		case sw.faulty(FaultBusy):
			return saysTransient
		case sw.faulty(FaultFull):
			return saysProgress + saysFull
		case !c.v.ignore:
			sw.saved = slices.Clone(sw.text)
			sw.changed()
		}
		return saysProgress + saysCopied
	})
}

func (c *nxosSession) reload([]string) (string, error) {
	unsaved, _ := c.locked(func() string {
		if string(c.n.sw.text) == string(c.n.sw.saved) {
			return ""
		}
		return saysUnsaved
	})
	if !c.dontAsk {
		answer, err := c.t.ask(strings.ReplaceAll(unsaved, "\n", "\r\n") + asksReload)
		if err != nil {
			return "", err
		}
		if !yes(answer) {
			return "", nil
		}
	}
	c.t.flush()
	if !c.v.ignore {
		if err := c.n.sw.Reboot(faultRules[FaultReboot].wait); err != nil {
			return "ERROR: " + err.Error() + "\n", nil
		}
	}
	return "", errOver
}

// yes tells whether an answer agrees.
func yes(answer string) bool { return answer != "" && hasPrefixFold("yes", answer) }

func (c *nxosSession) pointUnnamed([]string) (string, error) {
	return c.locked(func() string {
		name := fmt.Sprintf("user-checkpoint-%d", len(c.n.kept.Points)+1)
		return strings.Replace(c.n.addPoint(c, name), "Done", name+" created Successfully\n\nDone", 1)
	})
}

func (c *nxosSession) point(args []string) (string, error) {
	return c.locked(func() string { return c.n.addPoint(c, args[0]) })
}

// addPoint makes a named checkpoint. Names are unique, and at most ten. mu is held.
func (n *nxos) addPoint(c *nxosSession, name string) string {
	switch {
	case strings.HasPrefix(strings.ToLower(name), "system"):
		return "ERROR: Checkpoint name must not start with 'system'\n"
	case n.findPoint(name) != nil:
		return "ERROR: Checkpoint with this name already exists\n"
	case len(n.kept.Points) >= mostPoints:
		return "ERROR: Maximum number of checkpoints reached\n"
	case n.sw.faulty(FaultFull):
		return saysFull
	case c.v.ignore:
		return saysDone
	}
	n.kept.Points = append(n.kept.Points, nxosPoint{Name: name, Text: string(n.sw.text), At: time.Now(), By: c.s.user})
	n.sw.changed()
	return saysDone
}

// findPoint is a named checkpoint, or nil. mu is held.
func (n *nxos) findPoint(name string) *nxosPoint {
	for i := range n.kept.Points {
		if n.kept.Points[i].Name == name {
			return &n.kept.Points[i]
		}
	}
	return nil
}

// fileName is the name of a file of bootflash, whichever way it is written.
func fileName(path string) (name string, ok bool) {
	path = strings.TrimPrefix(path, "bootflash:")
	name = strings.TrimLeft(path, "/")
	return name, name != "" && !strings.ContainsAny(name, ":/")
}

func (c *nxosSession) pointFile(args []string) (string, error) {
	name, ok := fileName(args[0])
	if !ok {
		return "ERROR: Invalid file name\n", nil
	}
	there, _ := c.locked(func() string { return c.n.kept.Files[name].Text })
	if there != "" && !c.dontAsk {
		answer, err := c.t.ask(asksOverwrite)
		if err != nil || !yes(answer) {
			return "", err
		}
	}
	return c.locked(func() string {
		switch {
		case c.n.sw.faulty(FaultFull):
			return saysFull
		case !c.v.ignore:
			c.n.kept.Files[name] = nxosFile{Text: string(c.n.sw.text), At: time.Now(), Checkpoint: true}
			c.n.sw.changed()
		}
		return saysDone
	})
}

func (c *nxosSession) showPoints([]string) (string, error) {
	return c.locked(func() string {
		var b strings.Builder
		b.WriteString("User Checkpoint Summary\n" + strings.Repeat("-", 80) + "\n")
		for i, p := range c.n.kept.Points {
			fmt.Fprintf(&b, "%d) %s:\nCreated by %s\nCreated at %s\nSize is %d bytes\nDescription: None\n\n",
				i+1, p.Name, p.By, p.At.UTC().Format("Mon, 15:04:05 02 Jan 2006"), len(p.Text))
		}
		return b.String()
	})
}

func (c *nxosSession) showPoint(args []string) (string, error) {
	return c.locked(func() string {
		p := c.n.findPoint(args[0])
		if p == nil {
			return saysNoPoint
		}
		return checkpointText(p.Text)
	})
}

// checkpointText is how a checkpoint is printed.
func checkpointText(text string) string { return "\n!Command: Checkpoint cmd vdc 1\n\n" + bodyOf(text) }

func (c *nxosSession) rollbackPoint(args []string) (string, error) {
	return c.locked(func() string {
		p := c.n.findPoint(args[0])
		if p == nil {
			return saysNoPoint
		}
		return c.rollback(p.Text)
	})
}

func (c *nxosSession) rollbackFile(args []string) (string, error) {
	return c.locked(func() string {
		name, _ := fileName(args[0])
		f, ok := c.n.kept.Files[name]
		switch {
		case !ok:
			return saysNoFile
		case !f.Checkpoint:
			return "ERROR: Rollback patch computation failed due to the following reason(s)\nThe checkpoint file was not created using checkpoint CLI\n"
		}
		return c.rollback(f.Text)
	})
}

// rollback has the switch run a text as a whole. mu is held.
func (c *nxosSession) rollback(text string) string {
	sw := c.n.sw
	if text == string(sw.text) {
		return fmt.Sprintf(saysRolledBack, "Rollback Patch is Empty")
	}
	if !c.v.ignore {
		if err := sw.load([]byte(text)); err != nil {
			return "ERROR: " + err.Error() + "\nRollback failed.\n"
		}
		c.n.note("%VSHD-5-VSHD_SYSLOG_CONFIG_I: Configured from vty by " + c.s.user + " on ssh")
	}
	return fmt.Sprintf(saysRolledBack, "Executing Rollback Patch\nGenerating Running-config for verification\nGenerating Patch for verification\nVerification is Successful.\n")
}

func (c *nxosSession) dir([]string) (string, error) {
	return c.locked(func() string {
		var b strings.Builder
		used := 0
		for _, name := range slices.Sorted(maps.Keys(c.n.kept.Files)) {
			f := c.n.kept.Files[name]
			used += len(f.Text)
			fmt.Fprintf(&b, "%11d    %s  %s\n", len(f.Text), f.At.UTC().Format("Jan 02 15:04:05 2006"), name)
		}
		const size = 1 << 30
		fmt.Fprintf(&b, "\nUsage for bootflash://sup-local\n%11d bytes used\n%11d bytes free\n%11d bytes total\n", used, size-used, size)
		return b.String()
	})
}

func (c *nxosSession) showFile(args []string) (string, error) {
	return c.locked(func() string {
		name, _ := fileName(args[0])
		f, ok := c.n.kept.Files[name]
		if !ok {
			return saysNoFile
		}
		return checkpointText(f.Text)
	})
}

func (c *nxosSession) remove(args []string) (string, error) {
	name, ok := fileName(args[0])
	there, _ := c.locked(func() string { return c.n.kept.Files[name].Text })
	if !ok || there == "" {
		return saysNoFile, nil
	}
	if !c.dontAsk {
		answer, err := c.t.ask(fmt.Sprintf("Do you want to delete %q ? (yes/no/abort)   [y] ", "/"+name))
		if err != nil || answer != "" && !yes(answer) {
			return "", err
		}
	}
	return c.locked(func() string {
		if !c.v.ignore {
			delete(c.n.kept.Files, name)
			c.n.sw.changed()
		}
		return ""
	})
}
