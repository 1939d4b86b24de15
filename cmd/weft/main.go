// Command weft compiles the intent for a fabric into the QoS configuration of its switches and plans the way there.
//
// It owns flags, the terminal and exit codes, with one file for each command. It must never hold logic: what a command does is a
// few calls to the packages that do it.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

func main() {
	spendMemory()
	keepReaderless()
	os.Exit(run())
}

// spendMemory lets the garbage collector run a quarter as often as it would, until the heap is large. A plan of many switches
// makes much that soon is garbage: on 200 switches this saves a third of the time, and takes 50 MB more. GOGC and GOMEMLIMIT
// have their way.
func spendMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(768 << 20)
	}
}

// run runs weft on the process's own arguments and streams. The first Ctrl-C, or the end of its terminal,
// ends it in good order, the second at once.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop)
	return execute(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
}
