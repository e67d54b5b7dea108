#!/usr/bin/env python3
"""Shows an exported feed to real calendar clients, and asks each what it sees: see `make test-clients`."""
import os
import sys
import tempfile
import time

from evolution import Evolution
from server import Server, http_faults
from thunderbird import Thunderbird
from units import unit_faults
from vdir import Vdir
from world import ITEMS, ITEMS_AFTER, Feed, faults, update_faults

NAMES = {"vdir": "vdirsyncer", "evolution": "evolution-data-server", "thunderbird": "Thunderbird"}


def of_kind(items, kind):
    return [item for item in items if item.kind == kind]


def vdir_faults(client, expected):
    return (faults(client.khal(), of_kind(expected, "event"), "khal")
            + faults(client.todoman(), of_kind(expected, "todo"), "todoman"))


def client_faults(name, folder, server, feed):
    """Subscribes, changes one task, and fetches again."""
    who = NAMES[name]
    if name == "vdir":
        client = Vdir(folder, server.url)
        client.sync()
        fetch, seen = client.sync, lambda expected: vdir_faults(client, expected)
    elif name == "evolution":
        client = Evolution(folder, server.url)
        fetch, seen = client.fetch, lambda expected: faults(client.items(), expected, who)
    else:
        client = Thunderbird(folder, server.url, server)
        fetch, seen = lambda: client.fetch(times=2), lambda expected: faults(client.items(), expected, who)
    found = seen(ITEMS)
    before = client.components()
    feed.change()
    server.asked()
    fetch()
    # vdirsyncer names what it fetches by its content, and fetches unconditionally.
    found += seen(ITEMS_AFTER) + update_faults(before, client.components(), who, name != "vdir")
    statuses = [line.split()[0] for line in server.asked()]
    if statuses[:1] != ["200"]:
        found.append(f"{who}: did not fetch the changed feed: {statuses}")
    if name != "vdir" and "304" not in statuses:
        found.append(f"{who}: was never told that nothing changed: {statuses}")
    if name == "evolution":
        client.stop()
    return found


def main():
    duecal, names = os.path.abspath(sys.argv[1]), sys.argv[2:] or [*NAMES]
    found = unit_faults(duecal)
    for name in names:
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="duecal-") as folder:
            os.chmod(folder, 0o755)
            feed = Feed(duecal, folder)
            content = feed.export()
            server = Server(folder, feed.path.parent)
            try:
                wrong = http_faults(server, content) if name == names[0] else []
                wrong += client_faults(name, folder, server, feed)
            finally:
                server.stop()
        print(f"{NAMES[name]}: {len(ITEMS)} items, {'as they should be' if not wrong else 'with faults'}, "
              f"{time.monotonic() - start:.0f} s")
        found += wrong
    print("\n".join(found) or "all clients show what they should")
    sys.exit(1 if found else 0)


main()
