#!/bin/sh
# Software: khal 0.14.1 with icalendar 6.3.2 (PyPI); with icalendar 7.3.2 it is right
# A good guess: an import keeps CATEGORIES, of which one has a comma, `Home\, garden`, as it keeps SUMMARY and DESCRIPTION.
# What happens: the backslash before the comma is dropped, so that one category becomes two, `Home` and ` garden`. khal asks
#   for icalendar 6 or 7, so a system with version 6 still does this.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
tr '~' '\r' > in.ics <<'END'
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
BEGIN:VEVENT~
UID:event@example.org~
DTSTAMP:20261101T000000Z~
DTSTART;VALUE=DATE:20261204~
SUMMARY:Rake\, sweep~
CATEGORIES:Work,Home\, garden~
END:VEVENT~
END:VCALENDAR~
END
for version in 6.3.2 7.3.2; do
  python3 -m venv --without-pip "$version"
  python3 -m pip --python "$version/bin/python" install -q --no-compile --disable-pip-version-check khal==0.14.1 "icalendar==$version"
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
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
[default]
default_calendar = home
[sqlite]
path = $work/cache
END
  "$version/bin/khal" -c config import --batch -a home in.ics
  cat calendar/*.ics | tr -d '\r' | sed -n "/^SUMMARY\|^CATEGORIES/s/^/$version /p" >> seen
done
cat > expected <<'END'
6.3.2 SUMMARY:Rake\, sweep
6.3.2 CATEGORIES:Work,Home, garden
7.3.2 SUMMARY:Rake\, sweep
7.3.2 CATEGORIES:Work,Home\, garden
END
diff -u expected seen
