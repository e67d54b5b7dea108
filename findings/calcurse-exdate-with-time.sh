#!/bin/sh
# Software: calcurse 4.7.1 (Debian 12, package calcurse 4.7.1-1)
# A good guess: the export of a series of whole days has `EXDATE;VALUE=DATE:20261203` for the day that was deleted.
# What happens: it has VALUE=DATE with a time, which RFC 5545, section 3.3.4, does not allow. Readers that are strict refuse the
#   whole file; others show the deleted day.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 "$work"
export HOME="$work" TZ=UTC
apt-get download -q calcurse=4.7.1-1 libncursesw6 libtinfo6 > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH="$(echo root/lib/*-linux-gnu):$(echo root/usr/lib/*-linux-gnu)"
mkdir data
# calcurse's own format of an event that repeats daily, without 3 December.
echo '12/01/2026 [1] {1D -> 12/04/2026 !12/03/2026} Holiday' > data/apts
touch data/todo
root/usr/bin/calcurse -D data -x | grep -E '^(DTSTART|RRULE|EXDATE)' > seen
cat > expected <<'END'
DTSTART;VALUE=DATE:20261201
RRULE:FREQ=DAILY;UNTIL=20261204
EXDATE;VALUE=DATE:20261203T000000
END
diff -u expected seen
