package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/weft-net/weft/visible"
)

// Suite is a number of cases that belong together.
type Suite struct {
	Name  string
	Cases []Case
}

// Case is one thing that holds or does not. At most one of Failure, Error and Skipped is set; none says that it holds.
type Case struct {
	Class, Name string
	File        string // where to look, if it is known
	Line        int
	Failure     *Problem // it does not hold
	Error       *Problem // it could not be found out, and somebody has to look
	Skipped     string   // why nobody could tell
	Out         string   // what else is to be said
}

// Problem is why a case does not hold.
type Problem struct {
	Kind    string // such as "warning"
	Message string // in one line
	Text    string // all of it
}

type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	counts
	Suites []suite `xml:"testsuite"`
}

type suite struct {
	Name string `xml:"name,attr"`
	counts
	Cases []testCase `xml:"testcase"`
}

// counts are how many cases there are and how they ended. Times are 0: the same inputs give the same bytes.
type counts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
	Time     int `xml:"time,attr"`
}

type testCase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Time    int      `xml:"time,attr"`
	Failure *problem `xml:"failure"`
	Error   *problem `xml:"error"`
	Skipped *skipped `xml:"skipped"`
	Out     string   `xml:"system-out,omitempty"`
}

type problem struct {
	Kind    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type skipped struct {
	Message string `xml:"message,attr"`
}

// Write writes suites as one document.
func Write(w io.Writer, all []Suite) error {
	var doc suites
	for _, s := range all {
		out := suite{Name: clean(s.Name)}
		for i := range s.Cases {
			c := caseOf(&s.Cases[i])
			out.count(&c)
			out.Cases = append(out.Cases, c)
		}
		doc.add(out.counts)
		doc.Suites = append(doc.Suites, out)
	}
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err == nil {
		_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	}
	if err != nil {
		return fmt.Errorf("writing results as JUnit: %w", err)
	}
	return nil
}

func caseOf(c *Case) testCase {
	out := testCase{
		Class: clean(c.Class), Name: clean(c.Name), File: clean(c.File), Line: c.Line, Out: clean(c.Out),
		Failure: problemOf(c.Failure), Error: problemOf(c.Error),
	}
	if c.Skipped != "" {
		out.Skipped = &skipped{clean(c.Skipped)}
	}
	return out
}

func problemOf(p *Problem) *problem {
	if p == nil {
		return nil
	}
	return &problem{clean(p.Kind), clean(p.Message), clean(p.Text)}
}

func (c *counts) count(of *testCase) {
	c.Tests++
	switch {
	case of.Error != nil:
		c.Errors++
	case of.Failure != nil:
		c.Failures++
	case of.Skipped != nil:
		c.Skipped++
	}
}

func (c *counts) add(more counts) {
	c.Tests += more.Tests
	c.Failures += more.Failures
	c.Errors += more.Errors
	c.Skipped += more.Skipped
}

// clean writes what cannot be seen so that it can, and removes what XML has no characters for beside that.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r >= 0x20 && r <= 0xD7FF || r >= 0xE000 && r < 0xFFFD || r >= 0x10000:
			return r
		}
		return -1
	}, visible.Text(text))
}
