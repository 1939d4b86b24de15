package ssh

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/weft-net/weft/vendors"
)

// exchange is one line and what comes of it, as a pure function of the bytes that arrive: it says what is to be sent next and
// when the answer is complete, however the bytes are cut.
//
//	echo of the line, prompt                           when there is no text
//	echo of the line, text, prompt, blanks, prompt     when there is
//
// A line of the text can look like a prompt, and the text stop just there for a moment. So a prompt behind text is proved by a
// line of blanks, which does nothing: only behind the one at which the switch waits do just so many stand. A switch that does
// not echo blanks shows two prompts, and then has to be silent for a while.
type exchange struct {
	speech *speech
	entry  vendors.Entry
	blanks string // to prove a prompt with
	buf    []byte // all that came since the line was entered
	echoed bool   // the echo has come; the text begins at from
	from   int
	mark   int // what stands before was reacted to
	// bare says that a prompt is proved even if no text stands before it: nothing was entered yet.
	bare bool
	// proving says that the blanks were sent.
	proving  bool
	mute     bool // they were not echoed
	answers  []answered
	messages []string
	text     []byte // complete when done
	prompt   []byte
}

// answered is where a question was answered.
type answered struct {
	at     int
	answer string
}

// mostAnswers keeps a switch that asks again and again from being answered for ever.
const mostAnswers = 8

// next is what an exchange needs; the zero is more bytes.
type next struct {
	enter bool   // send is to be entered
	send  string // without the return
	done  bool   // the answer is complete
}

// hear takes what arrived.
func (x *exchange) hear(bytes []byte) (next, error) {
	x.buf = append(x.buf, bytes...)
	if !x.echoed {
		if err := x.findEcho(); err != nil || !x.echoed {
			return next{}, err
		}
	}
	last := x.last()
	switch {
	case x.mark <= x.lastStart() && x.speech.isPrompt(last):
		return x.atPrompt(), nil
	case len(x.entry.Replies) > 0 && matches(x.speech.questions, last):
		return x.reply()
	}
	return next{}, nil
}

// silent is told when nothing has come for a while. A question, a full page or somebody else's prompt is not going to change.
func (x *exchange) silent() (next, error) {
	last := x.last()
	switch {
	case x.proving && x.speech.isPrompt(last):
		n := x.atProof("")
		x.mute = n.done
		return n, nil
	case matches(x.speech.questions, last):
		return next{}, quoted(ErrQuestion, last)
	case matches(x.speech.more, last):
		return next{}, quoted(ErrPaging, last)
	case len(last) > 0 && !x.speech.isPrompt(last) && matches(x.speech.strangers, last):
		return next{}, quoted(ErrPrompt, last)
	}
	return next{}, nil
}

func (x *exchange) lastStart() int { return bytes.LastIndexByte(x.buf, '\n') + 1 }

// last is the line that has not ended, as far as it was not reacted to. Blanks alone are nothing.
func (x *exchange) last() []byte {
	last := x.buf[max(x.lastStart(), x.mark):]
	if len(last) > longestLine || len(bytes.TrimSpace(last)) == 0 {
		return nil
	}
	return last
}

// findEcho looks for the line as the switch echoes it, behind its prompt if that was printed anew, and perhaps broken at the
// edge of the terminal. Before it only log lines may come: anything else means that this session is not where it seems to be.
func (x *exchange) findEcho() error {
	want := squeezed([]byte(x.entry.Line))
	heard := ""
	for at := 0; ; {
		length := bytes.IndexByte(x.buf[at:], '\n')
		if length < 0 {
			return nil
		}
		line := x.buf[at : at+length]
		at += length + 1
		part := squeezed(x.speech.afterPrompt(line))
		switch {
		case heard+part == want:
			x.echoed, x.from, x.mark = true, at, at
			return nil
		case part == "":
		case x.speech.isMessage(line):
			if at > x.from {
				x.messages, x.from = append(x.messages, string(line)), at
			}
		case strings.HasPrefix(want, heard+part):
			heard += part
		default:
			return quoted(ErrUnexpected, line)
		}
	}
}

// squeezed is a line without blanks and backspaces: terminals put some in where a line is wide.
func squeezed(line []byte) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || r == '\b' || r == '\r' {
			return -1
		}
		return r
	}, string(line))
}

// atPrompt is done, or has the prompt proved.
func (x *exchange) atPrompt() next {
	start := x.lastStart()
	switch {
	case x.proving && x.blanks != "":
		return x.atProof(x.blanks)
	case x.proving:
		return next{} // left to silent
	case !x.bare && len(bytes.TrimSpace(x.buf[x.from:start])) == 0:
		x.prompt = x.buf[start:]
		return next{done: true}
	}
	x.proving, x.mark = true, len(x.buf)
	return next{enter: true, send: x.blanks}
}

// atProof is done if the prompt was proved: by what stands behind the one before it.
func (x *exchange) atProof(by string) next {
	start := x.lastStart()
	end, proved := x.promptBefore(start, by)
	if !proved {
		return next{}
	}
	x.text, x.prompt = x.buf[x.from:end], x.buf[start:]
	return next{done: true}
}

// promptBefore tells whether the line before start is a prompt with something behind it, with nothing but log lines between, and
// where it begins.
func (x *exchange) promptBefore(start int, behind string) (at int, found bool) {
	for start > x.from {
		end := start - 1
		start = bytes.LastIndexByte(x.buf[:end], '\n') + 1
		line := x.buf[start:end]
		switch {
		case bytes.HasSuffix(line, []byte(behind)) && x.speech.isPrompt(line[:len(line)-len(behind)]):
			return start, true
		case len(bytes.TrimSpace(line)) > 0 && !x.speech.isMessage(line):
			return 0, false
		}
	}
	return 0, false
}

// reply answers a question that was expected. One that was not is left to silent: it may be text that goes on.
func (x *exchange) reply() (next, error) {
	asked := string(x.buf[x.mark:])
	for _, r := range x.entry.Replies {
		if !strings.Contains(asked, r.Question) {
			continue
		}
		if len(x.answers) == mostAnswers {
			return next{}, quoted(fmt.Errorf("%w: it asks again and again", ErrQuestion), x.last())
		}
		x.mark = len(x.buf)
		x.answers = append(x.answers, answered{x.mark, r.Answer})
		return next{enter: true, send: r.Answer}, nil
	}
	return next{}, nil
}

// answer is what was said, when it is complete.
func (x *exchange) answer() vendors.Answer {
	a := vendors.Answer{Prompt: string(bytes.TrimRight(x.prompt, " ")), Messages: x.messages}
	text := x.withoutAnswers()
	if matches(x.speech.logs, []byte(x.entry.Line)) || !bytes.Contains(text, []byte("%")) {
		a.Text = string(text)
		return a
	}
	var kept strings.Builder
	kept.Grow(len(text))
	for line := range bytes.Lines(text) {
		if bare := bytes.TrimSuffix(line, []byte("\n")); x.speech.isMessage(bare) {
			a.Messages = append(a.Messages, string(bare))
		} else {
			kept.Write(line)
		}
	}
	a.Text = kept.String()
	return a
}

// withoutAnswers takes the echo of our answers out of the text: it stands behind the questions.
func (x *exchange) withoutAnswers() []byte {
	if len(x.answers) == 0 {
		return x.text
	}
	end := x.from + len(x.text)
	var text []byte
	at := x.from
	for _, a := range x.answers {
		text = append(text, x.buf[at:a.at]...)
		at = a.at
		blanks := len(x.buf[at:end]) - len(bytes.TrimLeft(x.buf[at:end], " "))
		if bytes.HasPrefix(x.buf[at+blanks:end], []byte(a.answer)) {
			at += blanks + len(a.answer)
		}
	}
	return append(text, x.buf[at:end]...)
}

// tail is the last line that says something, for errors.
func (x *exchange) tail() []byte {
	text := bytes.TrimSpace(x.buf)
	return text[bytes.LastIndexByte(text, '\n')+1:]
}
