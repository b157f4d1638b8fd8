"""Runs LMCTL's own code on projects and packages, offline. Reads a list of jobs as JSON and writes a list of results.

A job is {"do": "validate" | "build" | "push", "path": …}. Projects are changed by LMCTL, so they are given as copies.
"""

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import traceback

from lmctl.project.package.core import Pkg, ValidateOptions as PackageOptions
from lmctl.project.source.core import BuildOptions, BuildValidationError, Project, ValidateOptions


def messages(violations):
    return [str(violation.message) for violation in violations]


def validate(path):
    os.chdir(path)
    result = Project("./").validate(ValidateOptions())
    return {"ok": not result.has_errors(), "errors": messages(result.errors)}


def build(path):
    os.chdir(path)
    try:
        result = Project("./").build(BuildOptions())
    except BuildValidationError as error:
        return {"ok": False, "errors": messages(error.validation_result.errors)}
    return {"ok": True, "package": os.path.abspath(result.pkg.path)}


def push(path):
    """What LMCTL checks before it sends the first part of a package."""
    folder = tempfile.mkdtemp()
    try:
        result = Pkg(path).open(folder).validate(None, PackageOptions())
        return {"ok": not result.has_errors(), "errors": messages(result.errors)}
    finally:
        shutil.rmtree(folder)


def run(job):
    home = os.getcwd()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return {"validate": validate, "build": build, "push": push}[job["do"]](job["path"])
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return {"ok": False, "errors": [f"{type(error).__name__}: {error} ({os.path.basename(where.filename)}:{where.lineno})"]}
    finally:
        os.chdir(home)


json.dump([run(job) for job in json.load(sys.stdin)], sys.stdout)
