#!/usr/bin/env python3
"""Sets `duecal sync` beside vdirsyncer, calcurse-caldav and org-caldav, on the same items and the same server.

Usage: compare.py DUECAL [COUNT...]          (the path of duecal-net, or of duecal; 1,000 and 10,000 items by default)

With duecal-net there is a table for each count with a Radicale on loopback. With duecal, which opens no socket, there is only
the table in which two folders are synced. `run` installs the programs and calls this. Each program syncs the same to-dos, in
lists of a thousand; calcurse-caldav syncs events, because its to-dos have no dates, and in one list, because it knows only
one. Everything begins in a new folder and on a new server, which has empty lists. The steps are:

  first         the first sync: all items go to the server
  nothing       a sync after which nothing has changed
  here          a sync after the title of one item was changed in the program's own files
  there         a sync after the title of one item was changed on the server by somebody else

With more than a thousand items the server does not search all items of a list for the UID of a new one, which Radicale
otherwise does: nearly all the time of a first sync would be spent in that search, whichever program syncs.

A figure is the wall time, the processor time of the program and all that it starts, and the number of requests in the log of
the server. After each step the items are counted on both sides, and a changed title must have arrived. A step that takes more
than LIMIT seconds is ended, and the program is left out. ONLY="vdirsyncer org-caldav" takes some of the programs, TABLES=folders or
TABLES=server some of the tables. ORG_CALDAV names a folder with org-caldav.el, which no package of Debian has.
"""
import contextlib
import datetime
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

LIMIT = int(os.environ.get("LIMIT", "600"))
HERE = pathlib.Path(sys.executable).parent
IN_LIST = 1000
STEPS = ["first sync", "nothing changed", "one changed here", "one changed there"]
CHANGED_HERE, CHANGED_THERE = 7, 8


def title(number):
    return f"Item number {number}."


def day(number):
    return datetime.date(2027, 1, 1) + datetime.timedelta(number * 37 % 3650)


def notes(number):
    return f"Notes of item {number} that go on a little"


def item(number, kind):
    """An item as it is in a folder or on a server."""
    date = (f"DUE;VALUE=DATE:{day(number):%Y%m%d}\r\n" if kind == "VTODO"
            else f"DTSTART:{day(number):%Y%m%d}T100000Z\r\nDTEND:{day(number):%Y%m%d}T110000Z\r\n")
    return (f"BEGIN:{kind}\r\nUID:item-{number}@example.org\r\nDTSTAMP:20261120T010640Z\r\nSUMMARY:{title(number)}\r\n"
            f"DESCRIPTION:{notes(number)}\r\n{date}END:{kind}\r\n")


def calendar(*items):
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n" + "".join(items) + "END:VCALENDAR\r\n"


def lists_of(count, size=IN_LIST):
    """The lists with the numbers of their items."""
    return {f"tasks-{first // size}": range(first, min(first + size, count)) for first in range(0, count, size)}


class Folder:
    """A folder of folders of .ics files."""

    def __init__(self, path, lists):
        self.path = path
        for name in lists:
            (path / name).mkdir(parents=True)

    def fill(self, lists):
        for name, numbers in lists.items():
            for number in numbers:
                (self.path / name / f"item-{number}.ics").write_text(calendar(item(number, "VTODO")), newline="")
        return self

    def files(self):
        return [file for folder in self.path.iterdir() if folder.is_dir() for file in folder.glob("*.ics")]

    def count(self):
        return len(self.files())

    def found(self, words):
        return next((file for file in self.files() if words in file.read_text()), None)

    def has(self, words):
        return self.found(words) is not None

    def rename(self, old, new):
        file = self.found(old)
        file.write_text(file.read_text().replace(old, new), newline="")

    def requests(self):
        return None

    def processor(self):
        return 0

    def stop(self):
        pass


# A storage of Radicale in which a new item does not make it read all items of the list.
QUICK = """from radicale.storage import multifilesystem

class Collection(multifilesystem.Collection):
    def has_uid(self, uid):
        return False

class Storage(multifilesystem.Storage):
    _collection_class = Collection
"""


class Radicale(Folder):
    """A server on loopback with empty lists. What it has is looked at in its folder."""

    def __init__(self, folder, lists):
        folder.mkdir()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.log = folder / "log"
        (folder / "quick_storage.py").write_text(QUICK)
        is_large = sum(map(len, lists.values())) > IN_LIST
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [HERE / "radicale", "--config", "", "--server-hosts", f"127.0.0.1:{self.port}", "--auth-type", "none",
                 "--server-max-connections", "64", "--storage-filesystem-folder", folder / "data", "--logging-level", "info",
                 "--storage-type", "quick_storage" if is_large else "multifilesystem"],
                stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": str(folder)})
        self.path = folder / "data" / "collection-root" / "ann"
        for _ in range(200):
            with contextlib.suppress(OSError):
                self.ask("OPTIONS", "/")
                break
            time.sleep(0.05)
        for name in lists:
            self.ask("MKCALENDAR", f"/ann/{name}/", '<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">'
                     f"<D:set><D:prop><D:displayname>{name}</D:displayname></D:prop></D:set></C:mkcalendar>")

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            headers = {"Authorization": "Basic YW5uOng=", "Content-Type": "text/calendar; charset=utf-8"}  # ann:x
            connection.request(method, path, body.encode() if body else None, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status}")
        return text

    def rename(self, old, new):
        file = self.found(old)
        path = f"/ann/{file.parent.name}/{file.name}"
        self.ask("PUT", path, self.ask("GET", path).replace(old, new))

    def requests(self):
        return len(re.findall(r"response status for", self.log.read_text(errors="replace")))

    def processor(self):
        words = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Program:
    """A program with its own settings in a folder of its own, and the other side that it syncs with."""

    def __init__(self, count, folder, other):
        self.lists, self.folder, self.other = lists_of(count), folder, other
        folder.mkdir()
        self.environment = {"PATH": f"{HERE}:{os.environ['PATH']}", "HOME": str(folder), "TZ": "UTC", "LC_ALL": "C.UTF-8"}
        self.prepare()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o600)
        return path

    def run(self, *words, told=""):
        """Runs a program to its end. All that it started ends with it if it takes too long."""
        process = subprocess.Popen([str(word) for word in words], env=self.environment, stdin=subprocess.PIPE, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            said = process.communicate(told, timeout=LIMIT)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise RuntimeError(f"takes more than {LIMIT} s") from None
        if process.returncode:
            raise RuntimeError(f"{words[0]}: {process.returncode}: {said[-600:]}")
        return said

    def prepare(self):
        """Its items and its settings."""
        self.own = Folder(self.folder / "vdir", self.lists).fill(self.lists)

    def first(self):
        """The first sync, which may need more than the others."""
        self.sync()


class Vdirsyncer(Program):
    name = "vdirsyncer"

    def prepare(self):
        super().prepare()
        if isinstance(self.other, Radicale):
            there = f'type = "caldav"\nurl = "http://127.0.0.1:{self.other.port}/ann/"\nusername = "ann"\npassword = "x"\n'
        else:
            there = f'type = "filesystem"\npath = "{self.other.path}"\nfileext = ".ics"\n'
        names = json.dumps(list(self.lists))
        self.conf = self.write("conf", f'[general]\nstatus_path = "{self.folder}/status"\n[pair p]\na = "here"\nb = "there"\n'
                               f'collections = {names}\n[storage here]\ntype = "filesystem"\npath = "{self.own.path}"\n'
                               f'fileext = ".ics"\n[storage there]\n{there}')

    def first(self):
        self.run("vdirsyncer", "-c", self.conf, "discover")
        self.sync()

    def sync(self):
        self.run("vdirsyncer", "-c", self.conf, "sync")


class Duecal(Program):
    """A folder of .ics files, as vdirsyncer has it."""
    name = "duecal, a folder of .ics files"
    binary = None

    def prepare(self):
        super().prepare()
        self.store = f"vdir:{self.own.path}"

    def sync(self):
        if isinstance(self.other, Radicale):
            self.write(".netrc", "machine 127.0.0.1 login ann password x\n")
            there = f"caldav+http://ann@127.0.0.1:{self.other.port}/ann/"
        else:
            there = f"vdir:{self.other.path}"
        self.run(self.binary, "sync", self.store, there, "--zone", "UTC")


class Tasks(Folder):
    """A folder of task files."""

    def fill(self, lists):
        for name, numbers in lists.items():
            shutil.rmtree(self.path / name)
            lines = (f"- {title(number)} @due({day(number)})\n\t{notes(number)}\n" for number in numbers)
            (self.path / f"{name}.taskpaper").write_text("".join(lines))
        return self

    def files(self):
        return list(self.path.glob("*.taskpaper"))

    def count(self):
        return sum(file.read_text().count("- Item") for file in self.files())


class DuecalTasks(Duecal):
    name = "duecal, task files"

    def prepare(self):
        self.own = Tasks(self.folder / "tasks", self.lists).fill(self.lists)
        self.store = f"tasks:{self.own.path}"


class OrgFiles(Tasks):
    """A file of Org for each list, with a file for what the server has and it does not."""

    def fill(self, lists):
        for name, numbers in lists.items():
            shutil.rmtree(self.path / name)
            entries = (f"* TODO {title(number)}\nDEADLINE: <{day(number):%Y-%m-%d %a}>\n{notes(number)}\n" for number in numbers)
            (self.path / f"{name}.org").write_text("".join(entries))
        return self

    def files(self):
        return list(self.path.glob("*.org"))

    def count(self):
        return sum(file.read_text().count("* TODO Item") for file in self.files())


class OrgCaldav(Program):
    """In Emacs without a window."""
    name = "org-caldav"

    def prepare(self):
        self.own = OrgFiles(self.folder / "org", self.lists).fill(self.lists)
        calendars = " ".join(f'(:calendar-id "{name}" :files ("{self.own.path}/{name}.org") :inbox "{self.own.path}/{name}.org")'
                             for name in self.lists)
        self.settings = self.write("settings.el", f"""
(setq org-caldav-url "http://127.0.0.1:{self.other.port}/ann" org-caldav-calendars '({calendars})
      org-caldav-sync-todo t org-icalendar-include-todo 'all org-icalendar-timezone "UTC" org-caldav-save-directory "{self.folder}"
      org-caldav-show-sync-results nil org-caldav-backup-file "{self.folder}/backup.org" org-caldav-debug-level 0
      org-caldav-delete-org-entries 'always org-caldav-delete-calendar-entries 'always make-backup-files nil
      org-id-locations-file "{self.folder}/ids" url-debug nil)
""")
        (self.folder / ".emacs.d").mkdir()

    def sync(self):
        self.run("emacs", "-Q", "--batch", "-L", os.environ["ORG_CALDAV"], "-l", "org-caldav", "-l", self.settings,
                 "-f", "org-caldav-sync", "--eval", "(save-some-buffers t)")


class CalcurseFile:
    """The appointments of calcurse."""

    def __init__(self, path): self.path = path / "apts"

    def count(self): return self.path.read_text().count("Item number")

    def has(self, words): return words in self.path.read_text()

    def rename(self, old, new): self.path.write_text(self.path.read_text().replace(old, new))


class Calcurse(Program):
    name = "calcurse-caldav (events)"

    def prepare(self):
        numbers = [number for numbers in self.lists.values() for number in numbers]
        everything = self.write("all.ics", calendar(*(item(number, "VEVENT") for number in numbers)))
        self.data = self.folder / "data"
        self.run("calcurse", "-q", "-D", self.data, "-C", self.data, "-i", everything)
        self.own = CalcurseFile(self.data)
        self.conf = self.write(".config/calcurse/caldav/config", f"""[General]
Binary = calcurse
Hostname = 127.0.0.1:{self.other.port}
Path = /ann/tasks-0/
HTTPS = No
DryRun = No
SyncFilter = cal
[Auth]
Username = ann
Password = x
""")

    def caldav(self, *words):
        self.run("/usr/bin/python3", shutil.which("calcurse-caldav"), "--config", self.conf, "--datadir", self.data,
                 "--syncdb", self.folder / "syncdb", "--lockfile", self.folder / "lock", *words)

    def first(self): self.caldav("--init", "two-way")

    def sync(self): self.caldav()


def seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(other, step):
    """The wall time, the processor time, the requests of a step, and the processor time of the server."""
    requests, server, used, begin = other.requests(), other.processor(), seconds(), time.monotonic()
    step()
    wall = time.monotonic() - begin
    asked = None if requests is None else other.requests() - requests
    return wall, seconds() - used, asked, other.processor() - server


def expect(is_so, sentence):
    if not is_so:
        raise RuntimeError(sentence)


def steps_of(kind, count, make_other):
    """The figures of each step, as far as the program comes."""
    figures = []
    with tempfile.TemporaryDirectory(prefix="sync-") as name:
        folder = pathlib.Path(name)
        other = make_other(folder / "other", lists_of(count, count if kind is Calcurse else IN_LIST))
        try:
            program = kind(count, folder / "program", other)

            def step(action):
                figures.append(measured(other, action))
                wall, used, asked, server = figures[-1]
                print(f"  {kind.name}, {count:,}: {STEPS[len(figures) - 1]}: {wall:.2f} s, processor {used:.2f} s, "
                      f"requests {asked}, processor of the server {server:.2f} s", file=sys.stderr, flush=True)
                for side in (program.own, other):
                    expect(side.count() == count, f"has {side.count()} items, not {count}, after: {STEPS[len(figures) - 1]}")

            step(program.first)
            time.sleep(1.1)  # some programs compare times of files in seconds
            step(program.sync)
            program.own.rename(title(CHANGED_HERE), "Item number changed here.")
            step(program.sync)
            expect(other.has("Item number changed here."), "the change here has not arrived there")
            other.rename(title(CHANGED_THERE), "Item number changed there.")
            time.sleep(1.1)
            step(program.sync)
            expect(program.own.has("Item number changed there."), "the change there has not arrived here")
        except (RuntimeError, OSError) as error:
            print(f"{kind.name}, {count:,} items: {error}", file=sys.stderr, flush=True)
            return figures, str(error)
        finally:
            other.stop()
    return figures, None


def short(number):
    return f"{number:,.2f}" if number < 10 else f"{number:,.0f}"


def cell(figure):
    wall, used, asked, _ = figure
    return f"{short(wall)} s, {short(used)} s" + ("" if asked is None else f", {asked:,}")


def table(count, kinds, make_other, head):
    print(f"\n| {count:,} items{head} | " + " | ".join(STEPS) + " |\n|---|" + "---|" * len(STEPS), flush=True)
    for kind in kinds:
        figures, fault = steps_of(kind, count, make_other)
        cells = [cell(figure) for figure in figures] + ["–"] * (len(STEPS) - len(figures))
        print(f"| {kind.name} | " + " | ".join(cells) + " |" + (f"  <!-- {fault.splitlines()[0][:200]} -->" if fault else ""),
              flush=True)


def main():
    Duecal.binary = os.path.abspath(sys.argv[1])
    counts = [int(word) for word in sys.argv[2:]] or [1000, 10_000]
    only = os.environ.get("ONLY", "").split()

    def wanted(*kinds):
        return [kind for kind in kinds if not only or kind.name.partition(",")[0].split()[0] in only]

    tables = os.environ.get("TABLES", "folders server").split()
    for count in counts if "folders" in tables else []:
        table(count, wanted(Vdirsyncer, Duecal, DuecalTasks), Folder, ", folder to folder: time, processor time")
    if "server" not in tables:
        return
    kinds = [Vdirsyncer, Calcurse]
    if os.environ.get("ORG_CALDAV"):
        kinds.append(OrgCaldav)
    else:
        print("\norg-caldav is left out: no package of Debian has it, and ORG_CALDAV names no folder with org-caldav.el")
    if Duecal.binary.endswith("duecal-net"):
        kinds += [Duecal, DuecalTasks]
    for count in counts:
        table(count, wanted(*kinds), Radicale, ", to Radicale: time, processor time, requests")


if __name__ == "__main__":
    main()
