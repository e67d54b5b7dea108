#!/usr/bin/env python3
"""What the commands that change tasks do with the items of a server, and what `undo` makes of it.

Usage: run.py NAME... -- changing.py DUECAL_NET

Each command changes an item that another client wrote; the text on the server is compared with what is expected, and
after `undo` with the text before it. Then the item is changed by another client at the worst moment: after it was read,
and before it is written.
"""
import http.server
import json
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import threading
import urllib.request
import uuid

from asking import Client
from extras import Machine

NOW = "2026-12-03T10:00:00Z"
OTHER = 'X-OTHER;A="b,c":keep  me'
WEEKLY = "DTSTART;VALUE=DATE:20261204\r\nDUE;VALUE=DATE:20261204\r\nRRULE:FREQ=WEEKLY"
MOVED = ("BEGIN:VTODO\r\nUID:{uid}\r\nRECURRENCE-ID;VALUE=DATE:20261204\r\nDTSTAMP:20260101T000000Z\r\n"
         "SUMMARY:Choir in town\r\nLOCATION:Town hall\r\nDTSTART;VALUE=DATE:20261205\r\nDUE;VALUE=DATE:20261205\r\n"
         "END:VTODO\r\n")


def text(uid, title, lines, more=""):
    """A calendar with one task."""
    return (f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//other//EN\r\nBEGIN:VTODO\r\nUID:{uid}\r\n"
            f"DTSTAMP:20260101T000000Z\r\nSUMMARY:{title}\r\n{lines}\r\n{OTHER}\r\nEND:VTODO\r\n{more}END:VCALENDAR\r\n")


# The name, the command with ITEM for the task, the dates of the task, what is in its text afterwards and what is not, and
# what is in the text of the item that the command adds.
CASES = [
    ("done", ["done", "ITEM"], "DUE:20261205T150000Z", ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"], [], None),
    ("undone", ["undone", "ITEM"], "DUE:20261205T150000Z\r\nSTATUS:COMPLETED\r\nCOMPLETED:20261201T120000Z", [],
     ["COMPLETED"], None),
    ("cancel", ["cancel", "ITEM"], "DUE;VALUE=DATE:20261205", ["STATUS:CANCELLED"], [], None),
    ("snooze", ["snooze", "ITEM", "+1w"], "DUE;TZID=Europe/Berlin:20261205T150000",
     ["DUE;TZID=Europe/Berlin:20261212T150000"], [], None),
    ("move", ["move", "ITEM", "2026-12-24"], "DUE:20261205T150000Z", ["DUE:20261224T150000Z"], [], None),
    ("move to a week", ["move", "ITEM", "2026-W51"], "DUE;VALUE=DATE:20261205",
     ["DTSTART;VALUE=DATE:20261214", "DUE;VALUE=DATE:20261220", "@due(2026-W51)"], [], None),
    ("tag", ["tag", "ITEM", "@phone", "priority=1"], "DUE;VALUE=DATE:20261205", ["CATEGORIES:phone", "PRIORITY:1"], [],
     None),
    ("edit", ["edit", "ITEM"], "DUE;VALUE=DATE:20261205", ["DUE;VALUE=DATE:20261211", "DESCRIPTION:by phone"], [], None),
    ("done of a series", ["done", "ITEM"], WEEKLY, ["DUE;VALUE=DATE:20261211", "RRULE:FREQ=WEEKLY"], ["COMPLETED"],
     ["DUE;VALUE=DATE:20261204", "STATUS:COMPLETED"]),
    ("done for good", ["done", "ITEM", "--for-good"], WEEKLY, ["STATUS:COMPLETED"], ["RRULE"], None),
    ("cancel once", ["cancel", "ITEM", "--once"], WEEKLY, ["DUE;VALUE=DATE:20261211"], ["CANCELLED"],
     ["DUE;VALUE=DATE:20261204", "STATUS:CANCELLED"]),
    ("snooze of a date", ["snooze", "ITEM", "+2d"], WEEKLY, ["DUE;VALUE=DATE:20261211"], [],
     ["DUE;VALUE=DATE:20261206"]),
    ("snooze of a series", ["snooze", "ITEM", "+2d", "--series"], WEEKLY, ["DUE;VALUE=DATE:20261206"], [], None),
]


class Place:
    """A calendar on a server, a person's machine that uses it, and another client."""

    def __init__(self, net, server, folder, url=None):
        self.server = server
        self.client = Client(server["url"], server["user"], server["password"], is_patient=True)
        self.title = f"T{uuid.uuid4().hex[:8]}"
        self.path = f"{server['home']}{self.title}/"
        answer = self.client.mkcalendar(self.path, name=self.title)
        assert answer.status == 201, answer.body
        self.machine = Machine(net, server, url or server["url"], folder)
        editor = pathlib.Path(folder) / "editor"
        editor.write_text("#!/bin/sh\n" 'for file; do :; done\n' '[ -z "$MEANWHILE" ] || $MEANWHILE\n'
                          "sed -i -e 's/@due([^)]*)/@due(2026-12-11)/' -e '1s/$/\\n\\tby phone/' \"$file\"\n")
        editor.chmod(editor.stat().st_mode | stat.S_IXUSR)
        self.environment = {"DUECAL_NOW": NOW, "EDITOR": str(editor)}

    def run(self, *words, **more):
        """Runs a command, and gives its status and what it says."""
        status, said = self.machine.run(*words, **self.environment, **more)
        return status, said.decode()

    def change(self, *words, **more):
        return self.run(*words, "-f", f"x#{self.title}", **more)

    def put(self, title, lines, more="", uid=None):
        """Writes a task as another client does, and gives its name and its text on the server."""
        uid = uid or uuid.uuid4().hex
        answer = self.client.put(f"{self.path}{uid}.ics", text(uid, title, lines, more.format(uid=uid)))
        assert answer.status in (200, 201, 204), answer.body
        return f"{self.path}{uid}.ics"

    def texts(self):
        """The texts on the server, by name."""
        found = self.client.query(self.path).responses()
        return {name: self.client.ask("GET", name).body for name in found if name.endswith(".ics")}


def unfolded(body):
    return body.decode().replace("\r\n ", "").split("\r\n")


def wrong(body, has, lacks):
    """What is missing from a text, and what it has too much."""
    lines = unfolded(body)
    yield from (f"no {one!r} in {lines}" for one in has if not any(one in line for line in lines))
    yield from (f"{one!r} in {lines}" for one in lacks if any(line.startswith(one) or one in line for line in lines))


def settled(body):
    """The lines of a text without the stamps of the writing, in order; a server may put its lines in another order."""
    return sorted(line for line in unfolded(body) if not line.startswith(("DTSTAMP", "LAST-MODIFIED", "SEQUENCE")))


def faults_of(place, case, notes):
    """One command and its undoing."""
    name, command, dates, has, lacks, added = case
    title = f"Task {uuid.uuid4().hex[:6]}"
    path = place.put(title, dates)
    before = place.texts()
    status, said = place.change(*[title if word == "ITEM" else word for word in command])
    after = place.texts()
    if status or not said:
        yield f"{name}: ends with {status}: {said}"
    yield from (f"{name}: {fault}" for fault in wrong(after.get(path, b""), [*has, OTHER], lacks))
    new = set(after) - set(before)
    if len(new) != (added is not None):
        yield f"{name}: {len(new)} new items"
    for one in new:
        yield from (f"{name}, new item: {fault}" for fault in wrong(after[one], added or [], ["RRULE"]))
    if any(after[one] != before[one] for one in set(before) & set(after) - {path}):
        yield f"{name}: other items have changed"
    status, said = place.run("undo")
    undone = place.texts()
    if status or set(undone) != set(before):
        yield f"{name}, undo: ends with {status}: {said}"
    elif settled(undone[path]) != settled(before[path]):
        yield f"{name}, undo: {unfolded(undone[path])} instead of {unfolded(before[path])}"
    notes.append(undone.get(path) == before[path])


def of_commands(place, notes):
    for case in CASES:
        yield from faults_of(place, case, notes)


def of_names(place):
    """Which item a name means."""
    paths = [place.put("Buy milk", "DUE;VALUE=DATE:20261205"), place.put("Buy paint", "DUE;VALUE=DATE:20261205")]
    before = place.texts()
    for words, code, wanted in [(["done", "buy"], 2, '"buy" matches 2 tasks'), (["done", "nothing like it"], 66, "no task matches")]:
        status, said = place.change(*words)
        if status != code or wanted not in said or place.texts() != before:
            yield f"{words}: ends with {status}: {said}"
    status, said = place.change("done", "milk", "--dry-run", "--json")
    found = json.loads(said)["changes"][0]["id"]
    uid = paths[1].rpartition("/")[2].removesuffix(".ics")
    for name, path in [(found, paths[0]), (uid, paths[1])]:
        status, said = place.change("done", name)
        if status or b"STATUS:COMPLETED" not in place.texts()[path]:
            yield f"done {name}: ends with {status}: {said}"
    status, said = place.change("undone", "buy", "--all")
    if status or any(b"COMPLETED" in body for body in map(place.texts().get, paths)):
        yield f"undone --all: ends with {status}: {said}"
    yield from of_choice(place, paths)


def of_choice(place, paths):
    """The second of two is chosen at a terminal."""
    words = " ".join([str(place.machine.net), "done", "buy", "-f", f"'x#{place.title}'"])
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(place.machine.home), "TZ": "UTC", "TERM": "dumb", **place.environment}
    done = subprocess.run(["script", "-qec", words, "/dev/null"], env=environment, input=b"2\n", capture_output=True,
                          timeout=120, check=False)
    closed = [b"STATUS:COMPLETED" in place.texts()[path] for path in paths]
    said = done.stdout.decode()
    asked = re.findall(r"  ([12])  .*Buy (milk|paint)", said)
    if sorted(closed) != [False, True] or len(asked) != 2:
        yield f"a choice: {closed}: {said}"
    elif closed[["milk", "paint"].index(dict(asked)["2"])] is not True:
        yield f"a choice: not the second: {said}"


def of_occurrence(place):
    """A series whose next date another client has moved: that date is done with what it had of its own."""
    path = place.put("Choir", WEEKLY, MOVED)
    before = place.texts()
    status, said = place.change("done", "choir")
    after = place.texts()
    new = [after[one] for one in set(after) - set(before)]
    if status or len(new) != 1:
        return (yield f"done of a changed occurrence: {len(new)} new items, {status}: {said}")
    yield from wrong(after[path], ["DUE;VALUE=DATE:20261211", OTHER], ["RECURRENCE-ID"])
    yield from wrong(new[0], ["SUMMARY:Choir in town", "LOCATION:Town hall", "STATUS:COMPLETED", "DUE;VALUE=DATE:20261205"], [])
    status, said = place.run("undo")
    undone = place.texts()
    if status or set(undone) != set(before) or settled(undone[path]) != settled(before[path]):
        yield f"undo of a changed occurrence: {status}: {said} {undone.get(path)}"


def of_adding(place):
    before = place.texts()
    status, said = place.change("add", "Call Bob tomorrow 3pm @phone")
    after = place.texts()
    new = [after[one] for one in set(after) - set(before)]
    if status or len(new) != 1:
        return (yield f"add: {len(new)} new items, {status}: {said}")
    yield from wrong(new[0], ["SUMMARY:Call Bob", "DUE:20261204T150000Z", "CATEGORIES:phone"], [])
    status, said = place.run("undo")
    if status or place.texts() != before:
        yield f"add, undo: {status}: {said}"


class Between(http.server.ThreadingHTTPServer):
    """Passes requests on to a server; before the first PUT of an item that is there, somebody else changes that item."""

    def __init__(self, server):
        super().__init__(("127.0.0.1", 0), Passing)
        self.target, self.meanwhile, self.log = server["url"].rstrip("/"), None, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self): return f"http://127.0.0.1:{self.server_address[1]}/"


class Passing(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_): pass

    def handle_one_request(self):
        self.raw_requestline = self.rfile.readline(65537)
        if not self.raw_requestline or not self.parse_request():
            self.close_connection = True
            return
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.command == "PUT" and self.headers.get("If-Match") and self.server.meanwhile:
            meanwhile, self.server.meanwhile = self.server.meanwhile, None
            meanwhile()
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
        request = urllib.request.Request(self.server.target + self.path, body or None, headers, method=self.command)
        try:
            answer = urllib.request.build_opener(NoRedirect).open(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        sent = answer.read()
        self.server.log.append((self.command, answer.status))
        self.send_response_only(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "server"):
                self.send_header(name, value.replace(self.server.target, self.server.url.rstrip("/")))
        if answer.status != 204:
            self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else sent)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_): return None


def of_races(net, server):
    """Somebody else changes the item between its reading and its writing."""
    between = Between(server)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(net, server, folder, between.url)
        for name, dates, command, copies in [
                ("done", "DUE;VALUE=DATE:20261205", ["done"], 0), ("done of a series", WEEKLY, ["done"], 1),
                ("move", "DUE;VALUE=DATE:20261205", ["move", "2026-12-24"], 0)]:
            title = f"Task {uuid.uuid4().hex[:6]}"
            path = place.put(title, dates)
            uid = path.rpartition("/")[2].removesuffix(".ics")
            before = set(place.texts())
            between.meanwhile = lambda: place.put(title, dates + "\r\nLOCATION:Elsewhere", uid=uid)
            status, said = place.change(command[0], title, *command[1:])
            after = place.texts()
            yield from (f"{name}, changed meanwhile: {fault}" for fault in wrong(after[path], ["LOCATION:Elsewhere"], []))
            if between.meanwhile or ("PUT", 412) not in between.log:
                yield f"{name}: there was no conflict: {between.log}"
            if status or len(set(after) - before) != copies:
                yield f"{name}, changed meanwhile: {len(set(after) - before)} copies, {status}: {said}"
            if after[path].find(b"STATUS:COMPLETED") < 0 and name == "done" or name != "done" and b"20261205" in after[path]:
                yield f"{name}, changed meanwhile: the change is not there: {after[path]}"
            status, said = place.run("undo")
            if status or b"LOCATION:Elsewhere" not in place.texts()[path] or set(place.texts()) != before:
                yield f"{name}, undo after a conflict: {status}: {said}"
            between.log.clear()
        yield from of_race_with_editor(place, between)
        yield from of_late_undo(place)
    between.shutdown()


def of_race_with_editor(place, between):
    """Somebody else changes the item while it is open in an editor: that change stays, and the text is kept."""
    path = place.put("Open task", "DUE;VALUE=DATE:20261205")
    uid = path.rpartition("/")[2].removesuffix(".ics")
    between.meanwhile = lambda: place.put("Open task", "DUE;VALUE=DATE:20261206", uid=uid)
    status, said = place.change("edit", "open task")
    kept = re.search(r"your text is kept in (\S+)", said)
    if status != 75 or "changed meanwhile" not in said or not kept or said.count("\n") > 2:
        yield f"edit, changed meanwhile: {status}: {said}"
    elif "2026-12-11" not in pathlib.Path(kept[1]).read_text():
        yield f"edit, changed meanwhile: the text is not kept: {said}"
    yield from wrong(place.texts()[path], ["DUE;VALUE=DATE:20261206"], ["by phone"])


def of_late_undo(place):
    """Somebody else has changed the item since: undo leaves it alone."""
    path = place.put("Late task", "DUE;VALUE=DATE:20261205")
    uid = path.rpartition("/")[2].removesuffix(".ics")
    place.change("tag", "late task", "@phone")
    place.put("Late task", "DUE;VALUE=DATE:20261205\r\nCATEGORIES:phone,other", uid=uid)
    status, said = place.run("undo")
    if status != 1 or "was changed after run" not in said:
        yield f"a late undo: {status}: {said}"
    yield from wrong(place.texts()[path], ["CATEGORIES:phone,other"], [])


def of_forgetting(net, server):
    """A server that drops what it does not know cannot keep a week, and the command says so in one line."""
    wish = json.dumps({"faults": ["drops-unknown"]}).encode()
    with urllib.request.urlopen(urllib.request.Request(server["control"] + "/worlds", wish, method="POST")) as answer:
        world = {**server, "url": json.load(answer)["url"], "home": "/calendars/ann/"}
    with tempfile.TemporaryDirectory() as folder:
        place = Place(net, world, folder)
        place.put("Paint", "DUE;VALUE=DATE:20261205")
        place.put("Rent", WEEKLY)
        for words, lost in [(["move", "paint", "2026-W51"], "the week, month or year of its date"),
                            (["done", "rent", "--for-good"], "what it was before it was done")]:
            status, said = place.change(*words)
            if status or said.count("not kept: ") != 1 or f"not kept: {lost}" not in said:
                yield f"drops-unknown: {words}: {status}: {said}"


def faults(net, server):
    """What goes wrong on a server."""
    notes = []
    with tempfile.TemporaryDirectory() as folder:
        place = Place(net, server, folder)
        for found in (of_commands(place, notes), of_names(place), of_occurrence(place), of_adding(place)):
            yield from (f"{server['name']}: {fault}" for fault in found)
    # The server that makes mistakes names its own address in redirects, past the one in between.
    last = of_forgetting(net, server) if "control" in server else of_races(net, server)
    yield from (f"{server['name']}: {fault}" for fault in last)
    print(f"{server['name']}: undo restores {sum(notes)} of {len(notes)} items byte for byte")


def main(net):
    net = str(pathlib.Path(net).absolute())
    servers = json.loads(os.environ["DUECAL_CALDAV_SERVERS"])
    found = [fault for server in servers for fault in faults(net, server)]
    names = ", ".join(server["name"] for server in servers)
    print("\n".join(found) or f"{names}: all commands change items, and undo takes the changes back")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main(sys.argv[1])
