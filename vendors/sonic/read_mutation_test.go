package sonic

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/weft-net/weft/qos"
)

// survivors are the fields of the golden configurations whose loss or change no reading shows, by table and field, and why.
var survivors = map[string]string{
	"BUFFER_POOL type":            "a pool is what profiles say of it",
	"BUFFER_POOL mode":            "a pool is what profiles say of it",
	"BUFFER_POOL size":            "of the size only counts whether the threshold of a lossless queue reaches it",
	"BUFFER_POOL xoff":            "headroom of all ports together is no behaviour of one",
	"BUFFER_PROFILE pool":         "a profile's own numbers are read",
	"BUFFER_PROFILE size":         "reserved bytes are no part of the model",
	"BUFFER_PROFILE static_th":    "lossy groups are no part of the model",
	"BUFFER_PROFILE dynamic_th":   "of the groups that the switch makes, and of lossy ones, no number is confirmed",
	"BUFFER_PROFILE xon":          "the switch's own number",
	"BUFFER_PROFILE xoff":         "the switch's own number",
	"BUFFER_PROFILE xon_offset":   "the switch's own number",
	"BUFFER_PG profile":           "group 0 is lossy; the row of the lossless ones is the switch's own",
	"CABLE_LENGTH *":              "the switch turns the length into headroom, of which no number is confirmed",
	"TC_TO_QUEUE_MAP *":           "no packet gets the class",
	"TC_TO_PRIORITY_GROUP_MAP *":  "the group of a class that may drop is not seen, as long as it is none of a lossless one",
	"MAP_PFC_PRIORITY_TO_QUEUE *": "PFC is off for the priority",
	"PORT_QOS_MAP dscp_to_tc_map": "the map of the switch counts where the port has none, and the other way round",
	"PORT_QOS_MAP pfc_to_pg_map":  "without the map the group has the priority's number",
	"QUEUE scheduler":             "queues 1 and 2 get no packets",
	"PFC_WD action":               "drop is the default",
	"PORT mtu":                    "9100 is the default",
	"PORT speed":                  "it decides headroom, of which no number is confirmed",
	"PORT pfc_asym":               "off is the default",

	"BUFFER_PORT_INGRESS_PROFILE_LIST profile_list":          "limits of a port as a whole are no part of the model",
	"BUFFER_PORT_EGRESS_PROFILE_LIST profile_list":           "limits of a port as a whole are no part of the model",
	"DEFAULT_LOSSLESS_BUFFER_PARAMETER default_dynamic_th":   "the switch's own number",
	"DEFAULT_LOSSLESS_BUFFER_PARAMETER over_subscribe_ratio": "headroom of all ports together is no behaviour of one",
	"LOSSLESS_TRAFFIC_PATTERN mtu":                           "the switch turns it into headroom, of which no number is confirmed",
	"LOSSLESS_TRAFFIC_PATTERN small_packet_percentage":       "the switch turns it into headroom, of which no number is confirmed",
}

// Every field that is lost, or holds another number, shows: in another reading, as not understood, or in the list above.
func TestReadSeesEveryField(t *testing.T) {
	unused := map[string]bool{}
	for key := range survivors {
		unused[key] = true
	}
	for _, names := range [][]string{{"leaf-traditional.json", "leaf-traditional-device-added.json"}, {"leaf-dynamic.json"}} {
		d := merged(names...)
		for _, in := range d.tables {
			reads := readTables[in.name]
			if reads == nil {
				continue
			}
			for _, r := range in.rows {
				for i := range r.fields {
					f := &r.fields[i]
					key := in.name + " " + f.name
					if reads.of != nil || in.name == "CABLE_LENGTH" {
						key = in.name + " *"
					}
					if reads.partly && reads.rule(f.name) == nil || seen(t, d, in.name, r.key, f) {
						continue
					}
					if delete(unused, key); survivors[key] == "" {
						t.Errorf("no reading shows the change of %s|%s %s", in.name, r.key, f)
					}
				}
			}
		}
	}
	for key := range unused {
		t.Errorf("%s is on the list, and seen", key)
	}
}

// seen tells whether a reading shows that a field is lost, and that it has another number.
func seen(t *testing.T, d *document, in, key string, f *field) bool {
	t.Helper()
	p := on(t, goldenModel)
	was := New().Read(configOf(d), p)
	for _, value := range []string{"", otherNumber(f.value)} {
		e := newEditor(d)
		if value == "" {
			e.removeField(in, key, f.name)
		} else {
			e.set(in, key, f.name, value)
		}
		is := New().Read(configOf(e.doc()), p)
		if qos.Equal(was.Switch, is.Switch) && len(is.Unread) == 0 && cmp.Equal(was.Assumed, is.Assumed) {
			return false
		}
	}
	return true
}

// otherNumber is a value with another last number, or another value.
func otherNumber(value string) string {
	end := strings.LastIndexAny(value, "0123456789") + 1
	start := end
	for start > 0 && isDigit(value[start-1]) {
		start--
	}
	n, err := strconv.Atoi(value[start:end])
	if err != nil {
		return value + "x"
	}
	return value[:start] + strconv.Itoa(n+1) + value[end:]
}

func TestSurvivorsAreOfTablesThatAreRead(t *testing.T) {
	for key := range survivors {
		in, name, _ := strings.Cut(key, " ")
		reads := readTables[in]
		if reads == nil || name != "*" && !slices.ContainsFunc(reads.fields, func(f fieldRule) bool { return f.name == name }) {
			t.Errorf("%s is no field that is read", key)
		}
	}
}
