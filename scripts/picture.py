#!/usr/bin/env python3
"""Draws the output of a terminal as an SVG picture.

Usage: COMMAND --color always | picture.py "the command line" >picture.svg

It understands bold, dim, italic, underlined and reversed text, and 16, 256 and all colours of text and background (ECMA-48, SGR).
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

    STYLES = {1: "bold", 2: "dim", 3: "italic", 4: "underlined", 7: "reversed"}

    def __init__(self):
        self.color, self.back = INK, None
        self.bold, self.dim, self.italic, self.underlined, self.reversed = False, False, False, False, False

    def take(self, codes):
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in self.STYLES:
                setattr(self, self.STYLES[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code - 20 in self.STYLES:
                setattr(self, self.STYLES[code - 20], False)
            elif code == 39:
                self.color = INK
            elif code == 49:
                self.back = None
            elif code in (38, 48):
                setattr(self, "color" if code == 38 else "back", given(codes))
            elif 30 <= code <= 37:
                self.color = COLORS[code - 30]
            elif 40 <= code <= 47:
                self.back = COLORS[code - 40]
            elif 90 <= code <= 97:
                self.color = COLORS[code - 82]
            elif 100 <= code <= 107:
                self.back = COLORS[code - 92]

    def draw(self, text, column, row):
        x, y = MARGIN + column * WIDTH, MARGIN + (row + 1) * HEIGHT - 5
        length = cells(text) * WIDTH
        color, back = (self.back or PAPER, self.color) if self.reversed else (self.color, self.back)
        style = f'fill="{color}"'
        style += ' font-weight="bold"' if self.bold else ""
        style += ' font-style="italic"' if self.italic else ""
        style += ' opacity="0.65"' if self.dim else ""
        style += ' text-decoration="underline"' if self.underlined else ""
        field = (f'<rect x="{x:.1f}" y="{y - HEIGHT + 5:.1f}" width="{length:.1f}" height="{HEIGHT}" '
                 f'fill="{back}"/>') if back else ""
        return (f'{field}<text x="{x:.1f}" y="{y:.1f}" textLength="{length:.1f}" {style} '
                f'xml:space="preserve">{escape(text)}</text>')


def given(codes):
    """The colour that a number of 256, or its red, green and blue, give; it takes them from the codes."""
    kind = codes.pop(0) if codes else 0
    if kind == 2:
        parts, codes[:3] = codes[:3], []
        return "#" + "".join(f"{part:02x}" for part in parts)
    number = codes.pop(0) if codes else 0
    if number < 16:
        return COLORS[number]
    if number > 231:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = [(number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6]
    return "#" + "".join(f"{55 + 40 * step if step else 0:02x}" for step in steps)


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


def picture(lines):
    """The picture of lines of a terminal."""
    pen = Pen()
    drawn = [line(text, row, pen) for row, text in enumerate(lines)]
    width = 2 * MARGIN + max([60] + [columns for columns, _ in drawn]) * WIDTH
    height = 2 * MARGIN + len(lines) * HEIGHT
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace" font-size="{FONT}">',
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>', *[text for _, text in drawn], "</svg>"])


def main():
    prompt = [f"\x1b[32m$\x1b[0m {command}" for command in sys.argv[1:]]
    print(picture(prompt + sys.stdin.read().rstrip("\n").split("\n")))


if __name__ == "__main__":
    main()
