#!/bin/sh
# Software: parsedatetime 2.6 (PyPI)
# A good guess: an ISO week such as `2026-W48` is read as its Monday, or is not understood.
# What happens: it is 20:26 today: the year is read as a time of day, and the rest is ignored without a word.
# Seen: on Friday 27 November 2026; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check parsedatetime==2.6
cat > words.py <<'END'
import datetime, parsedatetime
now = datetime.datetime(2026, 11, 27, 13)
for words in ("2026-W48", "2027-W05"):
    date, context = parsedatetime.Calendar(version=parsedatetime.VERSION_CONTEXT_STYLE).parseDT(words, sourceTime=now)
    print(words, date, context.hasDate, context.hasTime)
END
venv/bin/python words.py > seen
cat > expected <<'END'
2026-W48 2026-11-27 20:26:00 False True
2027-W05 2026-11-27 20:27:00 False True
END
diff -u expected seen
