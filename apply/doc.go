// Package apply carries plans out: on one switch as a transaction that ends old or new, and across switches in waves.
//
// It owns the order of acts on a switch, the ways back, the health gate, waves and budgets, the journal, the lock, resuming after
// a crash, rolling a run back, and the report. It knows neither a vendor's syntax nor a transport: a Connector gives it sessions,
// and all it knows of a switch it reads there. It must never call a switch old or new that it did not read, write a secret or a
// whole configuration anywhere, or push what was not proved on what the switch runs at that moment.
package apply
