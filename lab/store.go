package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/google/renameio/v2"
)

// state is what a switch keeps on disk.
type state struct {
	Running string          `json:"running"`
	Saved   string          `json:"saved"`
	Edited  time.Time       `json:"edited"`
	Kind    json.RawMessage `json:"kind,omitempty"` // the personality's own
}

// store keeps the state of one switch in a directory: one file, always whole. Changes are written together, a moment after the first
// of them. Without a directory it keeps nothing.
type store struct {
	dir string

	mu     sync.Mutex // of the fields below; Switch.mu may be held when it is taken, not the other way round
	timer  *time.Timer
	failed error
	writes sync.Mutex // one at a time
}

// delay is how long changes are gathered before they are written.
const delay = 100 * time.Millisecond

func openStore(dir string) (*store, error) {
	if dir == "" {
		return &store{}, nil
	}
	return &store{dir: dir}, os.MkdirAll(dir, 0o700)
}

func (s *store) file() string { return filepath.Join(s.dir, "state.json") }

// load reads the state, nil when there is none.
func (s *store) load() (*state, error) {
	if s.dir == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.file())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var kept state
	if err := json.Unmarshal(text, &kept); err != nil {
		return nil, fmt.Errorf("%s: %w", s.file(), err)
	}
	return &kept, nil
}

// soon writes what take gives then, after the delay.
func (s *store) soon(take func() *state) {
	if s.dir == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer == nil {
		s.timer = time.AfterFunc(delay, func() { s.write(take) })
	}
}

// write writes the state now.
func (s *store) write(take func() *state) {
	s.writes.Lock()
	defer s.writes.Unlock()
	s.mu.Lock()
	s.timer = nil // what changes from here on is written later
	s.mu.Unlock()
	err := renameio.WriteFile(s.file(), encode(take()), 0o600)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = err
}

// close writes what is not written yet.
func (s *store) close(take func() *state) error {
	if s.dir == "" {
		return nil
	}
	s.mu.Lock()
	if s.timer != nil {
		s.timer.Stop()
	}
	s.mu.Unlock()
	s.write(take)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// encode writes a value of this package as JSON. Its values are plain: they always can be.
func encode(v any) json.RawMessage {
	if v == nil {
		return nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil
	}
	return b.Bytes()
}
