package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// writeArchive packs files under their last names, all of one time and of nobody.
func writeArchive(path string, when time.Time, files []string) (err error) {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	packed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	for _, file := range files {
		if err := addFile(archive, when, file); err != nil {
			return fmt.Errorf("packing %s: %w", file, err)
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

func addFile(archive *tar.Writer, when time.Time, file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	header := &tar.Header{Name: filepath.Base(file), Mode: 0o644, Size: int64(len(content)), ModTime: when, Format: tar.FormatUSTAR}
	if header.Name == "weft" {
		header.Mode = 0o755
	}
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	_, err = archive.Write(content)
	return err
}

// writeSums writes the checksums of files as sha256sum -c takes them, in the directory of the files.
func writeSums(path string, files []string) error {
	var text strings.Builder
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(content), filepath.Base(file))
	}
	return os.WriteFile(path, []byte(text.String()), 0o644)
}
