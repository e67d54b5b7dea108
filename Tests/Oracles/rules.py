#!/usr/bin/env python3
"""Compares the dates of random rules with python-dateutil.

Usage: rules.py CHECKS [COUNT [SEED]]      (the path of duecal-checks; 20,000 rules unless told)

dateutil reads some things otherwise, and rules are drawn so that they do not come up: a YEARLY rule with
BYWEEKNO alone has every day of its weeks there; its years are those of the calendar, not those that weeks
belong to, so that INTERVAL and BYSETPOS count others; and days in December of a week -53 or -52 that is the
first of the next year are left out. It also has no start that the rule does not make; so neither side
counts it here.
"""
import datetime
import itertools
import random
import signal
import subprocess
import sys

from dateutil import rrule

EPOCH = datetime.datetime(1970, 1, 1)
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
LIMIT = 20


def some(rng, values, most=3):
    return ",".join(str(v) for v in rng.sample(list(values), rng.randint(1, most)))


def signed(rng, most, count=3):
    return ",".join(str(rng.choice([1, -1]) * rng.randint(1, most)) for _ in range(rng.randint(1, count)))


def days(rng, frequency):
    names = rng.sample(DAYS, rng.randint(1, 4))
    if frequency in ("MONTHLY", "YEARLY") and rng.random() < 0.5:
        most = 5 if frequency == "MONTHLY" else 53
        return ",".join(f"{rng.choice([1, -1]) * rng.randint(1, most)}{name}" for name in names)
    return ",".join(names)


def parts(rng, frequency):
    """The BY parts of a rule, such as RFC 5545 allows with its frequency."""
    found = {}
    if rng.random() < 0.3:
        found["BYMONTH"] = some(rng, range(1, 13))
    if frequency == "YEARLY" and rng.random() < 0.15:
        found["BYWEEKNO"] = some(rng, [*range(1, 54), *range(-51, 0)])
        found["BYDAY"] = ",".join(rng.sample(DAYS, rng.randint(1, 3)))
    elif frequency not in ("DAILY", "WEEKLY", "MONTHLY") and rng.random() < 0.15:
        found["BYYEARDAY"] = signed(rng, 366)
    if frequency != "WEEKLY" and rng.random() < 0.3:
        found["BYMONTHDAY"] = signed(rng, 31)
    if "BYDAY" not in found and rng.random() < 0.4:
        found["BYDAY"] = days(rng, frequency)
    if rng.random() < 0.25:
        found["BYHOUR"] = some(rng, range(24))
    if rng.random() < 0.25:
        found["BYMINUTE"] = some(rng, range(60))
    if rng.random() < 0.15:
        found["BYSECOND"] = some(rng, range(60))
    if found and "BYWEEKNO" not in found and rng.random() < 0.25:
        found["BYSETPOS"] = signed(rng, 6, 2)
    return found


def draw(rng):
    """A rule and its start."""
    frequency = rng.choice(["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"])
    found = parts(rng, frequency)
    if "BYWEEKNO" not in found and rng.random() < 0.5:
        found["INTERVAL"] = str(rng.randint(2, 40 if frequency in ("HOURLY", "MINUTELY", "SECONDLY") else 6))
    if rng.random() < 0.3:
        found["WKST"] = rng.choice(DAYS)
    if rng.random() < 0.3:
        found["COUNT"] = str(rng.randint(1, 12))
    start = EPOCH + datetime.timedelta(seconds=rng.randrange(20 * 366 * 86400) + 10 * 366 * 86400)
    if rng.random() < 0.3:
        start = start.replace(day=rng.choice([28, 29, 30, 31][: 1 if start.month == 2 else 3]))
    rule = ";".join([f"FREQ={frequency}"] + [f"{key}={value}" for key, value in found.items()])
    return rule, start


class Slow(Exception):
    """dateutil looks for longer than there is to wait."""


def expected(rule, start):
    """What dateutil says, up to where it would look for too long."""
    def stop(*_):
        raise Slow

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        dates = rrule.rrulestr(rule, dtstart=start)
        return [int((date - EPOCH).total_seconds()) for date in itertools.islice(dates, LIMIT)]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    drawn = [draw(rng) for _ in range(count)]
    questions = [
        f"moments {LIMIT} {int((start - EPOCH).total_seconds())} {rule}\n" for rule, start in drawn]
    answers = subprocess.run(
        [sys.argv[1], "rules"], input="".join(questions), capture_output=True, text=True, check=True
    ).stdout.split("\n")
    wrong, slow, empty = [], 0, 0
    for (rule, start), answer in zip(drawn, answers):
        try:
            theirs = ",".join(str(date) for date in expected(rule, start))
        except Slow:
            slow += 1
            continue
        empty += not theirs
        if theirs != answer:
            wrong.append((rule, start.isoformat(), theirs, answer))
    print(f"{count} rules, {slow} left out as dateutil looked too long, {empty} without a date, "
          f"{len(wrong)} differences from dateutil")
    for row in wrong[:20]:
        print(*row, sep="\n    ")
    sys.exit(1 if wrong else 0)


main()
