#!/usr/bin/env python3
"""Reports phrases for which CONTRIBUTING.md, "Words", has a better one: in Markdown, and in comments and strings of Swift.

scripts/words.txt has the phrases and the exceptions. Code is not read: in Markdown, the text between fences or in backticks; in
Swift, everything but comments and strings.

Usage: scripts/words.py [--count] [FILE...]      (by default all files that Git knows; --count prints a number for each kind)
"""
import bisect
import collections
import fnmatch
import functools
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Files that others wrote.
VENDORED = ("Tests/Oracles/rfc5545/", "Tests/Fuzzed/", "Tests/Version01/")
FENCE = re.compile(r"^ *(```|~~~).*?^ *\1[^\n]*$", re.M | re.S)
SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
LINK = re.compile(r"\]\([^)\n]*\)")
# A comment to the end of its line, and one between /* and */.
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
MARKER = re.compile(r"^([ \t]*)(///?|\*(?!/))", re.M)
STRING = re.compile(r'(#*)("""|")')
PIECE = re.compile(rf"{COMMENT.pattern}|{STRING.pattern}", re.S)
# The character in place of code; no phrase is found across it.
WALL = "\0"


class Phrase(NamedTuple):
    """A phrase to avoid, and the one to write instead."""
    pattern: re.Pattern
    better: str


class Allowed(NamedTuple):
    """A text in which phrases are allowed, and the files that may have it."""
    files: str
    pattern: re.Pattern


@functools.cache
def rows():
    """The lines of the list, split at their tabs."""
    lines = (ROOT / "scripts" / "words.txt").read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def phrases():
    """The phrases of the list."""
    return [Phrase(re.compile(row[0], re.I), row[1]) for row in rows() if not row[0].startswith("!")]


def exceptions(file):
    """The patterns of the list that are allowed in a file."""
    name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
    found = [Allowed(row[0][1:], re.compile(row[1], re.I)) for row in rows() if row[0].startswith("!")]
    return [one.pattern for one in found if fnmatch.fnmatch(name, one.files)]


def joined(prose):
    """The prose with each run of white space as one space, each run of code as one wall, and the place of each character."""
    words, places = [], []
    for match in re.finditer(rf"[{WALL} \t\n]*{WALL}[{WALL} \t\n]*|[ \t\n]+|[^{WALL} \t\n]+", prose):
        word = match[0]
        if WALL in word:
            word = WALL
        elif not word.strip():
            word = "\n" if word.count("\n") > 1 else " "
        words.append(word)
        places.extend(range(match.start(), match.start() + len(word)))
    return "".join(words), places


def masked(text, ranges):
    """The text with walls in place of some ranges; the line breaks stay."""
    pieces, place = [], 0
    for first, last in ranges:
        pieces += [text[place:first], re.sub(r"[^\n]", WALL, text[first:last])]
        place = last
    return "".join([*pieces, text[place:]])


def without(pattern, text):
    return masked(text, [match.span() for match in pattern.finditer(text)])


def prose_of_markdown(text):
    """Markdown without its code and the targets of its links; a quotation or list item continues in the next line."""
    text = without(LINK, without(SPAN, without(FENCE, text)))
    return re.sub(r"^[ \t]*>", lambda match: " " * len(match[0]), text, flags=re.M)


def end_of_string(text, start):
    """Where the string that begins at a place ends, and the ranges of its interpolations."""
    hashes, quotes = STRING.match(text, start).groups()
    place, code = start + len(hashes) + len(quotes), []
    while place < len(text):
        if text.startswith(quotes + hashes, place):
            return place + len(quotes + hashes), code
        if text.startswith("\\" + hashes + "(", place):
            first, place = place, end_of_code(text, place + len(hashes) + 2)
            code.append((first, place))
        elif text[place] == "\n" and quotes == '"':
            return place, code
        else:
            place += 2 if text[place] == "\\" and not hashes else 1
    return place, code


def end_of_code(text, place):
    """Where the parenthesis of an interpolation closes."""
    depth = 1
    while place < len(text) and depth:
        if STRING.match(text, place):
            place, _ = end_of_string(text, place)
            continue
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
    return place


def pieces_of_swift(text):
    """The ranges of comments and of the text of strings, in order."""
    found = PIECE.search(text)
    while found:
        if comment := COMMENT.match(text, found.start()):
            yield comment.span()
            end = comment.end()
        else:
            end, code = end_of_string(text, found.start())
            yield from between(found.start(), end, code)
        found = PIECE.search(text, end)


def between(first, last, gaps):
    """The parts of a range outside some gaps."""
    for start, end in gaps:
        yield first, start
        first = end
    yield first, last


def prose_of_swift(text):
    """Only comments and strings; a comment continues in the next line."""
    kept, walls = list(pieces_of_swift(text)), []
    place = 0
    for first, last in [*kept, (len(text), len(text))]:
        walls.append((place, first))
        place = last
    prose = masked(text, [span for span in walls if text[span[0]:span[1]].strip()])
    prose = MARKER.sub(lambda match: " " * len(match[0]), re.sub(rf"^{WALL}+(?=//)", spaces, prose, flags=re.M))
    return without(re.compile(r"`[^`\n]+`"), prose)


def spaces(match):
    return " " * len(match[0])


PROSE = {".md": prose_of_markdown, ".swift": prose_of_swift}


def places_of(known, prose):
    """Where each phrase of the list begins and ends, and the better phrase."""
    return [(*match.span(), phrase.better) for phrase in known for match in phrase.pattern.finditer(prose)]


def hits(file, known):
    """Each place of a file with a phrase of the list: line, column, the text there, and the better phrase."""
    text = file.read_text(errors="replace")
    prose, places = joined(PROSE.get(file.suffix, prose_of_markdown)(text))
    allowed = [match.span() for pattern in exceptions(file) for match in pattern.finditer(prose)]
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    end = 0
    for first, last, better in sorted(places_of(known, prose)):
        if first >= end and not any(start <= first and last <= stop for start, stop in allowed):
            end, place = last, places[first]
            line = bisect.bisect_right(starts, place)
            yield line, place - starts[line - 1] + 1, prose[first:last].strip(), better


def tracked():
    """All files of these kinds that Git knows, without those that others wrote."""
    names = subprocess.run(["git", "ls-files", *(f"*{kind}" for kind in PROSE)], cwd=ROOT, capture_output=True, text=True,
                           check=True).stdout.splitlines()
    return [ROOT / name for name in names if not name.startswith(VENDORED)]


def main():
    arguments = [word for word in sys.argv[1:] if word != "--count"]
    files = [pathlib.Path(name).resolve() for name in arguments] or tracked()
    known, counts = phrases(), collections.Counter()
    for file in files:
        for line, column, words, better in hits(file, known):
            counts[f"{file.relative_to(ROOT).parts[0]} {file.suffix}"] += 1
            if "--count" not in sys.argv:
                print(f'{file.relative_to(ROOT)}:{line}:{column}: "{words}"; write "{better}"')
    if "--count" in sys.argv:
        print("\n".join(f"{count:6} {kind}" for kind, count in sorted(counts.items())))
    sys.exit(1 if counts else 0)


if __name__ == "__main__":
    main()
