package apply

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const runsDir = "runs"

// ErrUnfinished says that an earlier run did not end: resuming it comes first.
var ErrUnfinished = errors.New("an earlier run did not end")

// RunInfo is a run as its journal tells it.
type RunInfo struct {
	ID       string         `json:"id"`
	Rolls    string         `json:"rolls,omitempty"`     // the run that it rolled back
	PlanFile string         `json:"plan_file,omitempty"` // Digest of the saved plan that it carried out
	Start    time.Time      `json:"start"`
	Ended    bool           `json:"ended"`
	Switches []SwitchReport `json:"switches"` // those that have an outcome
	Open     []string       `json:"open"`     // switches that were started and have none, or are between
	Waiting  []string       `json:"waiting"`  // switches that were not started
	Damage   string         `json:"damage,omitempty"`
}

// Runs lists the runs of a directory, the last one last.
func Runs(dir string) ([]RunInfo, error) {
	entries, err := os.ReadDir(filepath.Join(dir, runsDir))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the runs: %w", err)
	}
	var all []RunInfo
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		h, err := readHistory(filepath.Join(dir, runsDir, e.Name()))
		info := h.info(e.Name())
		if err != nil {
			info.Damage = err.Error()
		}
		all = append(all, info)
	}
	return all, nil
}

// ended are the runs of a directory, unless there is one that did not end.
func ended(dir string) ([]RunInfo, error) {
	runs, err := Runs(dir)
	if err != nil {
		return nil, err
	}
	for i := range runs {
		r := &runs[i]
		if r.Damage != "" {
			return nil, fmt.Errorf("%w: %s cannot be resumed (%s); look at its switches, then move its directory away", ErrUnfinished, r.ID, r.Damage)
		}
		if !r.Ended && !r.Start.IsZero() {
			return nil, fmt.Errorf("%w: %s; resume it first", ErrUnfinished, r.ID)
		}
	}
	return runs, nil
}

// history is what a journal says, switch by switch.
type history struct {
	size    int64 // of the whole records
	seq     int
	begin   Record
	ended   bool
	started map[string]Start        // the last start of each switch that was started
	results map[string]SwitchReport // the last outcome of each switch that has one since then
	pushed  map[string]bool         // switches to which steps may have been sent
	kept    map[string]bool         // switches on which the new configuration was confirmed
	routes  map[string][][]string   // the last way back that each was on
	order   []string                // of the first start
}

func readHistory(dir string) (history, error) {
	h := history{started: map[string]Start{}, results: map[string]SwitchReport{}, pushed: map[string]bool{}, kept: map[string]bool{}, routes: map[string][][]string{}}
	text, err := os.ReadFile(filepath.Join(dir, journalFile))
	if errors.Is(err, os.ErrNotExist) {
		return h, nil // the run came to nothing before it began
	}
	if err != nil {
		return h, fmt.Errorf("the journal: %w", err)
	}
	records, size, err := readJournal(text)
	if err != nil {
		return h, err
	}
	h.size, h.seq = size, len(records)
	for _, r := range records {
		h.add(r)
	}
	return h, nil
}

func (h *history) add(r Record) {
	switch r.Kind {
	case kindBegin:
		h.begin = r
		for _, s := range r.LeftOut {
			h.results[s.Name] = s
		}
	case kindSwitch:
		if _, again := h.started[r.Device]; !again {
			h.order = append(h.order, r.Device)
		}
		h.started[r.Device] = *r.Start
		delete(h.results, r.Device)
	case kindBefore:
		if r.Route != nil {
			h.routes[r.Device] = r.Route
		}
		h.pushed[r.Device] = h.pushed[r.Device] || r.Act == actPush
	case kindAfter:
		if r.Act == "confirm" && r.Error == "" {
			h.kept[r.Device] = true
		}
	case kindOutcome:
		h.results[r.Device] = *r.Result
	case kindEnd:
		h.ended = true
	}
}

// open are the switches that were touched and of which it is not known what they are.
func (h *history) open() []string {
	var names []string
	for _, name := range h.order {
		if result, done := h.results[name]; !done || result.Outcome == Between {
			names = append(names, name)
		}
	}
	naturally(names)
	return names
}

// waiting are the switches that were to be changed and were not started.
func (h *history) waiting() []string {
	var names []string
	for _, name := range h.begin.Switches {
		_, started := h.started[name]
		_, done := h.results[name]
		if !started && !done {
			names = append(names, name)
		}
	}
	return names
}

func (h *history) info(id string) RunInfo {
	info := RunInfo{ID: id, Rolls: h.begin.Rolls, PlanFile: h.begin.PlanFile, Start: h.begin.Time, Ended: h.ended, Open: h.open(), Waiting: h.waiting()}
	for _, result := range h.results {
		info.Switches = append(info.Switches, result)
	}
	report := Report{Switches: info.Switches}
	report.sort()
	info.Switches = report.Switches
	return info
}
