package lab

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"
)

// tty is the line discipline of a command line: it echoes what is typed, lets it be corrected, prints with carriage returns, and
// stops at full pages. It belongs to one goroutine.
type tty struct {
	s     *session
	in    *bufio.Reader
	out   *bufio.Writer
	page  int    // lines of a page; 0 prints on
	more  string // what stands at the end of a page
	last  byte   // the last byte typed: a line feed behind a carriage return is not another return
	typed []byte // the line so far
}

// defaultPage is the length of a page where the client does not say.
const defaultPage = 24

func newTTY(s *session, more string) *tty {
	t := &tty{s: s, in: bufio.NewReader(s.in), out: bufio.NewWriterSize(s.out, 32<<10), page: s.height, more: more}
	if t.page == 0 {
		t.page = defaultPage
	}
	return t
}

// Keys that do something.
const (
	keyInterrupt = 3
	keyEnd       = 4
	keyBackspace = 8
	keyKill      = 21
	keyRefresh   = 18
	keySuspend   = 26
	keyEscape    = 27
	keyDelete    = 127
)

// keyError says that a key ended a line: Ctrl-C, Ctrl-Z, or Ctrl-D at its beginning.
type keyError byte

// Error names the key.
func (k keyError) Error() string { return fmt.Sprintf("key Ctrl-%c", k+'@') }

// readLine prints a prompt and reads a line. It may end in a keyError.
func (t *tty) readLine(prompt string) (string, error) {
	t.typed = t.typed[:0]
	t.write(prompt)
	for {
		if t.in.Buffered() == 0 {
			if err := t.out.Flush(); err != nil {
				return "", errOver
			}
		}
		b, err := t.in.ReadByte()
		if err != nil {
			return "", errOver
		}
		again := t.last == '\r' && b == '\n'
		if t.last = b; again {
			continue
		}
		done, err := t.key(b, prompt)
		if done && t.flush() != nil { // what was typed shows before it is done
			return "", errOver
		}
		if done || err != nil {
			return string(t.typed), err
		}
	}
}

// key takes one key of a line. done says that the line is complete.
func (t *tty) key(b byte, prompt string) (done bool, err error) {
	switch b {
	case '\r', '\n':
		t.write("\r\n")
		return true, nil
	case keyInterrupt, keySuspend:
		t.write("^" + string(b+'@') + "\r\n")
		return false, keyError(b)
	case keyEnd:
		if len(t.typed) == 0 {
			t.write("\r\n")
			return false, keyError(b)
		}
	case keyBackspace, keyDelete:
		t.rub()
	case keyKill:
		for len(t.typed) > 0 {
			t.rub()
		}
	case keyRefresh:
		t.write("\r\n" + prompt + string(t.typed))
	case keyEscape:
		return false, t.skipSequence()
	default:
		if b >= ' ' {
			t.typed = append(t.typed, b)
			return false, t.echo(b)
		}
	}
	return false, nil
}

// echo shows what was typed, at once or after a while.
func (t *tty) echo(b byte) error {
	t.out.WriteByte(b)
	t.s.sw.mu.Lock()
	slow := t.s.sw.state(FaultEcho)
	t.s.sw.mu.Unlock()
	if slow == nil {
		return nil
	}
	if err := t.s.sleep(slow.wait()); err != nil {
		return err
	}
	return t.flush()
}

// rub takes the last character away.
func (t *tty) rub() {
	if len(t.typed) == 0 {
		return
	}
	_, size := utf8.DecodeLastRune(t.typed)
	t.typed = t.typed[:len(t.typed)-size]
	t.write("\b \b")
}

// skipSequence takes no notice of keys that send several bytes, such as arrows.
func (t *tty) skipSequence() error {
	b, err := t.in.ReadByte()
	for first := true; err == nil; first = false {
		if !first && b >= '@' || first && b != '[' && b != 'O' {
			return nil
		}
		b, err = t.in.ReadByte()
	}
	return errOver
}

func (t *tty) write(text string) { t.out.WriteString(text) }

// flush sends what was printed.
func (t *tty) flush() error {
	if t.out.Flush() != nil {
		return errOver
	}
	return nil
}

// print prints text whose lines end in line feeds. When it stops at a full page it waits for a key: a blank for the next page,
// return for the next line, q or Ctrl-C to leave the rest out.
func (t *tty) print(text string) error {
	room := t.page - 1
	for left := text; left != ""; {
		line, rest, ended := strings.Cut(left, "\n")
		t.write(line)
		if ended {
			t.write("\r\n")
		}
		left = rest
		if room--; t.page == 0 || room > 0 || left == "" {
			continue
		}
		more, err := t.askMore()
		if err != nil || more == 0 {
			return err
		}
		room = more
	}
	return t.flush()
}

// askMore waits for a key at the end of a page and gives the number of lines to print on.
func (t *tty) askMore() (lines int, err error) {
	t.write(t.more)
	if err := t.flush(); err != nil {
		return 0, err
	}
	defer t.write("\r" + strings.Repeat(" ", len(t.more)) + "\r")
	for {
		b, err := t.in.ReadByte()
		if err != nil {
			return 0, errOver
		}
		again := t.last == '\r' && b == '\n'
		if t.last = b; again {
			continue
		}
		switch b {
		case ' ':
			return t.page - 1, nil
		case '\r', '\n':
			return 1, nil
		case 'q', 'Q', keyInterrupt:
			return 0, nil
		}
	}
}

// ask prints a question as it is and reads the answer.
func (t *tty) ask(question string) (string, error) {
	answer, err := t.readLine(question)
	return strings.TrimSpace(answer), err
}
