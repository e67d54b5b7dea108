#!/bin/sh
# Software: khal 0.14.1 (PyPI)
# A good guess: DTSTAMP of a new event is the current time in UTC, as its Z says.
# What happens: it is the time of the local clock with a Z. East of Greenwich it is in the future, in Auckland by 13 hours in
#   summer. A reader that decides by DTSTAMP which version of an item is newer then keeps the old one for hours.
# Seen: the difference between DTSTAMP and the real time, in hours; see `expected` below. The zones have no summer time.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check khal==0.14.1
for zone in UTC Asia/Tokyo America/Bogota; do
  rm -rf calendar cache; mkdir calendar
  cat > config <<END
[calendars]
[[home]]
path = $work/calendar
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = $zone
default_timezone = $zone
[default]
default_calendar = home
[sqlite]
path = $work/cache
END
  TZ=$zone venv/bin/khal -c config new 2026-12-24 10:00 11:00 Choir
  stamp=$(cat calendar/*.ics | tr -d '\r' | sed -n 's/^DTSTAMP:\(....\)\(..\)\(..\)T\(..\)\(..\)\(..\)Z$/\1-\2-\3 \4:\5:\6 UTC/p')
  echo "$zone $(( ($(date -d "$stamp" +%s) - $(date +%s) + 36000 * 10 + 1800) / 3600 - 100 ))" >> seen
done
cat > expected <<'END'
UTC 0
Asia/Tokyo 9
America/Bogota -5
END
diff -u expected seen
