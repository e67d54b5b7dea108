"""The modules of the package, read from Package.swift."""
import json
import pathlib
import subprocess
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
# Tests of a module that are in the targets of others: what a line means is tested with what it is exported and imported as.
ELSEWHERE = {name: {"CalendarFeedsTests", "CalendarImportsTests", "TaskFolderStoreTests"} for name in ("LineCodec", "TaskBridge")}
# The folders of Sources, the highest layer first. A module imports only from its own folder and from those below it.
LAYERS = ["Network", "App", "Editor", "Agenda", "Flows", "Stores", "Lines", "Calendar", "Text", "System"]


class Module(NamedTuple):
    """A target: its folder, the names of the targets and products that it depends on, and its kind."""
    folder: pathlib.Path
    dependencies: set
    kind: str

    @property
    def layer(self):
        """The folder of Sources that contains it; None for tests and for targets that tests share."""
        inside = self.folder.is_relative_to(SOURCES)
        return self.folder.relative_to(SOURCES).parts[0] if inside else None


def dump():
    """The manifest as JSON."""
    done = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, check=True)
    return json.loads(done.stdout)


def modules(manifest=None):
    """All targets, by name."""
    return {target["name"]: module(target) for target in (manifest or dump())["targets"]}


def module(target):
    folder = ROOT / (target.get("path") or f"Tests/{target['name']}")
    dependencies = {(each.get("byName") or each.get("target") or each.get("product"))[0]
                    for each in target["dependencies"]}
    return Module(folder, dependencies, target["type"])


def libraries(manifest):
    """The names of the products that are libraries, in order."""
    return [product["name"] for product in manifest["products"] if "library" in product["type"]]


def tests_of(every, module):
    """The test targets of a module: the one with its name, otherwise those that depend on it, otherwise those of the modules that
    depend on it."""
    if every[module].kind == "test":
        return {module}
    if f"{module}Tests" in every:
        return {f"{module}Tests"} | ELSEWHERE.get(module, set())
    users = {name for name, other in every.items() if module in other.dependencies}
    tests = {name for name in users if every[name].kind == "test"}
    return tests or set().union(*(tests_of(every, name) for name in users))
