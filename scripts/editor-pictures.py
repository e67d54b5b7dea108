#!/usr/bin/env python3
"""Makes the pictures of Docs/Editors.md: Neovim, Vim, Emacs and Kate, which edit the same task file with `duecal lsp`.

Usage: .build-editors/bin/python scripts/editor-pictures.py DUECAL [neovim] [vim] [emacs] [kate]
       (needs the packages of `scripts/setup editors` and Tests/EditorClients/install)
"""
import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time

import pyte

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "Tests/EditorClients")]
from kate import Display, Kate  # noqa: E402
from picture import picture  # noqa: E402

COLUMNS, ROWS = 96, 18
TASKS = """Home:
	- Pay rent @due(2026-12-01) @repeat(monthly)
	- Call the dentist @due(2026-11-26 15:00) @remind(15 min) @phone
	- Return the library books @due(2026-11-24)
	- Book hall @due(2026-11-31)
	- Clean the oven @done(2026-11-22)
Garden:
	- Wrap the roses @due(2026-12-05) @outside
	- Sweep leaves @due(2026-11-28) @repeat(weekly) @outside
"""
# The colours of the other pictures, for Vim and Neovim.
COLORS = """
colorscheme slate
highlight Normal guibg=#20242c guifg=#d8dee9
highlight EndOfBuffer guibg=#20242c guifg=#3b4252
highlight LineNr guibg=#20242c guifg=#7b8494
highlight Title guifg=#61afef gui=bold
highlight Operator guifg=#7b8494
highlight Identifier guifg=#c678dd gui=NONE
highlight Constant guifg=#d9a94e guibg=NONE
highlight NonText guifg=#7b8494 guibg=NONE
highlight Pmenu guibg=#3b4252 guifg=#d8dee9
highlight PmenuSel guibg=#61afef guifg=#20242c
"""
# No folders of this machine.
KATE = """[General]
Show Url Nav Bar=false

[KTextEditor View]
Scroll Bar MiniMap=false
"""


class Screen(pyte.Screen):
    """A screen that knows that CSI > m is a setting of the keyboard."""

    def select_graphic_rendition(self, *codes, private=False):
        if not private:
            super().select_graphic_rendition(*codes)


class Terminal:
    """A program in a terminal that nobody sees."""

    def __init__(self, command, folder, world):
        self.screen = Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.process, self.end = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            sized = ["sh", "-c", f'stty rows {ROWS} columns {COLUMNS}; exec "$@"', "sh", *command]
            os.execvpe("sh", sized, {**world, "TERM": "xterm-256color", "COLORTERM": "truecolor"})

    def read(self, seconds):
        """Draws what the program writes, until it has written nothing for some time."""
        while select.select([self.end], [], [], seconds)[0]:
            try:
                self.stream.feed(os.read(self.end, 65536))
            except OSError:
                return

    def write(self, text):
        """Types a text as a person does: a key at a time."""
        for key in text:
            os.write(self.end, key.encode())
            self.read(0.05)

    def until(self, text, seconds=30):
        """Waits for a text on the screen."""
        end = time.monotonic() + seconds
        while not any(text in line for line in self.screen.display):
            self.read(0.1)
            if time.monotonic() > end:
                raise SystemExit(f"timeout: no “{text}” in:\n" + "\n".join(self.screen.display))

    def lines(self):
        """The lines of the screen with their colours."""
        self.read(1.5)
        return [styled(self.screen.buffer[row]) for row in range(ROWS)]

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.end)


def styled(row):
    """A line of a screen as text with SGR."""
    cells = [row[column] for column in range(COLUMNS)]
    while cells and cells[-1] == pyte.screens.Char(" "):
        cells.pop()
    text, last = "\x1b[0m", ""
    for cell in cells:
        styles = {1: cell.bold, 3: cell.italics, 4: cell.underscore, 7: cell.reverse}
        style = "".join(f";{code}" for code, on in styles.items() if on) + color(cell.fg, 30) + color(cell.bg, 40)
        if style != last:
            text, last = text + f"\x1b[0{style}m", style
        text += cell.data
    return text


def color(name, base):
    """The SGR of a colour as pyte names it."""
    names = ["black", "red", "green", "brown", "blue", "magenta", "cyan", "white"]
    if name == "default":
        return ""
    if name in names:
        return f";{base + names.index(name)}"
    if name.startswith("bright") and name[6:] in names:
        return f";{base + 60 + names.index(name[6:])}"
    return f";{base + 8};2" + "".join(f";{int(name[place:place + 2], 16)}" for place in (0, 2, 4))


def world(duecal, folder):
    """An environment without anything of the person's own, in which duecal is on the path."""
    (folder / "bin").mkdir()
    (folder / "bin/duecal").symlink_to(duecal)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "VIM", "NVIM"))}
    return {**kept, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / ".config"), "XDG_DATA_HOME": str(folder / ".data"),
            "XDG_STATE_HOME": str(folder / ".state"), "XDG_CACHE_HOME": str(folder / ".cache"), "LC_ALL": "C.UTF-8",
            "PATH": f"{folder}/bin:{os.environ['PATH']}", "DUECAL_NOW": "2026-11-25T10:00:00Z", "TZ": "UTC",
            "DUECAL_FILES": "", "DUECAL_CONFIG": ""}


def drawn(name, command, folder, duecal, drive):
    """Writes the picture of an editor in a terminal."""
    terminal = Terminal(command, folder, world(duecal, folder))
    try:
        drive(terminal)
        (ROOT / "Docs" / f"{name}.svg").write_text(picture(terminal.lines()) + "\n")
    finally:
        terminal.close()


def neovim(duecal, folder):
    """Messages and lenses beside the text, and what is offered for a date."""
    (folder / "init.vim").write_text(f"""set runtimepath^={ROOT}/Shipping/editors/nvim,{ROOT}/Shipping/editors/vim
filetype plugin on
syntax on
set termguicolors background=dark number noshowcmd noruler laststatus=0 completeopt=menu,menuone,noselect
{COLORS}
highlight DiagnosticError guifg=#e06c75
highlight DiagnosticWarn guifg=#d9a94e
highlight LspCodeLens guifg=#7b8494 gui=italic
lua require('duecal').setup()
lua vim.diagnostic.config({{ update_in_insert = true, signs = false,
\\ virtual_text = {{ spacing = 1, prefix = '●', severity = vim.diagnostic.severity.ERROR }} }})
""")

    def drive(terminal):
        terminal.until("Home")
        terminal.until("no day 31")
        terminal.write(":lua vim.lsp.codelens.refresh()\r")
        terminal.until("open in this file")
        terminal.write("GA\rBuy bulbs @due(t\x18\x0f")
        terminal.until("Thu 26 Nov 2026")
        terminal.write("\x0e\x0e")
    drawn("neovim", ["nvim", "-u", "init.vim", "-i", "NONE", "-n", "home.taskpaper"], folder, duecal, drive)


def vim(duecal, folder):
    """Messages beside the text, and what a date means."""
    (folder / "vimrc").write_text(f"""set nocompatible runtimepath^={ROOT}/Shipping/editors/vim
let g:ale_linters = {{'taskpaper': ['duecal']}}
let g:ale_completion_enabled = 1
let g:ale_virtualtext_cursor = 'all'
let g:ale_virtualtext_prefix = ' ● '
let g:ale_hover_to_floating_preview = 1
let g:ale_floating_window_border = ['│', '─', '╭', '╮', '╯', '╰', '│', '─']
nnoremap <silent> K :ALEHover<CR>
let g:ale_set_signs = 0
packadd ale
filetype plugin on
syntax on
set termguicolors background=dark number noshowcmd noruler laststatus=0 t_RV= t_u7=
{COLORS}
highlight ALEVirtualTextError guifg=#e06c75
highlight ALEVirtualTextWarning guifg=#d9a94e
highlight ALEError gui=underline
highlight ALEWarning gui=underline
""")

    def drive(terminal):
        terminal.until("Home")
        terminal.until("no day 31")
        terminal.write("9G25|K")
        terminal.until("next: ")
    drawn("vim", ["vim", "-u", "vimrc", "-i", "NONE", "-n", "home.taskpaper"], folder, duecal, drive)


def emacs(duecal, folder):
    """A marked mistake, and the list of what can be done with a task."""
    (folder / "init.el").write_text(f"""
(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(add-to-list 'load-path "{ROOT}/Shipping/editors/emacs")
(require 'taskpaper-mode)
(add-hook 'taskpaper-mode-hook #'eglot-ensure)
(load-theme 'wombat t)
(set-face-background 'default "#20242c")
(require 'flymake)
(set-face-attribute 'flymake-error nil :underline t :foreground "#e06c75")
(menu-bar-mode -1)
(fido-vertical-mode 1)
(setq inhibit-startup-screen t max-mini-window-height 8)
""")

    def drive(terminal):
        terminal.until("Home")
        terminal.until("Flymake[1")
        terminal.write("\x0e" * 3 + "\x1bxeglot-code-actions\r")
        terminal.until("Snooze")
    drawn("emacs", ["emacs", "-nw", "-Q", "-l", "init.el", "home.taskpaper"], folder, duecal, drive)


def kate(duecal, folder):
    """A marked mistake, and what is offered for a date."""
    display = Display("1000x480")
    editor = Kate(duecal, folder / "home", display, folder / "home.taskpaper", KATE)
    try:
        editor.allow()
        editor.fill_display("home.taskpaper")
        editor.keys("ctrl+End")
        editor.write("\t- Buy bulbs @due(t")
        editor.rest()
        editor.keys("ctrl+space")
        editor.rest()
        subprocess.run(["import", "-window", "root", "+dither", "-colors", "128", "-strip", f"PNG8:{ROOT}/Docs/kate.png"],
                       env=editor.world, check=True)
    finally:
        editor.close()
        display.close()


def main():
    duecal, wanted = os.path.realpath(sys.argv[1]), sys.argv[2:] or ["neovim", "vim", "emacs", "kate"]
    for name in wanted:
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            (folder / "home.taskpaper").write_text(TASKS)
            globals()[name](duecal, folder)
        print(f"made the picture of {name}")


main()
