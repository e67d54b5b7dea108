#!/usr/bin/env python3
"""Does to runs of the command what machines and people do, and looks whether the calendar, or the task
file that is edited, was whole at every moment.

Usage: torture.py DUECAL CHECKS [--short]    (the paths of duecal and of duecal-checks; --short: what takes seconds)
"""
import sys
import time

import crowds
import edits
import faults
import imports
import place
import stores


def short(duecal, checks):
    """What takes seconds and needs nothing."""
    yield "killed at random", crowds.random_kills(duecal, 30)
    yield "one at a time", crowds.overlap(duecal)
    for start in ("rewritten", "made"):
        yield f"{start}, at once", crowds.at_once(duecal, 5, start)
    yield "limits", crowds.limits(duecal)
    yield "other people", crowds.people(duecal)
    yield from edits.short(checks, duecal)
    yield from imports.short(duecal)
    yield "a store, killed at random", stores.random_kills(checks, 20)


def full(duecal, checks):
    """Everything; needs strace, vim and emacs."""
    yield "killed at random", crowds.random_kills(duecal, 1000)
    yield "one at a time", crowds.overlap(duecal)
    yield "one at a time, slowly", crowds.slow_overlap(duecal)
    for start in ("rewritten", "made"):
        yield f"{start}, at once", crowds.at_once(duecal, 200, start)
    yield "limits", crowds.limits(duecal)
    yield "a full disk", crowds.small_disk(duecal)
    yield "other people", crowds.people(duecal)
    yield from faults.all_of(duecal)
    yield from edits.full(checks, duecal)
    yield from imports.full(duecal)
    yield "a store, killed at random", stores.random_kills(checks, 1000)


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["--short"]):
        sys.exit(__doc__)
    total, start = 0, time.monotonic()
    try:
        for name, tally in (short if sys.argv[3:] else full)(*sys.argv[1:3]):
            total += sum(tally.values()) - tally["left a file for the next run"]
            results = ", ".join(f"{key}: {count}" for key, count in sorted(tally.items(), key=str))
            print(f"torture: {name}: {results}", flush=True)
    except place.Fault as fault:
        sys.exit(f"torture: {fault}")
    print(f"torture: {total} runs, each left the old or the new file, {time.monotonic() - start:.0f} s")


main()
