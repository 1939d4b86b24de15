package vendors

import "strings"

// The form of a transaction's name: it may stand in a file name, in the name of a unit and in a command.
const (
	txHead   = "weft-"
	txDigits = 10
)

// IsTx tells whether a name found on a switch is one of a transaction.
func IsTx(name string) bool {
	rest, ok := strings.CutPrefix(name, txHead)
	return ok && len(rest) == txDigits && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
