#!/usr/bin/env python3
"""Judge iCalendar files by RFC 5545 and its updates.

Usage: check_ics.py [--feed] FILE...

With --feed the rules for what duecal itself makes are added. One line per finding:
FILE:LINE:COLUMN: RULE-ID: sentence (section). Exit status: 0 nothing found, 1 findings, 2 usage.
"""
import pathlib
import sys

from rfc5545 import check


def main(arguments):
    """Check each file and print what is found."""
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
