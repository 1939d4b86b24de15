package sonic

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// Health is what the switch says of itself.
func (o *shellOperator) Health(ctx context.Context, ports []vendors.PortWatch) ([]vendors.Sign, error) {
	g := gate{table: o.table}
	return g.health(ctx, ports)
}

// table reads a table of a database of states.
func (o *shellOperator) table(ctx context.Context, db, table string) (rows, error) {
	pattern := table + ":*"
	if table == tQueueIDs || table == tGroupIDs {
		pattern = table
	}
	found, err := o.dump(ctx, db, pattern)
	t := rows{}
	for key, row := range found {
		t[strings.TrimPrefix(strings.TrimPrefix(key, table), ":")] = row
	}
	return t, err
}

// dump reads the rows of a database by a pattern of their keys.
func (o *shellOperator) dump(ctx context.Context, db, pattern string) (rows, error) {
	line := root + "sonic-db-dump -n " + db + " -y -k '" + pattern + "'"
	text, err := o.ask(ctx, vendors.Entry{Line: line})
	if err != nil {
		return nil, err
	}
	var found map[string]struct{ Value json.RawMessage }
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		return nil, operating.Refused(line, "what it printed is no JSON: "+err.Error())
	}
	t := rows{}
	for key := range found {
		t[key] = fieldsOf(found[key].Value)
	}
	return t, nil
}

// fieldsOf reads the fields of a row; what is no text is left out.
func fieldsOf(value json.RawMessage) map[string]string {
	var raw map[string]any
	if json.Unmarshal(value, &raw) != nil {
		return nil
	}
	fields := make(map[string]string, len(raw))
	for name, v := range raw {
		if text, ok := v.(string); ok {
			fields[name] = text
		}
	}
	return fields
}

// portStatesIn reads the states of ports in a whole configuration.
func portStatesIn(text string) (map[string]string, error) {
	var database struct{ PORT map[string]json.RawMessage }
	if err := json.Unmarshal([]byte(text), &database); err != nil {
		return nil, errors.New("it is no JSON")
	}
	states := map[string]string{}
	for port, row := range database.PORT {
		states[port] = fieldsOf(row)["admin_status"]
	}
	return states, nil
}
