package sonic

import (
	"fmt"
	"strings"
	"time"
)

// train is one release of community SONiC and what it takes. What it lets a live patch change is the device model's.
type train struct {
	name     string
	marks    bool          // TC_TO_DSCP_MAP has a model, so that a patch can hold it
	mostPoll time.Duration // of the watchdog
}

// trains are the known ones, oldest first (sonic-buildimage:src/sonic-yang-models of each branch).
var trains = []train{
	{name: "202405", mostPoll: 3000 * time.Millisecond},
	{name: "202411", marks: true, mostPoll: 3000 * time.Millisecond},
	{name: "202505", marks: true, mostPoll: 3000 * time.Millisecond},
	{name: "202511", marks: true, mostPoll: 1000 * time.Millisecond},
	{name: "202605", marks: true, mostPoll: 1000 * time.Millisecond},
}

// trainOf finds the train of a release: "202405" and "202405.12", the branch and a build of it, are of one.
func trainOf(release string) (train, error) {
	branch, build, dotted := strings.Cut(release, ".")
	for _, t := range trains {
		if branch == t.name && (!dotted || build != "" && strings.Trim(build, "0123456789.-") == "") {
			return t, nil
		}
	}
	names := make([]string, len(trains))
	for i, t := range trains {
		names[i] = t.name
	}
	return train{}, fmt.Errorf("release %q is of no known SONiC branch; known are %s, each with or without a build such as %s.1",
		release, strings.Join(names, ", "), trains[0].name)
}
