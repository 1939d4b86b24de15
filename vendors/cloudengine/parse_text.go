package cloudengine

import "strings"

// freeText takes a command of the system view with the lines that belong to it as text, if it is such a one: a banner, a
// key, a routing policy, a certificate. They may look like anything, and their indentation says nothing.
func (p *parser) freeText(header string) bool {
	end, what := freeTextEnd(header)
	if end == nil {
		return false
	}
	if first, ended := p.build.FreeText(&p.lines, header, func(line string) bool { return end(strings.TrimSpace(line)) }); !ended {
		p.diags.Errorf(first, "the %s that starts here does not end", what)
	}
	p.depth, p.open[0].foreign = 0, 0
	return true
}

// freeTextEnd recognises a command that text follows on further lines, and tells the last of them.
func freeTextEnd(header string) (end func(line string) bool, what string) {
	first := firstOf(header)
	rest := strings.TrimLeft(header[len(first):], " \t")
	switch {
	case strings.EqualFold(first, "header"):
		return bannerEnd(rest)
	case strings.EqualFold(first, "xpl"):
		return func(line string) bool { return strings.HasPrefix(line, "end-") }, "xpl block"
	case strings.EqualFold(firstOf(rest), "peer-public-key") && !strings.EqualFold(first, "undo"):
		return func(line string) bool { return strings.EqualFold(line, "peer-public-key end") }, "public key"
	case strings.HasPrefix(header, "-----BEGIN "):
		return func(line string) bool { return strings.HasPrefix(line, "-----END ") }, "certificate"
	}
	return nil, ""
}

// bannerEnd is the end of a banner, after `header`: login information "text" on as many lines as it takes. The first
// character delimits it, if it is no letter or digit.
func bannerEnd(command string) (end func(line string) bool, what string) {
	kind := firstOf(command)
	command = strings.TrimLeft(command[len(kind):], " \t")
	text, ok := strings.CutPrefix(command, "information")
	text = strings.TrimLeft(text, " \t")
	if !ok || text == "" || isWordChar(text[0]) {
		return nil, ""
	}
	delimiter := text[:1]
	end = func(line string) bool { return strings.HasSuffix(line, delimiter) }
	if end(text[1:]) {
		return nil, ""
	}
	return end, "banner"
}

func isWordChar(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}
