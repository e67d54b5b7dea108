"""A server of duecal over a folder of task files, for tests with real clients.

The environment names the program: DUECAL_NET. Everything else is in a folder that goes away.
"""
import difflib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.parse

from asking import Client

USER, PASSWORD, ZONE = "alice@example.org", "alicepw", "Europe/Berlin"
HOST = "127.0.0.2"
# Clients that look for a server ask a proxy too, which does not know this machine.
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "ftp_proxy")
PATIENCE = 60


class Fault(Exception):
    """What is not as it should be, in a sentence."""


def environment(**more):
    """The environment of a client: no proxies, and one zone."""
    kept = {name: value for name, value in os.environ.items() if name.lower() not in PROXIES}
    return {**kept, "TZ": ZONE, "LC_ALL": "C.UTF-8", **{name: str(value) for name, value in more.items()}}


class Served:
    """A running server, with the task files that it serves."""

    def __init__(self, files=None, store=None, options=(), folder=None):
        """`files` has the texts by name; `store` is served instead of them; `folder` is kept at the end."""
        self.is_kept = folder is not None
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="duecal-"))
        self.notes = self.folder / "notes"
        self.notes.mkdir(exist_ok=True)
        for name, text in (files or {}).items():
            (self.notes / name).write_text(text)
        self.source, self.options, self.port, self.process = store or str(self.notes), list(options), 0, None
        self.environment = environment(HOME=self.folder, XDG_STATE_HOME=self.folder / "state",
                                       XDG_CONFIG_HOME=self.folder / "config", XDG_CACHE_HOME=self.folder / "cache")
        self.program = os.path.abspath(os.environ["DUECAL_NET"])
        subprocess.run([self.program, "serve", "password", "--user", USER], input=PASSWORD + "\n", text=True, check=True,
                       env=self.environment, stdout=subprocess.DEVNULL)
        self.start()

    def start(self):
        """Starts it, at the same port if it ran before, and waits until it says where it listens."""
        command = [self.program, "serve", self.source, "--listen", f"{HOST}:{self.port}", "--user", USER, "--zone", ZONE,
                   *self.options]
        self.log = open(self.folder / "server.log", "ab")
        self.process = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        cwd=self.folder)
        line = self.process.stdout.readline()
        found = re.match(r"serving http://[^/]*:(\d+)/", line)
        if not found:
            self.stop()
            raise Fault(f"the server says {line!r} and {(self.folder / 'server.log').read_text()[-500:]!r}")
        self.port = int(found[1])

    def stop(self):
        """Ends it as a person would."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process:
            self.process.stdout.close()
            self.log.close()

    def close(self):
        self.stop()
        if not self.is_kept:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self): return self

    def __exit__(self, *_): self.close()

    # Where things are

    @property
    def url(self): return f"http://{HOST}:{self.port}/"

    @property
    def home(self): return f"/{urllib.parse.quote(USER, safe='')}/calendars/"

    def client(self): return Client(self.url, USER, PASSWORD, is_patient=True)

    def lists(self):
        """The paths of the lists, by title and kind: `("home", "VTODO")`."""
        client = self.client()
        answer = client.propfind(self.home, "D:displayname", "D:resourcetype", "C:supported-calendar-component-set",
                                 depth=1)
        client.connection.close()
        found = {}
        for href, (_, values) in answer.responses().items():
            for kind in values.get("supported-calendar-component-set", ()):
                found[values["displayname"].text, kind.get("name")] = urllib.parse.urlsplit(href).path
        return found

    # Task files

    def text(self, name="home.taskpaper"): return (self.notes / name).read_text()

    def write(self, text, name="home.taskpaper"):
        """As an editor that writes beside the file and renames."""
        beside = self.notes / f".{name}.new"
        beside.write_text(text)
        beside.rename(self.notes / name)


class Watched:
    """A task file whose changes are checked step by step: every line that differs must be expected."""

    def __init__(self, served, name="home.taskpaper", patience=15):
        self.served, self.name, self.patience = served, name, patience
        self.before = served.text(name)

    def expect(self, step, *lines):
        """Waits until the file differs in exactly these lines since the last step; a line is `-` or `+` and a pattern."""
        end = time.monotonic() + self.patience
        while True:
            found = changed_lines(self.before, self.served.text(self.name))
            faults = [*faults_of_lines(found, lines)]
            if not faults or time.monotonic() > end:
                break
            time.sleep(0.2)
        self.before = self.served.text(self.name)
        if faults:
            raise Fault(f"{step}: {'; '.join(faults)}")
        print(f"  {step}: " + (" ".join(f"{sign}{line.strip()}" for sign, line in found) or "no line"), flush=True)

    def edit(self, old, new):
        """A person changes the file."""
        if self.before.count(old) != 1:
            raise Fault(f"the file has {old!r} {self.before.count(old)} times")
        self.before = self.before.replace(old, new)
        self.served.write(self.before, self.name)


def changed_lines(before, after):
    """The lines that differ, with their signs."""
    found = difflib.unified_diff(before.split("\n"), after.split("\n"), lineterm="", n=0)
    return [(line[0], line[1:]) for line in found if line[0] in "-+" and line[:3] not in ("---", "+++")]


def faults_of_lines(found, wishes):
    """How the lines that differ are not those that should."""
    left = list(wishes)
    for sign, line in found:
        match = next((wish for wish in left if wish[0] == sign and re.fullmatch(wish[1:], line)), None)
        if match is None:
            yield f"another line differs: {sign}{line!r}"
        else:
            left.remove(match)
    for wish in left:
        yield f"a line does not differ as it should: {wish}"


def plain(sign, line):
    """A line that is expected as it stands, for `expect`."""
    return sign + re.escape(line)


def until(what, is_so, patience=PATIENCE, pause=0.3):
    """Waits until something is so, and gives what it found."""
    end = time.monotonic() + patience
    while True:
        found = is_so()
        if found:
            return found
        if time.monotonic() > end:
            raise Fault(f"{what} does not happen within {patience} s")
        time.sleep(pause)


def expect(is_so, sentence):
    if not is_so:
        raise Fault(sentence)


def main(name, *trials):
    """Runs trials, each with all that it needs, and ends with 1 if one has a fault."""
    wanted, faults = sys.argv[1:], 0
    for trial in trials:
        title = trial.__name__.replace("_", " ")
        if wanted and not any(word in title for word in wanted):
            continue
        begin = time.monotonic()
        try:
            trial()
            print(f"{name}: {title}: as it should be, {time.monotonic() - begin:.0f} s", flush=True)
        except Exception as error:  # every fault is told, and the others are tried
            faults += 1
            said = str(error) if isinstance(error, Fault) else traceback.format_exc().strip().replace("\n", " | ")
            print(f"{name}: {title}: {said}", flush=True)
    sys.exit(1 if faults else 0)
