"""A store in one file whose writers are killed: everything that was acknowledged must be there."""
import collections
import pathlib
import random
import subprocess
import tempfile
import time

from place import ENVIRONMENT, Fault


def acknowledge(line, present):
    """Records the change that the store has acknowledged in a line."""
    done, number = line.split()
    if done == "removed":
        present.pop(number, None)
    else:
        present[number] = "renamed" if done == "renamed" else "new"


def judge(checks, path, present, started):
    """The store must have what was acknowledged; the item that was being written may be in either state."""
    run = subprocess.run([checks, "tell", path], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if run.returncode != 0 or "fault" in run.stdout:
        raise Fault(f"store: {run.returncode} {run.stdout[:300]} {run.stderr[:300]}")
    there = dict(line.split() for line in run.stdout.splitlines())
    for number in set(there) | set(present):
        if there.get(number) != present.get(number) and int(number) < started:
            raise Fault(f"store: {number} is {there.get(number)}, acknowledged was {present.get(number)}")
    may_be_gone = started % 2 == 1 and started % 3 == 0
    if str(started) in present and str(started) not in there and not may_be_gone:
        raise Fault(f"store: {started} was acknowledged and is not there")
    return there


def random_kills(checks, count):
    """Kills writers at random moments, one after the other, on the same file."""
    chance = random.Random(count)
    tally = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="duecal-torture-") as folder:
        present, path = {}, str(pathlib.Path(folder) / "store.sqlite")
        first = 0
        for number in range(count):
            if number % 100 == 0:  # a new file, so that reading it stays fast
                present, path = {}, str(pathlib.Path(folder) / f"store{number}.sqlite")
            with subprocess.Popen([checks, "write", path, str(first), "1000"], env=ENVIRONMENT, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
                time.sleep(chance.uniform(0, 0.12))
                run.kill()
                lines = [line for line in run.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
            for line in lines:
                acknowledge(line, present)
            last = max([first] + [int(line.split()[1]) for line in lines])
            # The last acknowledged change, and the next one, may be more complete than what was acknowledged.
            present = judge(checks, path, present, last)
            tally["acknowledged"] += len(lines)
            tally["killed"] += 1
            first = max([last + 2] + [int(name) + 1 for name in present])
    return tally
