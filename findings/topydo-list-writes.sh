#!/bin/sh
# Software: topydo 0.16 (PyPI) with icalendar 6.3.2
# A good guess: `topydo ls` lists tasks and changes no file; `ls -f ical` prints them as iCalendar.
# What happens: `ls -f ical` writes a tag `ical:XXXX` into each printed line of todo.txt, and moves done tasks to the archive.
#   What it prints is not valid: no DTSTAMP, DESCRIPTION holds the whole line, and priority D is 7.
# Seen: see `expected` below; XXXX stands for four random characters.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check topydo==0.16 icalendar==6.3.2 arrow==1.4.0
printf '%s\n' '(D) 2026-11-20 Write report due:2026-12-04' 'x 2026-11-21 2026-11-20 Call Ann' > todo.txt
printf '%s\n' '[topydo]' 'filename = todo.txt' 'archive_filename = done.txt' > config
venv/bin/topydo -c config ls -f ical > printed
{ cat todo.txt; echo "-- done.txt"; cat done.txt; echo "-- printed"; tr -d '\r' < printed | grep -E '^(DTSTAMP|DESCRIPTION|PRIORITY)'; } |
  sed -E 's/ical:[A-Za-z0-9]{4}/ical:XXXX/; s/ ical:XX.*/ ical:XXXX/' > seen
cat > expected <<'END'
(D) 2026-11-20 Write report due:2026-12-04 ical:XXXX
-- done.txt
x 2026-11-21 2026-11-20 Call Ann
-- printed
DESCRIPTION:(D) 2026-11-20 Write report due:2026-12-04 ical:XXXX
PRIORITY:7
END
diff -u expected seen
