#!/usr/bin/env python3
"""Drives Neovim with real keys: its popup, messages, actions, hover, and what it sends while a person types.

Usage: Tests/EditorClients/neovim.py DUECAL      (needs the packages of `scripts/setup editors`)
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import pynvim
from driving import ROOT, expect, until, world

TEXT = "Home:\n\t- Pay rent @due(2026-11-20)\n\t- Broken @due(2026-02-30)\n"


class Editor:
    def __init__(self, duecal, folder):
        socket = f"{folder}/socket"
        self.process = subprocess.Popen(["nvim", "--clean", "--headless", "--listen", socket], env=world(folder), cwd=folder,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: os.path.exists(socket), "start")
        self.nvim = pynvim.attach("socket", path=socket)
        runtime = [ROOT / "Shipping/editors/nvim", ROOT / "Shipping/editors/vim"]
        self.nvim.command("set runtimepath^=" + ",".join(map(str, runtime)))
        self.nvim.command("filetype off | filetype plugin on | syntax on | set completeopt=menu,menuone")
        self.nvim.exec_lua(f"require('duecal').setup({{ cmd = {{ '{duecal}', 'lsp' }} }})")

    def open(self, path):
        self.nvim.command(f"edit! {path}")
        until(lambda: self.nvim.exec_lua("return #vim.lsp.buf_get_clients(0)"), "attach")

    def messages(self):
        return self.nvim.exec_lua("return vim.diagnostic.get(0)")

    def lines(self):
        return self.nvim.current.buffer[:]

    def popup(self):
        self.nvim.input("<C-x><C-o>")
        return until(lambda: self.nvim.call("complete_info")["items"], "popup")

    def actions(self):
        return self.nvim.exec_lua("""
            local params = vim.lsp.util.make_range_params()
            params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics() }
            for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 5000)) do
              return answer.result
            end""")

    def apply(self, title):
        """Chooses an action as a person does who sees the list."""
        self.nvim.exec_lua("""
            local title = ...
            vim.ui.select = function(items, options, choose)
              for _, item in ipairs(items) do
                if item[2].title == title then choose(item) end
              end
            end
            vim.lsp.buf.code_action()""", title)

    def close(self):
        try:
            self.nvim.command("qa!")
        except (OSError, EOFError):
            pass
        self.process.wait(10)


def main():
    duecal = os.path.realpath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "home.taskpaper")
        path.write_text(TEXT)
        editor = Editor(duecal, folder)
        try:
            drive(editor, path)
        finally:
            editor.close()


def drive(editor, path):
    nvim = editor.nvim
    editor.open(path)
    expect(nvim.eval("&filetype") == "taskpaper", "file type", nvim.eval("&filetype"))
    until(editor.messages, "messages")
    expect([m["lnum"] for m in editor.messages()] == [2], "messages", editor.messages())
    expect(nvim.eval("synIDattr(synID(2, 15, 1), 'name')").startswith("taskpaperTag"), "colours", "none")

    # A new line gets the bullet of the line above.
    nvim.input("GA<CR>Sweep<Esc>")
    until(lambda: editor.lines()[-1] == "\t- Sweep", "bullet")
    nvim.input("u")
    until(lambda: len(editor.lines()) == 3, "undo of the bullet")

    # The popup, behind characters that UTF-16 counts twice.
    nvim.input("Go- 🧾 Call @due(tom")
    shown = editor.popup()
    expect(shown[0]["menu"] == "Thu 26 Nov 2026, tomorrow" or "tomorrow" in shown[0]["abbr"], "popup", shown)
    nvim.input("<C-y><Esc>")
    time.sleep(0.2)
    expect("@due(tomorrow" in editor.lines()[3], "completed line", editor.lines())

    # Four changes in one notification, the first of them on a line that does not exist.
    nvim.input("Go- 🧾 Buy @due(23")
    shown = editor.popup()
    expect([item["word"] for item in shown][:3] == ["23 december 2026)", "23 january 2027)", "23 february 2027)"],
           "the next three 23rds", shown)
    nvim.input("<C-e><Esc>u")

    # Actions write the bytes of the commands.
    nvim.command("call cursor(2, 5)")
    titles = [action["title"] for action in editor.actions()]
    expect("Mark as done" in titles and "Snooze by a week" in titles, "actions", titles)
    editor.apply("Mark as done")
    done = "\t- Pay rent @due(2026-11-20) @done(2026-11-25)"
    until(lambda: editor.lines()[1] == done, "done")
    nvim.input("u")
    until(lambda: editor.lines()[1] != done, "undo")
    nvim.exec_lua("require('duecal').change('snooze', '2026-12-24')")
    until(lambda: "2026-12-24" in editor.lines()[1], "snooze")

    # A fix; the message goes away with the reason for it.
    nvim.command("call cursor(3, 16)")
    editor.apply("Remove @due")
    until(lambda: editor.lines()[2] == "\t- Broken", "fix")
    until(lambda: not [m for m in editor.messages() if m["lnum"] == 2], "no message")

    hover = nvim.exec_lua("""
        vim.fn.cursor(2, 5)
        for _, answer in pairs(vim.lsp.buf_request_sync(
          0, 'textDocument/hover', vim.lsp.util.make_position_params(), 5000)) do
          return answer.result.contents.value
        end""")
    expect("BEGIN:VTODO" in hover, "hover", hover)
    nvim.exec_lua("vim.fn.cursor(2, 28); vim.lsp.buf.rename('deadline')")
    until(lambda: "@deadline(2026-12-24)" in editor.lines()[1], "rename")
    print("neovim: popup, messages, actions, fixes, hover and rename work")


main()
