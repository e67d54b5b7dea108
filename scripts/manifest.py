"""The modules of the package, as Package.swift has them."""
import json
import pathlib
import subprocess
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
# The folders of Sources, from the top down. A module imports what is in its own folder and in those below it.
LAYERS = ["Network", "App", "Flows", "Stores", "Bridge", "Calendar", "Text", "System"]


class Module(NamedTuple):
    """A target: its folder, the names of the targets and products that it depends on, and its kind."""
    folder: pathlib.Path
    dependencies: set
    kind: str

    @property
    def layer(self):
        """The folder of Sources that it is in; None for tests and what they share."""
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
    """The test targets of a module: those of its name, or else those that depend on it."""
    if every[module].kind == "test":
        return {module}
    if f"{module}Tests" in every:
        return {f"{module}Tests"}
    return {name for name, other in every.items() if other.kind == "test" and module in other.dependencies}
