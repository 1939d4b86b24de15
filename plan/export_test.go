package plan

// The helpers of scenario_test.go, for tests outside the package.
var (
	CheckLaws = checkLaws
	Dump      = dump
)

// Updating tells whether golden files are to be written.
func Updating() bool { return *update }
