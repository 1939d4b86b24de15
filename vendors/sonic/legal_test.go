package sonic

import (
	"slices"
	"testing"
)

// TestUpdaterIsKnown: what a patch is made by knows the same switches of each release as the model of the device that judges it.
func TestUpdaterIsKnown(t *testing.T) {
	blank := newEditor(nil).doc()
	for _, model := range New().Models() {
		for _, release := range []string{"202405", "202411", "202505", "202511", "202605"} {
			p, err := New().Platform(model, release)
			if err != nil {
				t.Fatal(err)
			}
			u, asic := updaterOf(blank, p), asicOf(blank, p, releaseOf(release))
			if (u.class == "") != (asic == unlisted) {
				t.Errorf("%s %s is of class %q, and the device takes it for ASIC %v", model, release, u.class, asic)
			}
		}
	}
}

// TestLastRowOfATable: with its last row a table goes, which no patch may do to some of those of which it may delete rows.
func TestLastRowOfATable(t *testing.T) {
	p, err := New().Platform("Arista-7050CX3-32S-C32", "202511")
	if err != nil {
		t.Fatal(err)
	}
	doc := parsed([]byte(`{"BUFFER_PROFILE": {"a": {"size": "0"}, "b": {"size": "0"}}, "WRED_PROFILE": {"a": {"ecn": "ecn_all"}}}`))
	u := updaterOf(doc, p)
	for _, test := range []struct {
		table string
		rows  int
		want  []string
	}{
		{tableProfile, 1, nil},
		{tableProfile, 2, []string{"delete the last row of BUFFER_PROFILE"}},
		{tableWRED, 1, nil},
	} {
		var edits []*rowEdit
		for _, r := range doc.table(test.table).all()[:test.rows] {
			edits = append(edits, &rowEdit{table: test.table, from: r})
		}
		if got := u.refusals(doc, edits); !slices.Equal(got, test.want) {
			t.Errorf("%d rows of %s go: a patch cannot %q, want %q", test.rows, test.table, got, test.want)
		}
	}
}
