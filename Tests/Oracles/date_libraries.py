#!/usr/bin/env python3
"""Gives `duecal add` the sentences of other libraries' tests, and compares its dates with those of these libraries.

Usage: date_libraries.py BINARY FOLDER

FOLDER contains the unpacked sources of dateparser and parsedatetime, as `pip download --no-binary :all:` fetches them; both
are installed too. The sentences are read there and not copied. A sentence must be read as the library reads it, or stay as
it is. Each difference is printed, to be decided by a person: these libraries read parts of sentences, and prefer other
days.
"""
import ast
import datetime
import pathlib
import re
import sys

import dateparser
import parsedatetime

import sentences

SETTINGS = {"RELATIVE_BASE": sentences.NOW, "PREFER_DATES_FROM": "future"}


def literals(folder):
    """The English texts in the tests of a folder that have a digit or a name of a day or month."""
    found = set()
    for path in sorted(pathlib.Path(folder).glob("*/tests/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = " ".join(node.value.split())
                if 2 < len(text) < 70 and text.isascii() and re.fullmatch(r"[\w ,.:/+@'-]+", text):
                    if sentences.DATED.search(text) and not re.search(r"[_%]|@", text):
                        found.add(text)
    return sorted(found)


def theirs(text):
    """The days that the libraries read."""
    days = set()
    read = dateparser.parse(text, languages=["en"], settings=SETTINGS)
    if read:
        days.add(read.date().isoformat())
    read, status = parsedatetime.Calendar().parseDT(text, sourceTime=sentences.NOW)
    if status:
        days.add(read.date().isoformat())
    return days


def main():
    texts = literals(sys.argv[2])
    lines, messages = sentences.added(sys.argv[1], [f"Plan {text}" for text in texts])
    reported = sentences.quoted(messages)
    read, unread, differing = 0, 0, []
    for text, line in zip(texts, lines):
        due = re.search(r"@due\(([^)]*)\)", line)
        if not due:
            unread += any(words in text for words in reported)
            continue
        read += 1
        if due[1][:10] not in theirs(text) or not re.match(r"Plan @due", line):
            differing.append((text, line.removeprefix("Plan "), sorted(theirs(text))))
    print(f"{len(texts)} texts of tests; {read} read, {unread} left with a message, {len(differing)} read in another way:")
    for text, line, days in differing:
        print(f"  {text}  ->  {line}  ({', '.join(days)})")


if __name__ == "__main__":
    main()
