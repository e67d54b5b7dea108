#!/bin/sh
# Software: python-dateutil 4.0.0 (PyPI), beside 2.9.0.post0
# A good guess: the new version changes names and drops old Pythons; a time that the clocks skip stays the same instant.
# What happens: 02:30 on the night when Berlin's clocks go from 02:00 to 03:00 is an hour later than before. 2.9.0 counts it
#   with the offset after the change (00:30 UTC), 4.0.0 with the offset before it (01:30 UTC), as RFC 5545 does.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
for version in 2.9.0.post0 4.0.0; do
  python3 -m venv --without-pip "$version"
  python3 -m pip --python "$version/bin/python" install -q --no-compile --disable-pip-version-check "python-dateutil==$version"
  "$version/bin/python" - >> seen <<'END'
import datetime, dateutil
from dateutil import tz
skipped = datetime.datetime(2027, 3, 28, 2, 30, tzinfo=tz.gettz("Europe/Berlin"))
print(dateutil.__version__, skipped.isoformat(), skipped.astimezone(datetime.timezone.utc).isoformat())
END
done
cat > expected <<'END'
2.9.0.post0 2027-03-28T02:30:00+02:00 2027-03-28T00:30:00+00:00
4.0.0 2027-03-28T02:30:00+01:00 2027-03-28T01:30:00+00:00
END
diff -u expected seen
