#!/usr/bin/env python3
"""Reports what proselint dislikes in the prose of the pages.

Usage: prose.py [PAGE...]    (all pages where none is named)

Code and quotations are blanked, and all pages are one text, so that two spellings of a word are found on two pages.
scripts/prose.json turns off the checks of typography and dates, and those that take a technical term for a fault, such
as "note:" for a forgotten annotation.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = re.compile(r"^```.*?^```$", re.M | re.S)
SPAN = re.compile(r'`[^`\n]*`|"[^"\n]*"|"|\]\([^)\n]*\)|<[^>\n]*>|--[a-z-]+|\b[A-Z][A-Z-]+\b')


def prose(text):
    """A page without code, quotations, addresses, HTML and options and names in capitals; all other words stay where they are."""
    blocks = CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    return SPAN.sub(lambda match: "x".center(len(match.group())), blocks)


def pages():
    return [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted((ROOT / "Docs").glob("*.md"))


def faults(text):
    """What proselint reports about a text."""
    with tempfile.TemporaryDirectory() as folder:
        settings = pathlib.Path(folder, "proselint", "config")
        settings.parent.mkdir()
        settings.write_text((ROOT / "scripts" / "prose.json").read_text())
        environment = os.environ | {"XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder, "HOME": folder}
        run = subprocess.run(["proselint", "--json"], input=text, capture_output=True, text=True, env=environment)
    if run.returncode not in (0, 1) or not run.stdout:
        sys.exit(f"prose: proselint fails: {run.stderr[-1000:]}")
    return json.loads(run.stdout)["data"]["errors"]


def main(*names):
    named = [pathlib.Path(name).resolve() for name in names] or pages()
    lines = [(page, number, line) for page in named
             for number, line in enumerate(prose(page.read_text()).splitlines(), 1)]
    found = faults("\n".join(line for _, _, line in lines) + "\n")
    for fault in found:
        page, number, _ = lines[fault["line"] - 1]
        print(f"{page.relative_to(ROOT)}:{number}:{fault['column']}: {fault['check']}: {fault['message']}")
    sys.exit(1 if found else 0)


main(*sys.argv[1:])
