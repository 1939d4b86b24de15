# What the hooks share. The settings are git's own, of the bare repository:
#
#   git config weft.state    where plans, comments and the checked out intent are kept   (default: weft, in the repository)
#   git config weft.flags    flags for every command that speaks to switches             (such as --target 'leaf*')
#   git config weft.key      an SSH key that signs plans                                  (default: plans are not signed)
#   git config weft.allowed  the allowed_signers file that they are judged by
#   git config weft.main     the branch that is what the switches run                     (default: main)

set -euo pipefail
unset GIT_QUARANTINE_PATH # the intent is only read

setting() { git config --get "weft.$1" || printf '%s\n' "$2"; }

bare=$(cd "$(git rev-parse --git-dir)" && pwd)
state=$(setting state "$bare/weft")
main=refs/heads/$(setting main main)
key=$(setting key '')
allowed=$(setting allowed '')
read -r -a flags <<<"$(setting flags '')"
intent=$state/intent
mkdir -p "$intent" "$state/plans"

# alone waits until no other hook is at work, and keeps others waiting until this one ends.
alone() {
	exec 9>"$state/lock"
	flock 9
}

# check_out puts the files of a commit where weft reads them. What else is there stays: .weft with the journal, known_hosts.
check_out() {
	GIT_INDEX_FILE=$state/index git --work-tree="$intent" read-tree --reset -u "$1"
}

# plan_of is the directory with the plan of a commit.
plan_of() { printf '%s/plans/%s\n' "$state" "$1"; }

# make_plan plans a commit, and keeps the plan with its comment. Switches that cannot be read or are refused are in the plan.
make_plan() {
	local dir rc=0
	local -a sign=()
	dir=$(plan_of "$1")
	[ -z "$key" ] || sign=(--sign "$key")
	check_out "$1"
	rm -rf "$dir"
	mkdir -p "$dir"
	weft plan "$intent" "${flags[@]}" --commit "$1" --out "$dir/plan.json" "${sign[@]}" --format markdown >"$dir/comment.md" || rc=$?
	[ "$rc" = 0 ] || [ "$rc" = 6 ] || { rm -rf "$dir" && return "$rc"; }
}

# apply_plan carries out the plan of a commit: that very file, and nothing else.
apply_plan() {
	local dir
	local -a verify=()
	dir=$(plan_of "$1")
	[ -z "$allowed" ] || verify=(--verify-key "$allowed")
	check_out "$1"
	weft apply "$dir/plan.json" --intent "$intent" "${flags[@]}" --commit "$1" "${verify[@]}" --auto-approve >"$dir/report.txt"
}
