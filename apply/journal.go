package apply

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/weft-net/weft/vendors"
)

// Kind is what a record of the journal is.
type Kind string

// The kinds. A run begins and ends; a switch is started, has acts, each with a record before and one after it, and an outcome.
const (
	kindBegin   Kind = "begin"
	kindResume  Kind = "resume"
	kindSwitch  Kind = "switch"
	kindBefore  Kind = "before"
	kindStep    Kind = "step"
	kindAfter   Kind = "after"
	kindOutcome Kind = "outcome"
	kindEnd     Kind = "end"
)

// Record is one line of a journal. It holds fingerprints and names, never a secret, never a configuration.
type Record struct {
	Seq    int       `json:"seq"`
	Time   time.Time `json:"time"`
	Kind   Kind      `json:"kind"`
	Device string    `json:"device,omitempty"`
	// Act is what is done to the switch: "arm", "push", "confirm", "save", "release", "undo", ...
	Act   string `json:"act,omitempty"`
	Step  int    `json:"step,omitempty"` // that is done, from 1
	Error string `json:"error,omitempty"`
	// Route are the commands of a way back that is not in the plan, step by step.
	Route [][]string `json:"route,omitempty"`
	// Of the run.
	Rolls    string   `json:"rolls,omitempty"`     // the run that this one rolls back
	PlanFile string   `json:"plan_file,omitempty"` // Digest of the saved plan that it carries out
	Switches []string `json:"switches,omitempty"`
	// LeftOut are switches that the plan changes and that could not be changed from the start.
	LeftOut []SwitchReport `json:"left_out,omitempty"`
	// Of a switch that is started.
	Start *Start `json:"start,omitempty"`
	// Of an outcome.
	Result *SwitchReport `json:"result,omitempty"`
}

// Start is what has to be known after a crash of a switch as it was before it was touched.
type Start struct {
	Tx    string         `json:"tx"`
	Timer time.Duration  `json:"timer"`
	Old   string         `json:"old"`   // fingerprint of what it ran
	New   string         `json:"new"`   // fingerprint of what it was to run
	Saved string         `json:"saved"` // fingerprint of what it started with; empty when it did not say
	Whole string         `json:"whole"` // hash of every line that it ran
	Signs []vendors.Sign `json:"signs"`
}

// Disk is the file of a journal.
type Disk interface {
	io.WriteCloser
	Sync() error
	Truncate(size int64) error
}

// journal is an append-only file of records. What append returned from is on the disk, but for records of what was done: those
// get there with the next one that something waits for.
type journal struct {
	mu     sync.Mutex
	file   Disk
	size   int64 // of the whole records in it
	seq    int
	broken error // why nothing can be appended any more

	flushing sync.Mutex
	flushed  int64 // what of it is on the disk
}

// line is how a record stands in the file.
type line struct {
	CRC    string          `json:"crc"`
	Record json.RawMessage `json:"record"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(record []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(record, castagnoli))
}

// append writes a record, and waits until it is on the disk unless it only tells what was done.
func (j *journal) append(r Record) error {
	until, err := j.write(r)
	if err != nil || r.Kind == kindStep || r.Kind == kindAfter {
		return err
	}
	return j.flush(until)
}

// write writes a record, and says where it ends. After an error nothing of it is in the file.
func (j *journal) write(r Record) (until int64, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.broken != nil {
		return 0, j.broken
	}
	r.Seq, r.Time = j.seq+1, time.Now().UTC()
	text, err := json.Marshal(r)
	if err != nil {
		return 0, fmt.Errorf("the journal: %w", err)
	}
	if text, err = json.Marshal(line{checksum(text), text}); err != nil {
		return 0, fmt.Errorf("the journal: %w", err)
	}
	text = append(text, '\n')
	if _, err := j.file.Write(text); err != nil {
		return 0, j.cut(fmt.Errorf("writing the journal: %w", err))
	}
	j.seq, j.size = r.Seq, j.size+int64(len(text))
	return j.size, nil
}

// flush waits until all up to a place is on the disk. Switches that wait at the same time wait once. After an error nobody knows
// what is there, and nothing more is appended.
func (j *journal) flush(until int64) error {
	j.flushing.Lock()
	defer j.flushing.Unlock()
	if j.flushed >= until {
		return nil
	}
	j.mu.Lock()
	size := j.size
	j.mu.Unlock()
	if err := j.file.Sync(); err != nil {
		err = fmt.Errorf("writing the journal: %w", err)
		j.mu.Lock()
		defer j.mu.Unlock()
		j.broken = err
		return err
	}
	j.flushed = size
	return nil
}

// cut takes away what a failed append left. Where that fails too the journal is closed to more: a record in the middle that is
// torn would hide those after it.
func (j *journal) cut(why error) error {
	if err := j.file.Truncate(j.size); err != nil {
		j.broken = errors.Join(why, err)
	}
	return why
}

func (j *journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.file.Close()
}

// create makes the journal of a new run.
func createJournal(dir string) (Disk, error) {
	file, err := os.OpenFile(filepath.Join(dir, journalFile), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the journal: %w", err)
	}
	return file, syncDir(dir)
}

// reopen opens the journal of a run that did not end, behind its last whole record.
func reopenJournal(dir string, size int64) (Disk, error) {
	file, err := os.OpenFile(filepath.Join(dir, journalFile), os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the journal: %w", err)
	}
	if err := file.Truncate(size); err != nil {
		return nil, errors.Join(fmt.Errorf("the journal: %w", err), file.Close())
	}
	return file, nil
}

// syncDir makes the name of a new file last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// readJournal reads records and where the last whole one ends. A last record that is torn is what a crash leaves, and is left out;
// any other damage is an error that names its line.
func readJournal(text []byte) (records []Record, size int64, err error) {
	for number := 1; len(text) > 0; number++ {
		row, rest, whole := bytes.Cut(text, []byte("\n"))
		r, err := readRecord(row)
		if err == nil && whole && r.Seq != number {
			err = fmt.Errorf("it is record %s, where %d is due", strconv.Itoa(r.Seq), number)
		}
		switch {
		case err == nil && whole:
			records, size = append(records, r), size+int64(len(row))+1
		case len(rest) == 0:
			return records, size, nil
		default:
			return nil, 0, fmt.Errorf("the journal is damaged in line %d: %w", number, err)
		}
		text = rest
	}
	return records, size, nil
}

func readRecord(row []byte) (r Record, err error) {
	var l line
	if err := json.Unmarshal(row, &l); err != nil {
		return r, err
	}
	if sum := checksum(l.Record); sum != l.CRC {
		return r, fmt.Errorf("its checksum is %s and not %s", sum, l.CRC)
	}
	return r, json.Unmarshal(l.Record, &r)
}
