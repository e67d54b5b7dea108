#!/usr/bin/env python3
"""Draws the output of a terminal as an SVG picture.

Usage: COMMAND --color always | picture.py "the command line" >picture.svg

It understands what duecal prints: bold, dim, underlined, and the sixteen colours (ECMA-48, SGR).
"""
import re
import sys
import unicodedata
from xml.sax.saxutils import escape

WIDTH, HEIGHT, MARGIN, FONT = 8.4, 19, 16, 14
COLORS = ["#3b4252", "#e06c75", "#8fbf6a", "#d9a94e", "#61afef", "#c678dd", "#56b6c2", "#d8dee9",
          "#7b8494", "#ff7b86", "#a8dd7e", "#f5c667", "#82c4ff", "#dd9cf0", "#76d7e3", "#ffffff"]
PAPER, INK = "#20242c", "#d8dee9"
SGR = re.compile(r"\x1b\[([0-9;]*)m")


class Pen:
    """The present style of text."""

    def __init__(self):
        self.color, self.bold, self.dim, self.underlined, self.reversed = INK, False, False, False, False

    def take(self, codes):
        for code in [int(code or 0) for code in codes.split(";")]:
            if code == 0:
                self.__init__()
            elif code in (1, 2, 4, 7):
                setattr(self, {1: "bold", 2: "dim", 4: "underlined", 7: "reversed"}[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code == 24:
                self.underlined = False
            elif code == 27:
                self.reversed = False
            elif code == 39:
                self.color = INK
            elif 30 <= code <= 37:
                self.color = COLORS[code - 30]
            elif 90 <= code <= 97:
                self.color = COLORS[code - 82]

    def draw(self, text, column, row):
        x, y = MARGIN + column * WIDTH, MARGIN + (row + 1) * HEIGHT - 5
        length = cells(text) * WIDTH
        style = f'fill="{PAPER if self.reversed else self.color}"'
        style += ' font-weight="bold"' if self.bold else ""
        style += ' opacity="0.65"' if self.dim else ""
        style += ' text-decoration="underline"' if self.underlined else ""
        back = (f'<rect x="{x:.1f}" y="{y - HEIGHT + 5:.1f}" width="{length:.1f}" height="{HEIGHT}" '
                f'fill="{self.color}"/>') if self.reversed else ""
        return (f'{back}<text x="{x:.1f}" y="{y:.1f}" textLength="{length:.1f}" {style} '
                f'xml:space="preserve">{escape(text)}</text>')


def cells(text):
    """The number of columns that a text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def line(text, row, pen):
    """A line of the terminal."""
    column, drawn = 0, []
    for number, part in enumerate(SGR.split(text)):
        if number % 2:
            pen.take(part)
        elif part:
            drawn.append(pen.draw(part, column, row))
            column += cells(part)
    return column, "".join(drawn)


def main():
    prompt = [f"\x1b[32m$\x1b[0m {command}" for command in sys.argv[1:]]
    lines, pen = prompt + sys.stdin.read().rstrip("\n").split("\n"), Pen()
    drawn = [line(text, row, pen) for row, text in enumerate(lines)]
    width = 2 * MARGIN + max([60] + [columns for columns, _ in drawn]) * WIDTH
    height = 2 * MARGIN + len(lines) * HEIGHT
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
          f'height="{height}" font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace" font-size="{FONT}">')
    print(f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>')
    print("\n".join(text for _, text in drawn))
    print("</svg>")


main()
