package sonic

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/weft-net/weft/vendors"
	"github.com/weft-net/weft/vendors/operating"
)

// until begins the description of a net. The seconds of the switch's clock at which it falls stand behind.
const until = "weft-until-"

// Claims are the units and the checkpoints of transactions, and what others do to the configuration right now: a reload, or a Set
// that came over gNMI.
func (o *shellOperator) Claims(ctx context.Context) ([]vendors.Claim, error) {
	text, err := o.ask(ctx, vendors.Entry{Line: "date +%s"})
	if err != nil {
		return nil, fmt.Errorf("asking for the time: %w", err)
	}
	now, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return nil, operating.Unsaid("date +%s", text)
	}
	units, err := o.units(ctx, "weft-*")
	if err != nil {
		return nil, err
	}
	var claims []vendors.Claim
	for i := range units {
		if c, is := units[i].claim(now); is {
			claims = append(claims, c)
		}
	}
	names, err := o.checkpoints(ctx)
	for _, name := range names {
		if vendors.IsTx(name) {
			claims = append(claims, vendors.Claim{Tx: name, What: "checkpoint"})
		}
	}
	if err != nil {
		return claims, err
	}
	others, err := o.others(ctx)
	return append(claims, others...), err
}

// claim is what a unit claims: nothing, where it only waits for its timer, or is none of a transaction.
func (u *unit) claim(now int64) (vendors.Claim, bool) {
	const length = len("weft-0123456789")
	if len(u.name) <= length || !vendors.IsTx(u.name[:length]) || u.name[length] != '-' || u.active == "inactive" {
		return vendors.Claim{}, false
	}
	c := vendors.Claim{Tx: u.name[:length], What: "unit", Live: u.running(), Busy: u.running()}
	if strings.HasSuffix(u.name, ".timer") {
		c.What, c.Live = "timer", u.sub != "elapsed"
		if end, err := strconv.ParseInt(strings.TrimPrefix(u.description, until), 10, 64); err == nil {
			c.Left = max(0, time.Duration(end-now)*time.Second)
		}
	}
	return c, true
}

// others is what is in the way that no transaction left.
func (o *shellOperator) others(ctx context.Context) ([]vendors.Claim, error) {
	var claims []vendors.Claim
	free, err := o.free(ctx, reloadLock)
	if err != nil {
		return nil, fmt.Errorf("looking at the lock of reloads: %w", err)
	}
	if !free {
		claims = append(claims, vendors.Claim{What: "configuration reload", Live: true, Busy: true})
	}
	set, err := o.exists(ctx, "/etc/sonic/config.cp.json")
	if err != nil {
		return claims, fmt.Errorf("looking for a Set over gNMI: %w", err)
	}
	if set {
		claims = append(claims, vendors.Claim{What: "Set over gNMI", Live: true, Busy: true})
	}
	return claims, nil
}
