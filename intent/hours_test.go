package intent

import (
	"testing"
	"time"
)

// TestHours: those that go on past midnight belong to the day on which they begin.
func TestHours(t *testing.T) {
	for text, c := range map[string]struct{ in, out []string }{
		"Mon-Fri 08:00-18:00": {[]string{"Mon 08:00", "Fri 17:59"}, []string{"Mon 07:59", "Fri 18:00", "Sat 09:00", "Sun 09:00"}},
		"Mon-Fri 22:00-05:00": {[]string{"Mon 22:00", "Tue 04:59", "Sat 04:59"}, []string{"Mon 04:59", "Mon 21:59", "Tue 05:00", "Sat 22:00", "Sun 03:00"}},
		"Sat-Mon 00:00-24:00": {[]string{"Sat 00:00", "Sun 12:00", "Mon 23:59"}, []string{"Tue 00:00", "Fri 23:59"}},
		"Wed 12:00-00:00":     {[]string{"Wed 12:00", "Wed 23:59"}, []string{"Wed 11:59", "Thu 00:00"}},
		"Sun 23:30-00:30":     {[]string{"Sun 23:30", "Mon 00:29"}, []string{"Sun 00:10", "Mon 00:30"}},
	} {
		h, err := parseHours(text)
		if err != nil || h.String() != text {
			t.Errorf("%s: %q, %v", text, h, err)
		}
		for want, times := range map[bool][]string{true: c.in, false: c.out} {
			for _, at := range times {
				if h.Include(dayAndTime(t, at)) != want {
					t.Errorf("%s: %s is not %v", text, at, want)
				}
			}
		}
	}
}

// dayAndTime is a moment of the week: "Mon 08:00".
func dayAndTime(t *testing.T, text string) time.Time {
	t.Helper()
	clock, err := time.Parse("15:04", text[4:])
	for day := range 7 {
		at := time.Date(2026, 11, 29+day, clock.Hour(), clock.Minute(), 0, 0, time.UTC) // from a Sunday
		if at.Format("Mon") == text[:3] && err == nil {
			return at
		}
	}
	t.Fatal(text, err)
	return time.Time{}
}

func TestHoursErrors(t *testing.T) {
	for _, text := range []string{"", "Mon", "Mon-Fri", "08:00-18:00", "mon 08:00-18:00", "Mon-Fri 8-18", "Mon 08:00 - 18:00", "Mon 08:60-18:00", "Mon 24:00-25:00", "Mon 08:00-18:00 UTC", "Mon-Fri-Sun 08:00-18:00", "Mon 00:00-00:00"} {
		if _, err := parseHours(text); err == nil {
			t.Errorf("%q are hours", text)
		}
	}
}
