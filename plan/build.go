package plan

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/weft-net/weft/qos"
)

// Meta is what the plan file says about itself.
type Meta struct {
	WeftVersion string
	IntentHash  string
	Commit      string // of the intent's repository; empty where nobody said
	Choices     Choices
}

// Build plans every switch, at most parallelism at once (0 means one for each processor). The plan and the results are in
// natural order of the names, and the same whatever the order of the inputs and the parallelism. Switches that ctx leaves no
// time for are not planned.
func Build(ctx context.Context, inputs []Input, meta Meta, parallelism int) (*Plan, []Result) {
	inputs = slices.Clone(inputs)
	slices.SortStableFunc(inputs, func(a, b Input) int { return qos.ComparePorts(a.Name, b.Name) })
	results := makeAll(ctx, inputs, parallelism)
	devices := make([]Device, len(results))
	for i := range results {
		devices[i] = results[i].Device
	}
	return Assemble(devices, meta), results
}

// Assemble makes a plan of the plans of switches that were made one by one, in natural order of their names.
func Assemble(devices []Device, meta Meta) *Plan {
	devices = slices.Clone(devices)
	slices.SortStableFunc(devices, func(a, b Device) int { return qos.ComparePorts(a.Name, b.Name) })
	return &Plan{
		FormatVersion: FormatVersion,
		WeftVersion:   meta.WeftVersion,
		IntentHash:    meta.IntentHash,
		Commit:        meta.Commit,
		Choices:       meta.Choices,
		Summary:       summarise(devices),
		Devices:       devices,
	}
}

func makeAll(ctx context.Context, inputs []Input, parallelism int) []Result {
	if parallelism <= 0 {
		parallelism = runtime.GOMAXPROCS(0)
	}
	results := make([]Result, len(inputs))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(parallelism, len(inputs)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(inputs); i = int(next.Add(1)) - 1 {
				results[i] = makeInTime(ctx, inputs[i])
			}
		})
	}
	workers.Wait()
	return results
}

func makeInTime(ctx context.Context, in Input) Result {
	if err := ctx.Err(); err != nil && in.ReadError == nil && in.Refusal == "" {
		in.ReadError = errors.Join(errors.New("planning was stopped before this switch"), err)
	}
	return Make(in)
}
