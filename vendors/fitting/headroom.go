package fitting

import (
	"strconv"

	"github.com/weft-net/weft/vendors"
)

// HeadroomRules say why a platform is not set to what an intent asks of headroom beside its size; empty where it is.
type HeadroomRules struct{ Pool, Oversubscribe, Packets, Source string }

// Headroom books what of that a platform does by its own rule.
func (l *Ledger) Headroom(asks []vendors.HeadroomAsk, rules HeadroomRules) {
	for _, ask := range asks {
		var n Notes
		deviate := func(attribute, asked, why string) {
			if asked != "" && why != "" {
				n.ByPlatform("traffic_class "+ask.Class+": headroom "+attribute, asked, "what the switch does by itself", why, rules.Source)
			}
		}
		if ask.Pool != 0 {
			deviate("pool", ask.Pool.String(), rules.Pool)
		}
		if ask.Oversubscribe != 0 {
			deviate("oversubscribe", strconv.Itoa(int(ask.Oversubscribe)), rules.Oversubscribe)
		}
		deviate("packets", ask.Packets, rules.Packets)
		places := l.open(n)
		for _, port := range ask.Ports {
			l.book(places, port)
		}
	}
}
