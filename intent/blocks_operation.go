package intent

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

var rolloutBlock = block[Rollout]{
	BlockSchema: BlockSchema{Type: "rollout", Once: true, Doc: "How `weft apply` goes across switches."},
	open:        ranged(func(r *Rollout) *hcl.Range { return &r.Range }),
	attributes: []attribute[Rollout]{
		attr("canary", list(glob), func(r *Rollout) *Opt[[]string] { return &r.Canary }, info{"none", `["leaf1", "spine*"]`,
			"Switches that go before the first wave, by name; * and ? stand for any text and any letter."}),
		attrOr("waves", waves, func(r *Rollout) *Opt[[]string] { return &r.Waves }, defaultWaves, info{`["1%", "10%", "100%"]`, `["2", "25%", "100%"]`,
			"How many switches are done when each wave ends: numbers or percentages of all, growing, the last 100%."}),
		attrOr("soak", during, func(r *Rollout) *Opt[time.Duration] { return &r.Soak }, defaultSoak, info{`"1m"`, `"10m"`,
			"How long to wait and watch after each wave."}),
		attrOr("budget", number[int]("whole number", "budgets are", 0, 100000), func(r *Rollout) *Opt[int] { return &r.Budget }, 0, info{"0", "2",
			"How many switches may fail before later waves are left untouched."}),
		attrOr("max_disruption", word("none", "loss", "recarve", "flap", "reload"), func(r *Rollout) *Opt[string] { return &r.MaxDisruption }, "recarve", info{
			`"recarve"`, `"loss"`, "The worst that a patch may do to traffic; a switch whose patch does more is refused."}),
		attrOr("gates", list(word(gates...)), func(r *Rollout) *Opt[[]string] { return &r.Gates }, gates, info{
			`["links", "programmed", "drops"]`, `["links", "programmed"]`,
			"What is checked on a switch before and after the push: its ports and neighbours as before, the hardware programmed as configured, no new drops in lossless queues."}),
	},
}.build()

// What holds where the rollout block does not say, or is not there.
var (
	defaultWaves = []string{"1%", "10%", "100%"}
	defaultSoak  = time.Minute
)

// EffectiveRollout is the rollout block, or what holds without one.
func (in *Intent) EffectiveRollout() Rollout {
	if in.Rollout != nil {
		return *in.Rollout
	}
	return Rollout{
		Waves: Opt[[]string]{V: defaultWaves}, Soak: Opt[time.Duration]{V: defaultSoak},
		MaxDisruption: Opt[string]{V: "recarve"}, Gates: Opt[[]string]{V: gates},
	}
}

// gates are the health gates of `weft apply`.
var gates = []string{"links", "programmed", "drops"}

var glob = parsed("name with * and ?", "leaf*", func(s string) (string, error) {
	if _, err := path.Match(s, ""); err != nil {
		return "", fmt.Errorf("%q is no pattern: write a switch's name, with * for any text", s)
	}
	return s, safeText(s)
})

var waves = kind[[]string]{"list of numbers and percentages", Form{Type: "list", Of: &wave.form, Filled: true}, readWaves}

func readWaves(v cty.Value) ([]string, error) {
	written, err := someOf(wave).read(v)
	if err != nil {
		return nil, err
	}
	var count, percent int
	for i, s := range written {
		last, n := &count, 0
		if number, found := strings.CutSuffix(s, "%"); found {
			last, s = &percent, number
		}
		if n, _ = strconv.Atoi(s); n <= *last {
			return nil, elementError{i, fmt.Errorf("%q does not grow: each wave takes in more switches than the one before", written[i])}
		}
		*last = n
	}
	if written[len(written)-1] != "100%" {
		return nil, elementError{len(written) - 1, errors.New("the last wave must be \"100%\": otherwise some switches would never have their turn")}
	}
	return written, nil
}

var wave = kind[string]{"number or percentage", Form{Type: "string", Units: []string{"%"}}, func(v cty.Value) (string, error) {
	if !v.IsNull() && v.Type() == cty.Number {
		n, err := number[int]("", "waves are", 1, 100000).read(v)
		return strconv.Itoa(n), err
	}
	s, err := readText(v)
	if err != nil {
		return "", err
	}
	number, isPercent := strings.CutSuffix(s, "%")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || isPercent && n > 100 {
		return "", fmt.Errorf("%q is no wave: write how many switches are done when it ends, such as \"2\" or \"10%%\"", s)
	}
	return s, nil
}}

var credentialsBlock = block[Credentials]{
	BlockSchema: BlockSchema{Type: "credentials", Label: "name",
		Doc: "Where the secret for logging in is. weft reads it when it connects and writes it nowhere."},
	open: named(credentialBlocks, func(c *Credentials, name string, at hcl.Range) { c.Name, c.Range = name, at }),
	attributes: []attribute[Credentials]{
		attr("username", prose, func(c *Credentials) *Opt[string] { return &c.Username }, info{"the user who runs weft", `"weft"`,
			"The user to log in as."}).hidden(either),
		attr("env", envName, func(c *Credentials) *Opt[string] { return &c.Env }, info{"", `"WEFT_PASSWORD"`,
			"The environment variable that holds the password."}),
		attr("file", prose, func(c *Credentials) *Opt[string] { return &c.File }, info{"", `"~/.config/weft/password"`,
			"The file that holds the password."}),
		attr("command", someOf(prose), func(c *Credentials) *Opt[[]string] { return &c.Command }, info{"", `["pass", "show", "net/ops"]`,
			"The command that prints the password: the program and its arguments. No shell is involved. What it says on stderr is not shown: it asks on `/dev/tty`."}),
		attr("password", prose, func(c *Credentials) *Opt[string] { return &c.Password }, info{"", "var.password",
			"The password itself. Written as a literal it draws a warning; use a sensitive variable."}).hidden(private),
		attr("key_file", prose, func(c *Credentials) *Opt[string] { return &c.KeyFile }, info{"", `"~/.ssh/id_ed25519"`,
			"The private key for SSH. A key that is locked is opened with the password."}),
		attr("ssh_agent", boolean, func(c *Credentials) *Opt[bool] { return &c.SSHAgent }, info{"false", "true",
			"Whether to use the keys of the SSH agent."}),
		attr("jump_host", prose, func(c *Credentials) *Opt[string] { return &c.JumpHost }, info{"", `"weft@bastion.example:22"`,
			"The host that SSH connections go through. The same secret opens it, and known_hosts has its key."}),
		attr("ca_file", prose, func(c *Credentials) *Opt[string] { return &c.CAFile }, info{"those of the system", `"fabric-ca.pem"`,
			"Certificates that sign those of the switches' gNMI servers."}),
		attr("cert_file", prose, func(c *Credentials) *Opt[string] { return &c.CertFile }, info{"", `"weft.pem"`,
			"The certificate that gNMI servers know weft by."}),
		attr("cert_key_file", prose, func(c *Credentials) *Opt[string] { return &c.CertKey }, info{"", `"weft.key"`,
			"The private key of `cert_file`."}),
	},
	done: checkCredentials,
}.build()

var envName = parsed("environment variable", "WEFT_PASSWORD", func(s string) (string, error) {
	for i := range len(s) {
		if c := s[i]; !letter(c) && c != '_' && (i == 0 || !digit(c)) {
			return "", fmt.Errorf("%q is no name of an environment variable: write letters, digits and _", s)
		}
	}
	return s, nil
})

// checkCredentials wants exactly one source of a password, or a key.
func checkCredentials(d *decoder, _ scope, c *Credentials) {
	var sources []string
	for _, s := range []struct {
		name string
		set  bool
	}{{"env", c.Env.Set}, {"file", c.File.Set}, {"command", c.Command.Set}, {"password", c.Password.Set}} {
		if s.set {
			sources = append(sources, s.name)
		}
	}
	switch {
	case len(sources) > 1:
		d.report(problem(c.Range, "More than one password", "%s each say where the password is. Keep one.", strings.Join(sources, " and ")))
	case len(sources) == 0 && !c.KeyFile.Set && !c.SSHAgent.V && !c.CertFile.Set:
		d.report(problem(c.Range, "No way to log in", "Write one of env, file, command or password, or key_file, or ssh_agent = true, or cert_file for gNMI."))
	}
	if c.CertFile.Set != c.CertKey.Set {
		d.report(problem(c.Range, "A certificate without its key", "Write both cert_file and cert_key_file, or neither."))
	}
}
