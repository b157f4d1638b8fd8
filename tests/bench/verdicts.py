#!/usr/bin/env python3
"""Compares the verdicts of two builds of Limn on a folder of descriptors: codes, severities and ranges.

    python3 tests/bench/verdicts.py OLD NEW FOLDER...

OLD and NEW are binaries; NEW is built from this folder. Messages are not compared. Codes that were renamed count as
their present ones: the manual in public/rules lists the earlier ones. Exits with 1 if anything differs.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

MANUAL = pathlib.Path(__file__).resolve().parents[2] / "public" / "rules"
# Differences that are printed.
MOST = 40


def renamed():
    """The present code for each earlier one."""
    found = {}
    for page in MANUAL.glob("*.md"):
        for line in page.read_text(encoding="utf-8").splitlines():
            code = re.match(r"`([a-z-]+/[a-z0-9-]+)` · ", line)
            earlier = re.search(r"· earlier ((?:`[^`]+`(?:, )?)+)", line)
            if code and earlier:
                found.update({old: code[1] for old in re.findall(r"`([^`]+)`", earlier[1])})
    return found


def verdicts(binary, folder, codes):
    """The diagnostics of each file, with how often each occurs."""
    run = subprocess.run([binary, "check", "--format", "json", folder], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{binary} check {folder}: {run.stderr}")
    files = {}
    for file in json.loads(run.stdout):
        key = (file.get("file") or file.get("path"), file.get("document"))
        seen = files.setdefault(str(key), collections.Counter())
        for it in file["diagnostics"]:
            place = json.dumps(it.get("range") or [it.get(k) for k in ("line", "column", "end_line", "end_column")])
            seen[(codes.get(it["code"], it["code"]), it["severity"], place)] += 1
    return files


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    old, new, *folders = sys.argv[1:]
    codes = renamed()
    files = diagnostics = 0
    changed = []
    for folder in folders:
        before, after = verdicts(old, folder, codes), verdicts(new, folder, codes)
        files += len(after)
        diagnostics += sum(sum(it.values()) for it in after.values())
        for name in sorted(before.keys() | after.keys()):
            was, now = before.get(name, collections.Counter()), after.get(name, collections.Counter())
            changed += [f"- {name}: {it}" for it in (was - now).elements()]
            changed += [f"+ {name}: {it}" for it in (now - was).elements()]
    print("\n".join(changed[:MOST]))
    print(f"{files} files, {diagnostics} diagnostics, {len(changed)} differences")
    sys.exit(1 if changed else 0)


main()
