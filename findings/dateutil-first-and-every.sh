#!/bin/sh
# Software: python-dateutil 4.0.0 (PyPI); 2.9.0.post0 does the same
# A good guess: BYDAY=1MO,WE is the first Monday and every Wednesday of the month, as RFC 5545, section 3.3.10, has it. If the
#   library cannot mix both, it raises an error.
# What happens: a number on one weekday makes all weekdays without a number vanish, and with them the days that have one: the
#   rule has no dates at all, and nothing is said. BYDAY=1MO and BYDAY=WE alone are right.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check python-dateutil==4.0.0
venv/bin/python - > seen <<'END'
import datetime
from dateutil.rrule import rrulestr
for days in ("1MO,WE", "1MO", "WE"):
    rule = rrulestr(f"FREQ=MONTHLY;BYDAY={days};COUNT=4", dtstart=datetime.datetime(2026, 12, 1, 9))
    print(days, *(date.strftime("%d.%m.%Y") for date in rule))
END
cat > expected <<'END'
1MO,WE
1MO 07.12.2026 04.01.2027 01.02.2027 01.03.2027
WE 02.12.2026 09.12.2026 16.12.2026 23.12.2026
END
diff -u expected seen
