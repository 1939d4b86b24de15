package intent

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // whether an intent is right does not depend on the machine
)

// Hours are a part of the day on some days of the week, as clocks on the wall show it: "Mon-Fri 20:00-06:00". Where they end before they
// begin they go on to the next day.
type Hours struct {
	days     [7]bool // from Sunday, those on which they begin
	from, to int     // minutes of the day
	text     string
}

// String is as it was written.
func (h Hours) String() string { return h.text }

// Include tells whether a moment, in the zone that it is in, is within the hours.
func (h Hours) Include(t time.Time) bool {
	minute, today := 60*t.Hour()+t.Minute(), int(t.Weekday())
	if h.from < h.to {
		return h.days[today] && h.from <= minute && minute < h.to
	}
	yesterday := (today + 6) % 7
	return h.days[today] && h.from <= minute || h.days[yesterday] && minute < h.to
}

var hours = parsed("days and hours", "Mon-Fri 20:00-06:00", parseHours)

var weekdays = []string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}

func parseHours(s string) (Hours, error) {
	h := Hours{text: s}
	wrong := fmt.Errorf("%q are no hours: write the days and the time, such as \"Mon-Fri 20:00-06:00\" or \"Sat 00:00-24:00\"", s)
	days, span, two := strings.Cut(s, " ")
	from, to, four := strings.Cut(span, "-")
	first, last, several := strings.Cut(days, "-")
	if !several {
		last = first
	}
	day, end := slices.Index(weekdays, first), slices.Index(weekdays, last)
	if !two || !four || day < 0 || end < 0 {
		return h, wrong
	}
	for ; day != end; day = (day + 1) % 7 {
		h.days[day] = true
	}
	h.days[end] = true
	var err [2]error
	h.from, err[0] = parseMinute(from)
	h.to, err[1] = parseMinute(to)
	if errors.Join(err[:]...) != nil || h.from == minutesOfDay {
		return h, wrong
	}
	if h.from == h.to {
		return h, fmt.Errorf("%q begin when they end: a whole day is 00:00-24:00", s)
	}
	return h, nil
}

const minutesOfDay = 24 * 60

// parseMinute reads a time of the day as the minutes since it began.
func parseMinute(s string) (int, error) {
	if s == "24:00" {
		return minutesOfDay, nil
	}
	t, err := time.Parse("15:04", s)
	if err != nil || len(s) != len("15:04") {
		return 0, fmt.Errorf("%q is no time of the day", s)
	}
	return 60*t.Hour() + t.Minute(), nil
}

var zone = parsed("time zone", "Europe/Berlin", func(s string) (*time.Location, error) {
	if s == "" || s == "Local" { // which would be another on each machine
		return nil, fmt.Errorf("%q is no time zone: write one such as \"Europe/Berlin\" or \"UTC\"", s)
	}
	place, err := time.LoadLocation(s)
	if err != nil {
		return nil, fmt.Errorf("%q is no time zone: write one such as \"Europe/Berlin\" or \"UTC\"", s)
	}
	return place, nil
})
