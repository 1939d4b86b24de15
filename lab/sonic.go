package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// sonic is a switch with SONiC: a Unix host whose configuration is a database. What it knows beside the device model is the
// host around it: a shell, files, units of systemd, locks, and a configuration updater that takes its time.
type sonic struct {
	sw    *Switch
	tools map[string]tool

	// what follows is guarded by sw.mu
	files   map[string][]byte // by absolute path
	units   map[string]*unit  // by name, with its ending
	journal map[string]string // what units printed
	locks   map[string]bool   // files that somebody has a lock on
	freed   chan struct{}     // closed when a lock is given back
	stopped int               // how many times at once services are being restarted
	cache   tree              // the running database, read at an epoch
	cacheAt int
}

func newSONiC(sw *Switch) personality {
	b := &sonic{
		sw: sw, tools: map[string]tool{}, files: map[string][]byte{}, units: map[string]*unit{}, journal: map[string]string{},
		locks: map[string]bool{}, freed: make(chan struct{}),
	}
	for _, set := range []map[string]tool{fileTools(), shellTools(), configTools(), unitTools(), showTools()} {
		maps.Copy(b.tools, set)
	}
	return b
}

// running is the database. It must not be changed but by commit. mu is held.
func (b *sonic) running() tree {
	if b.cacheAt != b.sw.epoch {
		b.cache, b.cacheAt = parsed(b.sw.text), b.sw.epoch
	}
	return b.cache
}

// parsed reads a database that is known to be one.
func parsed(text []byte) tree {
	t, err := parseTree(text)
	if err != nil || t == nil {
		return tree{}
	}
	return t
}

// commit has the switch run a database. mu is held.
func (b *sonic) commit(t tree) error {
	if err := b.sw.load(printTree(t)); err != nil {
		return err
	}
	b.cache, b.cacheAt = t, b.sw.epoch
	return nil
}

// exec does a single command in a shell of its own.
func (b *sonic) exec(s *session, command string, v verdict) int {
	if v.syslog != "" {
		fmt.Fprintln(s.errOut, v.syslog)
	}
	p := b.process(s.ctx, s.user)
	p.in, p.out, p.errOut, p.ignore = s.in, s.out, s.errOut, v.ignore
	return p.script(command, false)
}

// process is a shell of a user.
func (b *sonic) process(ctx context.Context, user string) *proc {
	return &proc{
		b: b, ctx: ctx, user: user, root: user == "root", in: strings.NewReader(""),
		vars: map[string]string{"?": "0", "USER": user, "HOME": "/home/" + user, "$": "4711"},
	}
}

// refusal is what a command says that the fault "refuse" hits.
func (b *sonic) refusal() string { return "Error: the command failed" }

// edit has another operator change the database: by a patch on one line, a command of the watchdog, or a line of sonic-db-cli, which
// nothing checks. mu is held.
func (b *sonic) edit(lines []string) error {
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "sonic-db-cli CONFIG_DB "); ok {
			if err := b.editRow(strings.Fields(rest)); err != nil {
				return err
			}
			continue
		}
		p, err := b.consider(vendors.Step{Commands: []string{line}})
		if err == nil {
			err = b.commit(p.target)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// editRow changes a row as Redis does: HSET key field value, HDEL key field, DEL key. mu is held.
func (b *sonic) editRow(words []string) error {
	if len(words) < 2 {
		return errors.New("ERR wrong number of arguments")
	}
	table, key, _ := strings.Cut(words[1], "|")
	t := cloneTree(b.running()).(tree)
	row := child(child(t, table), key)
	if row == nil {
		row = tree{}
	}
	switch verb := strings.ToUpper(words[0]); {
	case verb == "HSET" && len(words) >= 4:
		row[words[2]] = strings.Join(words[3:], " ")
		setRow(t, table, key, row)
	case verb == "HDEL" && len(words) == 3:
		delete(row, words[2])
		setRow(t, table, key, row)
	case verb == "DEL" && len(words) == 2:
		setRow(t, table, key, nil)
	default:
		return fmt.Errorf("ERR unknown command '%s'", words[0])
	}
	return b.commit(t)
}

// foreign changes the weight of a scheduler, or which class a DSCP is of. mu is held.
func (b *sonic) foreign() []string {
	for _, table := range []string{"SCHEDULER", "DSCP_TO_TC_MAP"} {
		rows := child(b.running(), table)
		for _, key := range slices.Sorted(maps.Keys(rows)) {
			if table == "SCHEDULER" && textOf(child(rows, key), "weight") != "" {
				return []string{"sonic-db-cli CONFIG_DB HSET SCHEDULER|" + key + " weight 77"}
			}
			if table == "DSCP_TO_TC_MAP" {
				return []string{"sonic-db-cli CONFIG_DB HSET DSCP_TO_TC_MAP|" + key + " 63 5"}
			}
		}
	}
	return []string{"sonic-db-cli CONFIG_DB HSET SCHEDULER|foreign weight 7"}
}

// leftTx is the transaction of an earlier run that left something behind.
const leftTx = "weft-anotherrun"

// leave makes a left-over of an earlier run. mu is held.
func (b *sonic) leave(what string) error {
	switch what {
	case FaultCheckpoint:
		return b.put(checkpointDir+leftTx+checkpointTail, printTree(b.running()), false)
	case FaultUnit:
		return b.start(&unit{name: leftTx + "-0.service", argv: []string{"sleep", "infinity"}})
	}
	return fmt.Errorf("lab: a SONiC switch has no %s", what)
}

// rebooted forgets what is in memory. mu is held.
func (b *sonic) rebooted() {
	b.stop()
	b.units, b.journal, b.locks, b.stopped = map[string]*unit{}, map[string]string{}, map[string]bool{}, 0
	for path := range b.files {
		for _, dir := range lostFiles {
			if strings.HasPrefix(path, dir) {
				delete(b.files, path)
			}
		}
	}
}

// stop kills all units. mu is held.
func (b *sonic) stop() {
	for _, u := range b.units {
		u.end()
	}
}

// keptSONiC is what a SONiC switch has on disk beside its configuration. Units do not survive.
type keptSONiC struct {
	Files map[string]string `json:"files"`
}

func (b *sonic) remember() any {
	kept := keptSONiC{Files: map[string]string{}}
	for path, text := range b.files {
		kept.Files[path] = string(text)
	}
	return kept
}

func (b *sonic) recall(text json.RawMessage) error {
	var kept keptSONiC
	if len(text) == 0 {
		return nil
	}
	if err := json.Unmarshal(text, &kept); err != nil {
		return err
	}
	for path, text := range kept.Files {
		b.files[path] = []byte(text)
	}
	return nil
}
