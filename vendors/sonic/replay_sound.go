package sonic

import "sync/atomic"

// soundness remembers of a table, which never changes, that nothing was wrong with it in some database. None is
// remembered of the zero one.
type soundness struct{ by atomic.Pointer[soundBy] }

// soundBy is all that a table was checked by beside its own rows.
type soundBy struct {
	release  release
	metadata *row
	refers   [numTables]*table
}

// note remembers that a table is sound. The rules of tunnels look at more than that.
func (s *soundness) note(v *verifier, id tableID) {
	if v.models[id] == nil || id == tTunnel {
		return
	}
	by := &soundBy{release: v.release, metadata: v.store.doc.metadata()}
	for other := range numTables {
		if v.models[id].refers.has(other) {
			by.refers[other] = v.store.known[other].was
		}
	}
	s.by.Store(by)
}

// still tells whether a table is sound in a database because it was in another one.
func (s *soundness) still(v *verifier, id tableID) bool {
	by := s.by.Load()
	if by == nil || by.release != v.release || by.metadata != v.store.doc.metadata() {
		return false
	}
	for other := range numTables {
		if v.models[id].refers.has(other) && !sameKeys(by.refers[other], v.store.known[other].was) {
			return false
		}
	}
	return true
}

// sameKeys tells whether two tables have rows of the same keys in the same order.
func sameKeys(a, b *table) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || len(a.rows) != len(b.rows) {
		return false
	}
	for i := range a.rows {
		if a.rows[i].key != b.rows[i].key {
			return false
		}
	}
	return true
}

// metadata is the row of the switch itself, which some rules look at.
func (d *document) metadata() *row { return d.table("DEVICE_METADATA").row("localhost") }
