#!/usr/bin/env python3
"""Types a line into a real shell on a terminal, with a tab at its end, and prints what it has become.

    typed.py bash|zsh|fish SCRIPT LINE...

SCRIPT is the file with duecal's completions. Of each line two lines are printed: the line as it stands after
the tab, and the words that the shell makes of it, with U+241F between them.
"""
import os
import pathlib
import pty
import select
import shutil
import sys
import tempfile
import time

# Each shell with its arguments, what makes it ready, and what a word with all its quotes is.
SHELLS = {
    "bash": (["--noprofile", "--norc", "-i"], """
source '{script}'
__dump() {{ printf %s "$READLINE_LINE" >'{line}'; eval "set -- $READLINE_LINE"; printf '%s\\0' "$@" >'{words}'; mv '{words}' '{done}'; }}
bind -x '"\\C-g": __dump'
bind 'set bell-style none'
"""),
    "zsh": (["-f", "-i"], """
fpath=('{folder}' $fpath)
autoload -U compinit && compinit -u -d '{folder}/dump'
__dump() {{ print -rn -- "$BUFFER" >'{line}'; eval "set -- $BUFFER"; printf '%s\\0' "$@" >'{words}'; mv '{words}' '{done}'; }}
zle -N __dump
bindkey '^G' __dump
unsetopt beep
"""),
    "fish": (["--no-config", "-i"], """
source '{script}'
function __dump
    set -l buffer (commandline)
    printf %s "$buffer" >'{line}'
    eval "printf '%s\\0' $buffer" >'{words}'
    mv '{words}' '{done}'
end
bind \\cg __dump
"""),
}
SEPARATOR = "\u241f"


class Shell:
    def __init__(self, name, script, folder):
        arguments, setup = SHELLS[name]
        self.files = {key: f"{folder}/{key}" for key in ("line", "words", "done")}
        if name == "zsh":
            shutil.copy(script, f"{folder}/_duecal")
        rc = pathlib.Path(folder, "setup")
        rc.write_text(setup.format(script=script, folder=folder, **self.files) + f"\necho >'{folder}/ready'\n")
        process, self.terminal = pty.fork()
        if process == 0:
            os.environ.update(TERM="vt100", HISTFILE="/dev/null", INPUTRC="/dev/null", HOME=folder)
            os.execv(shutil.which(name), [name, *arguments])
        self.begin(f" . '{rc}'\r" if name != "fish" else f" source '{rc}'\r", f"{folder}/ready")

    def begin(self, command, ready):
        """Types a command until the shell has run it: what is typed while it starts may be thrown away."""
        end = time.monotonic() + 60
        while not os.path.exists(ready):
            if time.monotonic() > end:
                sys.exit("the shell does not start")
            self.send(command)
            limit = time.monotonic() + 3
            while not os.path.exists(ready) and time.monotonic() < limit:
                self.drain(0.1)

    def send(self, text):
        os.write(self.terminal, text.encode())

    def wait(self, path):
        """Reads what the shell shows until a file is there."""
        end = time.monotonic() + 60
        while not os.path.exists(path):
            if time.monotonic() > end:
                sys.exit(f"the shell has not made {path}")
            self.drain(0.02)

    def drain(self, seconds):
        shown = b""
        while select.select([self.terminal], [], [], seconds)[0]:
            try:
                shown += os.read(self.terminal, 65536)
            except OSError:
                break
        return shown

    def typed(self, line):
        for path in self.files.values():
            pathlib.Path(path).unlink(missing_ok=True)
        self.send(line + "\t")
        self.drain(0.4)
        self.send("\x07")
        self.wait(self.files["done"])
        words = pathlib.Path(self.files["done"]).read_text().split("\0")[:-1]
        result = pathlib.Path(self.files["line"]).read_text()
        self.send("\x15")
        self.drain(0.05)
        return result, words


def main():
    name, script, *lines = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(name, os.path.abspath(script), folder)
        for line in lines:
            result, words = shell.typed(line)
            print(result)
            print(SEPARATOR.join(words))


main()
