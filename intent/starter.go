package intent

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

//go:embed starter
var starter embed.FS

// Starter is a small, commented intent with the running configurations of its switches in backups/, for `weft init`.
func Starter() fs.FS {
	sub, err := fs.Sub(starter, "starter")
	if err != nil {
		return starter // the name is valid, so this cannot be
	}
	return sub
}

// Init writes the starter to a directory, which it creates if need be, and returns the files in order. A directory that
// has an intent already, or one of the files, is refused and left alone.
func Init(dir string) (written []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look into %s: %w", dir, cause(err))
	}
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), intentSuffix) {
			return nil, fmt.Errorf("%s has an intent already: %s", dir, entry.Name())
		}
	}
	files, err := starterFiles(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		if err := writeStarter(dir, name); err != nil {
			return written, err
		}
		written = append(written, name)
	}
	return written, nil
}

// starterFiles lists the starter's files, and refuses a directory that has one of them.
func starterFiles(dir string) (files []string, err error) {
	err = fs.WalkDir(Starter(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s has a file %s already", dir, name)
		}
		files = append(files, name)
		return nil
	})
	return files, err
}

func writeStarter(dir, name string) error {
	content, err := fs.ReadFile(Starter(), name)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("create the directory of %s: %w", name, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("create %s: %w", name, err)
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}
