package operating_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/weft-net/weft/vendors/operating"
)

// TestRows reads the same table in every order of its columns and in several widths.
func TestRows(t *testing.T) {
	columns := map[string][]string{ // the header, then the cells
		"Port":       {"Eth1/1", "Eth1/2"},
		"Status":     {"down", "up"},
		"Why not":    {"Link not connected", ""},
		"MTU (L3)":   {"9216", "1500"},
		"Last Reset": {"a very long time ago", "never"},
	}
	want := [][]string{{"Eth1/1", "down", "Link not connected"}, {"Eth1/2", "up", ""}}
	for _, order := range orders([]string{"Port", "Status", "Why not", "MTU (L3)", "Last Reset"}) {
		for _, width := range []int{21, 24, 40} {
			text := "Some words before\nPort and Status of it\n" + table(columns, order, width)
			got := slices.Collect(operating.Rows(text, "Name|Port", "Status", "Why not"))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%v, %d wide (-want +got):\n%s%s", order, width, diff, text)
			}
		}
	}
}

// table prints a table; each column begins under its header.
func table(columns map[string][]string, order []string, width int) string {
	var b strings.Builder
	line := func(cell func(name string) string) {
		for _, name := range order {
			b.WriteString(cell(name) + strings.Repeat(" ", width-len(cell(name))))
		}
		b.WriteString("\r\n")
	}
	line(func(name string) string { return name })
	b.WriteString(strings.Repeat("-", width) + "\n\n")
	for i := range 2 {
		line(func(name string) string { return columns[name][i] })
	}
	return b.String()
}

// orders are all the orders of names.
func orders(names []string) (all [][]string) {
	if len(names) == 0 {
		return [][]string{nil}
	}
	for i := range names {
		rest := slices.Delete(slices.Clone(names), i, i+1)
		for _, o := range orders(rest) {
			all = append(all, append([]string{names[i]}, o...))
		}
	}
	return all
}

// TestRowsByHand has what real tables do: numbers at the right of their column, a header that comes again with its columns elsewhere.
func TestRowsByHand(t *testing.T) {
	text := `Interface    PHY     Errors
100GE1/0/1 *down          0
Eth-Trunk10 up       123456
 Errors  PHY  Interface
      7  up   100GE1/0/2
`
	want := [][]string{{"100GE1/0/1", "*down", "0"}, {"Eth-Trunk10", "up", "123456"}, {"100GE1/0/2", "up", "7"}}
	if diff := cmp.Diff(want, slices.Collect(operating.Rows(text, "Interface", "PHY", "Errors"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if rows := slices.Collect(operating.Rows("Interface PHY\na b\n", "Interface", "Errors")); rows != nil {
		t.Errorf("a header without a column has rows %q", rows)
	}
}

// FuzzRows reads anything: no row has more cells than asked for, and no word is in two cells.
func FuzzRows(f *testing.F) {
	f.Add("Port  Status\nEth1/1  up\n")
	f.Add("   Status Port\n x\n\xff\n")
	f.Fuzz(func(t *testing.T, text string) {
		for cells := range operating.Rows(text, "Port", "Status|State") {
			if len(cells) != 2 {
				t.Errorf("%d cells", len(cells))
			}
		}
	})
}
