#!/usr/bin/env python3
"""How much work a check of a TOSCA template is, beside other processors: CPU seconds and peak memory of whole processes, in one run.

usage: peers.py LIMN [FOLDER [NODES …]]

LIMN is the command line, as `make cli` builds it. FOLDER holds the virtual environments of the peers; what is not there is installed by pip, and
what cannot be installed is left out, and reported. NODES are the sizes to measure, if not all are to be measured. Every measurement is the median of
nine (three above 1,000 nodes), taken in turns and on one core, so that what else the machine does falls on all alike, and none is charged with
waking a core that slept.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

SIZES = (100, 1000, 5000)

PUCCINI = """
import sys, ctypes, glob, os, site
folder = [path for path in site.getsitepackages() for path in glob.glob(path + '/**/libpuccini.so', recursive=True)][0]
library = ctypes.CDLL(folder)
library.Compile.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char, ctypes.c_char]
library.Compile.restype = ctypes.c_char_p
library.Compile(('file:' + os.path.abspath(sys.argv[1])).encode(), b'{}', b'[]', 0, 0)
"""


def template(nodes):
    """Half of the nodes computers, half software that they host, as real templates have them: a few properties each."""
    lines = ["tosca_definitions_version: tosca_simple_yaml_1_2", "topology_template:", "  node_templates:"]
    for at in range(nodes // 2):
        lines += [
            f"    server_{at}:",
            "      type: tosca.nodes.Compute",
            "      capabilities:",
            "        host:",
            "          properties:",
            f"            num_cpus: {1 + at % 8}",
            "            disk_size: 10 GB",
            f"            mem_size: {1 + at % 16} GB",
            "        os:",
            "          properties:",
            "            architecture: x86_64",
            "            type: linux",
            "            distribution: rhel",
            "            version: 6.5",
            f"    software_{at}:",
            "      type: tosca.nodes.SoftwareComponent",
            "      properties:",
            f"        component_version: 1.{at}",
            "      requirements:",
            f"        - host: server_{at}",
            "      interfaces:",
            "        Standard:",
            f"          create: scripts/create_{at}.sh",
            f"          configure: scripts/configure_{at}.sh",
        ]
    return "\n".join(lines) + "\n"


def measure(command):
    """CPU seconds and peak MiB of one process. It is spawned, not forked: a fork of this script would cost time that belongs to no processor."""
    with open(os.devnull, "wb") as null:
        silent = [(os.POSIX_SPAWN_DUP2, null.fileno(), 1), (os.POSIX_SPAWN_DUP2, null.fileno(), 2)]
        process = os.posix_spawn(command[0], command, os.environ, file_actions=silent)
        _, _, used = os.wait4(process, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def environment(folder, package):
    """The python of an environment that has the package; None where it cannot be had."""
    home = folder / package
    python = home / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=False)
    have = subprocess.run([str(python), "-m", "pip", "show", "-q", package], capture_output=True, check=False)
    if have.returncode and subprocess.run([str(python), "-m", "pip", "install", "-q", package], check=False).returncode:
        print(f"{package} cannot be installed here: left out")
        return None
    return python


def main():
    limn = os.path.abspath(sys.argv[1])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())
    work = pathlib.Path(tempfile.mkdtemp())
    peers = {"limn": lambda file: [limn, "check", file]}
    parser = environment(folder, "tosca-parser")
    if parser:
        peers["tosca-parser"] = lambda file: [str(parser), str(parser.parent / "tosca-parser"), "--template-file", file]
    puccini = environment(folder, "puccini")
    if puccini:
        driver = work / "puccini.py"
        driver.write_text(PUCCINI)
        peers["puccini"] = lambda file: [str(puccini), str(driver), file]
    unfurl = environment(folder, "unfurl")
    if unfurl:
        peers["unfurl"] = lambda file: [str(unfurl), str(unfurl.parent / "unfurl"), "--home", "", "validate", file]
    rows = []
    print(f"{'nodes':>6} {'bytes':>9}  {'processor':<20} {'CPU s':>8} {'MiB':>7} {'times ours':>11}")
    for size in [int(size) for size in sys.argv[3:]] or SIZES:
        file = work / f"template-{size}.yaml"
        file.write_text(template(size))
        runs = {name: [] for name in peers}
        for turn in range(10 if size <= 1000 else 4):
            for name, command in peers.items():
                used = measure(command(str(file)))
                if turn:
                    runs[name].append(used)
        ours = statistics.median(cpu for cpu, _ in runs["limn"])
        our_memory = statistics.median(memory for _, memory in runs["limn"])
        for name, all_runs in runs.items():
            if all_runs:
                cpu = statistics.median(cpu for cpu, _ in all_runs)
                memory = statistics.median(memory for _, memory in all_runs)
                print(f"{size:>6} {file.stat().st_size:>9}  {name:<20} {cpu:>8.3f} {memory:>7.0f} {cpu / ours:>11.1f}")
                if name != "limn":
                    rows.append({"what": f"{size} nodes, CPU time", "limn": ours, "peer": cpu, "name": name, "unit": "s"})
                    rows.append({"what": f"{size} nodes, memory", "limn": our_memory, "peer": memory, "name": name, "unit": "MiB"})
    # For table.mjs.
    results = pathlib.Path(__file__).resolve().parents[2] / "target" / "bench"
    results.mkdir(parents=True, exist_ok=True)
    (results / "check.json").write_text(json.dumps(rows))


main()
