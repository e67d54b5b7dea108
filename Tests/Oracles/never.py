#!/usr/bin/env python3
"""Measures how long it takes to find out that a rule never matches. The limit is ten milliseconds.

Usage: never.py CHECKS [COUNT [SEED]]      (the path of duecal-checks; 5,000 rules by default)

The rules are generated so that none can match; the rules in files of DUECAL_CORPORA that are named so are used too. For
comparison, the same number of rules that may match is generated.
"""
import os
import pathlib
import random
import re
import subprocess
import sys

import rules

BAR = 10_000  # microseconds
ATTEMPTS = 5
SUBDAILY = ["HOURLY", "MINUTELY", "SECONDLY"]
MIDNIGHT = 1704067200  # Monday, 1 January 2024


def day_that_is_none(rng):
    """A day that none of the rule's months has, in every frequency that allows it."""
    month, day = rng.choice([(2, 30), (2, 31), (4, 31), (6, 31), (9, 31), (11, 31), (2, -30), (4, -31)])
    frequency = rng.choice(["YEARLY", "MONTHLY", "DAILY", *SUBDAILY])
    return f"FREQ={frequency};BYMONTH={month};BYMONTHDAY={day}"


def day_of_another_month(rng):
    frequency = rng.choice(["YEARLY", *SUBDAILY])
    number, month = rng.choice([(366, 1), (1, 2), (-1, 11), (200, 12), (60, 6), (-366, 3)])
    return f"FREQ={frequency};BYYEARDAY={number};BYMONTH={month}"


def week_of_another_month(rng):
    number, month = rng.choice([(53, 6), (1, 3), (20, 12), (-1, 7), (26, 1), (-53, 2)])
    return f"FREQ=YEARLY;BYWEEKNO={number};BYMONTH={month};BYDAY={rng.choice(rules.DAYS)}"


def weekday_that_is_none(rng):
    number, day = rng.choice([(5, 1), (1, 8), (2, 20), (-1, 2), (-5, 28), (4, 30)])
    frequency = rng.choice(["MONTHLY", "YEARLY;BYMONTH=3,5"])
    return f"FREQ={frequency};BYDAY={number}{rng.choice(rules.DAYS)};BYMONTHDAY={day}"


def step_past_it(rng):
    return rng.choice([
        f"FREQ=DAILY;INTERVAL={7 * rng.randint(1, 1000)};BYDAY=TU",
        f"FREQ=MONTHLY;INTERVAL={12 * rng.randint(1, 800)};BYMONTH={rng.randint(2, 12)}",
        f"FREQ=HOURLY;INTERVAL={24 * rng.randint(1, 400)};BYHOUR={rng.randint(1, 23)}",
        f"FREQ=HOURLY;INTERVAL={168 * rng.randint(1, 50)};BYDAY=TU,WE",
        f"FREQ=MINUTELY;INTERVAL={60 * rng.randint(1, 160)};BYMINUTE={rng.randint(1, 59)}",
        f"FREQ=MINUTELY;INTERVAL={1440 * rng.randint(1, 6)};BYHOUR=0,5;BYMINUTE=7",
        f"FREQ=SECONDLY;INTERVAL={60 * rng.randint(1, 160)};BYSECOND={rng.randint(1, 59)}",
    ])


def place_that_is_none(rng):
    place = rng.choice([1, -1]) * rng.randint(40, 366)
    return rng.choice([
        f"FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS={place}", f"FREQ=DAILY;BYHOUR=3,4;BYSETPOS={place}",
        f"FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS={place}", f"FREQ=HOURLY;BYMINUTE=3,4;BYSETPOS={place}",
        f"FREQ=YEARLY;BYMONTHDAY=1;BYSETPOS={place}",
    ])


KINDS = [day_that_is_none, day_of_another_month, week_of_another_month, weekday_that_is_none, step_past_it,
         place_that_is_none]


def more(rng, rule):
    """Adds parts to a rule that still never matches."""
    if "BYHOUR" not in rule and "INTERVAL" not in rule and "BYSETPOS" not in rule and rng.random() < 0.5:
        for part, count in (("BYHOUR", 24), ("BYMINUTE", 60), ("BYSECOND", 60)):
            if rng.random() < 0.5:
                rule += f";{part}={rules.some(rng, range(count), most=rng.choice([2, count]))}"
    if "INTERVAL" not in rule and rng.random() < 0.5:
        rule += f";INTERVAL={rng.choice([2, 3, 7, 24, 60, 397, 9999, rng.randint(1, 9999)])}"
    return rule + (f";WKST={rng.choice(rules.DAYS)}" if rng.random() < 0.3 else "")


def of_corpora():
    """The rules in files whose names say that they never match."""
    corpora = os.environ.get("DUECAL_CORPORA")
    files = sorted((pathlib.Path(corpora) / "hostile" / "ics").glob("rrule_never_*")) if corpora else []
    text = [path.read_text(encoding="utf-8") for path in files]
    return [re.search(r"^RRULE:(\S+)", content, re.MULTILINE).group(1) for content in text]


def times(checks, questions):
    """The time in microseconds and the first moment of each rule."""
    asked = "".join(f"{start} {rule}\n" for rule, start in questions)
    run = subprocess.run([checks, "times"], input=asked, capture_output=True, text=True, check=True)
    return [(int(line.split()[0]), line.split()[1]) for line in run.stdout.splitlines()]


def least_times(checks, questions):
    """The times and moments; those above the limit are the least of several, as the machine also does other work."""
    answers = times(checks, questions)
    slow = [index for index, (time, _) in enumerate(answers) if time >= BAR]
    for _ in range(ATTEMPTS if slow else 0):
        for index, answer in zip(slow, times(checks, [questions[index] for index in slow])):
            answers[index] = min(answers[index], answer)
    return answers


def worst(name, questions, answers):
    (time, _), (rule, _) = max(zip(answers, questions), key=lambda row: row[0][0])
    print(f"{len(questions)} {name}: the slowest takes {time / 1000:.2f} ms: {rule}")
    return time


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    never = [(rule, MIDNIGHT) for rule in of_corpora()]
    never += [(more(rng, rng.choice(KINDS)(rng)), MIDNIGHT) for _ in range(count)]
    answers = least_times(sys.argv[1], never)
    matching = [row for row, (_, moment) in zip(never, answers) if moment.strip(":") != "none"]
    for rule, _ in matching[:10]:
        print("matches:", rule)
    others = [rules.draw(rng) for _ in range(count)]
    others = [(rule, int((start - rules.EPOCH).total_seconds())) for rule, start in others]
    slowest = [worst("rules that never match", never, answers),
               worst("rules that may", others, least_times(sys.argv[1], others))]
    sys.exit(1 if matching or max(slowest) >= BAR else 0)


main()
