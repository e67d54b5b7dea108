#!/bin/sh
# Software: remind 0.19.2 (PyPI), its program rem2ics, with Remind 04.02.03 (Debian 12, package remind 04.02.03-4)
# A good guess: `REM Mon AT 10:00` becomes FREQ=WEEKLY without an end, and DTSTAMP is in UTC as RFC 5545 asks.
# What happens: the series has COUNT, the number of Mondays in the months that were read (15 by default), so it ends, and its
#   first day is the first Monday of that span. DTSTAMP has no zone.
# Seen: see `expected` below; STAMP stands for the time of the file.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 "$work"
export TZ=UTC
apt-get download -q remind=04.02.03-4 > /dev/null 2>&1
dpkg -x remind_*.deb root
export PATH="$work/root/usr/bin:$PATH"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check remind==0.19.2 vobject==0.9.9
echo 'REM Mon AT 10:00 MSG Choir' > in.rem
venv/bin/rem2ics -s 2026-12-01 -m 2 in.rem - 2> log | tr -d '\r' | grep -E '^(DTSTART|RRULE|DTSTAMP)' | sed -E 's/:[0-9T]+$/:STAMP/; s/^(DTSTART.*):STAMP/\1/' > seen
cat > expected <<'END'
DTSTART:20261207T100000Z
DTSTAMP:STAMP
RRULE:FREQ=WEEKLY;COUNT=8
END
diff -u expected seen
