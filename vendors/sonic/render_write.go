package sonic

import (
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors/fitting"
)

// fittingLabel is a label in the characters that a name may have.
func fittingLabel(label string) string {
	if label == "" {
		return ""
	}
	return fitting.NamePart(label)
}

// fittingLabels are the labels of queues and buffers in these characters.
func fittingLabels(labels *qos.Labels) qos.Labels {
	return qos.Labels{Egress: fittingLabel(labels.Egress), Ingress: fittingLabel(labels.Ingress)}
}

// write writes all tables but PORT, in the order in which one names another.
func (r *renderer) write() {
	for _, s := range r.shapes {
		r.fill(s)
	}
	for i := range objectTables {
		if name := objectTables[i].name; name == tablePool {
			r.writeStock()
		} else {
			r.writeObjects(name)
		}
	}
	r.writeMaps()
	r.writeIndexed(tableQueue, func(s *portShape) *[qos.NumQueues][]field { return &s.queues })
	r.writeIndexed(tableBufferPG, func(s *portShape) *[qos.NumQueues][]field { return &s.groupBuffers })
	r.writeIndexed(tableBufferQueue, func(s *portShape) *[qos.NumQueues][]field { return &s.profiles })
	r.writeLists()
	r.writeCables()
	r.writeInputs()
	r.writeWatchdog()
}

// writeObjects writes the objects of a table. Two may have one name, that of an adopted row, when they say the same.
func (r *renderer) writeObjects(name string) {
	for _, o := range r.objects {
		if o.table != name {
			continue
		}
		t := r.out.table(name)
		if have := t.row(o.key); have == nil {
			r.out.add(t, o.key, o.fields)
		} else if !o.says(&object{fields: have.fields}) {
			r.diags.Errorf(0, "adopt \"%s\": it would have to say two things at once", rowName{name, o.key})
		}
	}
}

// writeMaps writes what ports bind. On a switch that ends tunnels the map of the first port that trusts DSCP is that of packets
// out of a tunnel too, on chips that do not classify them by their port.
func (r *renderer) writeMaps() {
	if len(r.of) == 0 {
		return
	}
	t := r.out.table(tablePortMap)
	if r.site.VXLAN && r.row.chip.maker == broadcom {
		for _, s := range r.shapes {
			if s.classify != nil && s.classify.table == tableDSCP {
				r.out.add(t, rowGlobal, []field{textField("dscp_to_tc_map", s.classify.key)})
				break
			}
		}
	}
	for i, s := range r.of {
		r.out.add(t, r.fitted.Ports[i].Name, s.maps)
	}
}

// indexKeys are the keys of the rows of one port's queues and priority groups, made when first needed.
type indexKeys [qos.NumQueues]string

func (k *indexKeys) of(port string, index int) string {
	if k[index] == "" {
		k[index] = port + "|" + numerals[index]
	}
	return k[index]
}

// writeIndexed writes the rows of queues or priority groups.
func (r *renderer) writeIndexed(name string, of func(*portShape) *[qos.NumQueues][]field) {
	var t *table
	for i, s := range r.of {
		for q, fields := range of(s) {
			if fields == nil {
				continue
			}
			if t == nil {
				t = r.out.table(name)
			}
			r.out.add(t, r.keys[i].of(r.fitted.Ports[i].Name, q), fields)
		}
	}
}

// writeLists writes the profiles that ports of the dynamic model draw on as a whole.
func (r *renderer) writeLists() {
	if !r.row.chip.dynamic {
		return
	}
	stock := &r.row.profiles.V
	ingress, egress := stock.ingressLossless.name, stock.egressLossless.name+","+stock.egressLossy.name
	if stock.ingressLossy.pool != stock.ingressLossless.pool {
		ingress += "," + stock.ingressLossy.name
	}
	for _, list := range []struct{ table, profiles string }{{tableIngressList, ingress}, {tableEgressList, egress}} {
		fields := []field{textField("profile_list", list.profiles)}
		for i, s := range r.of {
			if s.stocked {
				r.out.add(r.out.table(list.table), r.fitted.Ports[i].Name, fields)
			}
		}
	}
}

// writeCables writes the lengths of cables: one row with a field for each port.
func (r *renderer) writeCables() {
	var fields []field
	for i, s := range r.of {
		if s.cable != "" {
			fields = append(fields, textField(r.fitted.Ports[i].Name, s.cable))
		}
	}
	if fields != nil {
		r.out.add(r.out.table(tableCable), rowStock, fields)
	}
}

// writeWatchdog writes the poll interval and the watched ports.
func (r *renderer) writeWatchdog() {
	var t *table
	for i, s := range r.of {
		if s.watch == nil {
			continue
		}
		if t == nil {
			t = r.out.table(tableWatchdog)
			r.out.add(t, rowWatchdog, []field{milliseconds(fieldPoll, s.key.watchdog.Poll.V)})
		}
		r.out.add(t, r.fitted.Ports[i].Name, s.watch)
	}
}

// writePorts writes the MTUs of ports, which is all that is set of PORT.
func (r *renderer) writePorts() {
	mtus := map[qos.Bytes][]field{}
	for i := range r.fitted.Ports {
		p := &r.fitted.Ports[i]
		if !p.MTU.Known() {
			continue
		}
		if mtus[p.MTU.V] == nil {
			mtus[p.MTU.V] = []field{numberField(fieldMTU, int64(p.MTU.V))}
		}
		r.out.add(r.out.table(tablePort), p.Name, mtus[p.MTU.V])
	}
}

// variants are the names of objects, for messages.
func variants(list []*object) string {
	keys := make([]string, len(list))
	for i, o := range list {
		keys[i] = o.key
	}
	return strings.Join(keys, ", ")
}
