#!/usr/bin/env python3
"""Checks the pages of the documentation: their length, their links and their navigation.

Usage: pages.py

A page of Docs/ has at most 200 lines, is in a group of README.md, and ends with a line that links back to the README and
to the next page. A link names a file, and a heading of it, that exist.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LONGEST = 200
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAVIGATION = re.compile(r"^Back to the \[README\]\(\.\./README\.md#documentation\)(?: · Next: \[[^\]]+\]\([^)]+\))?$")


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


def anchors(path):
    """The headings of a page, as GitHub makes links of them."""
    headings = re.findall(r"^#+ (.*)$", without_code(path.read_text()), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def faults_of_links(path):
    for target in LINK.findall(without_code(path.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        other = (path.parent / name).resolve() if name else path
        if not other.exists():
            yield f"the link to {target} has no file"
        elif anchor and other.suffix == ".md" and anchor not in anchors(other):
            yield f"the link to {target} has no heading"


def faults_of_page(path, listed):
    lines = path.read_text().rstrip("\n").split("\n")
    if len(lines) > LONGEST:
        yield f"has {len(lines)} lines; expected at most {LONGEST}"
    if not NAVIGATION.match(lines[-1]):
        yield "has no navigation; expected `Back to the [README](../README.md#documentation) · Next: [Title](Page.md)` at the end"
    if path.name not in listed:
        yield "is not in README.md; expected a link in one of its groups"


def listed_pages():
    """The pages that the README links to, and those that the overviews of design and messages link to."""
    sources = [ROOT / "README.md", ROOT / "Docs" / "Design.md", ROOT / "Docs" / "Messages.md"]
    return {pathlib.PurePath(target.partition("#")[0]).name for path in sources for target in LINK.findall(path.read_text())}


def faults():
    listed = listed_pages()
    pages = sorted((ROOT / "Docs").glob("*.md"))
    for path in pages + [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]:
        own = list(faults_of_page(path, listed)) if path in pages else []
        for fault in own + list(faults_of_links(path)):
            yield f"{path.relative_to(ROOT)}: {fault}"


found = list(faults())
print("\n".join(found) or f"pages: {len(list((ROOT / 'Docs').glob('*.md')))} pages are reachable, and their links lead somewhere")
sys.exit(bool(found))
