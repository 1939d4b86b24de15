package main

import "testing"

// TestColoured is what the environment says of colour. NO_COLOR goes first, as --no-color does.
func TestColoured(t *testing.T) {
	type env = map[string]string
	for _, test := range []struct {
		terminal bool
		env      env
		want     bool
	}{
		{true, env{}, true},
		{false, env{}, false},
		{true, env{"TERM": "dumb"}, false},
		{true, env{"CLICOLOR": "0"}, false},
		{true, env{"CLICOLOR": "1"}, true},
		{false, env{"CLICOLOR": "1"}, false},
		{false, env{"CLICOLOR_FORCE": "1"}, true},
		{false, env{"CLICOLOR_FORCE": "0"}, false},
		{true, env{"CLICOLOR": "0", "CLICOLOR_FORCE": "1"}, true},
		{true, env{"NO_COLOR": "1"}, false},
		{false, env{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, false},
	} {
		if got := coloured(test.terminal, func(name string) string { return test.env[name] }); got != test.want {
			t.Errorf("terminal %v, %v: %v", test.terminal, test.env, got)
		}
	}
}
