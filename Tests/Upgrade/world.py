"""A folder that duecal is run in: task files, feeds, calendars, stores and the state, all below one path.

State and backups hold absolute paths. So each folder has a path of the same length, and where a copy of a
fixture is opened the old path is replaced by the new one in all bytes of it.
"""
import os
import pathlib
import shutil
import subprocess
import tempfile

MADE_IN = "/tmp/duecal-upgrade-00000000"
ZONE = "Europe/Berlin"
# The moment at which the fixtures were finished, and the time of each file in them.
NOW = "2026-11-20T08:00:00Z"
MODIFIED = 1_794_000_000
# These files are replaced byte for byte only; a path in other files would be somebody's text.
WITH_PATHS = ("state.sqlite", "index", "ledger")


class World:
    """A folder with an environment of its own."""

    def __init__(self, folder, binary):
        self.folder, self.binary = pathlib.Path(folder), str(pathlib.Path(binary).absolute())

    def run(self, *words, now=NOW, expect=(0,), text=None, zone=None):
        """Runs the command here; its status must be one of those that are expected."""
        done = self.start(*words, now=now, text=text, zone=zone)
        if done.returncode not in expect:
            told = done.stderr.decode(errors="replace")
            raise AssertionError(f"duecal {' '.join(map(str, words))}: status {done.returncode}, not {expect}\n{told}")
        return done

    def start(self, *words, now=NOW, text=None, zone=None, before=()):
        """Runs the command here, in a command that begins with other words."""
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "DUECAL_NOW": now,
                       "HOME": str(self.folder / "home"),
                       "XDG_STATE_HOME": str(self.folder / "state"), "XDG_DATA_HOME": str(self.folder / "data"),
                       "XDG_CACHE_HOME": str(self.folder / "cache"), "XDG_CONFIG_HOME": str(self.folder / "config")}
        if zone:
            environment["TZ"] = zone
        return subprocess.run([*before, self.binary, *map(str, words)], cwd=self.folder, env=environment, input=text,
                              capture_output=True, check=False, timeout=120)

    def bytes(self):
        """The bytes of each file of the person here, by its path."""
        return {str(path.relative_to(self.folder)): path.read_bytes()
                for path in sorted(self.folder.rglob("*")) if path.is_file() and not self.is_of_duecal(path)}

    def is_of_duecal(self, path):
        return path.relative_to(self.folder).parts[0] in ("state", "cache", "home", "config")

    def settle(self):
        """Gives each file the same time, for a checkout gives it another one."""
        for path in self.folder.rglob("*"):
            os.utime(path, (MODIFIED, MODIFIED))


def copied(fixture, binary):
    """A world with a copy of a fixture, below a path that no other test has."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="duecal-upgrade-", dir="/tmp"))
    assert len(str(folder)) == len(MADE_IN), folder
    shutil.copytree(fixture, folder, dirs_exist_ok=True)
    relocate(folder, MADE_IN, str(folder))
    world = World(folder, binary)
    world.settle()
    return world


def relocate(folder, old, new):
    """Replaces one path by another of the same length in all that duecal keeps in a folder, or in one file."""
    for path in [folder] if folder.is_file() else folder.rglob("*"):
        if path.name in WITH_PATHS:
            data = path.read_bytes()
            replaced = data.replace(old.encode(), new.encode())
            if path.name == "index":
                replaced = b"".join(map(checked, data.splitlines(True), replaced.splitlines(True)))
            path.write_bytes(replaced)


def checked(old, new):
    """A changed line of the index of backups: if the old line ended with its checksum, so does the new one."""
    body, _, end = old.rstrip(b"\n").rpartition(b"\t")
    if end != checksum(body):
        return new
    body = new.rstrip(b"\n").rpartition(b"\t")[0]
    return b"%b\t%b\n" % (body, checksum(body))


def checksum(line):
    """The FNV-1a hash of a line."""
    value = 0xCBF29CE484222325
    for byte in line:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return b"~%016x" % value
