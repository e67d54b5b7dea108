"""From octets to content lines: line breaks, folds, UTF-8 and control characters."""
import re
from bisect import bisect_right

_PHYSICAL = re.compile(rb"([^\r\n]*)(\r\n|\r|\n|\Z)")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LIMIT = 75
_BOM = b"\xef\xbb\xbf"
_BREAKS = {b"\n": "LF alone", b"\r": "CR alone", b"": "no line break"}


class Logical:
    """An unfolded content line that knows where each of its characters stood."""

    __slots__ = ("number", "text", "ends")

    def __init__(self, number, text, ends):
        self.number = number
        self.text = text
        self.ends = ends

    def place(self, offset):
        """The physical line and column, both from one, of a character of the unfolded text."""
        if self.ends is None:
            return self.number, offset + 1
        row = min(bisect_right(self.ends, offset), len(self.ends) - 1)
        if row == 0:
            return self.number, offset + 1
        # A continuation begins with the one blank that the fold added, so its text begins in column two.
        return self.number + row, offset - self.ends[row - 1] + 2


def logical_lines(data, ctx):
    """The content lines of a file, each unfolded."""
    number, chunks = 0, None
    for current, raw in _physical_lines(data, ctx):
        if raw[:1] in (b" ", b"\t") and chunks is not None:
            chunks.append(raw[1:])
            continue
        if chunks:
            yield _unfold(number, chunks, ctx)
        number, chunks = current, [raw] if raw else None
    if chunks:
        yield _unfold(number, chunks, ctx)


def _physical_lines(data, ctx):
    """The lines between the line breaks with their numbers, each checked by itself."""
    wrong_breaks = []
    number = 0
    start = len(_BOM) if data.startswith(_BOM) else 0
    if start:
        ctx.add("LINE-BOM", (1, 1), "the file begins with a byte order mark")
    for match in _PHYSICAL.finditer(data, start):
        raw, end = match.groups()
        if not raw and not end:
            break
        number += 1
        if end != b"\r\n":
            wrong_breaks.append((number, len(raw) + 1, _BREAKS[end]))
        _check_physical(number, raw, ctx)
        yield number, raw
    _report_breaks(wrong_breaks, ctx)


def _report_breaks(wrong, ctx):
    """One finding for all wrong line breaks, since a file that has one usually has nothing else."""
    if not wrong:
        return
    number, column, what = wrong[0]
    more = f"; so do {len(wrong) - 1} more lines" if len(wrong) > 1 else ""
    ctx.add("LINE-CRLF", (number, column), f"the line ends with {what}{more}")


def _check_physical(number, raw, ctx):
    """The rules for one physical line that need no other line."""
    if len(raw) > _LIMIT:
        ctx.add("LINE-LENGTH", (number, _LIMIT + 1), f"the line has {len(raw)} octets, more than {_LIMIT}")
    elif not raw:
        ctx.add("LINE-BLANK", (number, 1), "the line is empty")
    control = _CONTROL.search(raw)
    if control:
        octet = raw[control.start()]
        ctx.add("LINE-CONTROL", (number, control.start() + 1), f"the line holds the control character {octet:#04x}")


def _unfold(number, chunks, ctx):
    """One content line of the chunks that folding made of it."""
    joined = chunks[0] if len(chunks) == 1 else b"".join(chunks)
    try:
        text = joined.decode("utf-8")
    except UnicodeDecodeError as error:
        ctx.add("LINE-UTF8", _octet_place(number, chunks, error.start),
                f"the octet {joined[error.start]:#04x} is not UTF-8")
        text = joined.decode("utf-8", "surrogateescape")
        return Logical(number, text, _ends(chunks))
    if len(chunks) == 1:
        return Logical(number, text, None)
    _check_folds(number, chunks, ctx)
    return Logical(number, text, _ends(chunks))


def _check_folds(number, chunks, ctx):
    """Whether each chunk of a line that is UTF-8 as a whole is UTF-8 by itself."""
    for row, chunk in enumerate(chunks):
        # Inside valid UTF-8 only a chunk that begins in the middle of a character begins with 10xxxxxx.
        if chunk and 0x80 <= chunk[0] < 0xC0:
            ctx.add("LINE-FOLD-CHARACTER", (number + row, 2), "the line is folded inside a UTF-8 sequence")


def _octet_place(number, chunks, offset):
    """The physical place of an octet of the unfolded line."""
    row = 0
    while offset >= len(chunks[row]) and row < len(chunks) - 1:
        offset -= len(chunks[row])
        row += 1
    return number + row, offset + (2 if row else 1)


def _ends(chunks):
    """Where in the unfolded text each chunk ends, in characters."""
    ends, total = [], 0
    for chunk in chunks:
        # Octets that continue a character add none, wherever the fold stands.
        total += len(chunk) - sum(1 for octet in chunk if 0x80 <= octet < 0xC0) if not chunk.isascii() else len(chunk)
        ends.append(total)
    return ends
