#!/bin/bash
# How long the page takes to build, in seconds of processor time, and how large it is: `make figures`.
#   tests/bench/build.sh [COMMIT] [all]   "all" builds the tools too, from nothing
# Works in a clone of its own, so that nothing built before counts. Another commit is measured by the same steps.
set -euo pipefail
top=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
commit=${1:-HEAD}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet "$top" "$work/limn"
cd "$work/limn"
git checkout --quiet "$(git -C "$top" rev-parse "$commit")"
if [ "${2:-}" != all ] && [ -d "$top/.tools" ]; then cp -r "$top/.tools" .tools; fi
unset NO_COLOR
export TRUNK_SKIP_VERSION_CHECK=true PATH="$PWD/.tools/bin:$PWD/node_modules/.bin:$PATH"

# Processor seconds of a command and all that it starts.
cpu() {
  local TIMEFORMAT="%U %S" name=$1
  shift
  { time "$@" > "$work/log" 2>&1; } 2> "$work/time" || { tail -30 "$work/log"; exit 1; }
  awk -v name="$name" '{ printf "%-58s %7.1f s\n", name, $1 + $2 }' "$work/time"
}

# One line more, at the end of a file.
change() { echo "// $RANDOM" >> "$1"; }
first() { for file in "$@"; do if [ -f "$file" ]; then echo "$file"; return; fi; done; }

cpu "setting up" make setup
cpu "make serve: the page from nothing" trunk build
change "$(first src/ui/status.rs)"
cpu "  after a change in a component" trunk build
change "$(first src/dialect/tosca/rules/templates/mod.rs)"
cpu "  after a change in a rule" trunk build
change "$(first src/yaml/path.rs)"
cpu "  after a change in yaml" trunk build
cpu "make build: the release page" trunk build --release
node tests/browser/size.mjs 2>/dev/null || ls -l dist/*.wasm
