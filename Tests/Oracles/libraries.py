#!/usr/bin/env python3
"""Compares our dates of rules with those of python-dateutil, libical and Foundation.

Usage: libraries.py CHECKS TOOLS                the rules of DUECAL_CORPORA, with all four
       libraries.py CHECKS TOOLS COUNT [SEED]   this number of random rules, with libical

CHECKS is the path of duecal-checks, TOOLS the folder of libical-rules and foundation-rules (`make oracle` builds them).
If a library differs from us, `CLASSES` names the known reason. A difference without a known reason is printed, to be
decided by the RFC.
"""
import collections
import datetime
import os
import random
import re
import signal
import subprocess
import sys

from dateutil import rrule

import rule_cases
import rules

PATIENCE = 1.0  # seconds of the library's own time
SHORT = 0.02  # the same for random rules; libical never ends for many of them
END_OF_LIBICAL = 19312128000  # 2582-01-01
SUBDAILY = {"HOURLY": "BYHOUR", "MINUTELY": "BYMINUTE", "SECONDLY": "BYSECOND"}


class Question:
    """A line of input with the parts of its rule, and both results."""

    def __init__(self, line, ours, theirs):
        self.line, self.ours, self.theirs = line, ours, theirs
        self.kind, _, _, self.rule = line.split()
        self.parts = dict(part.split("=", 1) for part in self.rule.split(";"))
        self.frequency = self.parts["FREQ"]

    def has(self, *names):
        return any(name in self.parts for name in names)

    def values(self, *names):
        return [value for name in names if name in self.parts for value in self.parts[name].split(",")]

    def numbers(self, *names):
        return [int(value) for value in self.values(*names)]

    def is_numbered(self):
        return any(len(day) > 2 for day in self.values("BYDAY"))

    def is_plain(self):
        return any(len(day) == 2 for day in self.values("BYDAY"))

    def is_unordered(self):
        lists = [self.numbers(name) for name in ("BYHOUR", "BYMINUTE", "BYSECOND")]
        return any(values != sorted(set(values)) for values in lists)

    def ends_before(self, second):
        """True if the dates are equal up to a missing one of ours that is after that second."""
        if not isinstance(self.ours, str) or not self.ours.startswith(self.theirs):
            return False
        missing = self.ours[len(self.theirs):].lstrip(",").split(",")[0]
        return missing.isdigit() and int(missing) > second

    def is_twice(self):
        days = self.numbers("BYMONTHDAY") or self.numbers("BYYEARDAY")
        every = [self.values(name) for name in self.parts]
        return any(len(values) != len(set(values)) for values in every) or min(days, default=0) < 0 < max(days)


FORBIDDEN = ("takes a BYWEEKNO that RFC 5545 forbids", lambda q: q.has("BYWEEKNO") and q.frequency != "YEARLY")
TIMES_OF_DAYS = ("makes times of day in a series of days",
                 lambda q: q.kind == "days" and q.has("BYHOUR", "BYMINUTE", "BYSECOND"))
WITHIN_MONTH = ("takes BYMONTHDAY of a YEARLY rule within the start's month",
                lambda q: q.frequency == "YEARLY" and q.has("BYMONTHDAY") and not q.has("BYMONTH", "BYWEEKNO"))

# The known differences of each library; the first class that matches counts.
CLASSES = {
    "dateutil": [
        FORBIDDEN,
        ("takes every day of a week of BYWEEKNO alone", lambda q: q.has("BYWEEKNO") and not q.has("BYDAY")),
        ("counts the years of BYWEEKNO by the calendar", lambda q: q.has("BYWEEKNO") and q.has("INTERVAL")),
        ("begins the first week of a WEEKLY rule with the start",
         lambda q: q.frequency == "WEEKLY" and q.has("BYSETPOS")),
        ("takes numbered and other weekdays for the days that are both",
         lambda q: q.is_numbered() and q.is_plain()),
        TIMES_OF_DAYS,
    ],
    "libical": [
        FORBIDDEN,
        ("refuses parts of a YEARLY rule beside each other",
         lambda q: q.theirs == "refused" and q.frequency == "YEARLY"),
        ("ends with the year 2582", lambda q: q.ends_before(END_OF_LIBICAL)),
        ("has other weeks for BYWEEKNO", lambda q: q.has("BYWEEKNO")),
        TIMES_OF_DAYS,
        ("applies BYSETPOS to days of MONTHLY and YEARLY rules alone", lambda q: q.has("BYSETPOS") and (
            q.frequency not in ("MONTHLY", "YEARLY") or q.has("BYHOUR", "BYMINUTE", "BYSECOND"))),
        ("has no BYMONTHDAY and BYYEARDAY from the end in rules of days and less",
         lambda q: q.frequency not in ("MONTHLY", "YEARLY")
         and min(q.numbers("BYMONTHDAY", "BYYEARDAY"), default=0) < 0),
        ("forgets INTERVAL beside the part of the rule's own unit",
         lambda q: q.has("INTERVAL") and q.has(SUBDAILY.get(q.frequency, "none"))),
        ("gives moments in the order in which a list names them, or twice",
         lambda q: q.is_unordered() or q.is_twice() and (q.frequency == "WEEKLY" or q.has("BYSETPOS"))),
        ("leaps over hours or minutes and begins there with those of the start",
         lambda q: q.frequency in ("MINUTELY", "SECONDLY") and q.has("BYHOUR", "BYMINUTE")),
        WITHIN_MONTH,
        ("says the first moment twice or leaves it out, with the part of the rule's own unit",
         lambda q: q.has(SUBDAILY.get(q.frequency, "none"))),
        ("counts INTERVAL of weeks from the first date", lambda q: q.frequency == "WEEKLY" and q.has("INTERVAL")),
    ],
    "Foundation": [
        ("has no SECONDLY", lambda q: q.frequency == "SECONDLY"),
        FORBIDDEN,
        ("has other weeks for BYWEEKNO", lambda q: q.has("BYWEEKNO")),
        TIMES_OF_DAYS,
        ("has other days for numbered weekdays, or looks for them for ever", lambda q: q.is_numbered()),
        ("takes the first of a weekday in a month and leaves out the others",
         lambda q: q.has("BYDAY") and (q.frequency == "MONTHLY" or q.frequency == "YEARLY" and q.has("BYMONTH"))),
        ("gives moments in the order in which BYSETPOS names them, or twice", lambda q: q.has("BYSETPOS")),
        ("gives a moment twice that is named twice", lambda q: q.is_twice()),
        WITHIN_MONTH,
    ],
}


def reading(library, question):
    """The class of a difference; empty if it is in none."""
    return next((words for words, fits in CLASSES[library] if fits(question)), "")


class Answerer:
    """A program that answers each line with a line, and ends itself if an answer takes too long."""

    def __init__(self, *command):
        self.command = command
        self.process = None

    def ask(self, question):
        if not self.process:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True)
        self.process.stdin.write(question)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if answer.endswith("\n"):
            return answer.rstrip("\n")
        status, self.process = self.process.wait(), None
        return "hung" if status == -signal.SIGVTALRM else f"ended with {status}"


class Dateutil:
    """dateutil, which runs in this process."""

    def ask(self, question):
        _, limit, start, rule = question.split()
        try:
            return ",".join(map(str, expected(rule, int(start), int(limit))))
        except rules.Slow:
            return "hung"
        except (ValueError, TypeError, IndexError, KeyError):
            return "refused"


def expected(rule, start, limit):
    def stop(*_):
        raise rules.Slow

    begin = rules.EPOCH + datetime.timedelta(seconds=start)
    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        dates = rrule.rrulestr(rule, dtstart=begin)
        return [int((date - rules.EPOCH).total_seconds()) for date, _ in zip(dates, range(limit))]
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def libical(tools, patience):
    return Answerer(os.path.join(tools, "libical-rules"), str(int(patience * 1e6)))


def verdict(theirs, ours):
    """Compares a library's result with ours, with and without a start that the rule does not generate.

    To refuse a rule that has no date at all is also right.
    """
    if theirs in ours or theirs == "refused" and not ours[0]:
        return "equal"
    return theirs if isinstance(theirs, str) and theirs[:1].isalpha() else "different"


class Tally:
    """The results of a library, by verdict and by class."""

    def __init__(self, library):
        self.library = library
        self.verdicts = collections.Counter()
        self.classes = collections.defaultdict(list)

    def add(self, line, theirs, ours):
        word = verdict(theirs, ours)
        self.verdicts[word] += 1
        if word != "equal":
            question = Question(line, ours[0], theirs)
            words = "does not end in time" if word == "hung" else reading(self.library, question)
            self.classes[words].append(question)

    def report(self):
        print(f"{self.library}: {sum(self.verdicts.values())} rules:",
              ", ".join(f"{count} {word}" for word, count in self.verdicts.most_common()))
        for words, found in sorted(self.classes.items(), key=lambda row: -len(row[1])):
            print(f"  {len(found)} {words or 'NOT EXPLAINED'}: {min((q.rule for q in found), key=len)}")
        for question in self.classes.get("", [])[:10]:
            print(f"    {question.line.strip()}",
                  f"ours   {question.ours[:90]}", f"theirs {question.theirs[:90]}", sep="\n      ")


def of_corpora(checks, tools):
    """The tallies of all three libraries for the rows of the tables."""
    rows = [row for row in rule_cases.rows() if "RSCALE" not in row["rrule"]]
    alone, started = (rule_cases.answers(checks, rows, start) for start in ("", "+"))
    libraries = {
        "dateutil": Dateutil(), "libical": libical(tools, PATIENCE),
        "Foundation": Answerer(os.path.join(tools, "foundation-rules"), str(int(PATIENCE * 1e6)))}
    for name, library in libraries.items():
        tally = Tally(name)
        for row, line, *ours in zip(rows, rule_cases.questions(rows, ""), alone, started):
            # All libraries use one clock, so an end in UTC is a time of that clock.
            line = re.sub(r"(UNTIL=\w+?)Z", r"\1", line)
            theirs = library.ask(line)
            if theirs[:1].isdigit() or not theirs:
                theirs = rule_cases.within(row, theirs)
            tally.add(line, theirs, [one if isinstance(one, list) else "refused" for one in ours])
        yield tally


def of_random(checks, tools, count, seed):
    """The tally of libical for random rules."""
    rng = random.Random(seed)
    drawn = [rules.draw(rng) for _ in range(count)]
    lines = [f"moments {rules.LIMIT} {int((start - rules.EPOCH).total_seconds())} {rule}\n"
             for rule, start in drawn]
    ours = zip(rules.ask(checks, lines), rules.ask(checks, ["+" + line for line in lines]))
    tally, library = Tally("libical"), libical(tools, SHORT)
    for line, said in zip(lines, ours):
        tally.add(line, library.ask(line), said)
    yield tally


def main():
    checks, tools, *numbers = sys.argv[1:]
    count, seed = [*map(int, numbers), 1][:2] if numbers else (0, 1)
    unexplained = 0
    for tally in of_random(checks, tools, count, seed) if count else of_corpora(checks, tools):
        tally.report()
        unexplained += len(tally.classes.get("", []))
    sys.exit(1 if unexplained else 0)


if __name__ == "__main__":
    main()
