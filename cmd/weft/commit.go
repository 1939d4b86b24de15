package main

import (
	"fmt"
	"strings"

	"github.com/weft-net/weft/plan"
)

// commit is the value of a --commit flag: the whole name of a commit.
type commit string

// String, Set and Type are those of a flag's value.
func (c *commit) String() string { return string(*c) }

func (c *commit) Set(s string) error {
	if len(s) != 40 && len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "" {
		return fmt.Errorf("write the whole name of a commit, as git rev-parse HEAD prints it")
	}
	*c = commit(s)
	return nil
}

func (c *commit) Type() string { return "SHA" }

// same is why a plan is not of this commit; nil when it is, or when none was named.
func (c commit) same(path string, p *plan.Plan) error {
	switch {
	case c == "" || string(c) == p.Commit:
		return nil
	case p.Commit == "":
		return fmt.Errorf("%s names no commit, and is to be of %s: plan again with --commit", path, c)
	}
	return fmt.Errorf("%s is of commit %s, and not of %s: plan again", path, p.Commit, c)
}
