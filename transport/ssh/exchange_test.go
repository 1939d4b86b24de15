package ssh

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/weft-net/weft/vendors"
)

// speaking is a dialect whose switch has told its name.
func speaking(t interface{ Fatal(...any) }, d vendors.Dialect, prompt string) *speech {
	s, err := understand(d)
	if err == nil {
		err = s.learn([]byte(prompt))
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const prompt = "leaf1# "

// promptLike are lines that a careless reader takes for the end.
var promptLike = []string{
	"leaf1# ", "leaf1#", "leaf1(config)# ", "leaf1(config-sys-qos)# ", "#", ">", "# ", "leaf10# ", "<leaf1>", "[~leaf1]",
	"  description to leaf1# ", "banner motd #", "--More--", "Do you want to continue (y/n)? [n]", "[confirm]", "Password:",
}

// texts are answers of whole lines. The first line is no prompt of the switch: such an answer could not be told from none.
func texts() *rapid.Generator[string] {
	line := rapid.OneOf(
		rapid.SampledFrom(promptLike),
		rapid.SampledFrom([]string{"", "interface Ethernet1/1", "  mtu 9216", "  service-policy type qos input X", "!Time: now  ", "99% of it"}),
		rapid.StringMatching(`[ -~]{0,40}`),
		rapid.Map(rapid.IntRange(1, 3000), func(n int) string { return strings.Repeat("x", n) }),
	)
	return rapid.Custom(func(t *rapid.T) string {
		lines := rapid.SliceOfN(line, 0, 40).Draw(t, "lines")
		if len(lines) == 0 {
			return ""
		}
		return "!Command\n" + strings.Join(lines, "\n") + "\n"
	})
}

// player is a switch at the other end of an exchange: what it sends waits to be cut in pieces.
type player struct {
	sent   []byte
	typed  []string // entered and not yet looked at
	react  func(line string) string
	prompt string
}

// step has the switch look at one line, if any waits.
func (p *player) step() {
	if len(p.typed) > 0 {
		p.sent = append(p.sent, p.typed[0]+"\n"+p.react(p.typed[0])+p.prompt...)
		p.typed = p.typed[1:]
	}
}

// play has an exchange with the switch in pieces of the drawn lengths, and gives what was said.
func (p *player) play(t *rapid.T, s *speech, e vendors.Entry, lengths *rapid.Generator[int]) (vendors.Answer, error) {
	x := &exchange{speech: s, entry: e, blanks: "   "}
	p.typed = append(p.typed, e.Line)
	for {
		if len(p.sent) == 0 {
			if len(p.typed) == 0 {
				t.Fatalf("the switch is done with %q, and the exchange is not: %q", e.Line, x.tail())
			}
			p.step()
		}
		n := min(lengths.Draw(t, "bytes"), len(p.sent))
		heard := p.sent[:n]
		p.sent = p.sent[n:]
		next, err := x.hear(heard)
		if err != nil {
			return vendors.Answer{}, err
		}
		if next.done {
			return x.answer(), nil
		}
		if next.enter {
			p.typed = append(p.typed, next.send)
		}
	}
}

// TestAnswersAreWholeHoweverTheyAreCut holds the heart of a session: texts full of lines that look like its end come out byte for
// byte, in pieces of any length, and no answer has anything of another's.
func TestAnswersAreWholeHoweverTheyAreCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(texts(), 1, 4).Draw(t, "texts")
		lengths := rapid.SampledFrom([]*rapid.Generator[int]{
			rapid.Just(1), rapid.IntRange(1, 8), rapid.IntRange(1, 700), rapid.IntRange(1, 64<<10),
		}).Draw(t, "lengths")
		p := &player{prompt: prompt}
		s := speaking(t, nxosDialect, prompt)
		for i, text := range want {
			p.react = func(line string) string {
				if strings.TrimSpace(line) == "" {
					return ""
				}
				return text
			}
			a, err := p.play(t, s, vendors.Entry{Line: "show running-config"}, lengths)
			if err != nil {
				t.Fatal(err)
			}
			if a.Text != text || a.Prompt != "leaf1#" {
				t.Fatalf("answer %d, prompt %q: %s", i, a.Prompt, cmp.Diff(text, a.Text))
			}
		}
	})
}

// TestLogLinesAreTakenOut puts log lines where a switch may: before the echo, between lines, between the prompts of the proof.
func TestLogLinesAreTakenOut(t *testing.T) {
	const message = "2026 Nov 30 10:51:16 leaf1 %ETHPORT-5-IF_UP: Interface Ethernet1/1 is up in mode access"
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		lines := strings.SplitAfter(text, "\n")
		at := rapid.IntRange(0, len(lines)-1).Draw(t, "at")
		p := &player{prompt: prompt, react: func(line string) string {
			if strings.TrimSpace(line) == "" {
				return rapid.SampledFrom([]string{"", message + "\n"}).Draw(t, "in the proof")
			}
			return strings.Join(slices.Insert(slices.Clone(lines), at, message+"\n"), "")
		}}
		p.sent = []byte(rapid.SampledFrom([]string{"", "\n" + message + "\n", "\n" + message + "\n" + prompt}).Draw(t, "before"))
		s := speaking(t, nxosDialect, prompt)
		a, err := p.play(t, s, vendors.Entry{Line: "show running-config"}, rapid.IntRange(1, 64))
		if err != nil {
			t.Fatal(err)
		}
		if a.Text != text || !slices.Contains(a.Messages, message) {
			t.Fatalf("messages %q: %s", a.Messages, cmp.Diff(text, a.Text))
		}
	})
}

// TestOnlyCertainLogLinesGo: in an answer that consists of log lines, and where a line is not one as a whole, nothing is taken out.
func TestOnlyCertainLogLinesGo(t *testing.T) {
	const message = "2026 Nov 30 10:51:16 leaf1 %ETHPORT-5-IF_UP: Interface Ethernet1/1 is up"
	for name, test := range map[string]struct{ line, text, want string }{
		"asked for":          {"show logging last 10", message + "\n", message + "\n"},
		"behind other text":  {"show running-config", "  mtu 92" + message + "\n16\n", "  mtu 92" + message + "\n16\n"},
		"of another switch":  {"show running-config", strings.Replace(message, "leaf1", "leaf2", 1) + "\n", strings.Replace(message, "leaf1", "leaf2", 1) + "\n"},
		"whole":              {"show running-config", "a\n" + message + "\nb\n", "a\nb\n"},
		"without date":       {"show running-config", "a\n%ACLQOS-SLOT1-2-ACLQOS_OOTR: Tcam resource exhausted\nb\n", "a\nb\n"},
		"a refusal":          {"show", "% Invalid command at '^' marker.\n", "% Invalid command at '^' marker.\n"},
		"a share in percent": {"show", "bandwidth % 5: x\n", "bandwidth % 5: x\n"},
	} {
		x := &exchange{speech: speaking(t, nxosDialect, prompt), entry: vendors.Entry{Line: test.line}, blanks: "   "}
		if _, err := x.hear([]byte(test.line + "\n" + test.text + prompt)); err != nil {
			t.Fatal(err)
		}
		if n, err := x.hear([]byte("   \n" + prompt)); err != nil || !n.done {
			t.Fatalf("%s: %v, done %v", name, err, n.done)
		}
		if got := x.answer().Text; got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestEcho(t *testing.T) {
	const line = "show running-config interface Ethernet1/1"
	for name, test := range map[string]struct {
		sent string
		err  error
	}{
		"plain":             {sent: line + "\n"},
		"at a new prompt":   {sent: "\n\nleaf1# " + line + "\n"},
		"broken in two":     {sent: line[:20] + "\n" + line[20:] + "\n"},
		"with backspaces":   {sent: line[:20] + " \b" + line[20:] + "\n"},
		"late answer":       {sent: "hostname leaf1\n" + line + "\n", err: ErrUnexpected},
		"of another line":   {sent: "show version\n", err: ErrUnexpected},
		"at a foreign view": {sent: "leaf2# " + line + "\n", err: ErrUnexpected},
	} {
		t.Run(name, func(t *testing.T) {
			x := &exchange{speech: speaking(t, nxosDialect, prompt), entry: vendors.Entry{Line: line}}
			var err error
			for i := 0; i < len(test.sent) && err == nil; i++ {
				_, err = x.hear([]byte{test.sent[i]})
			}
			if !errors.Is(err, test.err) || x.echoed != (test.err == nil) {
				t.Errorf("error %v, echo %v", err, x.echoed)
			}
		})
	}
}

// TestErrorsOfAnExchangeHoldNoSecret: what is quoted is what the switch said.
func TestErrorsOfAnExchangeHoldNoSecret(t *testing.T) {
	x := &exchange{speech: speaking(t, nxosDialect, prompt), entry: vendors.Entry{Line: "show version"}}
	_, err := x.hear([]byte("snmp-server community PRIVATE group network-operator\n"))
	if err == nil || strings.Contains(err.Error(), "PRIVATE") || !strings.Contains(err.Error(), "snmp-server community") {
		t.Errorf("error %v", err)
	}
}

// TestPromptsOfTheDialects: prompts as the vendors print them are known once the name is, and those of other names are not.
func TestPromptsOfTheDialects(t *testing.T) {
	for _, test := range []struct {
		dialect     vendors.Dialect
		first       string
		mine, other []string
	}{
		{
			nxosDialect, "dc1-leaf.1# ",
			[]string{"dc1-leaf.1(config)# ", "dc1-leaf.1(config-sys-qos)#", "dc1-leaf.1(conf-tm-dest)# ", "dc1-leaf.1(maint-mode)# ", "dc1-leaf.1(maint-mode)(config)# ", "dc1-leaf.1(config-pmap-nqos-c)# "},
			[]string{"dc1-leafx1# ", "xdc1-leaf.1# ", "dc1-leaf.12# ", "dc1-leaf.1-old(config)# ", " dc1-leaf.1# ", "dc1-leaf.1", "#", "dc1-leaf.1# x"},
		},
		{
			vrpDialect, "<dc1-leaf1>",
			[]string{"[~dc1-leaf1]", "[*dc1-leaf1]", "[*dc1-leaf1-100GE1/0/1]", "[~dc1-leaf1-dcb-pfc-roce]", "HRP_M<dc1-leaf1>", "[*dc1-leaf1-behavior-tb#1]"},
			[]string{"[dc1-leaf1]", "[~dc1-leaf12]", "<dc1-leaf1-old>", "[V200R009C00SPC500]", "[Y/N]", "[~xdc1-leaf1]", "<dc1-leaf1> "},
		},
	} {
		s := speaking(t, test.dialect, test.first)
		for _, p := range append(test.mine, test.first) {
			if !s.isPrompt([]byte(p)) {
				t.Errorf("%q is not taken for a prompt of %q", p, test.first)
			}
		}
		for _, p := range test.other {
			if s.isPrompt([]byte(p)) {
				t.Errorf("%q is taken for a prompt of %q", p, test.first)
			}
		}
	}
}

func TestQuestionsOfTheDialects(t *testing.T) {
	for _, test := range []struct {
		dialect   vendors.Dialect
		questions []string
	}{
		{nxosDialect, []string{
			"Uncommitted changes found, commit them before exiting (yes/no/cancel)? [cancel]", "Do you want to continue? [confirm]",
			`Do you want to delete "/weft-ab" ? (yes/no/abort)   [y] `, "Do you want to overwrite (y/n)?[n]", "Enter password:",
		}},
		{vrpDialect, []string{
			"Are you sure to continue?[Y/N]", "Continue? [Y/N]:", "commit them before exiting? [Y(yes)/N(no)/C(cancel)]:",
			"The password needs to be changed. Change now? [Y/N]: ",
		}},
	} {
		s := speaking(t, test.dialect, "")
		for _, q := range test.questions {
			if !matches(s.questions, []byte(q)) {
				t.Errorf("%q is not taken for a question", q)
			}
			if matches(s.questions, []byte(q+"x")) || matches(s.questions, []byte("interface Ethernet1/1")) {
				t.Errorf("%q: something else is taken for a question", q)
			}
		}
	}
}

func TestRefusalsOfTheDialects(t *testing.T) {
	for _, test := range []struct {
		dialect vendors.Dialect
		text    string
		refused bool
	}{
		{nxosDialect, "                 ^\n% Invalid command at '^' marker.\n", true},
		{nxosDialect, "ERROR: policy-map is in use\n", true},
		{nxosDialect, "Configuration update aborted: services in transient state, wait for the system to stabilize\n", true},
		{nxosDialect, "Copy complete, now saving to disk (please wait)...\nCopy complete.\n", false},
		{nxosDialect, "Enter configuration commands, one per line. End with CNTL/Z.\n", false},
		{vrpDialect, "               ^\nError: Unrecognized command found at '^' position.\n", true},
		{vrpDialect, "Info: The configuration is being committed.\n", false},
	} {
		if says, refused := speaking(t, test.dialect, "").refusal(test.text); refused != test.refused {
			t.Errorf("%q: refused %v by %q", test.text, refused, says)
		}
	}
}

// TestEscapes: control sequences go, wherever the stream is cut, and all else stays.
func TestEscapes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sent, want []byte
		for range rapid.IntRange(0, 20).Draw(t, "parts") {
			text := rapid.StringMatching(`[a-z\n #\[]{0,6}`).Draw(t, "text")
			sent = append(append(sent, text...), rapid.SampledFrom([]string{"", "\x1b[42D", "\x1b[0;1m", "\x1b[K", "\x1b7", "\x1b[4\x1b[K"}).Draw(t, "sequence")...)
			want = append(want, text...)
		}
		var e escape
		var got []byte
		for len(sent) > 0 {
			n := min(rapid.IntRange(1, 9).Draw(t, "bytes"), len(sent))
			got = append(got, e.strip(slices.Clone(sent[:n]))...)
			sent = sent[n:]
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}
