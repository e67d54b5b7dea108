#!/usr/bin/env python3
"""Runs a command with a terminal in front of it, and prints what the terminal has shown.

    terminal.py KEYS COMMAND...

KEYS are typed half a second after the command was started, and again each half second while it runs. The exit
status is the command's.
"""
import os
import pty
import select
import sys
import time


def main():
    keys, *command = sys.argv[1:]
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    shown, next_keys, end = b"", time.monotonic() + 0.5, time.monotonic() + 20
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                more = os.read(terminal, 65536)
            except OSError:
                break
            if not more:
                break
            shown += more
        if keys and time.monotonic() > next_keys:
            os.write(terminal, keys.encode().decode("unicode_escape").encode())
            next_keys += 0.5
    status = os.waitpid(process, 0)[1]
    sys.stdout.buffer.write(shown)
    sys.exit(os.waitstatus_to_exitcode(status) & 0xFF)


main()
