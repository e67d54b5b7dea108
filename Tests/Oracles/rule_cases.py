#!/usr/bin/env python3
"""Compares the dates of rules with the tables of other libraries, if DUECAL_CORPORA names them.

Usage: rule_cases.py CHECKS      (the path of duecal-checks)

A row is right if its dates are those of the rule, with or without the start before them: libraries differ on whether a
start counts that the rule does not generate, and RFC 5545 (section 3.8.5.3) does not define such a set. Rows that differ
are either explained here or wrong.
"""
import collections
import csv
import datetime
import os
import pathlib
import subprocess
import sys

EPOCH = datetime.datetime(1970, 1, 1)
EXPLAINED = {
    "icalrecur_test.txt:77": "takes BYMONTHDAY of a YEARLY rule within the start's month only; RFC 5545 expands it",
    "icalrecur_test.txt:78": "the same",
    "recur_iterator_test:60": "the same",
    "icalrecur_test.txt:80": "has no dates, as libical cannot expand the rule; they are 30 December of weeks 1",
    "icalrecur_test.txt:134": "counts years from that of a start which the rule does not make",
    "icalrecur_test.txt:135": "the same",
    "recur_iterator_test:14": "has BYWEEKNO in a WEEKLY rule, which RFC 5545 forbids",
    "recur_iterator_test:56": "says invalid of a rule that is none but valid",
    "recur_iterator_test:66": "counts weeks from the end of a year wrongly: week -28 of 2016 is week 25",
    "recur_iterator_test:67": "the same",
    "recur_iterator_test:69": "the same",
    "recur_iterator_test:88": "lists the first of five dates only",
    "recur_iterator_test:95": "leaves out the third Sunday of August 2017",
}


def seconds(text):
    text = text.rstrip("Z")
    moment = datetime.datetime.strptime(text, "%Y%m%dT%H%M%S" if "T" in text else "%Y%m%d")
    return int((moment - EPOCH).total_seconds())


def expected(row):
    return [seconds(date) for date in row["expected"].split(",") if date]


def questions(rows, start):
    """The questions about each row; `start` is + if a start counts that the rule does not generate."""
    for row in rows:
        kind = "moments" if "T" in row["dtstart"] else "days"
        limit = len(expected(row)) if row["kind"] == "prefix" else 3000
        yield f"{start}{kind} {limit} {seconds(row['dtstart'])} {row['rrule'].rstrip(';')}\n"


def answers(checks, rows, start):
    """The dates of each row's rule."""
    run = subprocess.run(
        [checks, "rules"], input="".join(questions(rows, start)), capture_output=True, text=True,
        check=True)
    return [within(row, answer) for row, answer in zip(rows, run.stdout.split("\n"))]


def within(row, answer):
    """The dates of an answer that are in the row's window; the answer itself if it is not a list of dates."""
    try:
        dates = [int(date) for date in answer.split(",") if date]
    except ValueError:
        return answer
    if row["kind"] != "window":
        return dates
    first, last = (seconds(date) for date in row["window"].split("/"))
    return [date for date in dates if first <= date <= last]


def judge(row, alone, started):
    wanted = expected(row)
    if "RSCALE" in row["rrule"]:
        return "of another calendar (RFC 7529), kept and not expanded"
    if alone == wanted == started:
        return "equal"
    if wanted in (alone, started):
        return "equal but for a start that the rule does not make"
    if row["kind"] == "invalid_or_empty" and isinstance(alone, str):
        return "equal"
    return "explained" if row["id"] in EXPLAINED else "wrong"


def rows():
    """The rows of the tables; none if there are no corpora."""
    corpora = os.environ.get("DUECAL_CORPORA")
    if not corpora:
        print("no tables of rules here: DUECAL_CORPORA names no folder")
        return []
    with open(pathlib.Path(corpora) / "rrule" / "cases.tsv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def main():
    cases = rows()
    alone, started = (answers(sys.argv[1], cases, start) for start in ("", "+"))
    tally = collections.Counter()
    for row, one, other in zip(cases, alone, started):
        verdict = judge(row, one, other)
        tally[verdict] += 1
        if verdict == "wrong":
            print(row["id"], row["rrule"], row["dtstart"], expected(row)[:5], one[:5], sep="\n    ")
    print(f"{len(cases)} rows:", ", ".join(f"{count} {verdict}" for verdict, count in tally.most_common()))
    sys.exit(1 if tally["wrong"] else 0)


if __name__ == "__main__":
    main()
