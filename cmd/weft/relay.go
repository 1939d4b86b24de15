package main

import "sync"

// relay tells what happens while switches change, one thing after the other, and has nobody wait for that: a reader who stopped reading, or a
// terminal that is halted, must not hold a switch in the middle of its change.
type relay struct {
	mu    sync.Mutex
	more  *sync.Cond
	queue []func()
	over  bool
	told  chan struct{} // closed once everything is
}

func newRelay() *relay {
	r := &relay{told: make(chan struct{})}
	r.more = sync.NewCond(&r.mu)
	go r.run()
	return r
}

// tell has something told as soon as everything before it is.
func (r *relay) tell(what func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.queue = append(r.queue, what)
	r.more.Signal()
}

// end waits until everything is told.
func (r *relay) end() {
	r.mu.Lock()
	r.over = true
	r.more.Signal()
	r.mu.Unlock()
	<-r.told
}

func (r *relay) run() {
	defer close(r.told)
	for {
		what := r.next()
		if what == nil {
			return
		}
		what()
	}
}

// next is what is told next, or nil at the end.
func (r *relay) next() func() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.queue) == 0 {
		if r.over {
			return nil
		}
		r.more.Wait()
	}
	what := r.queue[0]
	r.queue = r.queue[1:]
	return what
}
