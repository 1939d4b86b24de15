package conf

import "strings"

// Scanner walks the lines of a text, whatever ends them: LF, CR LF, CR CR LF, or CR alone. It copies nothing.
type Scanner struct {
	// Start and End are where the line stands in the text, its line end included; Number counts from 1.
	Start, End, Number int

	src string
	crs bool // the text has carriage returns
}

// Scan starts before the first line of src.
func Scan(src string) Scanner {
	return Scanner{src: src, crs: strings.IndexByte(src, '\r') >= 0}
}

// Next steps to the next line and returns it without its line end.
func (s *Scanner) Next() (line string, ok bool) {
	if s.End == len(s.src) {
		return "", false
	}
	s.Start = s.End
	s.Number++
	rest := s.src[s.Start:]
	end := strings.IndexByte(rest, '\n')
	if !s.crs {
		if end < 0 {
			s.End = len(s.src)
			return rest, true
		}
		s.End += end + 1
		return rest[:end], true
	}
	return s.nextWithReturns(rest, end), true
}

// nextWithReturns ends the line at its first carriage return, and takes all of CR…CR LF as one line end.
func (s *Scanner) nextWithReturns(rest string, feed int) string {
	scope := rest
	if feed >= 0 {
		scope = rest[:feed+1]
	}
	cr := strings.IndexByte(scope, '\r')
	if cr < 0 {
		s.End += len(scope)
		return strings.TrimSuffix(scope, "\n")
	}
	next := cr
	for next < len(scope) && scope[next] == '\r' {
		next++
	}
	if next < len(scope) && scope[next] == '\n' {
		s.End += next + 1
	} else {
		s.End += cr + 1
	}
	return rest[:cr]
}

// EOL is how the first line of src ends, or "\n" when no line ends.
func EOL(src string) string {
	s := Scan(src)
	line, _ := s.Next()
	if end := src[len(line):s.End]; end != "" {
		return end
	}
	return "\n"
}
