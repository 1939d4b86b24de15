package apply

import (
	"bytes"
	"errors"
	"sync"
)

// brittle is the disk of a journal on which something happens at one of the writes.
type brittle struct {
	Disk
	mu     sync.Mutex
	writes int
	at     int // the write at which it happens; 0 for never
	what   diskFault
	left   int    // writes that still fail of a full disk
	crash  func() // ends weft
	dead   bool
	unfit  []byte // the record that did not fit
}

// diskFault is what happens.
type diskFault int

const (
	full        diskFault = iota // nothing more fits, for some writes
	crashBefore                  // weft ends before the record is written
	crashWithin                  // half of the record is written
	crashAfter                   // weft ends when it is written
	diskFaults
)

var (
	errFull = errors.New("no space left on device")
	errDead = errors.New("the process is gone")
)

func (d *brittle) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.writes++
	if d.dead {
		return 0, errDead
	}
	if d.left > 0 {
		d.left--
		n, _ := d.Disk.Write(p[:len(p)/3])
		return n, errFull
	}
	if d.writes != d.at {
		return d.Disk.Write(p)
	}
	return d.strike(p)
}

func (d *brittle) strike(p []byte) (int, error) {
	if d.what == full {
		d.unfit = bytes.Clone(p)
		n, _ := d.Disk.Write(p[:len(p)/2])
		return n, errFull
	}
	n := map[diskFault]int{crashBefore: 0, crashWithin: len(p) / 2, crashAfter: len(p)}[d.what]
	n, _ = d.Disk.Write(p[:n])
	d.dead = true
	d.crash()
	return n, errDead
}

func (d *brittle) Truncate(size int64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return errDead
	}
	return d.Disk.Truncate(size)
}
