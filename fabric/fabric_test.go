package fabric

import (
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
)

func TestSpeeds(t *testing.T) {
	for _, s := range Speeds() {
		back, err := ParseSpeed(s.String())
		if err != nil || back != s {
			t.Errorf("%v comes back as %v, %v", s, back, err)
		}
	}
	if s, _ := ParseSpeed("400G"); s != Speed(400*qos.Gbps) {
		t.Errorf("400G is %d bits per second", s)
	}
	if Speed(0).String() != "" {
		t.Errorf("no speed is %q", Speed(0))
	}
	for _, text := range []string{"", "400", "400g", "300G", "0400G"} {
		if _, err := ParseSpeed(text); err == nil || !strings.Contains(err.Error(), "1G, 10G, 25G") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// pod is a leaf with a host and two uplinks to two spines.
func pod() ([]Device, []Link) {
	devices := []Device{
		{Name: "spine2", Ports: []Port{{Name: "Ethernet8"}, {Name: "Ethernet0"}}},
		{Name: "leaf1", Ports: []Port{
			{Name: "Ethernet1/31", CableMetres: 40}, {Name: "Ethernet1/4", CableMetres: 3}, {Name: "Ethernet1/32"},
		}},
		{Name: "spine1", Ports: []Port{{Name: "Ethernet0"}}},
	}
	links := []Link{
		{A: PortRef{"leaf1", "Ethernet1/32"}, B: PortRef{"spine2", "Ethernet8"}, CableMetres: 30},
		{A: PortRef{"leaf1", "Ethernet1/31"}, B: PortRef{"spine1", "Ethernet0"}},
	}
	return devices, links
}

func TestFabric(t *testing.T) {
	f, err := New(pod())
	if err != nil {
		t.Fatal(err)
	}
	if f.Devices[0].Name != "leaf1" || f.Devices[0].Ports[0].Name != "Ethernet1/4" || f.Links[0].A.Port != "Ethernet1/31" {
		t.Errorf("not in natural order: %+v", f)
	}
	if f.Device("leaf2") != nil || f.Device("leaf1").Port("Ethernet1/5") != nil || f.Port(PortRef{"leaf2", "Ethernet0"}) != nil {
		t.Error("finds what is not there")
	}
	far, ok := f.Far(PortRef{"spine2", "Ethernet8"})
	if !ok || far.String() != "leaf1:Ethernet1/32" {
		t.Errorf("far end of spine2:Ethernet8 is %v, %v", far, ok)
	}
	if far, _ := f.Far(far); far.String() != "spine2:Ethernet8" {
		t.Errorf("and back is %v", far)
	}
	if _, ok := f.Far(PortRef{"leaf1", "Ethernet1/4"}); ok {
		t.Error("a host port has a far end")
	}
}

func TestCableMetres(t *testing.T) {
	f, err := New(pod())
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		ref  PortRef
		want float64
	}{
		{PortRef{"leaf1", "Ethernet1/4"}, 3},   // the port says it
		{PortRef{"spine1", "Ethernet0"}, 40},   // the far end says it
		{PortRef{"leaf1", "Ethernet1/31"}, 40}, // the port says it
		{PortRef{"spine2", "Ethernet8"}, 30},   // the link says it
		{PortRef{"spine2", "Ethernet0"}, 0},    // nothing says it
		{PortRef{"spine9", "Ethernet0"}, 0},
	}
	for _, test := range tests {
		if got := f.CableMetres(test.ref); got != test.want {
			t.Errorf("%v: %g m, want %g", test.ref, got, test.want)
		}
	}
	devices, links := pod()
	devices[2].Ports[0].CableMetres, links[1].CableMetres = 50, 5
	if f, err = New(devices, links); err != nil || f.CableMetres(PortRef{"leaf1", "Ethernet1/31"}) != 5 {
		t.Errorf("the link's length does not win: %v", err)
	}
}

func TestNewReportsEverything(t *testing.T) {
	devices, links := pod()
	devices[2].Ports[0].CableMetres = 50
	devices = append(devices, Device{Name: "leaf1"}, Device{Name: "spine3", Ports: []Port{{Name: "a"}, {Name: "a"}}})
	links = append(links,
		Link{A: PortRef{"spine2", "Ethernet0"}, B: PortRef{"spine2", "Ethernet8"}},
		Link{A: PortRef{"spine3", "a"}, B: PortRef{"spine4", "Ethernet0"}},
		Link{A: PortRef{"spine9", "b"}, B: PortRef{"spine9", "b"}})
	_, err := New(devices, links)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"device leaf1 is there twice",
		"device spine3 has port a twice",
		"link leaf1:Ethernet1/31 - spine1:Ethernet0: its cable is 40 m at the first end and 50 m at the second",
		"port spine2:Ethernet8 is already linked by leaf1:Ethernet1/32 - spine2:Ethernet8",
		"there is no port spine4:Ethernet0",
		"port spine9:b is already linked by spine9:b - spine9:b",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("does not say %q:\n%v", want, err)
		}
	}
}

// New must not reorder what its caller holds.
func TestNewCopies(t *testing.T) {
	devices, links := pod()
	if _, err := New(devices, links); err != nil {
		t.Fatal(err)
	}
	if devices[0].Name != "spine2" || devices[1].Ports[0].Name != "Ethernet1/31" || links[0].CableMetres != 30 {
		t.Error("the arguments changed")
	}
}
