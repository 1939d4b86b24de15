package sonic

import (
	"slices"
	"strconv"
	"strings"

	"github.com/weft-net/weft/vendors/fitting"
)

// undropping is the profile of a queue that shall not drop: the one of the switch's own template, or where that one drops (somebody changed
// it, and other ports may go by it) a row of weft's that says what it shall say.
func (t *targeter) undropping(w *portWork, s *setting, queue int, profile string) string {
	if w.holds(s) || t.owns(rowName{tableProfile, profile}) {
		return profile
	}
	pauses, _ := w.wantRows.maps.get(fieldPFC)
	if !strings.Contains(pauses, strconv.Itoa(queue)) || !t.drops(profile) {
		return profile
	}
	want := t.want.table(tableProfile).row(profile)
	if want == nil || t.adopted[rowName{tableProfile, profile}] {
		return profile
	}
	fields := slices.Clone(want.fields)
	pool, _ := want.get("pool")
	size, sized := t.have.table(tablePool).row(pool).get("size")
	for i := range fields {
		if fields[i].name == "static_th" && sized {
			fields[i].value = size // a queue that may have all of the pool never drops
		}
	}
	own := rowName{tableProfile, t.own + "lossless-" + hashOfFields(fields)}
	t.use(own, false)
	if t.now(own) == nil {
		t.putRow(own.table, own.key, fields)
	}
	return own.key
}

// buffersOf tells whether a port goes by priority groups of weft's: then weft wrote its rows of buffers, or found them there.
func (t *targeter) buffersOf(w *portWork) bool {
	groups, _ := t.now(rowName{tablePortMap, w.name}).get("tc_to_pg_map")
	return t.owns(rowName{tableGroups, groups})
}

// lost tells whether a row of buffers is not there that a port with weft's priority groups had. No reading of what ports do shows that
// of lossy queues, and of what ports draw on as a whole.
func (w *portWork) lost(s *setting, have string) bool {
	return w.buffered && have == "" && s.names == tableProfile
}

// drops tells whether a queue with a profile that is there may be full before its pool is.
func (t *targeter) drops(profile string) bool {
	r := t.have.table(tableProfile).row(profile)
	if r == nil {
		return false
	}
	if alpha, dynamic := r.get("dynamic_th"); dynamic {
		return alpha != "7"
	}
	pool, _ := r.get("pool")
	size, sized := t.have.table(tablePool).row(pool).get("size")
	most, err := strconv.Atoi(size)
	threshold, _ := r.get("static_th")
	limit, wrong := strconv.Atoi(threshold)
	return sized && err == nil && (wrong != nil || limit < most)
}

// hashOfFields is six hexadecimal digits of what a row says.
func hashOfFields(fields []field) string {
	var said strings.Builder
	for i := range fields {
		said.WriteString(fields[i].name + " " + fields[i].value + "\n")
	}
	return fitting.Hash6(said.String())
}
