package view

import (
	"fmt"
	"strings"
)

// part is a piece of a document that can be told at more or less length. Every form of it is whole in itself.
type part struct {
	// form is the part at a length, from 0, the shortest, to longest.
	form     func(length int) string
	longest  int
	switches int // that are told of nowhere else, for who reads that the part is left out
}

// fit puts a document together that is no longer than limit bytes. The head is never left out; the parts come in order of weight:
// first all of them in short, and then one after the other at more and more length. Where not even all in short have room, half of it
// is for what the weightiest have to say. What is missing is said at the end. An error says how many bytes are needed.
func fit(head part, parts []part, limit int) (string, error) {
	if whole, ok := inFull(append([]part{head}, parts...), limit); ok {
		return whole, nil
	}
	room := limit - len(missing(len(parts), total(parts)))
	text, ok := longestForm(head, room)
	if !ok {
		return "", fmt.Errorf("%d bytes are too few: the least that can be told takes %d", limit, len(head.form(0))+limit-room)
	}
	room -= len(text)
	told := shortest(parts, room)
	if len(told) < len(parts) {
		told = shortest(parts, room/2)
	}
	lengthen(parts, told, room-size(told))
	return text + strings.Join(told, "") + missing(len(parts)-len(told), total(parts[len(told):])), nil
}

// inFull is everything at its greatest length, if that is no longer than limit.
func inFull(parts []part, limit int) (string, bool) {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.form(p.longest))
		if b.Len() > limit {
			return "", false
		}
	}
	return b.String(), true
}

// longestForm is the longest form of a part for which there is room.
func longestForm(p part, room int) (string, bool) {
	for length := p.longest; length >= 0; length-- {
		if text := p.form(length); len(text) <= room {
			return text, true
		}
	}
	return "", false
}

// shortest are the parts in short, until there is no room for the next one.
func shortest(parts []part, room int) []string {
	var told []string
	for _, p := range parts {
		text := p.form(0)
		if room -= len(text); room < 0 {
			break
		}
		told = append(told, text)
	}
	return told
}

// lengthen tells parts at more length: the weightiest first, and all at one length before any at the next one. A part for which
// there was no room once stays as it is.
func lengthen(parts []part, told []string, room int) {
	stuck := make([]bool, len(told))
	for length, more := 1, true; more; length++ {
		more = false
		for i := range told {
			if stuck[i] || length > parts[i].longest {
				continue
			}
			text := parts[i].form(length)
			if extra := len(text) - len(told[i]); extra <= room {
				told[i], room, more = text, room-extra, true
				continue
			}
			stuck[i] = true
		}
	}
}

func size(texts []string) int {
	n := 0
	for _, text := range texts {
		n += len(text)
	}
	return n
}

func total(parts []part) int {
	n := 0
	for _, p := range parts {
		n += p.switches
	}
	return n
}

// missing names what is left out: so many parts of a document, and the switches that they tell of.
func missing(parts, switches int) string {
	if parts == 0 {
		return "Shortened: everything is in the plan file.\n"
	}
	return fmt.Sprintf("Shortened: %s, %s: see the plan file.\n", quantity(parts, "more group", "more groups"), quantity(switches, "switch", "switches"))
}
