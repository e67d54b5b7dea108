#!/usr/bin/env python3
"""Sets the stores beside khal, todoman, vdirsyncer and python-caldav, on the same items.

Usage: stores.py DUECAL-STORES DUECAL-CALDAV-TIMES [COUNT...]        (1,000, 10,000 and 100,000 items by default)

The first two are the benchmarks of these names. The peers are those of the Python that runs this (see `install`). What each
is asked:

  bulk       to put all items in: khal imports a file of them, vdirsyncer synchronises a folder into an empty one,
             python-caldav puts each; for todoman, which has no such command, it is the first reading of a folder
  month      what is in one month: for a command a new process, as a person would ask
  one write  one item more, of the folder's or server's
  refresh    to look for changes where there are none

What took so long for 1,000 items that the next count would take more than LIMIT seconds is left out there.
"""
import contextlib
import datetime
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

LIMIT = int(os.environ.get("LIMIT", "300"))
HERE = pathlib.Path(sys.executable).parent
STEPS = ["bulk", "month", "one write", "refresh"]
FIRST = datetime.date(2024, 10, 4)  # day 20,000 of those that duecal-stores asks for


def item(number):
    """An item as duecal-stores makes it: tasks and events of ten years, one in twenty of them weekly."""
    day = datetime.date(1970, 1, 1) + datetime.timedelta(18_000 + number * 37 % 3650)
    rule = "RRULE:FREQ=WEEKLY\r\n" if number % 20 == 0 else ""
    stamp = "DTSTAMP:20261130T010640Z\r\n"
    words = f"SUMMARY:Item number {number}\r\nDESCRIPTION:Notes of item {number} that go on a little\r\n"
    if number % 2 == 0:
        date = f"DTSTART;VALUE=DATE:{day:%Y%m%d}\r\nDURATION:P1D\r\n" if rule else f"DUE;VALUE=DATE:{day:%Y%m%d}\r\n"
        kind = "VTODO"
    else:
        date, kind = f"DTSTART;VALUE=DATE:{day:%Y%m%d}\r\nDTEND;VALUE=DATE:{day + datetime.timedelta(1):%Y%m%d}\r\n", "VEVENT"
    return f"BEGIN:{kind}\r\nUID:item-{number}@example.org\r\n{stamp}{words}{date}{rule}END:{kind}\r\n"


def calendar(*items):
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n" + "".join(items) + "END:VCALENDAR\r\n"


def fill(folder, numbers):
    folder.mkdir(parents=True)
    for number in numbers:
        (folder / f"item-{number}.ics").write_text(calendar(item(number)), newline="")


def timed(body):
    begin = time.monotonic()
    body()
    return (time.monotonic() - begin) * 1000


class Peer:
    """A program with its own settings, in a folder of its own."""

    def __init__(self, count, folder):
        self.count, self.folder = count, folder
        self.environment = dict(os.environ, HOME=str(folder), XDG_CONFIG_HOME=str(folder / "config"), TZ="UTC",
                                XDG_DATA_HOME=str(folder / "data"), XDG_CACHE_HOME=str(folder / "cache"),
                                XDG_STATE_HOME=str(folder / "state"), LC_ALL="C.UTF-8")

    def command(self, *words, told=""):
        ran = subprocess.run([str(HERE / words[0]), *words[1:]], env=self.environment, input=told, text=True,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if ran.returncode != 0:
            raise RuntimeError(f"{words[0]}: {ran.stderr[-300:]}")

    def close(self):
        pass


class Khal(Peer):
    """Events alone: it knows no tasks."""
    name = "khal"

    def __init__(self, count, folder):
        super().__init__(count, folder)
        (folder / "home").mkdir(parents=True)
        (folder / "conf").write_text(f"[calendars]\n[[home]]\npath = {folder}/home\n[locale]\nlocal_timezone = UTC\n"
                                     "default_timezone = UTC\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
                                     "timeformat = %H:%M\ndatetimeformat = %Y-%m-%d %H:%M\n"
                                     "longdatetimeformat = %Y-%m-%d %H:%M\n[default]\ndefault_calendar = home\n")
        (folder / "all.ics").write_text(calendar(*(item(number) for number in range(1, count, 2))), newline="")

    def khal(self, *words):
        self.command("khal", "-c", str(self.folder / "conf"), *words)

    def bulk(self):
        self.khal("import", "--batch", "-a", "home", str(self.folder / "all.ics"))

    def month(self):
        self.khal("list", str(FIRST), "30d")

    def write(self):
        self.khal("new", "-a", "home", "2024-10-05", "One more")

    def refresh(self):
        self.khal("printcalendars")


class Todoman(Peer):
    """Tasks alone."""
    name = "todoman"

    def __init__(self, count, folder):
        super().__init__(count, folder)
        fill(folder / "home", range(0, count, 2))
        (folder / "config" / "todoman").mkdir(parents=True)
        (folder / "config" / "todoman" / "config.py").write_text(
            f'path = "{folder}/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ndefault_list = "home"\n')

    def bulk(self):
        self.command("todo", "list")

    def month(self):
        self.command("todo", "list", "--due", "1")

    def write(self):
        self.command("todo", "new", "-l", "home", "-d", "2024-10-05", "One more")

    def refresh(self):
        self.command("todo", "list", "--due", "1")


class Vdirsyncer(Peer):
    """Which asks no questions."""
    name = "vdirsyncer"

    def __init__(self, count, folder):
        super().__init__(count, folder)
        fill(folder / "a" / "home", range(count))
        (folder / "b" / "home").mkdir(parents=True)
        (folder / "conf").write_text(
            f'[general]\nstatus_path = "{folder}/status"\n[pair p]\na = "a"\nb = "b"\ncollections = ["home"]\n'
            + "".join(f'[storage {name}]\ntype = "filesystem"\npath = "{folder}/{name}"\nfileext = ".ics"\n'
                      for name in "ab"))
        self.command("vdirsyncer", "-c", str(folder / "conf"), "discover", told="y\n")

    def bulk(self):
        self.command("vdirsyncer", "-c", str(self.folder / "conf"), "sync")

    month = None

    def write(self):
        (self.folder / "a" / "home" / "more.ics").write_text(calendar(item(self.count)), newline="")
        self.bulk()

    refresh = bulk


def radicale(folder, environment):
    """A server on loopback, and its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [str(HERE / "radicale"), "--config", "", "--server-hosts", f"127.0.0.1:{port}", "--auth-type", "none",
         "--storage-filesystem-folder", str(folder)], env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port)).close()
            break
        time.sleep(0.1)
    return server, port


class Caldav(Peer):
    """python-caldav in this process, with a Radicale on loopback."""
    name = "python-caldav"

    def __init__(self, count, folder):
        super().__init__(count, folder)
        import caldav
        folder.mkdir(parents=True)
        self.server, port = radicale(folder / "radicale", self.environment)
        self.client = caldav.DAVClient(f"http://127.0.0.1:{port}/", username="ann", password="x")
        self.calendar = self.client.principal().make_calendar(name="home")

    def bulk(self):
        for number in range(self.count):
            self.put(number)
        self.known = self.calendar.objects_by_sync_token(load_objects=False)

    def put(self, number):
        self.client.put(f"{self.calendar.url}item-{number}.ics", calendar(item(number)),
                        {"Content-Type": "text/calendar; charset=utf-8"})

    def month(self):
        self.calendar.search(start=datetime.datetime.combine(FIRST, datetime.time()),
                             end=datetime.datetime.combine(FIRST + datetime.timedelta(30), datetime.time()),
                             event=True, expand=True)

    def write(self):
        self.put(self.count)
        self.known.sync()

    def refresh(self):
        self.known.sync()

    def close(self):
        self.server.terminate()
        self.server.wait()


def peer_times(kind, count):
    """What a peer takes for each step, in milliseconds; nil for what it does not do."""
    with tempfile.TemporaryDirectory(prefix="stores-") as folder:
        peer = kind(count, pathlib.Path(folder) / "peer")
        try:
            steps = [peer.bulk, peer.month, peer.write, peer.refresh]
            return [timed(step) if step else None for step in steps]
        finally:
            peer.close()


def own_times(program, count):
    """What each store takes, by name, as the benchmark prints it."""
    return parsed(subprocess.run([program, str(count)], capture_output=True, text=True, check=True).stdout)


def caldav_times(program, count):
    """What the store of CalDAV takes, with a Radicale on loopback as python-caldav has it."""
    with tempfile.TemporaryDirectory(prefix="stores-") as folder:
        server, port = radicale(pathlib.Path(folder), dict(os.environ))
        try:
            return parsed(subprocess.run([program, f"http://127.0.0.1:{port}/", str(count)], capture_output=True,
                                         text=True, check=True).stdout)
        finally:
            server.terminate()
            server.wait()


def parsed(out):
    """The lines of a benchmark, by the name of the store."""
    names = {"bulk write": 0, "month": 1, "one write": 2, "refresh": 3}
    found = {}
    for line in out.splitlines():
        head, _, rest = line.partition(": ")
        what, _, milliseconds = rest.removesuffix(" ms").rpartition(" ")
        if what in names:
            found.setdefault(head.split()[0], [None] * 4)[names[what]] = float(milliseconds)
    return found


def number(milliseconds):
    if milliseconds is None:
        return "-"
    return f"{milliseconds:.1f}" if milliseconds < 10 else f"{milliseconds:,.0f}"


def show(count, rows):
    """The table of one count, each peer with how many times as long as our slowest store on this disk it takes."""
    kept = [rows[name] for name in ("sqlite", "vdir") if name in rows]
    slowest = [max(row[step] for row in kept) for step in range(4)]
    print(f"\n{count:,} items, ms".ljust(20) + "".join(step.rjust(18) for step in STEPS))
    for name, row in rows.items():
        isOurs = name in ("memory", "sqlite", "vdir", "caldav")
        cells = [number(one) + ("" if isOurs or one is None else f" ({one / max(slow, 0.1):,.0f}x)")
                 for one, slow in zip(row, slowest)]
        print(name.ljust(19) + "".join(cell.rjust(18) for cell in cells), flush=True)


class Patience:
    """What would take longer than LIMIT is left out, as the count before it says, and what fails is said."""

    def __init__(self):
        self.last = {}

    def times(self, name, count, body):
        """The rows of what is measured, by name."""
        before, milliseconds = self.last.get(name, (count, 0))
        if milliseconds / 1000 * count / before > LIMIT:
            print(f"{name}: left out, {count:,} items would take more than {LIMIT} s")
            return {}
        try:
            rows = body()
        except Exception as error:  # the others go on
            print(f"{name}: {error}")
            return {}
        self.last[name] = (count, sum(one or 0 for row in rows.values() for one in row))
        return rows


def main():
    program, network = sys.argv[1:3]
    counts = [int(word) for word in sys.argv[3:]] or [1000, 10_000, 100_000]
    patience = Patience()
    for count in counts:
        rows = own_times(program, count) | patience.times("caldav", count, lambda: caldav_times(network, count))
        for kind in [Khal, Todoman, Vdirsyncer, Caldav]:
            rows |= patience.times(kind.name, count, lambda: {kind.name: peer_times(kind, count)})
        show(count, rows)


if not shutil.which(str(HERE / "khal")):
    sys.exit("the peers are not there; `make bench ONLY=stores` installs them")
main()
