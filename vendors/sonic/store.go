package sonic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// OperateStore gives the operator of a switch over gNMI.
func (SONiC) OperateStore(s vendors.Store, site vendors.Site) vendors.Operator {
	return &storeOperator{store: s, site: site}
}

// storeOperator reads and changes one switch over gNMI. A step is one Set, which the switch hands to its updater and then saves by
// itself; a Set that fails may have done a part of it. There is nothing that could be armed.
type storeOperator struct {
	store vendors.Store
	site  vendors.Site
}

// longestSet is the longest a step may be expected to take: the server stops waiting for the updater after ten minutes (6.3).
const longestSet = 500 * time.Second

// Running is the whole database.
func (o *storeOperator) Running(ctx context.Context) ([]byte, error) {
	text, err := o.store.Get(ctx, setRoot)
	if err != nil {
		return nil, fmt.Errorf("reading CONFIG_DB: %w", err)
	}
	return text, nil
}

// Saved is what runs: gNMI does not show the file that the switch starts with, and the server writes all of the database into it
// with every Set (6.3). That this takes along what others left unsaved is said by Net.
func (o *storeOperator) Saved(ctx context.Context) ([]byte, error) { return o.Running(ctx) }

// Claims cannot be seen over gNMI: a transaction leaves none there.
func (o *storeOperator) Claims(context.Context) ([]vendors.Claim, error) { return nil, nil }

// Net is none.
func (o *storeOperator) Net() vendors.Net { return SONiC{}.Net(o.site, "gnmi") }

// Arm looks whether the steps can be sent over gNMI at all.
func (o *storeOperator) Arm(_ context.Context, tx vendors.Tx) error {
	_, err := requestsOf(tx.Steps)
	return err
}

// requestsOf are the Sets of steps. A step that is none, takes ports down, or may take longer than the server waits is an error.
func requestsOf(steps []vendors.Step) ([]string, error) {
	requests := make([]string, len(steps))
	for i := range steps {
		s := &steps[i]
		request, ok := "", isPatch(s)
		if ok {
			request, ok = requestOf(s.Commands[0])
		}
		switch expected := forecast(s); {
		case !ok:
			return nil, fmt.Errorf("step %d is no patch, and cannot be made over gNMI: use transport ssh", i)
		case s.Disruption >= vendors.Flap:
			return nil, fmt.Errorf("step %d takes %s down, which is not left to gNMI: use transport ssh", i, counted(len(s.Ports), "port"))
		case expected > longestSet:
			return nil, fmt.Errorf("step %d may take %s, and gNMI ends after %s: use transport ssh", i, expected, longestSet)
		}
		requests[i] = request
	}
	return requests, nil
}

// Push sends a Set for each step. After an error only reading tells what was done.
func (o *storeOperator) Push(ctx context.Context, _ vendors.Tx, steps []vendors.Step, done func(step int) error) error {
	requests, err := requestsOf(steps)
	if err != nil {
		return err
	}
	for i, request := range requests {
		if err := o.store.Set(ctx, []byte(request)); err != nil {
			return inStep(i, fmt.Errorf("sending step %d: %w", i, err))
		}
		if err := done(i); err != nil {
			return err
		}
	}
	return nil
}

// Confirm has nothing to stop.
func (o *storeOperator) Confirm(context.Context, vendors.Tx) error { return nil }

// Revert is not possible: the switch keeps nothing to go back to. The undo is another Set.
func (o *storeOperator) Revert(context.Context, vendors.Tx) error {
	return fmt.Errorf("bringing the switch back as a whole, over gNMI: %w", errors.ErrUnsupported)
}

// Save has nothing to do: the server saves after every Set.
func (o *storeOperator) Save(context.Context) error { return nil }

// Release has nothing to remove.
func (o *storeOperator) Release(context.Context, vendors.Tx) error { return nil }

// Health is what the switch says of itself. A server that does not show the databases of states leaves all of it unchecked.
func (o *storeOperator) Health(ctx context.Context, ports []vendors.PortWatch) ([]vendors.Sign, error) {
	g := gate{table: o.table}
	return g.health(ctx, ports)
}

// table reads a table of a database of states.
func (o *storeOperator) table(ctx context.Context, db, table string) (rows, error) {
	path := "sonic-db:/" + db + "/localhost/" + table
	text, err := o.store.Get(ctx, path)
	switch {
	case errors.Is(err, vendors.ErrNotFound) && table == tPortsNow:
		return nil, operating.Refused(path, "the server does not show it")
	case errors.Is(err, vendors.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	var found map[string]json.RawMessage
	if err := json.Unmarshal(text, &found); err != nil {
		return nil, operating.Refused(path, "what it holds is no JSON")
	}
	t := rows{}
	if table == tQueueIDs || table == tGroupIDs {
		t[""] = fieldsOf(text)
		return t, nil
	}
	for key, row := range found {
		t[key] = fieldsOf(row)
	}
	return t, nil
}
