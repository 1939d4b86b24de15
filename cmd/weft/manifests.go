package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/weft-net/weft/compiler/check"
	"github.com/weft-net/weft/compiler/check/manifests"
)

// cluster is the manifests that --manifests flags name.
type cluster struct{ paths []string }

func (c *cluster) flag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&c.paths, "manifests", nil, "judge the Kubernetes manifests in `PATH` too, a file or a directory; may be given several times")
}

// read reads the manifests. A file that is none does not keep the others from being judged.
func (c *cluster) read() (m check.Manifests, err error) {
	for _, path := range c.paths {
		files, err := manifestFiles(path)
		if err != nil {
			return m, fmt.Errorf("looking for manifests: %w", err)
		}
		if files == nil {
			return m, fmt.Errorf("looking for manifests: there is no file .yaml, .yml or .json in %s", path)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return m, fmt.Errorf("reading a manifest: %w", err)
			}
			objects, err := manifests.Read(filepath.ToSlash(file), text)
			m.Objects = append(m.Objects, objects...)
			if err != nil {
				m.Unread = append(m.Unread, check.Unread{Name: filepath.ToSlash(file), Why: err.Error()})
			}
		}
	}
	return m, nil
}

// manifestFiles are a file itself, or those in a directory and below that can be manifests, in order.
func manifestFiles(path string) (files []string, err error) {
	err = filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && (file == path || slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(file))) {
			files = append(files, file)
		}
		return err
	})
	return files, err
}
