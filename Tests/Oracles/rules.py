#!/usr/bin/env python3
"""Compares the dates of random rules with python-dateutil.

Usage: rules.py CHECKS [COUNT [SEED]]      (the path of duecal-checks; 20,000 rules by default)

dateutil reads some rules in another way, and such rules are not generated. A YEARLY rule with only BYWEEKNO has every day of
its weeks there. It counts calendar years instead of the years that the weeks belong to, so INTERVAL and BYSETPOS count others.
Around New Year it misses days of weeks 52 and 53 and has days that are not in them; these are compared with Python's own ISO
weeks. The first week of a WEEKLY rule begins with its start, so BYSETPOS chooses from fewer days. And it has no start that the
rule does not generate, so neither side counts such a start here.
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
PATIENCE = 0.008  # seconds of this process


def some(rng, values, most=3):
    return ",".join(str(v) for v in rng.sample(list(values), rng.randint(1, most)))


def signed(rng, most, count=3):
    return ",".join(str(rng.choice([1, -1]) * rng.randint(1, most)) for _ in range(rng.randint(1, count)))


def days(rng, frequency, has_months):
    names = rng.sample(DAYS, rng.randint(1, 4))
    if frequency in ("MONTHLY", "YEARLY") and rng.random() < 0.5:
        most = 5 if frequency == "MONTHLY" or has_months else 52  # beyond the period dateutil breaks
        return ",".join(f"{rng.choice([1, -1]) * rng.randint(1, most)}{name}" for name in names)
    return ",".join(names)


def parts(rng, frequency):
    """BY parts that RFC 5545 allows with the frequency of a rule."""
    found = {}
    if rng.random() < 0.3:
        found["BYMONTH"] = some(rng, range(1, 13))
    if frequency == "YEARLY" and rng.random() < 0.15:
        found["BYWEEKNO"] = some(rng, [*range(1, 52), *range(-51, 0)])
        found["BYDAY"] = ",".join(rng.sample(DAYS, rng.randint(1, 3)))
    elif frequency not in ("DAILY", "WEEKLY", "MONTHLY") and rng.random() < 0.15:
        found["BYYEARDAY"] = signed(rng, 366)
    if frequency != "WEEKLY" and rng.random() < 0.3:
        found["BYMONTHDAY"] = signed(rng, 31)
    if "BYDAY" not in found and rng.random() < 0.4:
        found["BYDAY"] = days(rng, frequency, "BYMONTH" in found)
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
    if frequency == "WEEKLY" and "BYSETPOS" in found:
        ahead = start.weekday() - DAYS.index(found.get("WKST", "MO"))
        start = start.replace(hour=0, minute=0, second=0) - datetime.timedelta(days=ahead % 7)
    rule = ";".join([f"FREQ={frequency}"] + [f"{key}={value}" for key, value in found.items()])
    return rule, start


class Slow(Exception):
    """dateutil takes longer than the limit."""


def expected(rule, start):
    """The dates of dateutil, up to those that would take too long."""
    def stop(*_):
        raise Slow

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        dates = rrule.rrulestr(rule, dtstart=start)
        return [int((date - EPOCH).total_seconds()) for date in itertools.islice(dates, LIMIT)]
    except ValueError as error:
        if "empty" in str(error):  # the error of dateutil for hours and minutes that never occur
            return []
        raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def weeks(checks):
    """The weeks whose days differ from those of Python's calendar."""
    first, last = datetime.date(1960, 1, 1), datetime.date(2070, 12, 31)
    spans = [first + datetime.timedelta(days=n) for n in range((last - first).days)]
    wrong = []
    for number in range(1, 54):
        rule = f"FREQ=YEARLY;BYWEEKNO={number};BYDAY={','.join(DAYS)};UNTIL=20701230"
        answer = ask(checks, [f"days 9999 {seconds(first)} {rule}\n"])[0]
        expected = [str(seconds(day)) for day in spans if day.isocalendar()[1] == number]
        if answer != ",".join(expected):
            wrong.append((rule, first, ",".join(expected)[:200], answer[:200]))
    return wrong


def seconds(day):
    return (day - EPOCH.date()).days * 86400


def ask(checks, questions):
    run = subprocess.run(
        [checks, "rules"], input="".join(questions), capture_output=True, text=True, check=True)
    return run.stdout.split("\n")


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    drawn = [draw(rng) for _ in range(count)]
    questions = [
        f"moments {LIMIT} {int((start - EPOCH).total_seconds())} {rule}\n" for rule, start in drawn]
    answers = ask(sys.argv[1], questions)
    wrong, slow, empty = weeks(sys.argv[1]), 0, 0
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


if __name__ == "__main__":
    main()
