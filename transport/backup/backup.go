package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// ErrMissing is the error of a switch without a backup.
var ErrMissing = errors.New("no backup")

// extensions are the endings a backup's name may have after the switch's name; the empty one is the bare name.
var extensions = []string{"", ".cfg", ".conf", ".txt", ".json"}

// Dir is a directory of backups. It is safe for concurrent use. Its errors about a switch do not name the directory: they end up
// in plan files, which are the same on every machine.
type Dir struct {
	path  string
	root  *os.Root
	files map[string]bool // regular files, or links to them
}

// Open lists a directory. One that is missing, not a directory, or not readable is an error.
func Open(dir string) (*Dir, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the backups: %w", err)
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("listing the backups: %w", err)
	}
	files := make(map[string]bool, len(entries))
	for _, e := range entries {
		files[e.Name()] = !e.IsDir()
	}
	return &Dir{path: dir, root: root, files: files}, nil
}

// Close ends the use of the directory.
func (d *Dir) Close() error { return d.root.Close() }

// Path is where the backup of a switch is, for messages. No file is ErrMissing; two for one switch are an error that names
// both, since nothing says which one is newer.
func (d *Dir) Path(device string) (string, error) {
	name, err := d.find(device)
	if err != nil {
		return "", err
	}
	return path.Join(d.path, name), nil
}

// Read reads the backup of a switch. It fails as Path does.
func (d *Dir) Read(device string) ([]byte, error) {
	name, err := d.find(device)
	if err != nil {
		return nil, err
	}
	text, err := d.root.ReadFile(name)
	if err != nil && d.isLink(name) {
		return nil, fmt.Errorf("reading the backup of %s: %s is a link, and only links to files inside %s are followed: %w", device, name, d.path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the backup of %s: %w", device, err)
	}
	return text, nil
}

func (d *Dir) isLink(name string) bool {
	info, err := d.root.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

func (d *Dir) find(device string) (string, error) {
	var found []string
	for _, ext := range extensions {
		if d.files[device+ext] {
			found = append(found, device+ext)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", fmt.Errorf("%w of %s: there is no file %s", ErrMissing, device, candidates(device))
	}
	return "", fmt.Errorf("%s has more than one backup: %s: remove all but one", device, strings.Join(found, " and "))
}

// candidates names the files that would have been taken.
func candidates(device string) string {
	return device + "{" + strings.Join(extensions[1:], ",") + "} or " + device
}
