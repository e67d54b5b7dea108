"""What duecal reads and writes."""
import json
import os
import pathlib
import subprocess
import tempfile
import urllib.parse

from world import ZONE


class Ours:
    """duecal with a network, and duecal-checks, which writes folders of .ics files as its store does."""

    def __init__(self, duecal, checks, folder):
        self.duecal, self.checks, self.folder = duecal, checks, pathlib.Path(folder)

    def knows(self, server):
        """The address of a server as a store, whose password is in ~/.netrc."""
        address = urllib.parse.urlsplit(server["url"])
        netrc = self.folder / ".netrc"
        netrc.write_text(f"machine {address.hostname} login {server['user']} password {server['password']}\n")
        netrc.chmod(0o600)
        return f"caldav+{address.scheme}://{server['user']}@{address.netloc}{address.path}"

    def sent(self, store, texts):
        """Writes texts to a list of a store, which is made where it is missing."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            self.run(self.duecal, "store", "import", self.placed(texts, folder), store)

    def kept(self, store):
        """All of a list, as the store keeps it."""
        return self.run(self.duecal, "store", "export", store)

    def run(self, *command, **environment):
        done = subprocess.run([str(word) for word in command], capture_output=True, check=False,
                              env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "TZ": ZONE, **environment})
        if done.returncode:
            raise RuntimeError(f"{command[0]} {command[1]}: {done.stdout.decode()}{done.stderr.decode()}")
        return done.stdout.decode()

    def exported(self, source):
        """The calendar of a task file."""
        path = self.folder / "trip.taskpaper"
        path.write_text(source)
        written = self.folder / "trip.ics"
        self.run(self.duecal, "export", path, "--zone", ZONE, "-o", written)
        return written.read_bytes().decode()

    def placed(self, texts, folder):
        """A folder of folders with a file for each text."""
        home = pathlib.Path(folder) / "home"
        home.mkdir()
        for uid, text in texts.items():
            (home / f"{uid}.ics").write_bytes(text.encode())
        return home

    def items(self, texts):
        """Items by UID, as they are understood."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            shown = self.run(self.duecal, "show", self.placed(texts, folder), "--json")
        return {item["uid"]: item for item in json.loads(shown)["items"]}

    def due(self, texts, uid, zone):
        """The date that a list has for a task."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            home = self.placed({uid: texts[uid]}, folder)
            return self.run(self.duecal, "list", "all", home, "--done", "--format", "{due}", TZ=zone)

    def renamed(self, texts, uid, title):
        """The text of a task after duecal gave it another title."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            home = self.placed({uid: texts[uid]}, folder)
            self.run(self.checks, "folder", folder, "rename", uid, title)
            return (home / f"{uid}.ics").read_bytes().decode()
