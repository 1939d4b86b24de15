package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/weft-net/weft/vendors"
)

// outDir is a directory that a command writes files of switches to. Nothing is written outside it, whatever a
// switch is called, and whoever reads a file sees the old or the new bytes.
type outDir struct {
	path string
	root *os.Root
}

// openOut opens a directory and makes it when it is not there.
func openOut(path string) (*outDir, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, fmt.Errorf("making the output directory: %w", err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("opening the output directory: %w", err)
	}
	return &outDir{path, root}, nil
}

// close ends the use of the directory.
func (d *outDir) close() { d.root.Close() }

// openEmpty opens a directory that has to be new or empty: what an earlier run left there would be taken for a part of this one.
func openEmpty(path string) (*outDir, error) {
	d, err := openOut(path)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(path)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s has to be empty, and %s is in it", path, entries[0].Name())
	}
	if err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

// writeConfig writes the configuration of a switch and returns where it is.
func (d *outDir) writeConfig(device string, v vendors.Vendor, config []byte) (string, error) {
	return d.write(device, vendors.ExtensionOf(v), config)
}

// write writes a file of a switch, whose name is the switch's with an ending, and returns where it is.
func (d *outDir) write(device, ending string, content []byte) (string, error) {
	name := device + ending
	if filepath.Base(name) != name {
		return "", fmt.Errorf("writing the files of %q: its name leads out of %s", device, d.path)
	}
	draft := "." + name + ".new"
	err := d.root.WriteFile(draft, content, 0o644)
	if err == nil {
		err = d.root.Rename(draft, name)
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("writing a file of %s: %w", device, err), d.root.Remove(draft))
	}
	return filepath.Join(d.path, name), nil
}

// writeOut writes a file. One that is there already is replaced in one go, where a link leads to it too. What is no file, such as
// /dev/null or a pipe, is written into.
func writeOut(path string, write func(*os.File) error) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode().IsRegular() {
		return replaceFile(path, write)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// replaceFile writes a file in one go.
func replaceFile(path string, write func(*os.File) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	err = write(f)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
