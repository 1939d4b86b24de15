package faults

import (
	"errors"
	"slices"
	"sync"

	"github.com/weft-net/weft/apply"
)

// disk is the disk of a journal on which something happens at some records.
type disk struct {
	apply.Disk
	stage *stage
	mu    sync.Mutex
	full  bool
}

var errFull = errors.New("no space left on device")

func (d *disk) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stage.isDead() {
		return 0, errDead
	}
	due := d.stage.gate.tick(byRecord)
	is := func(what string) bool { return slices.Contains(due, what) }
	switch {
	case is(actTear):
		n, _ := d.Disk.Write(p[:len(p)/2])
		return n, errDead
	case d.stage.isDead():
		return 0, errDead
	case d.full, is(actFull), is(actFilled):
		d.full = d.full || is(actFilled)
		n, _ := d.Disk.Write(p[:len(p)/3])
		return n, errFull
	}
	return d.Disk.Write(p)
}

func (d *disk) Sync() error {
	if d.stage.isDead() {
		return errDead
	}
	return d.Disk.Sync()
}

func (d *disk) Truncate(size int64) error {
	if d.stage.isDead() {
		return errDead
	}
	return d.Disk.Truncate(size)
}
