package sonic

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/vendors"
)

// Recognize tells a CONFIG_DB by its form and its tables. DEVICE_METADATA says the HWSKU, and VERSIONS the release, where it says one.
func (SONiC) Recognize(text []byte) (vendors.Platform, bool) {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return vendors.Platform{}, false
	}
	c, diags := SONiC{}.Parse(text)
	if diags.HasErrors() {
		return vendors.Platform{}, false
	}
	d := docOf(c)
	if d.table("DEVICE_METADATA") == nil && d.table("PORT_QOS_MAP") == nil {
		return vendors.Platform{}, false
	}
	model, _ := d.metadata().get("hwsku")
	if r, _ := knownRow(strings.TrimSpace(model)); r == nil {
		model = "generic"
	}
	version, _ := d.table("VERSIONS").row("DATABASE").get("VERSION")
	release, _, _ := strings.Cut(strings.TrimPrefix(version, "version_"), "_")
	if _, err := trainOf(release); err != nil {
		release = trains[len(trains)-1].name
	}
	p, err := SONiC{}.Platform(model, release)
	return p, err == nil
}

// Survey tells the speed of ports, the lengths of cables, and bundles.
func (SONiC) Survey(c vendors.Config) map[string]vendors.SitePort {
	d := docOf(c)
	ports := map[string]vendors.SitePort{}
	for _, r := range d.table(tablePort).all() {
		p := vendors.SitePort{Name: r.key}
		if speed, ok := r.get("speed"); ok {
			mbps, _ := strconv.Atoi(speed)
			p.SpeedBps = qos.BitsPerSecond(mbps) * qos.Mbps
		}
		for _, lengths := range d.table(tableCable).all() {
			if length, ok := lengths.get(r.key); ok {
				p.CableMetres, _ = strconv.ParseFloat(strings.TrimSuffix(length, "m"), 64)
			}
		}
		ports[r.key] = p
	}
	for _, r := range d.table("PORTCHANNEL_MEMBER").all() {
		lag, name, _ := strings.Cut(r.key, "|")
		if p, known := ports[name]; known {
			p.LAG = lag
			ports[name] = p
		}
	}
	return ports
}

// Memory tells how BUFFER_POOL divides the packet buffer: what lossless queues share is the size of their pool, and what they all take
// headroom from its xoff. Of a switch that no source tells the memory of, these two are all of it that lossless queues can have. A switch
// that works its pools out by itself has no sizes there.
func (SONiC) Memory(c vendors.Config, _ vendors.Platform) (m vendors.Memory) {
	const source = "BUFFER_POOL|" + ingressLosslessPool
	pool := docOf(c).table("BUFFER_POOL").row(ingressLosslessPool)
	size, xoff := bytesOf(pool, "size"), bytesOf(pool, "xoff")
	if size == 0 {
		return m
	}
	m.Size = vendors.Amount{Bytes: size + xoff, Source: source}
	if xoff != 0 {
		m.Shared, m.Pool = vendors.Amount{Bytes: size, Source: source}, vendors.Amount{Bytes: xoff, Source: source}
	}
	return m
}

// bytesOf is a field that holds a number of bytes, or 0.
func bytesOf(r *row, field string) qos.Bytes {
	text, _ := r.get(field)
	n, _ := numberOf(text, 1<<60)
	return qos.Bytes(n)
}
