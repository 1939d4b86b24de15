package sonic

import (
	"strconv"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

// headroomObject is the profile of an explicit buffer of a lossless class. Pool, kind of threshold, size and where pause ends
// cannot be edited in a profile that is in use, so that its name has a hash of them.
func (r *renderer) headroomObject(q qos.Queue, b qos.Buffer, at link) *object {
	size, xonOffset := r.groupSize(b, at)
	fields := []field{
		textField("pool", ingressLosslessPool),
		numberField("size", int64(size)), numberField("xon", int64(b.XON)), numberField("xon_offset", int64(xonOffset)),
	}
	kind := threshold(b.AlphaNum, b.AlphaDen, b.XOFF)
	o := &object{role: roleHeadroom, table: tableProfile, class: r.classPart(q), speed: fitting.SpeedName(at.speed)}
	o.fields = fields
	o.fixed = fitting.Hash6(o.identity() + kind.name)
	o.fields = append(fields, numberField("xoff", int64(b.Headroom)), kind)
	return o
}

// groupSize is what is reserved for a priority group and how far below the pause point pause ends: as in the switch's own
// table, or with room for both parts where headroom is not shared.
func (r *renderer) groupSize(b qos.Buffer, at link) (size, xonOffset qos.Bytes) {
	if line := r.row.lookupOf(at.speed, at.metres); line != nil {
		return line.size, line.xonOffset
	}
	if r.row.sharedHeadroom() != 0 {
		return b.XON, 0
	}
	return b.XON + b.Headroom, 0
}

// threshold is the field of a profile's threshold: a power of two of what is free, or bytes.
func threshold(num, den uint16, bytes qos.Bytes) field {
	if den == 0 {
		return numberField("static_th", int64(bytes))
	}
	power, _ := powerOfTwo(num, den)
	return numberField("dynamic_th", int64(power))
}

// limitObject is the profile of the queues of a class with a limit: the stock one of lossy queues with another threshold.
func (r *renderer) limitObject(q qos.Queue, limit qos.Limit) *object {
	stock := r.row.profiles.V.lossy()
	kind := threshold(limit.AlphaNum, limit.AlphaDen, limit.Bytes)
	return &object{
		role: roleLimit, table: tableProfile, class: r.classPart(q),
		fixed:  fitting.Hash6(stock.pool + strconv.FormatInt(int64(stock.size), 10) + kind.name),
		fields: []field{textField("pool", stock.pool), numberField("size", int64(stock.size)), kind},
	}
}

// fields are a stock profile as a row.
func (p *stockProfile) fields() []field {
	th := numberField("dynamic_th", int64(p.alpha))
	if p.static != 0 {
		th = numberField("static_th", int64(p.static))
	}
	return []field{textField("pool", p.pool), numberField("size", int64(p.size)), th}
}

// fields are a pool as a row.
func (p *bufferPool) fields() []field {
	kind, mode := "ingress", "dynamic"
	if p.egress {
		kind = "egress"
	}
	if p.static {
		mode = "static"
	}
	fields := []field{textField("type", kind), textField("mode", mode)}
	if p.size != 0 {
		fields = append(fields, numberField("size", int64(p.size)))
	}
	if p.xoff != 0 {
		fields = append(fields, numberField("xoff", int64(p.xoff)))
	}
	return fields
}

// writeStock writes the pools and profiles that rows of ports hang on.
func (r *renderer) writeStock() {
	stock, pool := false, false
	for _, s := range r.shapes {
		stock = stock || s.stocked
		pool = pool || s.headrooms != [qos.NumQueues]*object{}
	}
	for i := range r.row.pools.V {
		if p := &r.row.pools.V[i]; stock || pool && p.name == ingressLosslessPool {
			r.out.add(r.out.table(tablePool), p.name, p.fields())
		}
	}
	if !stock {
		return
	}
	for _, p := range r.row.profiles.V.list() {
		r.out.add(r.out.table(tableProfile), p.name, p.fields())
	}
}

// writeInputs writes what the dynamic model works headroom out from, beside the cables.
func (r *renderer) writeInputs() {
	if !r.row.chip.dynamic || r.paused == 0 {
		return
	}
	r.out.add(r.out.table(tableLossless), rowStock, []field{textField("default_dynamic_th", "0")})
	r.out.add(r.out.table(tablePattern), rowStock, []field{
		numberField("mtu", int64(stockPattern.losslessMTU)), numberField("small_packet_percentage", int64(stockPattern.smallPercent)),
	})
}

// rowStock is what the stock templates call the one row of a table.
const rowStock = "AZURE"
