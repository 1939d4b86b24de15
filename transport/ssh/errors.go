package ssh

import (
	"errors"
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// Why a session ended. After any of them nothing is known of what the last line did.
var (
	ErrTimeout    = errors.New("no answer in time")
	ErrLost       = errors.New("the connection was lost")
	ErrQuestion   = errors.New("the switch asks something that was not expected")
	ErrPaging     = errors.New("the switch stops at full pages, although it was told not to")
	ErrPrompt     = errors.New("the switch calls itself something else than before")
	ErrUnexpected = errors.New("the switch says something that was not asked for")
	ErrTooLong    = errors.New("the answer does not end")
	ErrClosed     = errors.New("the session is closed")
)

// ErrLine is a line that cannot be entered. Nothing was sent.
var ErrLine = errors.New("a line with characters that are keys at a command line")

// quoted wraps a reason with the line of the switch that shows it.
func quoted(reason error, line []byte) error {
	return fmt.Errorf("%w: %q", reason, shown(string(line)))
}

// shown is a line as it may stand in an error: without secrets, and not endless.
func shown(line string) string {
	const most = 160
	line = vendors.RedactLine(strings.TrimSpace(line))
	if len(line) > most {
		line = line[:most] + "..."
	}
	return line
}
