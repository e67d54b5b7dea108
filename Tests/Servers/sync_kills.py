#!/usr/bin/env python3
"""Kills syncs with a server at each of their requests: the next two runs must reach what an undisturbed run reaches.

Usage: run.py NAME... -- sync_kills.py DUECAL_NET [--store tasks|vdir] [--only NUMBER] [--moment MOMENT] [--keep FOLDER]

On each server a folder of task files, and then a folder of .ics files, is in sync with the account through a small proxy. Then
both sides get a change of every kind. A sync that nobody disturbs must leave what EXPECTED says on both sides. After that, the
same world is made anew for each request of that sync and for each moment:

  before  the request has come to the proxy, and the server does not get it
  sent    the server gets it, and nobody its answer
  after   the answer has been passed on

At this moment the proxy kills the sync with SIGKILL. At most two further runs must leave exactly what EXPECTED says, with the
UIDs and the unknown lines that the undisturbed sync leaves, and after them `--dry-run` must have nothing to do. A point at which
this is not so is printed, and the next one is tried; in the end the exit code is 1. `--only` tries one request, `--moment` one
moment, and `--keep` copies the person's folder to FOLDER after each fault.

The requests of three syncs with nothing to do are counted too: the first one may look at what was changed just before, the last
one must send one request.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from asking import SPACES, Client

NOW = "2026-11-23T10:00:00Z"
FIRST_DUE, NEW_DUE = "2026-12-01", "2026-12-30"
MOMENTS = ("before", "sent", "after")
PATIENCE = 120
TEXT = ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tests//EN\r\nBEGIN:VTODO\r\nUID:{uid}\r\nDTSTAMP:20261120T000000Z\r\n"
        "SUMMARY:{title}\r\nDUE;VALUE=DATE:{due}\r\nX-OTHER:kept\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
DONE = "STATUS:COMPLETED\r\nCOMPLETED:20261122T100000Z\r\nPERCENT-COMPLETE:100\r\n"
STORES = {"tasks": "tasks:notes", "vdir": "vdir:cal"}
LISTS = ("home", "work", "garden", "shop")
BEGINNING = {"home": ("Ann gets another title and date", "Bob gets another date and title", "Cut the grass here",
                      "Dust the shelves there", "Empty the bins, unless put off there", "Fill the tank, unless put off here",
                      "Give this to the work here", "Hand this to the work there", "Invite all from work and put off",
                      "Jump when it is done here", "Knit until it is done there", "Leave this", "Leave that", "Leave all"),
             "work": ("Mind the shop", "Nail the sign")}


class Item(collections.namedtuple("Item", "list title due is_done")):
    """What both sides must have of an item."""
    __slots__ = ()

    def __str__(self): return f"{self.list}: {self.title} {self.due}{' done' if self.is_done else ''}"


def change_here(side):
    """A change of every kind in the folder."""
    side.change("Ann gets another title and date", title="Ann gets another title and date now")
    side.change("Bob gets another date and title", due="2026-12-21")
    side.remove("Cut the grass here")
    side.remove("Empty the bins, unless put off there")
    side.change("Fill the tank, unless put off here", due="2026-12-23")
    side.move("Give this to the work here", "work")
    side.move("Invite all from work and put off", "work")
    side.change("Jump when it is done here", is_done=True)
    side.add("home", "Open the window here")
    side.add("garden", "Prune the roses here")


def change_there(side):
    """A change of every kind on the server."""
    side.change("Ann gets another title and date", due="2026-12-20")
    side.change("Bob gets another date and title", title="Bob gets another date and title now")
    side.remove("Dust the shelves there")
    side.change("Empty the bins, unless put off there", due="2026-12-22")
    side.remove("Fill the tank, unless put off here")
    side.move("Hand this to the work there", "work")
    side.change("Invite all from work and put off", due="2026-12-24")
    side.change("Knit until it is done there", is_done=True)
    side.add("home", "Question the bill there")
    side.add("shop", "Return the shoes there")


EXPECTED = collections.Counter(Item(*item) for item in [
    ("home", "Ann gets another title and date now", "2026-12-20", False),
    ("home", "Bob gets another date and title now", "2026-12-21", False),
    ("home", "Empty the bins, unless put off there", "2026-12-22", False),
    ("home", "Fill the tank, unless put off here", "2026-12-23", False),
    ("work", "Give this to the work here", FIRST_DUE, False),
    ("work", "Hand this to the work there", FIRST_DUE, False),
    ("work", "Invite all from work and put off", "2026-12-24", False),
    ("home", "Jump when it is done here", FIRST_DUE, True),
    ("home", "Knit until it is done there", FIRST_DUE, True),
    ("home", "Leave this", FIRST_DUE, False),
    ("home", "Leave that", FIRST_DUE, False),
    ("home", "Leave all", FIRST_DUE, False),
    ("work", "Mind the shop", FIRST_DUE, False),
    ("work", "Nail the sign", FIRST_DUE, False),
    ("home", "Open the window here", NEW_DUE, False),
    ("garden", "Prune the roses here", NEW_DUE, False),
    ("home", "Question the bill there", NEW_DUE, False),
    ("shop", "Return the shoes there", NEW_DUE, False)])


def uid_of(title):
    """The UID of an item, which is made of its first title."""
    return re.sub(r"\W+", "-", title)


def made(title, due):
    """The text of an item."""
    return TEXT.format(uid=uid_of(title), title=title.replace(",", "\\,"), due=due.replace("-", ""))


def mark(text):
    """What an item keeps: its UID, and what other programs wrote."""
    return re.search(r"(?m)^UID:(.*?)\r?$", text)[1], "X-OTHER:kept" in text


def changed(text, title=None, due=None, is_done=False):
    """The text with other lines."""
    if title:
        text = re.sub(r"(?m)^SUMMARY:.*?\r$", "SUMMARY:" + title.replace(",", "\\\\,") + "\r", text)
    if due:
        text = re.sub(r"(?m)^DUE.*?\r$", "DUE;VALUE=DATE:" + due.replace("-", "") + "\r", text)
    if is_done:
        text = re.sub(r"(?m)^(STATUS|COMPLETED|PERCENT-COMPLETE)[:;].*\n", "", text).replace("END:VTODO", DONE + "END:VTODO")
    return text


def read(name, text):
    """The item that a text is."""
    unfolded = re.sub(r"\r?\n[ \t]", "", text)
    value = {key: found for key, found in re.findall(r"(?m)^([A-Z-]+)[^:\r\n]*:(.*?)\r?$", unfolded.split("BEGIN:VTODO")[1])}
    due = re.sub(r"^(\d{4})(\d\d)(\d\d)$", r"\1-\2-\3", value.get("DUE", ""))
    title = value.get("SUMMARY", "").replace("\\,", ",")
    return Item(name, title, due, value.get("STATUS") == "COMPLETED")


class TaskFiles:
    """A folder of task files."""
    marks = {}

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    def lines(self):
        return [(path, line) for path in sorted(self.folder.glob("*.taskpaper")) for line in path.read_text().splitlines(True)]

    def replace(self, title, line_of):
        path, line = next(found for found in self.lines() if found[1].startswith(f"- {title} @due"))
        path.write_text(path.read_text().replace(line, line_of(line)))
        return line

    def change(self, title, /, **values):
        def line_of(line):
            line = line.replace(title, values.get("title", title))
            line = re.sub(r"@due\(.*?\)", f"@due({values['due']})", line) if "due" in values else line
            return line.replace("\n", " @done(2026-11-22 10:00)\n") if "is_done" in values else line

        self.replace(title, line_of)

    def remove(self, title): return self.replace(title, lambda _: "")

    def move(self, title, name): self.append(name, self.remove(title))

    def add(self, name, title): self.append(name, f"- {title} @due({NEW_DUE})\n")

    def append(self, name, line):
        path = self.folder / f"{name}.taskpaper"
        path.write_text((path.read_text() if path.exists() else "") + line)

    def items(self):
        """All lines; one that is no task of these is an item without a date."""
        form = re.compile(r"- (.*?) @due\(([-0-9]*)\)(.*)\n")
        found = [(path.stem, line, form.fullmatch(line)) for path, line in self.lines()]
        return collections.Counter(
            Item(name, match[1], match[2], "@done(" in match[3]) if match else Item(name, line, "", False)
            for name, line, match in found)


class Folder:
    """A folder of folders of .ics files."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    def named(self, name):
        """The folder of a list."""
        for path in self.folder.iterdir():
            if self.title(path) == name:
                return path
        (self.folder / name).mkdir()
        return self.folder / name

    def title(self, path):
        told = path / "displayname"
        return told.read_text().strip() if told.exists() else path.name

    def files(self):
        return [(path, read(self.title(path.parent), path.read_bytes().decode())) for path in sorted(self.folder.glob("*/*.ics"))]

    def file(self, title): return next(path for path, item in self.files() if item.title == title)

    def change(self, title, /, **values):
        path = self.file(title)
        path.write_bytes(changed(path.read_bytes().decode(), **values).encode())

    def remove(self, title): self.file(title).unlink()

    def move(self, title, name):
        path = self.file(title)
        path.rename(self.named(name) / path.name)

    def add(self, name, title): (self.named(name) / "new.ics").write_bytes(made(title, NEW_DUE).encode())

    def items(self):
        files = self.files()
        self.marks = {item.title: mark(path.read_bytes().decode()) for path, item in files}
        return collections.Counter(item for _, item in files)


class Account:
    """The lists of a server, as another client has them."""

    def __init__(self, server):
        self.server, self.count, self.homes, self.paths = server, 0, {}, {}
        self.client = Client(server["url"], server["user"], server["password"], is_patient=True)

    def ask(self, method, path, body=b"", **headers):
        answer = self.client.ask(method, path, body, **headers)
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer

    def lists(self):
        """The paths of the lists of these tests, with their titles; SOGo also lists each as files."""
        listed = self.client.propfind(self.server["home"], "D:displayname", "D:resourcetype", depth=1).responses()
        titles = {href: found["displayname"].text for href, (_, found) in listed.items()
                  if "displayname" in found and found["resourcetype"].find("C:calendar", SPACES) is not None}
        return {urllib.parse.urlsplit(href).path: title for href, title in titles.items() if title in LISTS}

    def begin(self):
        """Only the lists of the beginning. Cyrus removes a list and answers 404, and shows it for a moment."""
        end = time.monotonic() + PATIENCE
        while lists := self.lists():
            for path in lists:
                self.client.ask("DELETE", path)
            if time.monotonic() > end:
                raise RuntimeError(f"{self.server['name']} does not remove {lists}")
        self.homes, self.paths = {}, {}
        for name, titles in BEGINNING.items():
            for title in titles:
                self.add(name, title, FIRST_DUE)

    def home(self, name):
        """The path of a list, which is made where it is missing."""
        if name not in self.homes:
            self.homes[name] = self.make(name)
        return self.homes[name]

    def make(self, name):
        self.count += 1
        path = f"{self.server['home']}kills-{os.getpid()}-{self.count}/"
        answer = self.client.mkcalendar(path, name)
        if answer.status != 201:
            raise RuntimeError(f"MKCALENDAR {path}: {answer.status} {answer.body[:300]!r}")
        return path

    def put(self, title, path, text):
        self.ask("PUT", path, text, Content_Type="text/calendar; charset=utf-8")
        self.paths[title] = path

    def texts(self):
        """Path, title of the list and text of each item."""
        for path, name in self.lists().items():
            listed = self.client.propfind(path, "D:getetag", depth=1).responses()
            hrefs = [href for href in listed if urllib.parse.urlsplit(href).path.rstrip("/") != path.rstrip("/")]
            if hrefs:
                for href, (_, values) in self.client.multiget(path, *hrefs).responses().items():
                    yield urllib.parse.urlsplit(href).path, name, values["calendar-data"].text

    def text(self, title): return self.ask("GET", self.paths[title]).body.decode()

    def change(self, title, /, **values): self.put(title, self.paths[title], changed(self.text(title), **values))

    def remove(self, title): self.ask("DELETE", self.paths[title])

    def move(self, title, name):
        """Removes it first: a server may want a UID only once."""
        path, text = self.paths[title], self.text(title)
        self.remove(title)
        self.put(title, self.home(name) + path.rsplit("/", 1)[1], text)

    def add(self, name, title, due=NEW_DUE):
        self.put(title, f"{self.home(name)}{uid_of(title)}.ics", made(title, due))

    def items(self):
        texts = list(self.texts())
        self.marks = {read(name, text).title: mark(text) for _, name, text in texts}
        return collections.Counter(read(name, text) for _, name, text in texts)


class Proxy:
    """Passes requests on to a server, counts them, and kills a process at one of them."""

    def __init__(self, url):
        address = urllib.parse.urlsplit(url)
        self.server = (address.hostname, address.port)
        self.lock, self.threads = threading.Lock(), []
        self.mark, self.is_marked = None, threading.Event()
        self.begin()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = address._replace(netloc=f"127.0.0.1:{self.listener.getsockname()[1]}").geturl()
        threading.Thread(target=self.listen, daemon=True).start()

    def begin(self, number=None, moment=None):
        """Begins to count; the process is told later, once it runs."""
        self.asked, self.number, self.moment = [], number, moment
        self.victim, self.is_known, self.is_killed = None, threading.Event(), False

    def follow(self, process):
        self.victim = process
        self.is_known.set()

    def kill(self):
        self.is_known.wait(PATIENCE)
        self.is_killed = True
        self.victim.kill()
        self.victim.wait()

    def settle(self):
        """Waits until all connections of a run have come, with a last one after them, and the server has answered what it got."""
        with socket.socket() as last:
            last.bind(("127.0.0.1", 0))
            self.mark = last.getsockname()
            self.is_marked.clear()
            last.connect(self.listener.getsockname())
            self.is_marked.wait(PATIENCE)
        for thread in self.threads:
            thread.join(PATIENCE)
        self.threads = []

    def listen(self):
        while True:
            client, name = self.listener.accept()
            if name == self.mark:
                client.close()
                self.is_marked.set()
                continue
            thread = threading.Thread(target=self.serve, args=(client,), daemon=True)
            thread.start()
            self.threads.append(thread)

    def serve(self, client):
        """One connection, with one of its own to the server."""
        try:
            with client, socket.create_connection(self.server, timeout=PATIENCE) as server:
                for connection in (client, server):
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with client.makefile("rb") as requests, server.makefile("rb") as answers:
                    while self.exchange(requests, client, answers, server):
                        pass
        except (OSError, ValueError):
            pass  # One side has ended the connection, perhaps within a chunk.

    def exchange(self, requests, client, answers, server):
        """Passes on one request and its answer; false if the connection ends."""
        # A server that ends an idle connection, as SOGo does after each answer, must be seen to do so.
        idle, _, _ = select.select([client, server], [], [])
        request = b"" if server in idle else message(requests)
        if not request:
            return False
        method, path, _ = request.split(b"\r\n")[0].decode().split(" ", 2)
        with self.lock:
            if self.is_killed:
                return False
            self.asked.append(f"{method} {path}")
            moment = self.moment if len(self.asked) == self.number else None
            if moment == "before":
                self.kill()
                return False
        server.sendall(request)
        if moment == "sent":
            self.kill()
        answer = b"HTTP/1.1 100"
        while re.match(rb"HTTP/1\.\d 1\d\d", answer):
            answer = message(answers, method)
            if moment != "sent":
                client.sendall(answer)
        if moment == "after":
            self.kill()
        return bool(answer) and moment is None and not re.search(rb"(?i)\r\nconnection: *close", answer.split(b"\r\n\r\n")[0])


def message(stream, method=None):
    """A request, or the answer to one with this method, as it came; empty if the connection has ended."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = stream.readline()
        if not line:
            return b""
        head += line
    status = re.match(rb"HTTP/1\.\d (\d+)", head)
    if status and (method == "HEAD" or status[1] in (b"204", b"304") or status[1].startswith(b"1")):
        return head
    if re.search(rb"(?i)\r\ntransfer-encoding: *chunked", head):
        return head + b"".join(chunks(stream))
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if length:
        return head + stream.read(int(length[1]))
    return head + stream.read() if status else head


def chunks(stream):
    """The chunks with their lengths, and what follows the last one."""
    size = 1
    while size:
        line = stream.readline()
        size = int(line.split(b";")[0], 16)
        yield line + stream.read(size + 2 if size else 0)
    while (line := stream.readline()) not in (b"\r\n", b""):
        yield line
    yield line


class World:
    """A person's folder that is in sync with an account, and a change of every kind on both sides since."""

    def __init__(self, net, server, kind, folder):
        self.net, self.kind, self.server, self.home = net, kind, server, folder / "home"
        self.account, self.proxy = Account(server), Proxy(server["url"])
        self.marks = None

    def reset(self):
        """Makes all of it anew."""
        shutil.rmtree(self.home, ignore_errors=True)
        (self.home / ".config/duecal").mkdir(parents=True)
        (self.home / "password").write_text(self.server["password"] + "\n")
        (self.home / "password").chmod(0o600)
        user, (scheme, place) = urllib.parse.quote(self.server["user"]), self.proxy.url.split("://")
        (self.home / ".config/duecal/config.toml").write_text(
            f'[stores]\nx = {{ address = "caldav+{scheme}://{user}@{place}", password-file = "{self.home}/password" }}\n')
        self.side = TaskFiles(self.home / "notes") if self.kind == "tasks" else Folder(self.home / "cal")
        self.account.begin()
        done = self.sync()
        if done.returncode or self.side.items() != self.account.items() or sum(self.side.items().values()) != 16:
            raise RuntimeError(f"the first sync ends with {done.returncode}: {done.stdout}{done.stderr}"
                               + "; ".join(map(str, self.side.items() - self.account.items())))
        change_here(self.side)
        change_there(self.account)

    def sync(self, *options, number=None, moment=None):
        """Runs a sync, which is killed at a moment of a request."""
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "TZ": "UTC", "DUECAL_NOW": NOW}
        command = [self.net, "sync", STORES[self.kind], "x", *options]
        self.proxy.begin(number, moment)
        with subprocess.Popen(command, cwd=self.home, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as process:
            self.proxy.follow(process)
            out, error = process.communicate(timeout=PATIENCE)
        self.proxy.settle()
        return subprocess.CompletedProcess(command, process.returncode, out, error)

    def differences(self):
        """What both sides have and should not, and the other way round."""
        for name, side in (("the folder", self.side), ("the server", self.account)):
            found = side.items()
            for item in (EXPECTED - found).elements():
                yield f"{name} lacks {item}"
            for item in (found - EXPECTED).elements():
                yield f"{name} has {item}"
        marks = {name: side.marks for name, side in (("the folder", self.side), ("the server", self.account))}
        self.marks = self.marks or marks
        for name, wished in self.marks.items():
            for title in wished.keys() & marks[name].keys():
                if marks[name][title] != wished[title]:
                    yield f"{name} has {title} with {marks[name][title]}, not {wished[title]}"

    def faults(self, runs):
        """What is wrong after this number of further runs at most; and after one more that must do nothing."""
        done, left, said = None, None, []
        for _ in range(runs):
            done = self.sync()
            said.append(f"{done.returncode}: {done.stdout}{done.stderr}")
            left = list(self.differences())
            if not left and done.returncode == 0:
                break
        if done.returncode:
            yield f"run {len(said)} ends with {done.returncode}: {done.stderr.strip()}"
        if left:
            yield from left
            yield "the runs said: " + " / ".join(said)
        third = self.sync("--dry-run")
        if third.returncode or third.stdout or third.stderr:
            yield f"a further run would end with {third.returncode} and do more: {third.stdout}{third.stderr}"
        recorded = self.sync("--conflicts")
        if recorded.stdout:
            yield f"conflicts are recorded: {recorded.stdout}"


class Trial:
    """All points of one server and one kind of store."""

    def __init__(self, world, options):
        self.world, self.options, self.faults, self.tally = world, options, 0, collections.Counter()
        self.name = f"{world.server['name']} {world.kind}"

    def fault(self, where, *lines):
        self.faults += 1
        print(f"{self.name}: {where}:", *(line.rstrip().replace("\n", "\n      ") for line in lines), sep="\n    ", flush=True)
        if self.options.keep:
            kept = pathlib.Path(self.options.keep) / re.sub(r"\W+", "-", f"{self.name} {where}")
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(self.world.home, kept)

    def run(self):
        """The undisturbed sync, and then all that are killed."""
        begin, world = time.monotonic(), self.world
        world.reset()
        found = list(world.faults(1))
        if found:
            self.fault("undisturbed", *found)
        world.reset()
        world.sync()
        asked = list(world.proxy.asked)
        idle = [self.idle(pause) for pause in (0, 3, 0)]
        if idle[-1] != 1:
            self.fault("a sync with nothing to do", *world.proxy.asked)
        for number in [self.options.only] if self.options.only else range(1, len(asked) + 1):
            for moment in [self.options.moment] if self.options.moment else MOMENTS:
                self.point(number, moment)
        print(f"{self.name}: {sum(self.tally.values())} points at {len(asked)} requests, {self.faults} faults; "
              f"{self.tally['not reached']} not reached; a sync with nothing to do sends {', '.join(map(str, idle))}; "
              f"{time.monotonic() - begin:.0f} s", flush=True)
        return self.faults

    def idle(self, pause):
        """The requests of a sync with nothing to do; the first ones after changes may have to look at them."""
        time.sleep(pause)
        self.world.sync()
        return len(self.world.proxy.asked)

    def point(self, number, moment):
        for _ in range(3):
            # A server may end the connection in the moment in which it gets the request; then nothing is killed.
            self.world.reset()
            killed = self.world.sync(number=number, moment=moment)
            if self.world.proxy.is_killed:
                break
        self.tally["killed" if self.world.proxy.is_killed else "not reached"] += 1
        asked = self.world.proxy.asked[number - 1] if self.world.proxy.is_killed else "no request"
        found = list(self.world.faults(2))
        if killed.returncode not in (-9, 0):
            found.append(f"the killed run ends with {killed.returncode}: {killed.stderr}")
        if found:
            self.fault(f"{number} {asked.split()[0]} {moment}", asked, *found)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("net")
    parser.add_argument("--store", choices=STORES)
    parser.add_argument("--only", type=int)
    parser.add_argument("--moment", choices=MOMENTS)
    parser.add_argument("--keep")
    options, faults = parser.parse_args(), 0
    for server in json.loads(os.environ["DUECAL_CALDAV_SERVERS"]):
        for kind in [options.store] if options.store else STORES:
            with tempfile.TemporaryDirectory(prefix="duecal-kills-") as folder:
                world = World(str(pathlib.Path(options.net).absolute()), server, kind, pathlib.Path(folder))
                faults += Trial(world, options).run()
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
