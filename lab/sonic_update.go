package lab

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// perWrite is how long the updater waits after each row that it writes.
const perWrite = time.Second

// rewrite is what the updater is going to do.
type rewrite struct {
	moves  []move
	target tree
}

// move is one write: of a row, or of one field of a row that is there.
type move struct {
	table, key string
	row        any    // nil takes the row away
	field      string // when only this is written
	value      string
}

// mover is what the device model of SONiC tells about a patch beside doing it.
type mover interface {
	Moves(patch string) ([]string, error)
	Flaps(patch string) ([]string, error)
}

// consider has the device model judge a step on a copy of the switch. mu is held.
func (b *sonic) consider(step vendors.Step) (*rewrite, error) {
	c, diags := b.sw.cfg.Vendor.Parse(b.sw.text)
	if diags.HasErrors() {
		return nil, errors.New("the running configuration cannot be read")
	}
	d := b.sw.cfg.Vendor.Replay(c, b.sw.cfg.Platform, b.sw.readings)
	var order, flaps []string
	if m, ok := d.(mover); ok && len(step.Commands) == 1 && strings.HasPrefix(step.Commands[0], "[") {
		var err error
		if order, err = m.Moves(step.Commands[0]); err != nil {
			return nil, err
		}
		if flaps, err = m.Flaps(step.Commands[0]); err != nil {
			return nil, err
		}
	}
	if _, err := d.Do(step); err != nil {
		return nil, err
	}
	target := parsed(d.Config().Bytes())
	return &rewrite{movesOf(order, flaps, target), target}, nil
}

// considerPatch judges a patch and says why the updater refuses it as it says it.
func (b *sonic) considerPatch(patch []byte) (*rewrite, error) {
	var compact json.RawMessage
	if err := json.Unmarshal(patch, &compact); err != nil {
		return nil, saying("Expecting value: " + err.Error())
	}
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	u, err := b.consider(vendors.Step{Commands: []string{strings.TrimSpace(string(encode(compact)))}})
	if err != nil {
		return nil, saying(reasonOf(err))
	}
	return u, nil
}

// reasonOf is a refusal of the device model without what the program says before it and the source behind it.
func reasonOf(err error) string {
	says := strings.TrimPrefix(err.Error(), "Failed to apply patch due to: ")
	if at := strings.LastIndex(says, " ("); at > 0 && strings.HasSuffix(says, ")") {
		says = says[:at]
	}
	return says
}

// critical are the tables whose rows change only while their port is down.
var critical = [...]string{"BUFFER_PG", "BUFFER_QUEUE", "BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST", "PORT_QOS_MAP", "QUEUE"}

// movesOf are the writes of an order of rows. Those that need their port down stand together port by port, where the last of them
// would be: what they refer to is there before, and goes after.
func movesOf(order, flaps []string, target tree) []move {
	var moves []move
	held := map[string][]move{}
	at := 0
	for _, text := range order {
		_, path, _ := strings.Cut(text, " /")
		table, key, _ := strings.Cut(path, "/")
		m := move{table: table, key: key, row: child(target, table)[key]}
		port, _, _ := strings.Cut(key, "|")
		if !slices.Contains(critical[:], table) || !slices.Contains(flaps, port) {
			moves = append(moves, m)
			continue
		}
		held[port] = append(held[port], m)
		at = len(moves)
	}
	var flapping []move
	for _, port := range slices.SortedFunc(maps.Keys(held), qos.ComparePorts) {
		flapping = append(flapping, move{table: "PORT", key: port, field: "admin_status", value: "down"})
		flapping = append(flapping, held[port]...)
		flapping = append(flapping, move{table: "PORT", key: port, field: "admin_status", value: "up"})
	}
	return slices.Insert(moves, at, flapping...)
}

// saying is an error in the words of the switch.
type saying string

// Error is what it says.
func (s saying) Error() string { return string(s) }

// errKilled says that the updater was killed.
var errKilled = errors.New("killed")

// carryOut writes row by row, a second each. Killed, it leaves what it wrote.
func (b *sonic) carryOut(ctx context.Context, u *rewrite) error {
	for i := range u.moves {
		if err := b.write(ctx, &u.moves[i]); err != nil {
			return err
		}
		if !sleepFor(ctx, perWrite) {
			return errKilled
		}
	}
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	if !alike(b.running(), u.target) {
		return saying("After applying patch to config, there are still some parts not updated")
	}
	return nil
}

// sleepFor waits; false says that the context has ended.
func sleepFor(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// write does one move on the running database.
func (b *sonic) write(ctx context.Context, m *move) error {
	b.sw.mu.Lock()
	defer b.sw.mu.Unlock()
	if ctx.Err() != nil {
		return errKilled
	}
	t := b.running()
	row := m.row
	if m.field != "" {
		old := child(child(t, m.table), m.key)
		if old == nil {
			return nil // somebody took the port away
		}
		edited := maps.Clone(old)
		edited[m.field] = m.value
		row = edited
	}
	setRow(t, m.table, m.key, row)
	return b.commit(t)
}

// unlooked are the tables that the updater does not compare in the end.
var unlooked = [...]string{"BUFFER_PG", "BUFFER_PROFILE", "FLEX_COUNTER_TABLE"}

// alike tells whether the updater takes two databases for equal.
func alike(a, b tree) bool {
	for _, pair := range [][2]tree{{a, b}, {b, a}} {
		for table := range pair[0] {
			if !slices.Contains(unlooked[:], table) && !reflect.DeepEqual(pair[0][table], pair[1][table]) {
				return false
			}
		}
	}
	return true
}

// would tells what the updater is going to do, as its dry run prints it.
func (u *rewrite) would(p *proc) {
	for i := range u.moves {
		m := &u.moves[i]
		op := map[string]any{"op": "add", "path": "/" + m.table + "/" + pointerEscape.Replace(m.key), "value": m.row}
		switch {
		case m.field != "":
			op = map[string]any{"op": "replace", "path": "/" + m.table + "/" + m.key + "/" + m.field, "value": m.value}
		case m.row == nil:
			op = map[string]any{"op": "remove", "path": op["path"]}
		}
		p.say("Would apply [%s]", strings.TrimSpace(string(encode(op))))
	}
}

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")

// patchBetween is a patch that makes one database another one, row by row.
func patchBetween(from, to tree) []byte {
	ops := []map[string]any{}
	op := func(verb, table, key string, value any) {
		o := map[string]any{"op": verb, "path": "/" + pointerEscape.Replace(table)}
		if key != "" {
			o["path"] = o["path"].(string) + "/" + pointerEscape.Replace(key)
		}
		if verb != "remove" {
			o["value"] = value
		}
		ops = append(ops, o)
	}
	for _, table := range slices.Sorted(maps.Keys(from)) {
		if _, stays := to[table]; !stays {
			op("remove", table, "", nil)
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(child(from, table))) {
			if _, stays := child(to, table)[key]; !stays {
				op("remove", table, key, nil)
			}
		}
	}
	for _, table := range slices.Sorted(maps.Keys(to)) {
		if _, there := from[table]; !there {
			op("add", table, "", to[table])
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(child(to, table))) {
			if now := child(to, table)[key]; !reflect.DeepEqual(now, child(from, table)[key]) {
				op("add", table, key, now)
			}
		}
	}
	return encode(ops)
}
