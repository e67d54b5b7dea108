"""The words of strangers are words in every answer of `duecal lsp`: no link, no image, no HTML, no command.

A calendar with hostile words is imported into a task file, each place of the file is asked about, and each answer in
Markdown is read with a parser of CommonMark that also makes links of bare addresses, as many editors do.
Usage: Tests/EditorClients/run DUECAL
"""
import json
import os
import random
import subprocess
import tempfile

from driving import world
from frames import messages, send
from markdown_it import MarkdownIt

DUECAL = os.environ["DUECAL_BINARY"]
PIECES = ["![p](http://a.example/p.png)", "[Update](command:evil)", "<img src=x>", "<b>b</b>", "http://a.example/q", "www.a.example",
          "ann@a.example", "`", "```", "~~~", "**", "__", "*a*", "_a_", "|", "&lt;", "&#60;", "\\", "]", "[", "](", "<!--", "$(x)",
          "# h", "> q", "- l", "1. n", "[x]: http://a.example", "<http://a.example>", "a", " ", "(", ")", "!", "~~s~~", ":", "mailto:a@b.example"]
ALLOWED = {"paragraph_open", "paragraph_close", "inline", "fence", "text", "strong_open", "strong_close", "code_inline", "softbreak",
           "text_special"}
SERVER = {"capabilities": {"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}, "completion": {"completionItem": {
    "snippetSupport": True, "documentationFormat": ["markdown"]}}}}, "processId": None, "rootUri": None}


def words(seed):
    """Hostile words on one line."""
    chance = random.Random(seed)
    return "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 8))).strip() or "a"


def calendar(seeds):
    escape = lambda text: text.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", f"X-WR-CALNAME:{escape(words(0))}"]
    for seed in seeds:
        lines += ["BEGIN:VTODO", f"UID:{seed}", "DTSTAMP:20261101T000000Z", f"SUMMARY:{escape(words(seed))}",
                  f"DESCRIPTION:{escape(words(seed + 1000))}\\n\\n{escape(words(seed + 2000))}", f"LOCATION:{escape(words(seed + 3000))}",
                  f"CATEGORIES:{escape(words(seed + 4000))}", "DUE;VALUE=DATE:20270103", "RRULE:FREQ=WEEKLY", "END:VTODO"]
    return "".join(line + "\r\n" for line in lines + ["END:VCALENDAR"])


class Server:
    """A run of `duecal lsp`, which answers one question at a time."""

    def __init__(self, folder):
        self.process = subprocess.Popen([DUECAL, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=world(folder))
        self.incoming = messages(self.process.stdout)
        self.number = 0
        self.notices = []
        self.ask("initialize", SERVER)
        self.tell("initialized", {})

    def tell(self, method, params):
        send(self.process.stdin, json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def ask(self, method, params):
        self.number += 1
        send(self.process.stdin, json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode())
        for body in self.incoming:
            message = json.loads(body)
            if message.get("id") == self.number and "method" not in message:
                return message.get("result")
            self.notices.append(message)


def marked_up(value):
    """The texts of an answer that an editor reads as Markdown; a bare text in `contents` is one too."""
    if isinstance(value, dict):
        if value.get("kind") == "markdown" and isinstance(value.get("value"), str):
            yield value["value"]
        if isinstance(value.get("contents"), (str, list)):
            yield json.dumps(value["contents"])
        for part in value.values():
            yield from marked_up(part)
    elif isinstance(value, list):
        for part in value:
            yield from marked_up(part)


def commands(value):
    """The names of all commands in an answer."""
    if isinstance(value, dict):
        if isinstance(value.get("command"), str):
            yield value["command"]
        for part in value.values():
            yield from commands(part)
    elif isinstance(value, list):
        for part in value:
            yield from commands(part)


def foreign(text):
    """What a reader makes of a text besides words, strong words and code."""
    reader = MarkdownIt("gfm-like", {"linkify": True})
    tokens = reader.parse(text)
    inner = [child for token in tokens for child in token.children or []]
    return [token.type for token in tokens + inner if token.type not in ALLOWED]


def test_words_of_strangers_are_words_in_every_answer(tmp_path):
    (tmp_path / "other.ics").write_text(calendar(range(1, 61)), newline="")
    subprocess.run([DUECAL, "import", "other.ics", "--into", "a.taskpaper", "-q"], cwd=tmp_path, env=world(str(tmp_path)), check=True)
    text = (tmp_path / "a.taskpaper").read_text()
    server = Server(str(tmp_path))
    uri = (tmp_path / "a.taskpaper").as_uri()
    document = {"textDocument": {"uri": uri}}
    server.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "taskpaper", "version": 1, "text": text}})
    read = 0
    for number, line in enumerate(text.split("\n")):
        for column in sorted({2, 4, len(line) // 2, max(0, len(line) - 2), line.find("@due") + 2}):
            at = {**document, "position": {"line": number, "character": column}}
            for method in ("textDocument/hover", "textDocument/completion"):
                answer = server.ask(method, at)
                for found in marked_up(answer):
                    read += 1
                    assert foreign(found) == [], found
                assert not list(commands(answer))
    end = {"line": text.count("\n"), "character": 0}
    whole = {**document, "range": {"start": {"line": 0, "character": 0}, "end": end}}
    for method, params in (("textDocument/codeLens", document), ("textDocument/inlayHint", whole), ("textDocument/documentSymbol", document),
                           ("textDocument/codeAction", {**whole, "context": {"diagnostics": []}})):
        answer = server.ask(method, params)
        assert [foreign(found) for found in marked_up(answer) if foreign(found)] == []
        # A lens that does nothing has a command without a name.
        assert [name for name in commands(answer) if name and not name.startswith("duecal.")] == []
    assert [notice for notice in server.notices if list(marked_up(notice)) or list(commands(notice))] == []
    assert read > 100
    server.process.kill()
