package plan

// What scenario_test.go offers to tests outside the package.
var (
	CheckLaws = checkLaws
	Dump      = dump
)

// Updating tells whether golden files are to be written.
func Updating() bool { return *update }
