#!/usr/bin/env python3
"""Compares duecal's table of Windows zone names with that of tzlocal, which is made from CLDR.

Two names may differ if they are of the same zone, such as Asia/Calcutta and Asia/Kolkata.

Usage: windows_zones.py CHECKS      (the path of duecal-checks)
"""
import pathlib
import subprocess
import sys
import tempfile

try:
    from tzlocal import windows_tz
except ImportError:
    print("tzlocal is missing: Windows' names of zones not compared")
    sys.exit(0)

ROOT = pathlib.Path("/usr/share/zoneinfo")


def main():
    wanted = windows_tz.win_tz
    with tempfile.NamedTemporaryFile("w", suffix=".ics") as file:
        for name in wanted:
            file.write(f'DTSTART;TZID="{name}":20240101T000000\r\n')
        file.flush()
        output = subprocess.run(
            [sys.argv[1], "tzids", file.name], capture_output=True, text=True, check=True).stdout
    rows = [line.split("\t") for line in output.splitlines() if line.startswith("T\t")]
    found = {row[2]: row[4] for row in rows}
    wrong = [
        (name, zone, found.get(name)) for name, zone in wanted.items()
        if found.get(name, "") == ""
        or (ROOT / found[name]).read_bytes() != (ROOT / zone).read_bytes()]
    print(f"{len(wanted)} of Windows' names, {len(wrong)} differences from tzlocal")
    for row in wrong:
        print(*row)
    sys.exit(1 if wrong else 0)


main()
