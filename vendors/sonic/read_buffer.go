package sonic

import (
	"strings"

	"github.com/weft-net/weft/qos"
)

// computed is the profile of a priority group whose buffer the switch works out in the dynamic buffer model.
const computed = "NULL"

// buffer is a row of BUFFER_PROFILE as read.
type buffer struct {
	why  string // why it cannot be read, or empty
	line int32
	// made: the switch made the row itself, by its table of speeds and cables. In the traditional model only.
	made      bool
	lossless  bool // it has room for what arrives after a PAUSE
	trims     bool
	neverFull bool // a queue with it never drops
	static    qos.Bytes
	num, den  uint16 // the dynamic threshold; 0 where it is static
	xon, xoff qos.Bytes
	none      bool // xoff is there, and 0
}

// buffer reads a buffer profile by name.
func (s *shared) buffer(name string) *buffer {
	r := s.row(bufferProfiles, name)
	b := &buffer{why: bad("BUFFER_PROFILE", name, r)}
	if b.why != "" {
		return b
	}
	b.line = r.line
	b.made = !s.dynamic && strings.HasPrefix(name, "pg_lossless_") && strings.HasSuffix(name, "_profile")
	action, _ := r.get("packet_discard_action")
	b.trims = action == "trim"
	headroom, _ := r.get("headroom_type")
	b.lossless = r.field("xoff") != nil || headroom == "dynamic"
	b.threshold(r)
	b.xon, b.xoff = b.bytes(r, "xon"), b.bytes(r, "xoff")
	b.none = r.field("xoff") != nil && b.xoff == 0 && headroom != "dynamic"
	b.neverFull = s.neverFull(b, r)
	return b
}

// threshold reads the threshold, of which there are two kinds.
func (b *buffer) threshold(r *row) {
	dynamic, static := r.field("dynamic_th"), r.field("static_th")
	var ok bool
	switch {
	case dynamic != nil && static != nil:
		b.why, b.line = "BUFFER_PROFILE|"+r.key+" has a threshold of either kind", r.lineOf(static)
	case dynamic != nil:
		b.line = r.lineOf(dynamic)
		if b.num, b.den, ok = alphaOfText(dynamic.value); !ok {
			b.why = notValue("BUFFER_PROFILE", r, dynamic)
		}
	case static != nil:
		b.line = r.lineOf(static)
		b.static = b.bytes(r, "static_th")
	default:
		b.why = "BUFFER_PROFILE|" + r.key + " has no threshold"
	}
}

// bytes reads a number of bytes, 0 where there is none.
func (b *buffer) bytes(r *row, name string) qos.Bytes {
	f := r.field(name)
	if f == nil {
		return 0
	}
	n, ok := numberOf(f.value, 1<<60)
	if !ok && b.why == "" {
		b.why, b.line = notValue("BUFFER_PROFILE", r, f), r.lineOf(f)
	}
	return qos.Bytes(n)
}

// The threshold of lossless queues where it is dynamic, as the stock templates have it.
const losslessAlpha = 128

// neverFull tells whether a queue may have all of its pool: the threshold is the pool's size, or the largest factor of what is
// free.
func (s *shared) neverFull(b *buffer, r *row) bool {
	if b.den != 0 {
		return b.num == losslessAlpha && b.den == 1
	}
	pool, _ := r.get("pool")
	size, _ := s.row(bufferPools, pool).get("size")
	n, ok := numberOf(size, 1<<60)
	return !ok || b.static >= qos.Bytes(n)
}
