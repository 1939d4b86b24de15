package sonic

import "testing"

// sharedRowText has a row for two ports.
const sharedRowText = `{"PORT": {"Ethernet0": {"mtu": "9100"}, "Ethernet4": {"mtu": "9100"}},
"QUEUE": {"Ethernet0,Ethernet4|3": {"scheduler": "a"}}, "SCHEDULER": {"a": {"type": "DWRR"}, "b": {"type": "STRICT"}}}`

func TestRowsOfPortsAreFoundAgain(t *testing.T) {
	d := parsed([]byte(sharedRowText))
	e := newEditor(d)
	e.set("SCHEDULER", "a", "weight", "5")
	alike := e.doc()
	e.set("QUEUE", "Ethernet4|4", "scheduler", "b")
	other := e.doc()
	for range 2 { // whatever was asked before
		for _, doc := range []*document{d, alike, other} {
			tables := portTablesOf(doc)
			read, target := portsOf(doc, &tables)[1].queues.at[4], doc.targetPorts()["Ethernet4"].of(ofQueue)
			if (read != nil) != (doc == other) || (len(target) == 2) != (doc == other) {
				t.Errorf("queue 4 of Ethernet4 has the row %v, and its queues %d rows", read, len(target))
			}
		}
	}
	if was, is := d.targetPorts()["Ethernet4"], alike.targetPorts()["Ethernet4"]; was != is {
		t.Error("what was found in the same tables is found anew")
	}
}

func TestATargetLeavesTheRowsOfTheDocument(t *testing.T) {
	d := parsed([]byte(sharedRowText))
	work := &targeter{have: d, ports: d.targetPorts()}
	w := &portWork{name: "Ethernet0", have: work.ports["Ethernet0"]}
	var shall cells
	shall[3].changed = true
	work.unshare(ofQueue, w, &shall)
	if r := w.have.of(ofQueue)[0]; r.shared || r.row.key != "Ethernet0|3" {
		t.Errorf("the port has the row %s still", r.row.key)
	}
	for _, port := range []string{"Ethernet0", "Ethernet4"} {
		if r := d.targetPorts()[port].of(ofQueue)[0]; !r.shared || r.row.key != "Ethernet0,Ethernet4|3" {
			t.Errorf("in the document %s has the row %s now", port, r.row.key)
		}
	}
}
