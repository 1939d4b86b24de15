package sonic

import (
	"strings"

	"github.com/weft-net/weft/vendors"
)

// The command of a full load. The patch stands between loadHead and loadTail, one line of JSON without an apostrophe (in a
// string \u0027 is one). The shell prints it by itself, since a program cannot be given an argument of more than 128 KiB.
// jsonpatch is the library that the updater itself applies patches with. The services start anew only when all before went well.
const (
	loadHead = `printf '%s\n' '`
	loadTail = `' | python3 -c 'import json, jsonpatch, subprocess, sys; ` +
		`json.dump(jsonpatch.apply_patch(json.loads(subprocess.check_output(["sonic-cfggen", "-d", "--print-data"])), ` +
		`json.load(sys.stdin)), sys.stdout, indent=4)' > /etc/sonic/config_db.json.new && ` +
		`mv /etc/sonic/config_db.json.new /etc/sonic/config_db.json && ` + loadReload
	loadReload = "config reload -y"
)

// loadCommand is the command of a full load of a patch.
func loadCommand(patch string) string {
	return loadHead + strings.ReplaceAll(patch, "'", `\u0027`) + loadTail
}

// load does a full load. Neither the validators of the updater nor its rules about live changes come into it, and nobody checks
// the result on the switch: this model refuses a database that is not valid, or that a daemon would not take, unless it is what the
// switch ran before: then every daemon has seen it.
func (d *device) load(command string) (vendors.Effect, *Refusal) {
	patch, headed := strings.CutPrefix(command, loadHead)
	patch, tailed := strings.CutSuffix(patch, loadTail)
	if !headed || !tailed || strings.Contains(patch, "'") {
		return vendors.Effect{}, refuse("replay_load.go", "the command of a full load is not one")
	}
	ops, refusal := readPatch(patch)
	if refusal != nil {
		return vendors.Effect{}, refusal
	}
	s := newStore(d.doc)
	for i := range ops {
		if refusal := s.apply(&ops[i]); refusal != nil {
			return vendors.Effect{}, refusal
		}
	}
	changes := s.changes()
	judges := []func(*store, []rowChange) *Refusal{d.validWhole, d.noEmpty, d.modelled, d.lint}
	if d.returns {
		judges = judges[1:3]
	}
	for _, judge := range judges {
		if refusal := judge(s, changes); refusal != nil {
			return vendors.Effect{}, refusal
		}
	}
	d.commit(s)
	return vendors.Effect{All: true}, nil
}

// validWhole checks every row of a result by the models.
func (d *device) validWhole(s *store, _ []rowChange) *Refusal {
	v := d.verifier(s)
	v.lists = true
	v.all()
	if len(v.found) > 0 {
		return refuse("section 1", "the database would be invalid: %s", v.found[0])
	}
	return nil
}
