#!/usr/bin/env python3
"""Checks iCalendar files against RFC 5545 and its updates.

Usage: check_ics.py [--feed] FILE...

With --feed, the rules for calendars that duecal writes are checked too. Prints a line for each finding:
FILE:LINE:COLUMN: RULE-ID: sentence (section). Exit status: 0 no findings, 1 findings, 2 wrong usage.
"""
import pathlib
import sys

from rfc5545 import check


def main(arguments):
    """Checks each file and prints the findings."""
    files = [argument for argument in arguments if argument != "--feed"]
    if not files or any(file.startswith("--") for file in files):
        print("usage: check_ics.py [--feed] FILE...", file=sys.stderr)
        return 2
    status = 0
    for file in files:
        try:
            data = pathlib.Path(file).read_bytes()
        except OSError as error:
            print(f"check_ics.py: {file}: {error.strerror}", file=sys.stderr)
            return 2
        for finding in check(data, feed="--feed" in arguments):
            print(finding.text(file))
            status = 1
    return status


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
