#!/bin/sh
# Software: tz data 2026f: tzdata 2026.6 (PyPI) and tzdata 2026f-0+deb12u1 (Debian 12)
# A good guess: both packages of one release give the same zones, because both are built from the same source.
# What happens: EST, MST, HST and MET are links to places in one package, and zones of their own in the other. So Python and
#   the system disagree about old dates of a file with TZID=MET or TZID=EST.
# Seen: whether the offsets of each week from 1900 to 2029 are the same; see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 "$work"
apt-get download -q tzdata=2026f-0+deb12u1 > /dev/null 2>&1
dpkg -x tzdata_*.deb root
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check tzdata==2026.6
cat > compare.py <<'END'
import datetime, glob, zoneinfo
def offsets(folder, name):
    with open(f"{folder}/{name}", "rb") as file:
        zone = zoneinfo.ZoneInfo.from_file(file)
    start = datetime.datetime(1900, 1, 1, tzinfo=datetime.timezone.utc)
    return [(start + datetime.timedelta(days=7 * week)).astimezone(zone).utcoffset() for week in range(130 * 52)]
debian, python = "root/usr/share/zoneinfo", glob.glob("venv/lib/python3*/site-packages/tzdata/zoneinfo")[0]
for name in ("EST", "MST", "HST", "MET", "EST5EDT", "Europe/Berlin", "America/Vancouver"):
    print(name, "same" if offsets(debian, name) == offsets(python, name) else "different")
END
venv/bin/python compare.py > seen
cat > expected <<'END'
EST different
MST different
HST different
MET different
EST5EDT same
Europe/Berlin same
America/Vancouver same
END
diff -u expected seen
