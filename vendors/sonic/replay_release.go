package sonic

import "strings"

// release is a release of community SONiC, by its place among those that the reference covers.
type release uint8

// The releases.
const (
	release202405 release = iota
	release202411
	release202505
	release202511
	release202605
	numReleases
)

var releaseNames = [numReleases]string{"202405", "202411", "202505", "202511", "202605"}

// releaseOf finds a release by the start of its name: "202405.12" is of 202405. The platform table knows which there are.
func releaseOf(name string) release {
	for i, known := range releaseNames {
		if strings.HasPrefix(name, known) {
			return release(i)
		}
	}
	return release202405
}

// releases is a set of releases, one bit each.
type releases uint8

const everyRelease = releases(1<<numReleases - 1)

// since is a release and all after it; before is all that are older.
func since(r release) releases        { return everyRelease &^ before(r) }
func before(r release) releases       { return 1<<r - 1 }
func just(r release) releases         { return 1 << r }
func (s releases) has(r release) bool { return s>>r&1 == 1 }
