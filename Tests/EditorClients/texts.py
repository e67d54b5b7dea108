"""The texts of open files as the Language Server Protocol defines them."""
import re

UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def offset(text, position, encoding):
    """The index of a position; fails for a position inside of a character."""
    starts = [0] + [end.end() for end in re.finditer("\r\n|\n|\r", text)]
    if position["line"] >= len(starts):
        return len(text)
    start = starts[position["line"]]
    line = re.match("[^\r\n]*", text[start:]).group()
    codec, size = UNITS[encoding]
    units = line.encode(codec, "surrogatepass")[:position["character"] * size]
    before = units.decode(codec, "surrogatepass")
    if not line.startswith(before):
        raise ValueError(f"inside of a character: {position}")
    return start + len(before)


def applied(text, change, encoding):
    if "range" not in change:
        return change["text"]
    start, end = (offset(text, change["range"][side], encoding) for side in ("start", "end"))
    return text[:start] + change["text"] + text[end:]


class Texts(dict):
    """Texts by address, which follow messages."""
    encoding = "utf-16"

    def take(self, message):
        params, method = message.get("params"), message.get("method")
        if method == "textDocument/didOpen":
            self[params["textDocument"]["uri"]] = params["textDocument"]["text"]
        elif method == "textDocument/didChange":
            for change in params["contentChanges"]:
                uri = params["textDocument"]["uri"]
                self[uri] = applied(self[uri], change, self.encoding)
        elif "capabilities" in (message.get("result") or {}):
            self.encoding = message["result"]["capabilities"].get("positionEncoding", "utf-16")
