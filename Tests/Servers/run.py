#!/usr/bin/env python3
"""Starts servers of calendars, runs a command that finds them in DUECAL_CALDAV_SERVERS, and stops them again.

Usage: run.py NAME... -- COMMAND...
       NAME is one of radicale, xandikos, cyrus, davical, sogo, faulty, duecal.

DUECAL_CALDAV_SERVERS is a list in JSON; each server has `name`, `url` (where a user would begin), `home` (the path of the
folder of calendars), `user`, `password`, and what it alone has:

  cyrus   `replica`: {"url": ...} of a second server, `sync`: the command that brings it up to date, `stop`: the
          command that ends the first one, as a power cut would; after it the replica answers alone
  faulty  `control`, `certificate`: see faulty_caldav.py

The exit code is that of the command. Radicale and Xandikos are installed by Tests/Servers/install, the others by
`scripts/setup servers`; they are ended together with this program, however it ends.
"""
import concurrent.futures
import importlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from running import REAPER

MODULES = {"radicale": "radicale", "xandikos": "xandikos", "cyrus": "cyrus", "davical": "davical", "sogo": "sogo",
           "faulty": "faulty",
           "duecal": "duecal"}


def started(names, folder):
    """All servers of these names; where one does not start, the others are stopped again."""
    servers = []
    try:
        for name in names:
            begin = time.monotonic()
            servers.append(importlib.import_module(MODULES[name]).start(folder))
            print(f"{name} answers after {time.monotonic() - begin:.1f} s", file=sys.stderr)
    except BaseException:
        stop(servers)
        raise
    return servers


def stop(servers):
    """Stops all; each takes its time to end."""
    with concurrent.futures.ThreadPoolExecutor(len(servers) or 1) as pool:
        for done in [pool.submit(server.stop) for server in servers]:
            done.result()


def run(names, command):
    with tempfile.TemporaryDirectory(prefix="duecal-servers-") as folder:
        os.chmod(folder, 0o755)
        REAPER.say(folder)
        servers = started(names, pathlib.Path(folder))
        try:
            told = json.dumps([server.entry() for server in servers])
            return subprocess.run(command, env={**os.environ, "DUECAL_CALDAV_SERVERS": told}, check=False).returncode
        finally:
            stop(servers)


def main(words):
    names, command = words[:words.index("--")], words[words.index("--") + 1:]
    if not command or not set(names) <= set(MODULES):
        raise ValueError
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    return run(names, command)


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
    except ValueError:
        sys.exit(__doc__)
    sys.exit(code if code >= 0 else 128 - code)
