#!/bin/sh
# Software: tzdata 2026.6 (PyPI), which is tz data 2026f, beside 2025.2
# A good guess: Vancouver is eight hours behind UTC in January, as it was in every year before; Winnipeg, Havana and Casablanca
#   keep their offsets too.
# What happens: from November 2026 on Vancouver is seven hours behind all year, and the others have moved as well, so a calendar that was written with the older data has
#   another instant for each date in winter.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
for version in 2025.2 2026.6; do
  python3 -m venv --without-pip "$version"
  python3 -m pip --python "$version/bin/python" install -q --no-compile --disable-pip-version-check "tzdata==$version"
  PYTHONTZPATH="" "$version/bin/python" - >> seen <<END
import datetime, zoneinfo
for name in ("America/Vancouver", "America/Winnipeg", "America/Havana", "Africa/Casablanca"):
    print("$version", name, datetime.datetime(2027, 1, 15, 12, tzinfo=zoneinfo.ZoneInfo(name)).isoformat()[19:])
END
done
cat > expected <<'END'
2025.2 America/Vancouver -08:00
2025.2 America/Winnipeg -06:00
2025.2 America/Havana -05:00
2025.2 Africa/Casablanca +01:00
2026.6 America/Vancouver -07:00
2026.6 America/Winnipeg -05:00
2026.6 America/Havana -04:00
2026.6 Africa/Casablanca +00:00
END
diff -u expected seen
