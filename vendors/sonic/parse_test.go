package sonic

import (
	"os"
	"path/filepath"
)

// goldenText is a file of testdata/golden.
func goldenText(name string) []byte {
	text, err := os.ReadFile(filepath.Join("testdata", "golden", name))
	if err != nil {
		panic(err)
	}
	return text
}

// parsed is the document of a text without faults.
func parsed(text []byte) *document {
	c, diags := New().Parse(text)
	if err := diags.Err(); err != nil {
		panic(err)
	}
	return docOf(c)
}
