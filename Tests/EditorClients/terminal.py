"""Vim in a terminal of its own: it gets keys as a person types them, and answers questions over a channel."""
import fcntl
import json
import os
import pathlib
import pty
import re
import socket
import struct
import subprocess
import termios
import threading

from driving import ROOT, world


def settings(heading):
    """The lines for Vim of a section of the page, after what `make install` and the defaults of Vim do."""
    page = (ROOT / "Docs/Editors.md").read_text()
    lines = re.search(f"### {heading}\n.*?```vim\n(.*?)```", page, re.DOTALL).group(1)
    return f"set nocompatible runtimepath^={ROOT}/Shipping/editors/vim\nfiletype plugin on\nsyntax on\n{lines}"


class Vim:
    """Starts with the lines of a `.vimrc`, in a folder of its own. The command of duecal is there, too."""

    def __init__(self, lines, folder):
        pathlib.Path(folder, "vimrc").write_text(lines)
        self.terminal, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f"{folder}/channel")
            listener.listen()
            listener.settimeout(20)
            self.process = subprocess.Popen(
                ["vim", "-u", f"{folder}/vimrc", "-i", "NONE", "-n",
                 "-c", f"let g:asked = ch_open('unix:{folder}/channel')"],
                env={**world(folder), "TERM": "xterm-256color"}, cwd=folder, stdin=inside, stdout=inside, stderr=inside,
                start_new_session=True)
            os.close(inside)
            self.screen = b""
            threading.Thread(target=self._draw, daemon=True).start()
            try:
                self.channel, _ = listener.accept()
            except TimeoutError:
                raise SystemExit(f"Vim did not start: {self.screen[-2000:]!r}") from None
        self.channel.settimeout(30)

    def _draw(self):
        """Takes what Vim draws, so that it never waits for the terminal."""
        try:
            while drawn := os.read(self.terminal, 65536):
                self.screen = (self.screen + drawn)[-100_000:]
        except OSError:
            pass

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def do(self, command):
        self.channel.sendall(json.dumps(["ex", command]).encode())

    def ask(self, expression):
        """The value of an expression in Vim's language."""
        self.channel.sendall(json.dumps(["expr", expression, -1]).encode())
        answer = b""
        while part := self.channel.recv(1 << 20):
            answer += part
            try:
                return json.loads(answer)[1]
            except ValueError:  # The rest is still to come.
                pass
        raise SystemExit(f"Vim has ended: {self.screen[-2000:]!r}")

    def close(self):
        """Ends Vim, which ends its servers."""
        self.type("\x1b\x1b:qall!\r")
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.channel.close()
