#!/usr/bin/env python3
"""Measures `duecal lsp` as an editor sees it, beside a C program that only reads frames, and other servers that are here.

Usage: editor.py DUECAL      (figures are the middle of several, or the 95th and 99th of a hundred)
"""
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

FRAMES = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char head[256]; size_t length = 0; static char body[1 << 24];
  while (fgets(head, sizeof head, stdin)) {
    if (!strncmp(head, "Content-Length:", 15)) length = strtoul(head + 15, 0, 10);
    if (head[0] != '\r' && head[0] != '\n') continue;
    if (fread(body, 1, length, stdin) != length) return 0;
    body[length] = 0;
    char *id = strstr(body, "\"id\":");
    if (!id) continue;
    char answer[96]; int n = snprintf(answer, sizeof answer, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":null}", atoi(id + 5));
    printf("Content-Length: %d\r\n\r\n%s", n, answer); fflush(stdout);
  }
}
"""


class Server:
    """A server on pipes."""

    def __init__(self, command, folder, **more):
        world = {**os.environ, "DUECAL_NOW": "2026-11-25T10:00:00Z", "TZ": "UTC", "XDG_CONFIG_HOME": folder, "HOME": "/nowhere",
                 "XDG_STATE_HOME": folder, "DUECAL_FILES": "", "DUECAL_CONFIG": "", **more}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=world, cwd=folder)
        self.number = 0

    @staticmethod
    def frame(method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", **more, "method": method, "params": params}, separators=(",", ":")).encode()
        return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)

    def send(self, method, params, **more):
        self.send_frame(self.frame(method, params, **more))

    def send_frame(self, frame):
        self.process.stdin.write(frame)
        self.process.stdin.flush()

    def bytes(self):
        """The bytes of a message."""
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length"):
                length = int(line.split(b":")[1])
        return self.process.stdout.read(length)

    def read(self):
        return json.loads(self.bytes())

    def until(self, holds):
        while not holds(message := self.read()):
            pass
        return message

    def ask(self, method, params):
        """An answer, and the milliseconds until its last byte: Python would need longer than the server to read large ones."""
        self.number += 1
        began = time.perf_counter()
        self.send(method, params, id=self.number)
        while True:
            text = self.bytes()
            passed = time.perf_counter() - began
            answer = json.loads(text)
            if answer.get("id") == self.number and "method" not in answer:
                return answer, passed * 1000

    def initialize(self, root=None, capabilities=None):
        return self.ask("initialize", {"processId": None, "rootUri": root and root.as_uri(),
                                       "capabilities": capabilities or {"window": {"workDoneProgress": True}}})[1]

    def messages(self, uri):
        return self.until(lambda message: message.get("method") == "textDocument/publishDiagnostics"
                          and message["params"]["uri"] == uri)

    def resident(self, field):
        """The resident size in MB, or the largest so far."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(field):
                return int(line.split()[1]) / 1024
        return 0

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)


def text(count, seed=1):
    """Task lines as people write them."""
    chance = random.Random(seed)
    lines = []
    for number in range(count):
        if number % 20 == 0:
            lines.append(f"Project {number // 20}:")
            continue
        day = f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        tags = chance.choice(["", f" @due({day})", f" @due({day}) @phone", " @home", f" @done({day})", " @waiting(Ann)"])
        lines.append(f"\t- Task {number} of something that has to be done{tags}")
    return "\n".join(lines) + "\n"


def row(what, figure, bar, unit="ms"):
    print(f"{what:62} {figure:>9.2f} {unit}   bar {bar}", flush=True)


def beginning(duecal, folder):
    times = []
    for _ in range(9):
        began = time.perf_counter()
        server = Server([duecal, "lsp"], folder)
        server.initialize()
        times.append((time.perf_counter() - began) * 1000)
        server.end()
    row("start to the answer of initialize", statistics.median(times), "20 ms")


def opened(duecal, folder, uri, frame):
    """A server that has opened a text, and the milliseconds from the first byte of the text to its messages.

    The text is made into a frame before, which takes Python a fifth as long as the server needs for everything.
    """
    server = Server([duecal, "lsp"], folder)
    server.initialize()
    began = time.perf_counter()
    server.send_frame(frame)
    server.messages(uri)
    return server, (time.perf_counter() - began) * 1000


def large(duecal, folder, count=100_000):
    uri = pathlib.Path(folder, "large.taskpaper").as_uri()
    document = {"uri": uri}
    whole = text(count)
    frame = Server.frame("textDocument/didOpen", {"textDocument": {**document, "languageId": "", "version": 1, "text": whole}})
    times = []
    for _ in range(5):
        server, passed = opened(duecal, folder, uri, frame)
        times.append(passed)
        server.end()
    row(f"open {count} lines ({len(whole) / 1e6:.1f} MB) to its messages", statistics.median(times), "120 ms")
    server, _ = opened(duecal, folder, uri, frame)
    time.sleep(1)
    times = []
    chance = random.Random(2)
    for version in range(2, 202):
        line = chance.randrange(1, count)
        start = {"line": line, "character": 4}
        began = time.perf_counter()
        server.send("textDocument/didChange", {"textDocument": {**document, "version": version}, "contentChanges": [
            {"range": {"start": start, "end": start}, "text": "x"}]})
        server.messages(uri)
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.02)
    times.sort()
    row("a key to the messages, 95 of 100", times[int(len(times) * .95)], "15 ms")
    row("a key to the messages, 99 of 100", times[int(len(times) * .99)], "30 ms")
    time.sleep(1)
    line = 50_001
    server.send("textDocument/didChange", {"textDocument": {**document, "version": 500}, "contentChanges": [
        {"range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}},
         "text": "\t- Call Ann @due(2026-12-01) @due(tom\n"}]})
    server.messages(uri)
    time.sleep(1)
    screen = {"start": {"line": 50_000, "character": 0}, "end": {"line": 50_060, "character": 0}}
    here = {"textDocument": document, "position": {"line": line, "character": 37}}
    requests = [
        ("completion of a date", "textDocument/completion", here, "5 ms"),
        ("hover", "textDocument/hover", {"textDocument": document, "position": {"line": line, "character": 18}}, "5 ms"),
        ("actions with their edits", "textDocument/codeAction",
         {"textDocument": document, "range": {"start": here["position"], "end": here["position"]}, "context": {"diagnostics": []}}, "5 ms"),
        ("tokens of a screen", "textDocument/semanticTokens/range", {"textDocument": document, "range": screen}, "3 ms"),
        ("hints of a screen", "textDocument/inlayHint", {"textDocument": document, "range": screen}, "3 ms"),
        ("folds of the whole text", "textDocument/foldingRange", {"textDocument": document}, "-"),
        ("outline of the whole text", "textDocument/documentSymbol", {"textDocument": document}, "-"),
    ]
    for what, method, params, bar in requests:
        times = sorted(server.ask(method, params)[1] for _ in range(100 if bar != "-" else 5))
        row(f"{what}, 95 of 100", times[int(len(times) * .95)], bar)
    return server


def workspace(duecal, folder, server_files=10_000, lines=100):
    root = pathlib.Path(folder, "workspace")
    for number in range(server_files):
        path = root / f"{number // 200:03}" / f"{number}.taskpaper"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(lines, number))
    server = Server([duecal, "lsp"], folder)
    began = time.perf_counter()
    server.initialize(root)
    server.until(lambda message: message.get("method") == "window/workDoneProgress/create")
    body = json.dumps({"jsonrpc": "2.0", "id": "duecal-1", "result": None}).encode()
    server.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    server.process.stdin.flush()
    server.until(lambda message: message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "end")
    row(f"index of {server_files} files with {server_files * lines} lines", (time.perf_counter() - began) * 1000, "800 ms")
    big = text(100_000)
    uri = pathlib.Path(folder, "large.taskpaper").as_uri()
    server.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "", "version": 1, "text": big}})
    server.messages(uri)
    time.sleep(1)
    row("memory with the index and the large file open", server.resident("VmRSS"), "150 MB", "MB")
    row("the most memory until then", server.resident("VmHWM"), "150 MB", "MB")
    path = root / "000" / "1.taskpaper"
    whole = "- Ring Bob @waiting(Ann)\n" + path.read_text()
    server.send("textDocument/didOpen", {"textDocument": {
        "uri": path.as_uri(), "languageId": "", "version": 1, "text": whole}})
    server.messages(path.as_uri())
    times = [server.ask("textDocument/rename", {"textDocument": {"uri": path.as_uri()}, "position": {"line": 0, "character": 13},
                                                "newName": "wait"}) for _ in range(3)]
    count = len(times[0][0]["result"]["changes"])
    row(f"rename of a tag in {count} files", statistics.median(t for _, t in times), "300 ms")
    times = [server.ask("workspace/symbol", {"query": "task 77 "})[1] for _ in range(3)]
    row("search for a task in all files", statistics.median(times), "-")
    server.end()


def hover_of(what, command, folder, uri, language, text, capabilities=None):
    server = Server(command, folder)
    server.initialize(pathlib.Path(folder), capabilities or {})
    server.send("initialized", {})
    server.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}})
    time.sleep(3 if "swift" in language else 0.5)
    times = sorted(server.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}})[1]
                   for _ in range(100))
    row(f"empty hover, {what}", times[50], "-")
    server.process.kill()


def main():
    duecal = os.path.realpath(sys.argv[1])
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    try:
        beginning(duecal, folder)
        large(duecal, folder).end()
        workspace(duecal, folder)
        source = pathlib.Path(folder, "frames.c")
        source.write_text(FRAMES)
        subprocess.run(["cc", "-O2", "-o", f"{folder}/frames", source], check=True)
        base = pathlib.Path(folder)
        hover_of("a C program that reads frames", [f"{folder}/frames"], folder, (base / "a").as_uri(), "", "x\n")
        hover_of("duecal", [duecal, "lsp"], folder, (base / "a.taskpaper").as_uri(), "", "note\n")
        if shutil.which("sourcekit-lsp"):
            (base / "a.swift").write_text("let a = 1\n")
            hover_of("sourcekit-lsp", ["sourcekit-lsp"], folder, (base / "a.swift").as_uri(), "swift", "let a = 1\n")
        ruff = shutil.which("ruff") or str(pathlib.Path(sys.executable).parent / "ruff")
        if os.path.exists(ruff):
            hover_of("ruff", [ruff, "server"], folder, (base / "a.py").as_uri(), "python", "a = 1\n")
    finally:
        shutil.rmtree(folder)


main()
