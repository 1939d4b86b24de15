package headroomtest

import (
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-net/weft/qos"
)

//go:embed published.txt
var published string

// Row is one row of a published table.
type Row struct {
	Table, Platform string // the switch it is for, and its row in the table of platforms
	MTU             qos.Bytes
	Packets         string // the mix it counts with, by its name
	Speed           qos.BitsPerSecond
	CableMetres     float64
	XOFF            qos.Bytes
}

// Published are the rows of all tables.
func Published(t *testing.T) (rows []Row) {
	t.Helper()
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for line := range strings.Lines(published) {
		words := strings.Fields(line)
		if words[0] == "#" || len(words) < 5 {
			continue
		}
		row := Row{Table: words[0], Platform: words[1], MTU: qos.Bytes(number(words[2])), Packets: words[3]}
		for _, word := range words[4:] {
			metres, kib, is := strings.Cut(word, ":")
			switch {
			case is:
				row.CableMetres, row.XOFF = float64(number(metres)), qos.Bytes(number(kib))<<10
				rows = append(rows, row)
			case word != "|":
				row.Speed = qos.BitsPerSecond(number(strings.TrimSuffix(word, "G"))) * qos.Gbps
			}
		}
	}
	return rows
}
