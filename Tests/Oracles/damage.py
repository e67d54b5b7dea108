#!/usr/bin/env python3
"""Damaged SQLite files: the state of imports, a store and a cache must be read or refused. They must never end the process
or lose a line of a person.

Usage: damage.py CHECKS [COUNT]      (the path of duecal-checks, and the number of files of each kind)
"""
import os
import subprocess
import sys

KINDS = ("state", "store", "mirror")
# The number of files for one process; after a crash, the next process continues after the file that caused it.
BATCH = 500


def run(checks, kind, count):
    """Damages files of one kind. Returns the faults, and prints how many files were read and how many were refused."""
    first, faults, read, refused = 0, [], 0, 0
    while first < count:
        batch = min(BATCH, count - first)
        done = subprocess.run([checks, "damage", kind, str(first), str(batch)], capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        if done.returncode < 0 or not lines or lines[-1].isdigit():
            last = int(lines[-1]) if lines else first
            faults.append(f"{kind} {last}: the process ended with {done.returncode}: {done.stderr.strip()[-300:]}")
            first = last + 1
            continue
        said = next(line for line in lines if line.startswith(f"{kind}: "))
        words = said.split()
        read, refused = read + int(words[1]), refused + int(words[3])
        faults += [line for line in lines if not line.isdigit() and line != said]
        first += batch
    print(f"{kind}: {count} damaged files, {read} read, {refused} refused, {len(faults)} faults")
    return faults


def main():
    checks, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    os.environ.setdefault("TMPDIR", "/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp")
    faults = [fault for kind in KINDS for fault in run(checks, kind, count)]
    for fault in faults[:20]:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
