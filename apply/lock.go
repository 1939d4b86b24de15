package apply

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// ErrLocked says that another run holds the lock of the directory.
var ErrLocked = errors.New("another run is at work")

// lock holds the directory of runs against other runs of this machine. Between machines the switches themselves hold the lock:
// what a transaction has on one refuses another.
type lock struct{ file *flock.Flock }

// acquire takes the lock, or says who has it.
func acquire(dir, holder string) (*lock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the directory of runs: %w", err)
	}
	path := filepath.Join(dir, "lock")
	file := flock.New(path, flock.SetPermissions(0o600))
	ours, err := file.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	if !ours {
		who, _ := os.ReadFile(path)
		return nil, errors.Join(fmt.Errorf("%w: %s", ErrLocked, whoHolds(who)), file.Close())
	}
	if err := os.WriteFile(path, []byte(holder+"\n"), 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("writing who holds the lock: %w", err), file.Close())
	}
	return &lock{file}, nil
}

func whoHolds(text []byte) string {
	if who := strings.TrimSpace(string(text)); who != "" {
		return who
	}
	return "it has not said which"
}

// release frees the lock. The file stays: whoever waits for it has it open.
func (l *lock) release() error { return l.file.Close() }

// holder says who a run is, for those who find the lock taken.
func holder(run string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	return fmt.Sprintf("run %s, process %d on %s", run, os.Getpid(), host)
}
