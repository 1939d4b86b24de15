package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/weft-net/weft/visible"
)

// outlet is a stream that a command writes to. What cannot be seen is written so that it can, whatever a configuration has in it.
// Writing never fails: a command goes on when nobody reads or a disk is full, and what went wrong first is told at its end. It is safe for
// concurrent use.
type outlet struct {
	to    io.Writer
	mu    sync.Mutex
	shown *visible.Writer
	err   error
}

func newOutlet(to io.Writer) *outlet { return &outlet{to: to, shown: visible.NewWriter(to)} }

// Write writes, until that fails.
func (o *outlet) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		_, o.err = o.shown.Write(p)
	}
	return len(p), nil
}

// end writes what is still to be written, and gives why not everything could be.
func (o *outlet) end() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.err = o.shown.Flush()
	}
	return o.err
}

// colours lets colours through.
func (o *outlet) colours(on bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.shown.Colour = on
}

// beneath is what is under a stream, for what a terminal alone understands.
func beneath(stream any) any {
	if o, ok := stream.(*outlet); ok {
		return o.to
	}
	return stream
}

// lost is why not all could be written of what a command wrote to a stream, if it could not.
func lost(stream any) error {
	if o, ok := stream.(*outlet); ok {
		return o.end()
	}
	return nil
}

// keepReaderless has weft go on when a reader of its streams goes away: by default the first write after that ends a program, in the middle
// of changing a switch as well. The signal is not ignored but taken and left lying, so that programs that weft starts have theirs.
func keepReaderless() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// heard is the exit code of a command of whose data some may be lost. One that changed switches keeps the code that says what became of them.
// Of the others a reader who goes away has read enough.
func (a *app) heard(code int) int {
	err := lost(a.out)
	gone := errors.Is(err, syscall.EPIPE)
	switch {
	case err == nil || gone && !a.touched:
		return code
	case a.touched:
		fmt.Fprintf(a.err, "What happened could not all be printed: %v. It was carried out all the same: weft runs lists it.\n", err)
		return code
	}
	fmt.Fprintf(a.err, "Error: printing: %v\n", err)
	switch code {
	case exitStale, exitDeclined, exitUsage, exitInterrupted:
		return code
	}
	return exitError
}
