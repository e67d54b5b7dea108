#!/bin/sh
# Software: parsedatetime 2.6 (PyPI)
# A good guess: "3-5 December" is 3 December, or the range from 3 to 5 December, or is not understood.
# What happens: it is 5 March of next year: `3-5` is read as month and day, and "December" is dropped.
# Seen: on Friday 27 November 2026; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check parsedatetime==2.6
cat > words.py <<'END'
import datetime, parsedatetime
now = datetime.datetime(2026, 11, 27, 13)
for words in ("3-5 December", "3 December"):
    date, context = parsedatetime.Calendar(version=parsedatetime.VERSION_CONTEXT_STYLE).parseDT(words, sourceTime=now)
    print(words, date.date(), context.hasDate)
END
venv/bin/python words.py > seen
cat > expected <<'END'
3-5 December 2027-03-05 True
3 December 2026-12-03 True
END
diff -u expected seen
