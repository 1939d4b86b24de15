package apply

import (
	"context"
	"errors"
	"sync"
)

// ErrInterrupted is why a switch went back when a person asked for it.
var ErrInterrupted = errors.New("interrupted")

// Interrupt carries the wish to stop into a run. The first lets switches that are being changed finish and starts no others; the
// second has them go back at once. Ending the context of a run is the third: everything is left as it stands, for --resume.
type Interrupt struct {
	mu         sync.Mutex
	stop, back chan struct{}
	times      int
}

// NewInterrupt makes an Interrupt that nobody has used yet.
func NewInterrupt() *Interrupt {
	return &Interrupt{stop: make(chan struct{}), back: make(chan struct{})}
}

// Interrupt asks once more, and says how often it has been asked.
func (i *Interrupt) Interrupt() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch i.times++; i.times {
	case 1:
		close(i.stop)
	case 2:
		close(i.back)
	}
	return i.times
}

// stopping tells whether no other switch is to be started.
func (i *Interrupt) stopping() bool {
	select {
	case <-i.stop:
		return true
	default:
		return false
	}
}

// forward is a context that ends when switches are to go back.
func (i *Interrupt) forward(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		select {
		case <-i.back:
			cancel(ErrInterrupted)
		case <-done:
		}
	}()
	return ctx, sync.OnceFunc(func() {
		close(done)
		cancel(nil)
	})
}
