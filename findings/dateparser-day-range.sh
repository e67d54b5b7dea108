#!/bin/sh
# Software: dateparser 1.5.0 (PyPI)
# A good guess: "3-5 December" is a range and no date, so `parse` returns nothing, as it does for other words that it does not
#   understand whole.
# What happens: it returns the first day, and drops the end without a word.
# Seen: on Friday 27 November 2026; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check dateparser==1.5.0
cat > words.py <<'END'
import datetime, dateparser
now = datetime.datetime(2026, 11, 27, 13)
for words in ("3-5 December", "10-12 August 2027", "3-5 December 7pm", "from 3 to 5 December"):
    print(words, "->", dateparser.parse(words, languages=["en"], settings={"RELATIVE_BASE": now, "PREFER_DATES_FROM": "future"}))
END
venv/bin/python words.py > seen
cat > expected <<'END'
3-5 December -> 2026-12-03 00:00:00
10-12 August 2027 -> 2027-08-10 00:00:00
3-5 December 7pm -> 2026-12-03 19:00:00
from 3 to 5 December -> None
END
diff -u expected seen
