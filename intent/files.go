package intent

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// reader gives functions the files of the intent's directory, and remembers what it gave: those bytes decide the intent
// too. The file system must not lead out of the directory.
type reader struct {
	dir  fs.FS
	seen map[string][sha256.Size]byte // by what was asked: "file leaves.csv"
}

func newReader(dir fs.FS) *reader { return &reader{dir, map[string][sha256.Size]byte{}} }

func (r *reader) note(question string, answer []byte) { r.seen[question] = sha256.Sum256(answer) }

// local turns the path that a function was given into one inside the directory, of what may be read there.
func (r *reader) local(name string) (string, error) {
	clean := path.Clean(name)
	if !fs.ValidPath(clean) {
		return "", fmt.Errorf("%q is outside the intent's directory: functions read files there only, so that the directory means the same everywhere", name)
	}
	at, err := followed(r.dir, clean)
	if err != nil {
		return "", fmt.Errorf("read %q: %w", name, err)
	}
	for part := range strings.SplitSeq(clean+"/"+at, "/") {
		if closed(part) {
			return "", fmt.Errorf("%q is in %s, which functions do not read: what they read is printed in plans, and there may be credentials", name, part)
		}
	}
	return clean, nil
}

// closed tells whether a directory is git's or weft's own. Some file systems do not know upper from lower case.
func closed(name string) bool {
	return strings.EqualFold(name, ".git") || strings.EqualFold(name, ".weft")
}

// maxLinks is how many symbolic links a path may lead through.
const maxLinks = 40

// followed is where a path leads through symbolic links. Of one that leads out it is any path: reading it fails.
func followed(dir fs.FS, name string) (string, error) {
	at, rest := ".", strings.Split(name, "/")
	for links := 0; len(rest) > 0; {
		next := path.Join(at, rest[0])
		to, err := fs.ReadLink(dir, next)
		if err != nil { // no link, or nothing
			at, rest = next, rest[1:]
			continue
		}
		if links++; links > maxLinks {
			return "", errors.New("there are too many symbolic links on its way")
		}
		rest = append(strings.Split(to, "/"), rest[1:]...)
	}
	return at, nil
}

func (r *reader) file(name string) (string, error) {
	clean, err := r.local(name)
	if err != nil {
		return "", err
	}
	content, err := fs.ReadFile(r.dir, clean)
	if err != nil {
		r.note("no file "+clean, nil)
		return "", fmt.Errorf("read %q: %w", name, cause(err))
	}
	r.note("file "+clean, content)
	if at := firstInvalid(content); at >= 0 {
		return "", fmt.Errorf("%q is not UTF-8 at byte %d: save it as UTF-8", name, at)
	}
	return strings.TrimPrefix(string(content), byteOrderMark), nil
}

const byteOrderMark = "\ufeff"

// firstInvalid is the offset of the first byte that is not UTF-8, or -1.
func firstInvalid(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for at := 0; ; {
		r, n := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && n <= 1 {
			return at
		}
		at += n
	}
}

// cause is what went wrong, without the path: the message around it has the path as the user wrote it.
func cause(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("there is no such file")
	}
	return err
}

func (r *reader) exists(name string) (bool, error) {
	clean, err := r.local(name)
	if err != nil {
		return false, err
	}
	stat, err := fs.Stat(r.dir, clean)
	found := err == nil && stat.Mode().IsRegular()
	r.note("exists "+clean, fmt.Append(nil, found))
	return found, nil
}

// set finds the regular files under a directory whose path from there matches a pattern, sorted. ** stands for any number
// of directories; hidden ones are left out.
func (r *reader) set(dir, pattern string) ([]string, error) {
	clean, err := r.local(dir)
	if err != nil {
		return nil, err
	}
	parts := strings.Split(pattern, "/")
	if _, err := path.Match(strings.ReplaceAll(pattern, "**", "*"), ""); err != nil {
		return nil, fmt.Errorf("%q is no pattern: %w", pattern, err)
	}
	var found []string
	err = fs.WalkDir(r.dir, clean, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && name != clean && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		below := strings.TrimPrefix(strings.TrimPrefix(name, clean), "/")
		if clean == "." {
			below = name
		}
		if matchPath(parts, strings.Split(below, "/")) {
			found = append(found, below)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list %q: %w", dir, cause(err))
	}
	slices.Sort(found)
	r.note("fileset "+clean+" "+pattern, []byte(strings.Join(found, "\n")))
	return found, nil
}

func matchPath(pattern, name []string) bool {
	if len(pattern) == 0 {
		return len(name) == 0
	}
	if pattern[0] == "**" {
		return matchPath(pattern[1:], name) || len(name) > 0 && matchPath(pattern, name[1:])
	}
	if len(name) == 0 {
		return false
	}
	ok, _ := path.Match(pattern[0], name[0])
	return ok && matchPath(pattern[1:], name[1:])
}

func fileFunc(files *reader) function.Function {
	return function.New(&function.Spec{
		Description: "The text of a file in the intent's directory.",
		Params:      []function.Parameter{{Name: "path", Type: cty.String}},
		Type:        function.StaticReturnType(cty.String),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			content, err := files.file(args[0].AsString())
			if err != nil {
				return cty.UnknownVal(cty.String), function.NewArgError(0, err)
			}
			return cty.StringVal(content), nil
		},
	})
}

func fileExistsFunc(files *reader) function.Function {
	return function.New(&function.Spec{
		Description: "Whether there is such a file in the intent's directory.",
		Params:      []function.Parameter{{Name: "path", Type: cty.String}},
		Type:        function.StaticReturnType(cty.Bool),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			found, err := files.exists(args[0].AsString())
			if err != nil {
				return cty.UnknownVal(cty.Bool), function.NewArgError(0, err)
			}
			return cty.BoolVal(found), nil
		},
	})
}

func fileSetFunc(files *reader) function.Function {
	return function.New(&function.Spec{
		Description: "The files under a directory whose path from there matches a pattern.",
		Params:      []function.Parameter{{Name: "path", Type: cty.String}, {Name: "pattern", Type: cty.String}},
		Type:        function.StaticReturnType(cty.Set(cty.String)),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			found, err := files.set(args[0].AsString(), args[1].AsString())
			if err != nil {
				return cty.UnknownVal(cty.Set(cty.String)), err
			}
			if len(found) == 0 {
				return cty.SetValEmpty(cty.String), nil
			}
			values := make([]cty.Value, len(found))
			for i, name := range found {
				values[i] = cty.StringVal(name)
			}
			return cty.SetVal(values), nil
		},
	})
}
