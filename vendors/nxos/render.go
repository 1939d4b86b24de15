package nxos

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/weft-net/weft/qos"
	"github.com/weft-net/weft/templates"
	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/fitting"
)

// embeddedTemplates are the templates without a house's own, parsed when first needed.
var embeddedTemplates = sync.OnceValues(func() (*templates.Set, error) { return templates.Load("nxos", "") })

// renderer writes the configuration that weft owns on one switch.
type renderer struct {
	fitted *qos.Switch
	site   vendors.Site
	row    *row
	set    *templates.Set
	ports  []vendors.SitePort // beside fitted.Ports
	uses   []boundObjects     // beside fitted.Ports

	classify variants[*qos.Classify]
	egress   variants[egressKey]
	headroom variants[headroomKey]
	noDrop   *weftObject // nil when the built-in network-qos policy does

	diags vendors.Diagnostics
	out   bytes.Buffer
}

// boundObjects are the objects that a port binds; nil for none.
type boundObjects struct{ classify, egress, headroom *weftObject }

// Render writes weft's objects and the lines of the named ports in the order in which the switch prints them, through the
// templates, and parses the result. Nothing but weft's own is in it; an error of a template names its file and line.
//
// Some lines are there to be read and not to be set: the channel-group of a bundle's member, no switchport where a family
// reads an MTU by it, and the header of interface nve1 on a switch with tunnels.
func (NXOS) Render(fitted *qos.Switch, site vendors.Site) (vendors.Config, vendors.Diagnostics) {
	r := &renderer{fitted: fitted, site: site, row: rowOf(site.Platform), ports: fitting.SitePorts(fitted, site)}
	if err := r.render(); err != nil {
		r.diags.Errorf(0, "rendering %s: %v", site.Device, err)
	}
	if r.diags.HasErrors() {
		return nil, r.diags
	}
	config, diags := NXOS{}.Parse(r.out.Bytes())
	return config, append(r.diags, diags...)
}

func (r *renderer) render() (err error) {
	if r.set, err = loadTemplates(r.site.Templates); err != nil {
		return err
	}
	if err = r.checkNames(); err != nil {
		return err
	}
	if err = r.survey(); err != nil {
		return err
	}
	r.nameObjects()
	r.adopt()
	if r.diags.HasErrors() {
		return nil
	}
	return r.write()
}

func loadTemplates(house string) (*templates.Set, error) {
	if house == "" {
		return embeddedTemplates()
	}
	return templates.Load("nxos", house)
}

// checkNames refuses whatever could not be part of a command. Others have checked it before; this is the last gate before
// the text.
func (r *renderer) checkNames() error {
	if p := r.site.Prefix; !isName(p) || len(p) > 8 || strings.ContainsAny(p, "-_.") || p[0] <= '9' {
		return fmt.Errorf("prefix %q is not one to eight letters and digits with a letter first", p)
	}
	for q, name := range r.fitted.Names {
		if name != "" && !isName(name) {
			return fmt.Errorf("traffic_class %q of queue %d cannot be part of an object's name; use letters, digits, _ and -", name, q)
		}
	}
	for i := range r.fitted.Ports {
		if name := r.fitted.Ports[i].Name; !isEthernet(name) {
			return fmt.Errorf("%q is not the full name of a port", name)
		}
		if lag := r.ports[i].LAG; lag != "" && !isPortChannel(lag) {
			return fmt.Errorf("%q is not the full name of a port-channel", lag)
		}
	}
	return nil
}

// classPart is a class's part of an object's name.
func (r *renderer) classPart(q qos.Queue) string {
	if name := r.fitted.Names[q]; name != "" {
		return name
	}
	return "q" + strconv.Itoa(int(q))
}

// execute runs a template and returns its text.
func (r *renderer) execute(name string, data any) (string, error) {
	var b strings.Builder
	err := r.set.Execute(&b, name, data)
	return b.String(), err
}
