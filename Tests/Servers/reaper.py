#!/usr/bin/env python3
"""Ends groups of processes when the program that started them is gone, however it went.

Standard input has a line for each group, `+ID` when it begins and `-ID` when it has ended, one for each folder of theirs,
and ends with the program. The folders are removed.
"""
import os
import shutil
import signal
import sys


def main():
    groups, folders = [], []
    for line in sys.stdin:
        if line[0] == "/":
            folders.append(line.rstrip("\n"))
        else:
            (groups.append if line[0] == "+" else groups.remove)(int(line[1:]))
    for group in reversed(groups):
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            pass
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


main()
