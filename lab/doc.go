// Package lab simulates switches: what stands around a device model of package vendors when it is a switch on a desk. It owns
// sessions (SSH, gNMI), the command lines with their views, paging and questions, what is saved and what is not, candidates,
// checkpoints, timers that go off, and faults on demand. What a configuration line does is decided by the vendor's own Replay
// and by nothing here; a state that is said to be healthy is what the vendor's own Read finds in the configuration.
//
// It must never be used to prove anything about a real switch, and never share code with the side that talks to switches:
// it is written from the vendors' manuals, as the device models are.
//
// # How it is put together
//
// A Switch has everything that all kinds have: the running text in a vendors.Device, the saved text, users, a host key,
// faults, the directory it keeps its state in. A Fabric starts many of them on loopback ports. What is particular to a kind
// of switch is its personality, made by a row of the table kinds: NX-OS (nxos*.go), CloudEngine (vrp*.go), SONiC (sonic*.go and
// gnmi*.go).
//
// A session of SSH is a *session. The two things a client can ask for are a command line on a terminal, which is
// personality.shell, and a single command, which is personality.exec. A personality that has a command line makes a *tty of the
// session, which echoes, edits, pages and asks questions.
//
// Whatever a client enters is a command, and goes through session.begin before it is done and session.end after it: they
// count commands, wait, break off and do all else that the faults in force ask for, and give a verdict with what is left for the
// personality to do. A fault that is a state and not an event is asked for with Switch.faulty.
//
// A personality that speaks gNMI is a gnmiServer as well (listen.go), and needs to do nothing about TLS, about connections that break off
// when the switch restarts, or about the end of the switch.
//
// The state is guarded by Switch.mu. A personality locks it for as long as it looks at or changes the state, and never while
// it waits, asks or writes to a session: a client that does not read must not stop the switch. After every change it calls
// Switch.changed, which has the state written to disk soon.
package lab
