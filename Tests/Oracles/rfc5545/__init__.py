"""A checker of iCalendar files by RFC 5545 and its updates, independent of what writes the files."""
from .content import parse_line
from .findings import RULES, Context, Finding
from .lines import logical_lines
from .tree import Builder

__all__ = ["RULES", "Finding", "check"]


def check(data, feed=False):
    """All findings in the octets of a file, in the order of their places."""
    ctx = Context(feed)
    builder = Builder(ctx)
    for line in logical_lines(data, ctx):
        prop = parse_line(line, ctx)
        if prop is not None:
            builder.take(prop)
    builder.finish()
    return sorted(ctx.findings)
