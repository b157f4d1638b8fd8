#!/usr/bin/env python3
"""Whether other processors take the packages that Limn makes: every template that a processor accepts as YAML is packed, and read again as a CSAR.

usage: packages.py LIMN FOLDER TEMPLATE|FOLDER...

LIMN is the command line. FOLDER holds the virtual environments of the peers; what is not there is installed by pip, and what cannot be installed is
left out, and reported. Ends with 1 where a package is refused whose files all are in it.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

TOSCA_PARSER = """
import json, logging, sys
logging.disable(logging.CRITICAL)
from toscaparser.tosca_template import ToscaTemplate
try:
    ToscaTemplate(sys.argv[1], None, True)
    print(json.dumps([]))
except BaseException as error:
    print(json.dumps([str(error)]))
"""

PUCCINI = """
import json, os, sys
from puccini import tosca
# A value for an input is given when it is deployed.
LATER = 'unassigned required input definition'
try:
    tosca.compile('file:' + os.path.abspath(sys.argv[1]), {}, [], False, False)
    print(json.dumps([]))
except tosca.Problems as error:
    print(json.dumps([it['message'] for it in error.problems if it['message'] != LATER]))
except Exception as error:
    print(json.dumps([str(error)]))
"""

PEERS = {"tosca-parser": ("v-tp", "tosca-parser", TOSCA_PARSER), "puccini": ("v-pu", "puccini", PUCCINI)}


def environment(home, package):
    """The python of an environment that has the package; None where it cannot be had."""
    python = home / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=False)
    have = subprocess.run([str(python), "-m", "pip", "show", "-q", package], capture_output=True, check=False)
    if have.returncode and subprocess.run([str(python), "-m", "pip", "install", "-q", package], check=False).returncode:
        print(f"{package} cannot be installed here: left out")
        return None
    return python


def verdict(python, driver, file):
    """What the peer has against a file; None where it takes too long or falls over."""
    try:
        run = subprocess.run([python, driver, file], capture_output=True, text=True, timeout=60, check=False)
        return json.loads(run.stdout.strip().splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, ValueError):
        return None


def templates(names):
    for name in names:
        path = pathlib.Path(name)
        found = sorted(it for it in path.rglob("*") if it.suffix in (".yaml", ".yml")) if path.is_dir() else [path]
        yield from (it for it in found if "topology_template" in it.read_text(errors="replace"))


def main():
    limn = os.path.abspath(sys.argv[1])
    folder, work = pathlib.Path(sys.argv[2]), pathlib.Path(tempfile.mkdtemp())
    peers = {}
    for name, (home, package, source) in PEERS.items():
        python = environment(folder / home, package)
        if python:
            driver = work / f"{home}.py"
            driver.write_text(source)
            peers[name] = (str(python), str(driver))
    counts = {name: {"accepted": 0, "refused": 0, "incomplete": 0} for name in peers}
    for nth, template in enumerate(templates(sys.argv[3:])):
        package = work / f"{nth}.csar"
        packed = subprocess.run([limn, "pack", str(template), "-o", str(package)], capture_output=True, text=True, check=False)
        for name, (python, driver) in peers.items():
            if verdict(python, driver, str(template)) != []:
                continue
            problems = verdict(python, driver, str(package)) if package.exists() else [packed.stderr]
            lacks = ": not in the package" in packed.stderr
            kind = "accepted" if problems == [] else "incomplete" if lacks else "refused"
            counts[name][kind] += 1
            if kind == "refused":
                print(f"{name} refuses {template}: {problems}")
        package.unlink(missing_ok=True)
    for name, count in counts.items():
        print(
            f"{name}: of {sum(count.values())} templates that it accepts, {count['accepted']} packages are accepted, "
            f"{count['refused']} refused, {count['incomplete']} refused for files that the template names and that are nowhere"
        )
    sys.exit(any(count["refused"] for count in counts.values()))


main()
