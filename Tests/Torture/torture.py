#!/usr/bin/env python3
"""Does to runs of duecal what machines and people may do, and checks that the calendar, or the edited task file, is whole at
every moment.

Usage: torture.py DUECAL CHECKS [--short | --sync]    (the paths of duecal and duecal-checks; --short for checks that take
seconds, --sync for syncs)
"""
import sys
import time

import crowds
import edits
import faults
import imports
import moves
import place
import stores
import syncs


def short(duecal, checks):
    """The checks that take seconds and need no other programs."""
    yield "killed at random", crowds.random_kills(duecal, 30)
    yield "one at a time", crowds.overlap(duecal)
    for start in ("rewritten", "made"):
        yield f"{start}, at once", crowds.at_once(duecal, 5, start)
    yield "limits", crowds.limits(duecal)
    yield "other people", crowds.people(duecal)
    yield from edits.short(checks, duecal)
    yield from imports.short(duecal)
    yield from moves.short(duecal)
    yield "a store, killed at random", stores.random_kills(checks, 20)
    for first in ("vdir:cal", "tasks:notes"):
        yield f"a sync of {first}, killed at random", syncs.random_kills(duecal, 5, first)


def full(duecal, checks):
    """All checks; they need strace, vim and emacs."""
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
    yield from moves.full(duecal)
    yield "a store, killed at random", stores.random_kills(checks, 1000)


def synced(duecal, _):
    """Syncs killed at each of their system calls."""
    for first, second in (("vdir:cal", "sqlite:b.sqlite"), ("tasks:notes", "sqlite:b.sqlite"), ("tasks:notes", "vdir:b")):
        yield f"a sync of {first} and {second}, killed at each call", syncs.kills(duecal, first, second)


KINDS = {"": full, "--short": short, "--sync": synced}


def main():
    kind = KINDS.get("".join(sys.argv[3:]))
    if len(sys.argv) not in (3, 4) or not kind:
        sys.exit(__doc__)
    total, start = 0, time.monotonic()
    try:
        for name, tally in kind(*sys.argv[1:3]):
            total += sum(tally.values()) - tally["left a file for the next run"]
            results = ", ".join(f"{key}: {count}" for key, count in sorted(tally.items(), key=str))
            print(f"torture: {name}: {results}", flush=True)
    except place.Fault as fault:
        sys.exit(f"torture: {fault}")
    print(f"torture: {total} runs, each left the old or the new file, {time.monotonic() - start:.0f} s")


main()
