package vendortest

import (
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Sections reads a txtar file, and gives the texts of its sections by name.
func Sections(t testing.TB, file string) (*txtar.Archive, map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, f := range archive.Files {
		sections[f.Name] = string(f.Data)
	}
	return archive, sections
}
