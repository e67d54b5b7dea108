#!/bin/sh
# Software: parsedatetime 2.6 (PyPI), which todoman and gcalcli use for dates in words
# A good guess: "day after tomorrow" is in two days, and "last day of the month" is a day at the end of this month.
# What happens: the first is tomorrow, the second is yesterday; both are returned as dates that were understood.
# Seen: on Friday 27 November 2026; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check parsedatetime==2.6
cat > words.py <<'END'
import datetime, parsedatetime
now = datetime.datetime(2026, 11, 27, 13)
for words in ("tomorrow", "day after tomorrow", "last day of the month"):
    date, context = parsedatetime.Calendar(version=parsedatetime.VERSION_CONTEXT_STYLE).parseDT(words, sourceTime=now)
    print(words, date.date(), context.hasDate)
END
venv/bin/python words.py > seen
cat > expected <<'END'
tomorrow 2026-11-28 True
day after tomorrow 2026-11-28 True
last day of the month 2026-11-26 True
END
diff -u expected seen
