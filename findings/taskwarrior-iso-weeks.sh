#!/bin/sh
# Software: taskwarrior 2.6.2 (Debian 12, package taskwarrior 2.6.2+dfsg-1)
# A good guess: `2026-W48` is Monday 23 November 2026, the first day of this ISO week, and `2026-W48-5` its Friday, the 27th.
# What happens: it is Sunday 29 November, after the end of a week that begins on Monday; the Friday is a week late, 4 December.
#   In other years it is off by another number: `2024-W01` is in November 2023.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 "$work"
apt-get download -q taskwarrior=2.6.2+dfsg-1 > /dev/null 2>&1
dpkg -x taskwarrior_*.deb root
mkdir data
export TASKRC="$work/rc" TASKDATA="$work/data" TZ=UTC
echo 'data.location=data' > rc
for week in 2026-W48 2026-W48-5 2024-W01; do echo "$week $(root/usr/bin/task calc "$week" 2> /dev/null)"; done > seen
cat > expected <<'END'
2026-W48 2026-11-29T00:00:00
2026-W48-5 2026-12-04T00:00:00
2024-W01 2023-11-30T00:00:00
END
diff -u expected seen
