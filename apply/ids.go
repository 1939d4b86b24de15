package apply

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// RunID names a run by the time at which it starts. Runs sort by it.
func RunID(start time.Time) string { return start.UTC().Format("20060102-150405") }

// FreeRunID is RunID, with a number behind it where a run of the directory has that name already.
func FreeRunID(dir string, start time.Time) string {
	id := RunID(start)
	for n := 2; ; n++ {
		if _, err := os.Lstat(filepath.Join(dir, runsDir, id)); err != nil {
			return id // or making it fails, and says why
		}
		id = fmt.Sprintf("%s-%d", RunID(start), n)
	}
}

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
