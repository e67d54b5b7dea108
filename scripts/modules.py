#!/usr/bin/env python3
"""Draws the modules of Package.swift by layer, as Docs/Modules.svg. The same manifest gives the same bytes.

An arrow goes from a module to a module that it imports. Arrows that other arrows imply are left out.

Usage: scripts/modules.py [--check]      (--check compares the file, and writes nothing)
"""
import html
import sys

from manifest import LAYERS, ROOT, modules

PICTURE = ROOT / "Docs" / "Modules.svg"
WIDTH, MARGIN, LABEL = 1280, 16, 96
ROW, BOX, LETTER, PADDING, BAND = 74, 28, 7.2, 18, 14
ROUNDS = 24
SHIFT = 70


def graph():
    """The layer of each module, and the modules of ours that it imports."""
    inner = {name: module for name, module in modules().items() if module.layer}
    edges = {name: sorted(module.dependencies & inner.keys()) for name, module in inner.items()}
    return {name: module.layer for name, module in inner.items()}, reduced(edges)


def reduced(edges):
    """The edges without those that longer paths imply."""
    reach = {}

    def below(name):
        if name not in reach:
            reach[name] = set().union(*({each} | below(each) for each in edges[name]))
        return reach[name]

    for name in sorted(edges):
        below(name)
    return {name: [each for each in targets if not any(each in reach[other] for other in targets)]
            for name, targets in edges.items()}


def rows(layers, edges):
    """The rows from the top down, each with its layer: a module is above the modules that it imports."""
    found = []
    for layer in LAYERS:
        names = sorted(name for name in layers if layers[name] == layer)
        depth = {}

        def height(name):
            if name not in depth:
                depth[name] = max((height(each) + 1 for each in edges[name] if layers[each] == layer), default=0)
            return depth[name]

        for level in range(max(map(height, names), default=-1), -1, -1):
            found.append((layer, [name for name in names if depth[name] == level]))
    return found


def ordered(levels, edges):
    """The rows, with their modules in an order in which few arrows cross."""
    near = {name: set(targets) for name, targets in edges.items()}
    for name, targets in edges.items():
        for target in targets:
            near[target] = near[target] | {name}
    levels = [(layer, list(names)) for layer, names in levels]
    for turn in range(ROUNDS):
        for _, names in (levels if turn % 2 else reversed(levels)):
            place = {name: x for name, (x, _) in places(levels).items()}
            names.sort(key=lambda name: (sum(place[each] for each in near[name]) / max(len(near[name]), 1), name))
    return levels


def width(name):
    return len(name) * LETTER + PADDING


def places(levels):
    """The middle of the upper edge of each module."""
    found = {}
    for index, (_, names) in enumerate(levels):
        free = WIDTH - LABEL - 2 * MARGIN - sum(map(width, names))
        gap = free / (len(names) + 1)
        # Neighbouring rows are shifted, so that arrows pass beside the modules between them.
        shift = (index * 2 % 5 - 2) * SHIFT
        x = LABEL + MARGIN + gap + max(-gap, min(gap, shift))
        for name in names:
            found[name] = (x + width(name) / 2, MARGIN + index * ROW + BAND)
            x += width(name) + gap
    return found


def bands(levels):
    """A stripe and a name for each layer."""
    for layer in LAYERS:
        inside = [index for index, (each, _) in enumerate(levels) if each == layer]
        if inside:
            top, height = MARGIN + inside[0] * ROW, len(inside) * ROW - 4
            yield f'<rect class="layer" x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="4"/>'
            yield f'<text class="layer" x="{MARGIN + 10}" y="{top + height / 2 + 4:.1f}">{layer}</text>'


def arrows(edges, place):
    """A line for each import."""
    for name in sorted(edges):
        for target in edges[name]:
            (x1, y1), (x2, y2) = place[name], place[target]
            y1 += BOX
            bend = (y2 - y1) / 2
            yield (f'<path d="M{x1:.1f} {y1} C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f} {x2:.1f} {y2}" '
                   f'marker-end="url(#tip)"><title>{name} imports {target}</title></path>')


def boxes(place):
    """A box for each module."""
    for name in sorted(place):
        x, y = place[name]
        yield f'<rect class="module" x="{x - width(name) / 2:.1f}" y="{y}" width="{width(name):.1f}" height="{BOX}" rx="3"/>'
        yield f'<text class="module" x="{x:.1f}" y="{y + 18}">{html.escape(name)}</text>'


STYLE = """
svg { background: #ffffff; font: 12px ui-monospace, Menlo, Consolas, monospace; }
rect.layer { fill: #f2f4f7; }
text.layer { fill: #5b6470; font-weight: bold; }
rect.module { fill: #ffffff; stroke: #39424e; }
text.module { fill: #1c2127; text-anchor: middle; }
path { fill: none; stroke: #8a94a3; stroke-width: 1; }
#tip path { fill: #8a94a3; stroke: none; }
"""


def picture():
    layers, edges = graph()
    levels = ordered(rows(layers, edges), edges)
    place, height = places(levels), len(levels) * ROW + 2 * MARGIN
    tip = ('<marker id="tip" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto">'
           '<path d="M0 0 L6 3 L0 6 z"/></marker>')
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="title">',
             '<title id="title">The modules by layer, with what each imports</title>', f"<style>{STYLE}</style>",
             f"<defs>{tip}</defs>", *bands(levels), *arrows(edges, place), *boxes(place), "</svg>"]
    return "\n".join(parts) + "\n"


def main():
    new = picture()
    if "--check" not in sys.argv:
        PICTURE.write_text(new)
    elif not PICTURE.exists() or PICTURE.read_text() != new:
        sys.exit(f"{PICTURE.relative_to(ROOT)}: is not what Package.swift has; expected `make modules`")


if __name__ == "__main__":
    main()
