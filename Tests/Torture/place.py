"""A task file and the calendar that was made from it, and the checks of both after a run."""
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": "1700000000"}
OLD = "".join(f"- old {n} @due(2024-12-01 10:00)\n" for n in range(40))
NEW = OLD + "- new @due(2024-12-02)\n"
MARK = "user.duecal.torture"
ACCESS_LIST = "system.posix_acl_access"
NOBODY = 65534
# The owner may read and write; one other user and the group may read.
LIST = struct.pack("<I", 2) + b"".join(
    struct.pack("<HHI", *entry) for entry in [
        (1, 6, 0xFFFFFFFF), (2, 4, NOBODY), (4, 4, 0xFFFFFFFF), (16, 4, 0xFFFFFFFF), (32, 0, 0xFFFFFFFF)])


class Fault(Exception):
    """A result that is not allowed."""


class Place:
    """A folder with tasks.taskpaper, and next to it a folder with only tasks.ics."""

    def __init__(self, duecal, start="rewritten", tasks=NEW, old=OLD):
        self.duecal = str(pathlib.Path(duecal).resolve())
        self.start = start
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="duecal-torture-"))
        self.folder.chmod(0o755)
        self.source = self.folder / "tasks.taskpaper"
        self.out = self.folder / "out"
        self.output = self.out / "tasks.ics"
        self.command = [self.duecal, "export", str(self.source), "--zone", "Europe/Berlin", "-o",
                        str(self.output)]
        self.out.mkdir()
        self.source.write_text(old)
        self.clean_run()
        self.old = None if start == "made" else self.output.read_bytes()
        self.kept = self.output.read_bytes()
        self.source.write_text(tasks)
        self.reset()
        self.clean_run()
        self.new = self.output.read_bytes()
        self.reset()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def reset(self):
        """Restores the files as they are before a run."""
        for file in self.out.iterdir():
            file.unlink()
        if self.start == "made":
            return
        self.output.write_bytes(self.kept)
        if os.geteuid() == 0:
            os.chown(self.output, NOBODY, NOBODY)
        self.output.chmod(0o640)
        try:
            os.setxattr(self.output, MARK, b"kept")
            os.setxattr(self.output, ACCESS_LIST, LIST)
        except OSError:
            pass
        self.manners = self.manner()

    def manner(self):
        """The owner, the permissions and the extended attributes of the file."""
        status = self.output.stat()
        notes = {name: os.getxattr(self.output, name) for name in os.listxattr(self.output)}
        return status.st_uid, status.st_gid, status.st_mode, notes

    def run(self, before=(), arguments=(), **options):
        """Runs the export."""
        command = [*before, *self.command, *arguments]
        environment = ENVIRONMENT | options.pop("environment", {})
        return subprocess.run(command, capture_output=True, env=environment, check=False, **options)

    def clean_run(self):
        """Runs the export without any fault."""
        run = self.run()
        if run.returncode != 0:
            raise Fault(f"an ordinary run ends with {run.returncode}: {run.stderr.decode()}")

    def content(self):
        """The bytes of the output; None if there is no output."""
        return self.output.read_bytes() if self.output.exists() else None

    def litter(self):
        """The files in the folder that must not stay there."""
        return sorted(file.name for file in self.out.iterdir() if file != self.output)

    def judge(self, status, what, keeps_manners=True):
        """Checks the output after a run: the old or the new one, and the new one if the run reports success."""
        content = self.content()
        if content not in (self.old, self.new):
            raise Fault(f"{what}: neither the old nor the new file, {len(content or b'')} bytes")
        if status == 0 and content != self.new:
            raise Fault(f"{what}: says that it is done, and it is not")
        if content is not None and self.old is not None and keeps_manners:
            self.judge_manners(what)
        return content == self.new

    def judge_manners(self, what):
        """The owner, the permissions and the attributes must be unchanged."""
        if self.manner() != self.manners:
            raise Fault(f"{what}: {self.manner()} instead of {self.manners}")

    def judge_next(self, what):
        """Checks the next ordinary run: the new file, and no other file."""
        self.clean_run()
        if self.content() != self.new:
            raise Fault(f"{what}: the next run did not write the new file")
        if self.litter():
            raise Fault(f"{what}: the next run left {self.litter()}")
