package intent

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/json"
)

// fingerprint covers every byte that decided the intent: its files, the values of its variables, and what functions read, and a
// house's own templates.
// Sensitive values are left out: they can be used in credentials only, which decide nothing about a switch, and a hash of a
// short secret gives it away.
func fingerprint(files []source, variables map[string]cty.Value, read *reader) string {
	parts := map[string][sha256.Size]byte{}
	maps.Copy(parts, read.seen)
	for _, f := range files {
		parts["intent "+f.name] = sha256.Sum256(f.content)
	}
	for name, v := range variables {
		parts["variable "+name] = sha256.Sum256(valueBytes(v))
	}
	h := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(parts)) {
		fmt.Fprintf(h, "%q %x\n", key, parts[key])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// noteTemplates notes the files of a directory of templates, which is seen from the intent's. One that cannot be read is not
// for here to say.
func (r *reader) noteTemplates(intent, dir string) {
	if dir == "" {
		return
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(intent, dir)
	}
	files := os.DirFS(dir)
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return nil
		}
		if text, err := fs.ReadFile(files, name); err == nil {
			r.note("template "+name, text)
		}
		return nil
	})
}

func valueBytes(v cty.Value) []byte {
	if v.ContainsMarked() || !v.IsWhollyKnown() {
		return nil
	}
	b, err := json.Marshal(v, v.Type())
	if err != nil {
		return fmt.Append(nil, v.GoString())
	}
	return append(fmt.Appendf(nil, "%s ", v.Type().FriendlyName()), b...)
}
