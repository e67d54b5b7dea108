#!/usr/bin/env python3
"""Runs a command with a terminal in front of it, and prints what the terminal has shown.

    terminal.py KEYS COMMAND...

KEYS are typed one after the other, one each half second, over and over while the command runs: an interrupt throws
away what is typed together with it. The exit status is the command's; one that runs for longer than a minute is ended.
"""
import itertools
import os
import pty
import select
import signal
import sys
import time


def main():
    keys, *command = sys.argv[1:]
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    typed = itertools.cycle(keys.encode().decode("unicode_escape"))
    shown, next_key, end = b"", time.monotonic() + 0.5, time.monotonic() + 60
    while True:
        if time.monotonic() > end:
            os.killpg(process, signal.SIGKILL)
            break
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                more = os.read(terminal, 65536)
            except OSError:
                break
            if not more:
                break
            shown += more
        if keys and time.monotonic() > next_key:
            os.write(terminal, next(typed).encode())
            next_key += 0.5
    status = os.waitpid(process, 0)[1]
    sys.stdout.buffer.write(shown)
    sys.exit(os.waitstatus_to_exitcode(status) & 0xFF)


main()
