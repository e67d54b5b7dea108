#!/bin/sh
# Software: arrow 1.4.0 (PyPI)
# A good guess: `shift(days=1)` keeps the time of day over a change of the clocks, and `shift(hours=24)` adds 24 hours of real
#   time, because `shift(hours=…)` is documented to respect daylight saving.
# What happens: hours are moved on the wall clock too. Over the night in which 02:00 becomes 03:00, "24 hours later" is 23
#   hours later.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check arrow==1.4.0 python-dateutil==2.9.0.post0
venv/bin/python - > seen <<'END'
import arrow
before = arrow.get(2027, 3, 27, 9, tzinfo="Europe/Berlin")
for shift in ({"hours": 24}, {"days": 1}):
    after = before.shift(**shift)
    print(shift, after.isoformat(), after.to("UTC") - before.to("UTC"))
END
cat > expected <<'END'
{'hours': 24} 2027-03-28T09:00:00+02:00 23:00:00
{'days': 1} 2027-03-28T09:00:00+02:00 23:00:00
END
diff -u expected seen
