package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
)

// configTools are the programs that change the configuration.
func configTools() map[string]tool {
	return map[string]tool{"config": (*proc).config, "pfcwd": (*proc).pfcwd, "sonic-cfggen": (*proc).cfggen}
}

// notRoot is what they say to everybody but root.
const notRoot = "Root privileges are required for this operation"

// configVerbs are the commands of config.
func configVerbs() map[string]tool {
	return map[string]tool{
		"apply-patch": (*proc).applyPatch, "replace": (*proc).replace, "checkpoint": (*proc).checkpoint, "rollback": (*proc).rollback, "delete-checkpoint": (*proc).deleteCheckpoint,
		"list-checkpoints": (*proc).listCheckpoints, "save": (*proc).save, "load": (*proc).load, "reload": (*proc).reload, "qos": (*proc).qosReload, "interface": (*proc).interfaces,
	}
}

func (p *proc) config(args []string) int {
	verbs := configVerbs()
	if len(args) == 0 || args[0] == "--help" || args[0] == "-h" {
		p.say("Usage: config [OPTIONS] COMMAND [ARGS]...\n\nCommands:\n  %s", strings.Join(slices.Sorted(maps.Keys(verbs)), "\n  "))
		return 0
	}
	if !p.root {
		p.complain(notRoot)
		return 1
	}
	verb, known := verbs[args[0]]
	if !known {
		p.complain("Usage: config [OPTIONS] COMMAND [ARGS]...\nTry 'config -h' for help.\n\nError: No such command \"%s\".", args[0])
		return exitUsage
	}
	return verb(p, args[1:])
}

// fail ends a command of config: what it says, how it is used, and why.
func (p *proc) fail(says, verb, why string) int {
	if says != "" {
		p.complain("%s", says)
	}
	p.complain("Usage: config %s [OPTIONS]\nTry 'config %s -h' for help.\n\nError: %s", verb, verb, why)
	return exitUsage
}

// flags are the options that commands of config take, and the rest. -f, -i and -t have a value.
func flags(args []string) (set map[string]bool, rest []string) {
	set = map[string]bool{}
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case !strings.HasPrefix(a, "-") || a == "-":
			rest = append(rest, a)
		case slices.Contains([]string{"-f", "-i", "-t", "--format"}, a):
			i++
		case strings.HasPrefix(a, "--"):
			set[map[string]string{"--dry-run": "d", "--yes": "y", "--verbose": "v", "--force": "force"}[a]] = true
		default:
			for _, c := range a[1:] {
				set[string(c)] = true
			}
		}
	}
	return set, rest
}

// file is what a file holds, which may be what the process reads.
func (p *proc) file(name string) ([]byte, error) {
	if name == "/dev/stdin" || name == "-" {
		return p.input(), nil
	}
	text, err := p.b.readFile(name)
	if err != nil {
		return nil, fmt.Errorf("[Errno 2] No such file or directory: '%s'", name)
	}
	return text, nil
}

func (p *proc) applyPatch(args []string) int {
	set, rest := flags(args)
	if len(rest) != 1 {
		return p.fail("", "apply-patch", `Missing argument "PATCH_FILE_PATH".`)
	}
	if set["d"] {
		p.say("** DRY RUN EXECUTION **")
	}
	patch, err := p.file(rest[0])
	if err == nil {
		err = p.patch(patch, set["d"])
	}
	if err != nil {
		return p.fail("Failed to apply patch due to: "+err.Error(), "apply-patch", err.Error())
	}
	p.say("Patch applied successfully.")
	return 0
}

// patch lets the updater work, or say what it would do. Errors are told as those of the one scope that there is.
func (p *proc) patch(patch []byte, dry bool) error {
	u, err := p.b.considerPatch(patch)
	switch {
	case err != nil:
	case dry:
		u.would(p)
	case !p.ignore:
		err = p.b.carryOut(p.ctx, u)
	}
	if err != nil && !conflicts(err) {
		return saying("Failed to apply patch on the following scopes:\n- localhost: " + err.Error())
	}
	return err
}

// conflicts tells a patch that does not fit what is there, which is found before it is divided by scopes.
func conflicts(err error) bool {
	for _, start := range []string{"can't ", "member ", "Expecting value", "cannot move", "'"} {
		if strings.HasPrefix(err.Error(), start) {
			return true
		}
	}
	return false
}

// become lets the updater make the running database another one.
func (p *proc) become(text []byte, dry bool) error {
	to, err := parseTree(text)
	if err != nil {
		return err
	}
	p.b.sw.mu.Lock()
	patch := patchBetween(p.b.running(), to)
	p.b.sw.mu.Unlock()
	u, err := p.b.considerPatch(patch)
	switch {
	case err != nil:
		return err
	case dry:
		u.would(p)
		return nil
	case p.ignore:
		return nil
	}
	return p.b.carryOut(p.ctx, u)
}

func (p *proc) replace(args []string) int {
	set, rest := flags(args)
	if len(rest) != 1 {
		return p.fail("", "replace", `Missing argument "TARGET_FILE_PATH".`)
	}
	text, err := p.file(rest[0])
	if err == nil {
		err = p.become(text, set["d"])
	}
	if err != nil {
		return p.fail("Failed to replace config", "replace", err.Error())
	}
	p.say("Config replaced successfully.")
	return 0
}

// checkpointName is the one argument of the commands about checkpoints.
func checkpointName(p *proc, verb string, args []string) (name string, set map[string]bool, ok bool) {
	set, rest := flags(args)
	if len(rest) != 1 {
		p.fail("", verb, `Missing argument "CHECKPOINT_NAME".`)
		return "", nil, false
	}
	return rest[0], set, true
}

func (p *proc) checkpoint(args []string) int {
	name, _, ok := checkpointName(p, "checkpoint", args)
	if !ok {
		return exitUsage
	}
	p.b.sw.mu.Lock()
	var err error
	if !p.ignore {
		err = p.b.put(checkpointDir+name+checkpointTail, printTree(p.b.running()), false)
	}
	p.b.sw.mu.Unlock()
	if err != nil {
		return p.fail("Failed to create a config checkpoint", "checkpoint", "[Errno 28] No space left on device")
	}
	p.say("Checkpoint created successfully.")
	return 0
}

func (p *proc) rollback(args []string) int {
	name, set, ok := checkpointName(p, "rollback", args)
	if !ok {
		return exitUsage
	}
	text, err := p.b.readFile(checkpointDir + name + checkpointTail)
	if err != nil {
		return p.fail("Failed to rollback config", "rollback", "Checkpoint '"+name+"' does not exist")
	}
	if err := p.become(text, set["d"]); err != nil {
		return p.fail("Failed to rollback config", "rollback", err.Error())
	}
	p.say("Config rolled back successfully.")
	return 0
}

func (p *proc) deleteCheckpoint(args []string) int {
	name, _, ok := checkpointName(p, "delete-checkpoint", args)
	if !ok {
		return exitUsage
	}
	if !p.ignore && !p.b.remove(checkpointDir+name+checkpointTail, false) {
		return p.fail("Failed to delete config checkpoint", "delete-checkpoint", "Checkpoint '"+name+"' does not exist")
	}
	p.say("Checkpoint deleted successfully.")
	return 0
}

func (p *proc) listCheckpoints(_ []string) int {
	names := []any{}
	files, _ := p.b.under(checkpointDir)
	for _, f := range files {
		if name, ok := strings.CutSuffix(f, checkpointTail); ok {
			names = append(names, name)
		}
	}
	p.out.Write(printTree(names))
	return 0
}

// unsure is what a question ends with that nobody is there to answer.
func (p *proc) unsure(question string) int {
	p.say("%s [y/N]: ", question)
	p.complain("Aborted!")
	return 1
}

func (p *proc) save(args []string) int {
	set, rest := flags(args)
	to := fileSaved
	if len(rest) == 1 {
		to = rest[0]
	}
	if !set["y"] {
		return p.unsure("Existing files will be overwritten, continue?")
	}
	p.say("Running command: /usr/local/bin/sonic-cfggen -d --print-data > %s", to)
	if p.ignore {
		return 0
	}
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	if err := p.b.put(to, printTree(p.b.running()), false); err != nil {
		p.complain("%v", err)
		return 1
	}
	return 0
}

// load merges the rows of a file into the database. Nothing is taken away, and nobody looks whether it is valid.
func (p *proc) load(args []string) int {
	set, rest := flags(args)
	name := fileSaved
	if len(rest) == 1 {
		name = rest[0]
	}
	if !set["y"] {
		return p.unsure("Load config from the file(s) " + name + " ?")
	}
	p.say("Running command: /usr/local/bin/sonic-cfggen -j %s --write-to-db", name)
	text, err := p.file(name)
	if err == nil && !p.ignore {
		err = p.b.merge(text)
	}
	if err != nil {
		p.complain("%v", err)
		return 1
	}
	return 0
}

// merge gives the rows of the database the fields that a text has.
func (b *sonic) merge(text []byte) error {
	more, err := parseTree(text)
	if err != nil {
		return err
	}
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	t := cloneTree(b.running()).(tree)
	for table := range more {
		for key := range child(more, table) {
			row := maps.Clone(child(child(t, table), key))
			if row == nil {
				row = tree{}
			}
			maps.Copy(row, child(child(more, table), key))
			setRow(t, table, key, row)
		}
	}
	return b.commit(t)
}

// How long services take to stop, and to start again.
const (
	stopsWithin  = 10 * time.Second
	startsWithin = 20 * time.Second
)

// reload restarts the services from the saved file. Ports are down meanwhile.
func (p *proc) reload(args []string) int {
	set, _ := flags(args)
	switch {
	case !p.lock(fileReloadLock, false):
		p.say("Failed to acquire lock on %s", fileReloadLock)
		return 1
	case !set["y"]:
		p.unlock(fileReloadLock)
		return p.unsure("Clear current config and reload config in config_db format from the default config file(s) ?")
	}
	defer p.unlock(fileReloadLock)
	p.say("Acquired lock on %s\nStopping SONiC target ...", fileReloadLock)
	if p.ignore {
		return 0
	}
	p.restarting(1)
	defer p.restarting(-1)
	if !p.pause(stopsWithin) {
		return exitKilled
	}
	p.say("Running command: /usr/local/bin/sonic-cfggen -j /etc/sonic/init_cfg.json -j %s --write-to-db", fileSaved)
	p.b.sw.mu.Lock()
	_, err := parseTree(p.b.sw.saved)
	if err == nil {
		err = p.b.sw.load(p.b.sw.saved)
	}
	p.b.sw.mu.Unlock()
	if err != nil {
		p.complain("%v", err)
		return 1
	}
	p.say("Restarting SONiC target ...")
	if !p.pause(startsWithin) {
		return exitKilled
	}
	return 0
}

// restarting counts the services' restarts that are going on.
func (p *proc) restarting(n int) {
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	p.b.stopped += n
}

// qosReload needs the templates of the HWSKU, which the lab does not have.
func (p *proc) qosReload(_ []string) int {
	p.say("QoS definition template not found at /usr/share/sonic/device/%s/qos.json.j2", p.b.sw.cfg.Platform.Model)
	return 1
}

// interfaces takes ports up and down: config interface startup Ethernet0.
func (p *proc) interfaces(args []string) int {
	status := map[string]string{"startup": "up", "shutdown": "down"}
	if len(args) != 2 || status[args[0]] == "" {
		return p.fail("", "interface", "the lab knows startup and shutdown of a port")
	}
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	for port := range strings.SplitSeq(args[1], ",") {
		if child(child(p.b.running(), "PORT"), port) == nil {
			return p.fail("", "interface "+args[0], "Interface name is invalid. Please enter a valid interface name!!")
		}
		if p.ignore {
			continue
		}
		if err := p.b.editRow([]string{"HSET", "PORT|" + port, "admin_status", status[args[0]]}); err != nil {
			p.complain("%v", err)
			return 1
		}
	}
	return 0
}

// pfcwd is the program of the PFC watchdog.
func (p *proc) pfcwd(args []string) int {
	if len(args) == 2 && args[0] == "show" && args[1] == "config" {
		return p.showWatchdog()
	}
	if !p.root {
		p.complain(notRoot)
		return 1
	}
	p.b.sw.mu.Lock()
	defer p.b.sw.mu.Unlock()
	u, err := p.b.consider(vendors.Step{Commands: []string{"pfcwd " + strings.Join(args, " ")}})
	if err == nil && !p.ignore {
		err = p.b.commit(u.target)
	}
	if err != nil {
		why := reasonOf(err)
		p.complain("%s", why)
		if strings.HasPrefix(why, "Error: ") {
			return exitUsage
		}
		return 1
	}
	return 0
}

// cfggen prints the database: sonic-cfggen -d --print-data.
func (p *proc) cfggen(args []string) int {
	if !slices.Contains(args, "-d") || !slices.Contains(args, "--print-data") {
		p.complain("sonic-cfggen: the lab knows -d --print-data")
		return exitUsage
	}
	p.out.Write(p.b.printed())
	return 0
}

// printed is the running database as sonic-cfggen prints it.
func (b *sonic) printed() []byte {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	return printTree(b.running())
}
