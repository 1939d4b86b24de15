package apply

import (
	"crypto/sha256"
	"time"
)

// RunID names a run by the time at which it starts. Runs sort by it.
func RunID(start time.Time) string { return start.UTC().Format("20060102-150405") }

// TxID names the transaction of a run on a switch: "weft-" and ten lower-case letters and digits.
func TxID(run, device string) string {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
	sum := sha256.Sum256([]byte(run + "\x00" + device))
	id := []byte("weft-")
	for _, b := range sum[:10] {
		id = append(id, letters[int(b)%len(letters)])
	}
	return string(id)
}
