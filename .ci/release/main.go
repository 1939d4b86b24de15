// Command release builds weft for every platform that it is released for: static binaries in archives, their checksums, and what is in
// them. The same commit gives the same bytes, on any machine.
//
// It owns what a release consists of. It must never put into one what the commit does not decide, such as the time or a path.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// release is one release.
type release struct {
	version string
	when    time.Time // of the commit
	dist    string    // where it goes
}

func main() {
	version := flag.String("version", "", "what the binaries call themselves")
	when := flag.Int64("time", 0, "of the commit, in seconds of Unix")
	dist := flag.String("dist", "dist", "where everything goes")
	platforms := flag.String("platforms", "linux/amd64 linux/arm64 darwin/amd64 darwin/arm64", "what to build for")
	flag.Parse()
	r := &release{*version, time.Unix(*when, 0).UTC(), *dist}
	if err := r.make(strings.Fields(*platforms)); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

func (r *release) make(platforms []string) error {
	if r.version == "" {
		return fmt.Errorf("no -version")
	}
	if err := r.clear(); err != nil {
		return err
	}
	var files []string
	for _, platform := range platforms {
		made, err := r.platform(platform)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		files = append(files, made...)
	}
	return writeSums(filepath.Join(r.dist, sums), files)
}

// sums is the file of checksums. It is made last, and tells a directory of a release from any other.
const sums = "SHA256SUMS"

// clear takes an earlier release away, and nothing else.
func (r *release) clear() error {
	entries, err := os.ReadDir(r.dist)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(r.dist, sums)); err != nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty, and no release: take it away", r.dist)
	}
	return os.RemoveAll(r.dist)
}

// platform builds the binary, and makes its archive and its bill of materials.
func (r *release) platform(platform string) (files []string, err error) {
	system, machine, ok := strings.Cut(platform, "/")
	if !ok {
		return nil, fmt.Errorf("a platform is SYSTEM/MACHINE")
	}
	name := fmt.Sprintf("weft_%s_%s", system, machine)
	binary := filepath.Join(r.dist, name, "weft")
	if err := r.build(system, machine, binary); err != nil {
		return nil, err
	}
	archive := filepath.Join(r.dist, fmt.Sprintf("weft_%s_%s_%s.tar.gz", r.version, system, machine))
	if err := writeArchive(archive, r.when, []string{binary, "README.md", "LICENSE"}); err != nil {
		return nil, err
	}
	materials := strings.TrimSuffix(archive, ".tar.gz") + ".cdx.json"
	if err := writeMaterials(materials, binary, r.version, r.when); err != nil {
		return nil, err
	}
	return []string{archive, materials}, nil
}

// build makes a static binary in which no path, time or build of this machine is.
func (r *release) build(system, machine, to string) error {
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid= -X main.version="+r.version, "-o", to, "./cmd/weft")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+machine)
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	return build.Run()
}
