# What the hooks share. The settings are git's own, of the bare repository:
#
#   git config weft.state    where plans, comments and the checked out intent are kept   (default: weft, in the repository)
#   git config weft.flags    flags for every command that speaks to switches             (such as: --exclude 'spine*'; quotes as in a shell)
#   git config weft.key      an SSH key that signs plans                                  (default: plans are not signed)
#   git config weft.allowed  the allowed_signers file that they are judged by
#   git config weft.main     the branch that is what the switches run                     (default: main)

set -euo pipefail
trap '' PIPE              # whoever pushed may hang up: the switches are not left because of that
unset GIT_QUARANTINE_PATH # the intent is only read

say() { echo "weft: $*" >&2 || true; }
refuse() { say "$@" && exit 1; }

setting() { git config --get "weft.$1" || printf '%s\n' "$2"; }

bare=$(cd "$(git rev-parse --git-dir)" && pwd)
state=$(setting state "$bare/weft")
main=refs/heads/$(setting main main)
key=$(setting key '')
allowed=$(setting allowed '')
words=$(setting flags '' | xargs -r printf '%s\n')
flags=()
[ -z "$words" ] || mapfile -t flags <<<"$words"
intent=$state/intent
mkdir -p "$intent" "$state/plans"

# alone waits until no other hook is at work, and keeps others waiting until this one ends.
alone() {
	exec 9>"$state/lock"
	flock 9
	rm -f "$state/index.lock" # of a hook that was killed
}

# of_intent is git, with the files that weft reads.
of_intent() { GIT_INDEX_FILE=$state/index git --work-tree="$intent" "$@"; }

# check_out puts the files of a commit, and no others, where weft reads them. What is weft's own stays there, the journal and the host
# keys, and no commit can bring its own. It is called where bash does not end at an error, so that each step says what becomes of one.
check_out() {
	local own strange
	own=$(git ls-tree --full-tree --name-only "$1" .weft known_hosts) || return 1
	[ -z "$own" ] || { say "commit $1 has ${own//$'\n'/ and }, which is kept on this machine, in $intent" && return 1; }
	of_intent read-tree --reset -u "$1" || return 1
	[ "$(of_intent write-tree)" = "$(git rev-parse "$1^{tree}")" ] || { say "$intent is not what $1 is" && return 1; }
	strange=$(of_intent ls-files --others --exclude /.weft --exclude /known_hosts) || return 1
	[ -z "$strange" ] || { say "$intent has what no commit has: $strange" && return 1; }
}

# plan_of is the directory with the plan of a commit.
plan_of() { printf '%s/plans/%s\n' "$state" "$1"; }

# make_plan plans a commit, once: the plan that people read is the one that is carried out. Switches that cannot be read or are refused
# are in it.
make_plan() {
	local dir new rc=0
	local -a sign=()
	dir=$(plan_of "$1") new=$state/new
	[ ! -e "$dir/plan.json" ] || { say "$1 was planned before" && return; }
	[ -z "$key" ] || sign=(--sign "$key")
	check_out "$1" || return
	rm -rf "$new" "$dir" && mkdir "$new" || return
	weft plan "$intent" "${flags[@]}" --commit "$1" --out "$new/plan.json" "${sign[@]}" --format markdown >"$new/comment.md" </dev/null || rc=$?
	[ "$rc" = 0 ] || [ "$rc" = 6 ] || return "$rc"
	[ "$rc" = 0 ] || say "some switches are not in this plan: it does what it says, but $(basename "$main") does not move by it"
	mv "$new" "$dir"
}

# apply_plan carries out the plan of a commit: that very file, and nothing else. Its progress is kept, whether anybody listens or not.
apply_plan() {
	local dir
	local -a verify=()
	dir=$(plan_of "$1")
	[ -z "$allowed" ] || verify=(--verify-key "$allowed")
	: >"$dir/report.txt"
	check_out "$1" || return
	weft apply "$dir/plan.json" --intent "$intent" "${flags[@]}" --commit "$1" "${verify[@]}" --auto-approve \
		</dev/null 2>&1 >"$dir/report.txt" | tee -p "$dir/progress.txt" >&2
	return "${PIPESTATUS[0]}"
}
