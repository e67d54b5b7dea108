#!/usr/bin/env python3
"""Records batches of changes that real editors send while a person types, and compares the texts on both sides.

Each batch is one `textDocument/didChange`. A model of the protocol applies it, and the result must be the text that the
editor sends when it saves; `duecal lsp` gets the same messages and must not report that its text differs.

Usage: Tests/EditorClients/record.py DUECAL [OPTION…]      (needs the packages of `scripts/setup editors`)
"""
import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import edits
import pynvim
from driving import ROOT, until, world
from terminal import Vim, settings
from texts import Texts

# A new file after so many rounds: the server reports only the first difference of a file.
ROUNDS = 60
LONG = 3000


class Recording:
    """What the proxy has written down until now."""

    def __init__(self, path):
        self.lines = open(path)
        self.texts = Texts()
        self.batches = self.changes = self.several = self.saves = self.ends = 0
        self.faults = []
        self.digest = hashlib.sha256()

    def read(self):
        while True:
            place = self.lines.tell()
            line = self.lines.readline()
            if not line.endswith("\n"):  # The rest of it is still to come.
                self.lines.seek(place)
                return
            self._take(json.loads(line))

    def _take(self, message):
        method, params = message.get("method"), message.get("params")
        try:
            self.texts.take(message)
        except ValueError as fault:
            self.faults.append(f"batch {self.batches + 1}: {fault}")
        if method == "textDocument/didChange":
            changes = params["contentChanges"]
            self.batches += 1
            self.changes += len(changes)
            self.several += len(changes) > 1
            self.digest.update(json.dumps(changes, sort_keys=True).encode())
        elif method == "textDocument/didSave":
            self._compare(self.texts[params["textDocument"]["uri"]], params["text"])
        elif method == "window/logMessage" and "differed" in params["message"]:
            self.faults.append(f"batch {self.batches}: the server says: {params['message']}")

    def _compare(self, text, editors):
        """Vim's settings say whether the last line has an end, and no change does when they change."""
        self.saves += 1
        # ALE 3.3 saves the characters \\ and n instead of ends of lines.
        editors = editors.replace("\\n", "\n")
        if text == editors:
            return
        self.ends += 1
        if not any(text == editors + end or editors == text + end for end in ("\n", "\r\n")):
            self.faults.append(f"batch {self.batches}: the changes give {text!r}, but the editor has {editors!r}")


# MARK: Editors

def end(process):
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()


def connected(socket):
    try:
        return pynvim.attach("socket", path=socket)
    except OSError:
        return None


class Editor:
    def settle(self, is_sent):
        """Waits until the server has the text, for an editor whose save may overtake it."""


class Neovim(Editor):
    """Collects changes until it saves."""

    def __init__(self, folder, delay=10_000_000):
        socket = f"{folder}/socket"
        self.process = subprocess.Popen(["nvim", "--clean", "--headless", "--listen", socket], env=world(folder),
                                        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.nvim = until(lambda: connected(socket), "start of Neovim")
        shipping = f"{ROOT}/Shipping/editors"
        self.nvim.command(f"set runtimepath^={shipping}/nvim,{shipping}/vim nofsync noswapfile")
        self.nvim.command("filetype off | filetype plugin on | let g:typed = 0")
        self.nvim.exec_lua("""
            local start, delay = vim.lsp.start_client, ...
            vim.lsp.start_client = function(config)
              config.flags = { debounce_text_changes = delay }
              return start(config)
            end
            require('duecal').setup()""", delay)

    def open(self, path):
        self.nvim.command(f"silent! %bwipeout! | edit! {path}")
        until(lambda: self.nvim.exec_lua("return #vim.lsp.buf_get_clients(0)"), "attach")

    def type(self, keys):
        self.nvim.input(keys.replace("<", "<lt>"))

    def save(self):
        self.type("\x1b\x1b:write\r")

    def edit(self, some, is_long):
        self.type("".join(edits.vim(some) for _ in range(some.randint(1, 4))) + (edits.SHORTEN if is_long else ""))

    def close(self):
        try:
            self.nvim.command("qall!")
        except (OSError, EOFError):
            pass
        end(self.process)


class EagerNeovim(Neovim):
    """Sends each change at once."""

    def __init__(self, folder):
        super().__init__(folder, delay=0)

    def edit(self, some, is_long):
        self.type(edits.vim(some) + (edits.SHORTEN if is_long else ""))


class Eglot(Editor):
    def __init__(self, folder):
        packages = "(progn (require 'package) (push \"/usr/share/emacs/site-lisp/elpa\" package-directory-list))"
        self.process = subprocess.Popen(
            ["emacs", "-Q", "--batch", "--eval", packages, "--eval", "(package-initialize)",
             "-L", ROOT / "Shipping/editors/emacs", "-l", ROOT / "Tests/EditorClients/record.el"],
            env={**world(folder), "DUECAL_BINARY": f"{folder}/duecal"}, cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)

    def order(self, **order):
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()

    def open(self, path):
        self.order(open=str(path))

    def edit(self, some, is_long):
        keys = sum((edits.emacs(some) for _ in range(some.randint(1, 3))), [])
        self.order(edits=keys + (edits.EMACS_SHORTEN if is_long else []))

    def save(self):
        """Each order ends with a save."""

    def close(self):
        self.process.stdin.close()
        end(self.process)


class Ale(Editor):
    """Sends the whole text."""
    section = "Vim with ALE"
    before = "set nocompatible\npackadd! ale\nlet g:ale_lint_delay = 10\nset nofsync\n"

    def __init__(self, folder):
        self.vim = Vim(self.before + settings(self.section), folder)
        self.rounds = 0

    def open(self, path):
        self.vim.do(f"silent! %bwipeout! | edit! {path}")

    def edit(self, some, is_long):
        for part in re.split("(?<=\x1b)", edits.vim(some) + (edits.SHORTEN if is_long else "")):
            self.vim.type(part)
            if part.endswith("\x1b"):
                time.sleep(0.02)  # Keys that follow at once would make a key of the terminal.
        self.rounds += 1
        self.vim.type(f":let g:rounds = {self.rounds}\r")
        until(lambda: self.vim.ask("get(g:, 'rounds')") == self.rounds, "keys")

    def save(self):
        self.vim.type(":write\r")

    def close(self):
        self.vim.close()


class YouCompleteMe(Ale):
    """Sends the whole text, with a program of its own."""
    section = "Vim with YouCompleteMe"
    before = "set nofsync\n"

    def settle(self, is_sent):
        until(lambda: is_sent("\n".join(self.vim.ask("getline(1, '$')")) + "\n"), "text from YouCompleteMe")


# The part of all batches that each sends.
EDITORS = {"neovim": (Neovim, 0.35), "neovim-eager": (EagerNeovim, 0.2), "eglot": (Eglot, 0.4), "ale": (Ale, 0.03),
           "youcompleteme": (YouCompleteMe, 0.02)}


# MARK: Runs

def record(name, count, options, folder):
    """Drives an editor until it has sent so many batches."""
    path = pathlib.Path(options.keep or folder, f"{name}.jsonl")
    path.write_text("")
    command = pathlib.Path(folder, "duecal")
    proxy = [sys.executable, ROOT / "Tests/EditorClients/proxy.py", path, options.drop, options.duecal]
    command.write_text(f"#!/bin/sh\nexec {' '.join(map(str, proxy))} \"$@\"\n")
    command.chmod(0o755)
    recording = Recording(path)
    editor = EDITORS[name][0](folder)
    try:
        drive(editor, recording, count, random.Random(f"{options.seed} {name}"), folder)
    finally:
        editor.close()
    recording.read()
    return recording


def drive(editor, recording, count, some, folder):
    def is_read(ready):
        recording.read()
        return ready()

    rounds = 0
    while recording.batches < count:
        if rounds % ROUNDS == 0:
            number, opened = rounds // ROUNDS, len(recording.texts)
            file = pathlib.Path(folder, edits.name(number))
            file.write_bytes(edits.start(number).encode())
            editor.open(file)
            until(lambda: is_read(lambda: len(recording.texts) > opened), f"open {file.name}")
        rounds += 1
        saves = recording.saves
        editor.edit(some, len(recording.texts[file.as_uri()]) > LONG)
        editor.settle(lambda text: is_read(lambda: recording.texts[file.as_uri()] == text))
        editor.save()
        until(lambda: is_read(lambda: recording.saves > saves), f"save in round {rounds}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("duecal", type=os.path.realpath)
    parser.add_argument("--batches", type=int, default=10_000, help="how many of all editors together")
    parser.add_argument("--seed", type=int, default=1, help="the edits; Neovim and Emacs then send the same changes")
    parser.add_argument("--editors", default=",".join(EDITORS))
    parser.add_argument("--keep", type=os.path.realpath, help="a folder for the recordings")
    parser.add_argument("--drop", type=int, default=0, help="a batch that the server never gets, which must be noticed")
    options = parser.parse_args()
    names = options.editors.split(",")
    whole = sum(EDITORS[name][1] for name in names)
    faults, batches = [], 0
    for name in names:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            began = time.monotonic()
            found = record(name, round(options.batches * EDITORS[name][1] / whole), options, folder)
        print(f"{name}: {found.batches} batches, {found.changes} changes, {found.several} batches with several, "
              f"{found.saves} texts compared, {found.ends} differ in the end of the last line, "
              f"{len(found.faults)} differences, {found.texts.encoding}, digest {found.digest.hexdigest()[:8]}, "
              f"{time.monotonic() - began:.0f} s", flush=True)
        faults += [f"{name}: {fault}" for fault in found.faults]
        batches += found.batches
    if faults:
        raise SystemExit("\n".join(faults[:10]))
    print(f"{batches} batches, no differences")


main()
