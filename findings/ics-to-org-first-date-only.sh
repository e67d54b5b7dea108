#!/bin/sh
# Software: ics-to-org 1.0.6 and ical2orgpy 0.5 with icalendar 6.3.2 (PyPI)
# A good guess: two converters from iCalendar to Org write a series as a repeater (`+1d`) or as one entry for each date.
# What happens: ics-to-org writes only the first date of a series, although it asks for a span of days, and makes a whole day
#   of an event with DURATION. ical2orgpy writes each date and the right end.
# Seen: see `expected` below; DAY1 is three days after the run, because ics-to-org looks 30 days ahead. TZ is UTC.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
export TZ=UTC
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check ics-to-org==1.0.6 ical2orgpy==0.5 icalendar==6.3.2
day() { date -u -d "+$1 days" +%Y%m%d; }
tr '~' '\r' > in.ics <<END
BEGIN:VCALENDAR~
VERSION:2.0~
PRODID:-//Example//Test//EN~
BEGIN:VEVENT~
UID:series@example.org~
DTSTAMP:20261101T000000Z~
DTSTART:$(day 3)T090000Z~
DURATION:PT45M~
RRULE:FREQ=DAILY;COUNT=3~
SUMMARY:Series~
END:VEVENT~
END:VCALENDAR~
END
venv/bin/ics-sync --ics-url "$work/in.ics" --org-file a.org > log 2>&1 || cat log
venv/bin/ical2orgpy in.ics b.org
for file in a.org b.org; do
  sed "s/$(date -u -d '+3 days' +%F)/DAY1/g; s/$(date -u -d '+4 days' +%F)/DAY2/g; s/$(date -u -d '+5 days' +%F)/DAY3/g" "$file" |
    sed -E 's/(DAY[0-9]|[0-9]{4}-[0-9]{2}-[0-9]{2}) [A-Z][a-z]{2}/\1/g' | grep -o '<DAY.*' | sed "s/^/$file /" >> seen
done
cat > expected <<'END'
a.org <DAY1>
b.org <DAY1 09:00>--<DAY1 09:45>
b.org <DAY2 09:00>--<DAY2 09:45>
b.org <DAY3 09:00>--<DAY3 09:45>
END
diff -u expected seen
