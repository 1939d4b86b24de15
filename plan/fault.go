package plan

import (
	"fmt"
	"runtime"
	"strings"
)

// guarded runs the plan of one switch. A fault of weft's own refuses that switch, with the place in the code, and spares
// the others. The message holds nothing of the configuration.
func guarded(do func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal fault at %s: %s", faultPlace(), faultText(fault))
		}
	}()
	return do()
}

func faultText(fault any) string {
	if err, ok := fault.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", fault)
}

// faultPlace is the function that panicked: the first below the runtime's own frames.
func faultPlace() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	panicking := false
	for {
		frame, more := frames.Next()
		inRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if panicking && !inRuntime {
			return fmt.Sprintf("%s, line %d", frame.Function, frame.Line)
		}
		panicking = panicking || frame.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
}
