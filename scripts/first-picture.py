#!/usr/bin/env python3
"""Draws Docs/first.svg: a text file, and beside it the narrow window of a calendar program with the same tasks.

The window shows what `duecal export` writes from the file, so it cannot show anything else. The same bytes give the same picture.

Usage: scripts/first-picture.py [--check] DUECAL      (--check compares the picture, and writes nothing)
"""
import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE, PICTURE = ROOT / "Samples" / "home.taskpaper", ROOT / "Docs" / "first.svg"
LETTER, ROW, BAR, PAD, GAP = 7.25, 21, 34, 16, 22
PAPER, WINDOW, INK, SOFT, LINE, BLUE = "#ffffff", "#f6f7f9", "#24292f", "#6b7480", "#d0d7de", "#2f6fd0"
TAG = re.compile(r"@[\w-]+(?:\([^)]*\))?")
PLAIN = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, Menlo, 'DejaVu Sans Mono', monospace"


def calendar(duecal):
    """The items that the command exports from the file: title, kind, moment, whether it has a time, and whether it repeats."""
    with tempfile.TemporaryDirectory() as home:
        environment = {"PATH": os.environ["PATH"], "HOME": home, "TZ": "Europe/Berlin"}
        text = subprocess.run([duecal, "export", SOURCE, "--plain"], capture_output=True, text=True, check=True,
                              env=environment).stdout.replace("\n ", "")
    return [item(part) for part in re.findall(r"BEGIN:V(TODO|EVENT)\n(.*?)END:V\1", text, re.S)]


def item(part):
    kind, text = part
    values = dict(re.findall(r"^([A-Z]+)[;:](.*)$", text, re.M))
    date = values.get("DUE" if kind == "TODO" else "DTSTART", "")
    digits = re.search(r"(\d{8})(?:T(\d{4}))?", date)
    day = digits and datetime.datetime.strptime(digits[1], "%Y%m%d").date()
    return {"title": values["SUMMARY"], "kind": kind, "day": day, "time": digits and digits[2], "repeats": "RRULE" in values,
            "alarm": re.search(r"TRIGGER.*:-PT(\d+)M", text)}


def text(x, y, words, size=13, fill=INK, family=PLAIN, more=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" font-family="{family}" xml:space="preserve"{more}>'
            f'{escape(words)}</text>')


def window(x, width, height, title):
    """The frame of a window with its title."""
    dots = "".join(f'<circle cx="{x + 18 + 16 * n}" cy="{PAD + BAR / 2}" r="5" fill="{color}"/>'
                   for n, color in enumerate(("#e5695e", "#e9b949", "#62b058")))
    return [f'<rect x="{x}" y="{PAD}" width="{width}" height="{height}" rx="8" fill="{PAPER}" stroke="{LINE}"/>',
            f'<path d="M{x} {PAD + BAR}v-{BAR - 8}a8 8 0 0 1 8-8h{width - 16}a8 8 0 0 1 8 8v{BAR - 8}z" fill="{WINDOW}" '
            f'stroke="{LINE}"/>', dots,
            text(x + width / 2, PAD + 22, title, 13, SOFT, PLAIN, ' text-anchor="middle"')]


def written(line, x, y):
    """A line of the text file; projects are bold and tags have a colour."""
    depth = len(line) - len(line.lstrip("\t"))
    line, x, drawn, column = line.strip("\t"), x + depth * 4 * LETTER, [], 0
    bold = ' font-weight="bold"' if line.endswith(":") else ""
    for part in re.split(f"({TAG.pattern})", line):
        if part:
            color = BLUE if TAG.fullmatch(part) else INK if line[0] == "-" or bold else SOFT
            length = f' textLength="{len(part) * LETTER:.1f}"'
            drawn.append(text(x + column * LETTER, y, part, 12, color, MONO, bold + length))
            column += len(part)
    return drawn


def rows(items):
    """The rows of the calendar program: a heading for each day, and its items; those without a date come last."""
    days = sorted({each["day"] for each in items if each["day"]})
    for day in [*days, None]:
        own = [each for each in items if each["day"] == day]
        if own:
            yield "head", f"{day:%A}, {day.day} {day:%B}" if day else "No date"
        for each in sorted(own, key=lambda each: each["time"] or ""):
            yield "item", each


def shown(each, x, y):
    """A row of the calendar program."""
    drawn = ([f'<rect x="{x}" y="{y - 11}" width="13" height="13" rx="3" fill="none" stroke="{SOFT}" stroke-width="1.4"/>']
             if each["kind"] == "TODO" else [f'<circle cx="{x + 6.5}" cy="{y - 4.5}" r="5" fill="{BLUE}"/>'])
    left = x + 24
    if each["time"]:
        drawn.append(text(left, y, f'{each["time"][:2]}:{each["time"][2:]}', 13, INK, PLAIN, ' font-weight="bold"'))
        left += 46
    words = each["title"] + "  ↻" * each["repeats"]
    drawn.append(text(left, y, words))
    if each["alarm"]:
        drawn.append(text(left + len(words) * LETTER + 8, y, f'{each["alarm"][1]} min before', 11, SOFT))
    return drawn


def picture(duecal):
    lines, table = SOURCE.read_text().splitlines(), list(rows(calendar(duecal)))
    left = 2 * PAD + max(len(line.expandtabs(4)) for line in lines) * LETTER + 34
    height = BAR + 14 + max(len(lines), len(table)) * ROW + 8
    right, narrow = PAD + left + GAP, 252
    drawn = window(PAD, left, height, SOURCE.name) + window(right, narrow, height, "Calendar")
    for number, line in enumerate(lines):
        y = PAD + BAR + 26 + number * ROW
        drawn.append(text(PAD + 26, y, str(number + 1), 12, "#a8b1bb", MONO, ' text-anchor="end"'))
        drawn += written(line, PAD + 40, y)
    for number, (kind, row) in enumerate(table):
        y = PAD + BAR + 26 + number * ROW
        drawn += [text(right + 14, y, row, 12, SOFT, PLAIN, ' font-weight="bold"')] if kind == "head" else shown(
            row, right + 18, y)
    width = right + narrow + PAD
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height + 2 * PAD}" width="{width:.0f}" '
        f'height="{height + 2 * PAD}">', f'<rect width="100%" height="100%" fill="{WINDOW}"/>', *drawn, "</svg>", ""])


def main(*arguments):
    new = picture(str(pathlib.Path(arguments[-1]).resolve()))
    if "--check" not in arguments:
        PICTURE.write_text(new)
    elif not PICTURE.exists() or PICTURE.read_text() != new:
        sys.exit("Docs/first.svg does not show what Samples/home.taskpaper contains; run `make first-picture`")


main(*sys.argv[1:])
