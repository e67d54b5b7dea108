"""A task file that a person edits too, after an edit that was killed, had a failing system call, or met another program."""
import collections
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from faults import ERRORS, MEMORY, inject, possible
from place import ACCESS_LIST, ENVIRONMENT, LIST, MARK, NOBODY, Fault

OLD = b"Home:\n" + b"".join(b"\t- old %d @due(2024-12-01 10:00)\r\n" % n for n in range(400)) + b"no end"
LINE = "new"
NEW = OLD.replace(b"Home:\n", b"Home:\n- new\n", 1)
CALLS = ["openat", "read", "write", "close", "fsync", "renameat", "renameat2", "fchmod", "fchown", "flistxattr",
         "fgetxattr", "fsetxattr", "fremovexattr", "flock", "dup", "newfstatat", "readlink", "lseek", "getdents64",
         "fcntl", "unlinkat", "unlink", "mkdir", "rt_sigprocmask", "ftruncate", "fallocate", "readlinkat", "getcwd", "pwrite64"]
STATUSES = {0, 66, 73, 74, 75, 77, 127}
# A signal may interrupt these; they must be repeated.
REPEATED = {"write", "fsync", "renameat", "renameat2", "fchmod", "fchown", "fsetxattr", "flock", "dup", "ftruncate",
            "fallocate", "pwrite64"}


class EditPlace:
    """A folder with tasks.taskpaper, a link to it and, for edits in place, a second name of the file; next to it the state."""

    def __init__(self, checks, way="exchanged", old=OLD):
        self.checks = str(pathlib.Path(checks).resolve())
        self.start = way
        self.old = old
        self.new = old.replace(b"Home:\n", b"Home:\n- new\n", 1)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="duecal-torture-"))
        self.home = self.folder / "home"
        self.state = self.folder / "state"
        self.home.mkdir()
        self.file = self.home / "tasks.taskpaper"
        self.link = self.home / "link"
        self.second = self.home / "second"
        self.command = [self.checks, "insert", str(self.state), str(self.link), LINE]
        self.expected = [self.link.name, self.file.name] + ["second"] * (way == "in place")
        self.reset()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def reset(self):
        """Restores the files as they are before an edit."""
        for name in os.listdir(self.home):
            (self.home / name).unlink()
        if self.state.exists():
            shutil.rmtree(self.state)
        self.file.write_bytes(self.old)
        if os.geteuid() == 0:
            os.chown(self.file, NOBODY, NOBODY)
        self.file.chmod(0o640)
        try:
            os.setxattr(self.file, MARK, b"kept")
            os.setxattr(self.file, ACCESS_LIST, LIST)
        except OSError:
            pass
        self.link.symlink_to(self.file.name)
        if self.start == "in place":
            os.link(self.file, self.second)
        self.manners = self.manner()

    def manner(self):
        """The owner, the permissions, the number of names and the extended attributes of the file."""
        status = self.file.stat()
        notes = {name: os.getxattr(self.file, name) for name in os.listxattr(self.file)}
        return status.st_uid, status.st_gid, status.st_mode, status.st_nlink, notes

    def run(self, before=(), **options):
        """Makes the edit."""
        return subprocess.run([*before, *self.command], capture_output=True, env=ENVIRONMENT, check=False, **options)

    def litter(self):
        """The files in the folder that must not stay there."""
        return sorted(set(os.listdir(self.home)) - set(self.expected))

    def judge(self, status, what, is_killed=False, keeps_manners=True):
        """Checks the result of an edit: the old or the new file, or one in place that the next run completes."""
        content = self.file.read_bytes()
        if content not in (self.old, self.new) and not (is_killed and self.start == "in place"):
            raise Fault(f"{what}: neither the old nor the new file, {len(content)} bytes")
        if status == 0 and content != self.new:
            raise Fault(f"{what}: says that it is done, and it is not")
        if not keeps_manners:
            self.manners = self.manner()
        if self.manner() != self.manners:
            raise Fault(f"{what}: {self.manner()} instead of {self.manners}")
        if not self.link.is_symlink() or (self.start == "in place" and not self.second.samefile(self.file)):
            raise Fault(f"{what}: a link was lost")
        return content == self.new

    def judge_next(self, what):
        """Checks the next ordinary edit: the new file, no other file, and the old bytes in the backups."""
        run = self.run()
        if run.returncode != 0:
            raise Fault(f"{what}: the next run ends with {run.returncode}: {run.stderr.decode()}")
        self.judge(0, f"{what}, next run")
        if self.litter():
            raise Fault(f"{what}: the next run left {self.litter()}")
        if not any(file.read_bytes() == self.old for file in (self.state / "backups").iterdir()):
            raise Fault(f"{what}: the old bytes are nowhere")
        index = (self.state / "backups" / "index").read_bytes()
        begun = {line.split(b"\t")[1] for line in index.splitlines() if line.startswith(b"edit\t")}
        ended = {line.split(b"\t")[1] for line in index.splitlines() if line.startswith((b"done\t", b"void\t"))}
        if begun != ended:
            raise Fault(f"{what}: the next run leaves an edit unfinished")


def calls(place):
    """The system calls of the edit itself: for each name, the numbers of its calls after the start of the program."""
    log = place.folder / "log"
    place.reset()
    place.run(["strace", "-f", "-qq", "-o", str(log)])
    counts, first = collections.Counter(), {}
    has_begun = False
    for line in log.read_text().splitlines():
        match = re.match(r"\d+ +(\w+)\(", line)
        if not match:
            continue
        counts[match[1]] += 1
        has_begun = has_begun or "SIGXFSZ" in line
        if has_begun:
            first.setdefault(match[1], counts[match[1]])
    return {call: range(first[call], counts[call] + 1) for call in first}


def kills(place):
    """Kills the edit at each of its system calls."""
    tally = collections.Counter()
    for call, numbers in calls(place).items():
        for number in numbers:
            what = f"{place.start}: killed at {call} {number}"
            place.reset()
            run = place.run(inject(call, "signal=KILL", number))
            if run.returncode != -signal.SIGKILL and call not in ("execve", "exit_group"):
                raise Fault(f"{what}: it was not, it ended with {run.returncode}")
            tally["new" if place.judge(run.returncode, what, is_killed=True) else "old"] += 1
            tally["left a file for the next run"] += bool(place.litter())
            place.judge_next(what)
    return tally


def errors(place, names, codes, then=""):
    """Lets each system call fail with each error: once, or from then on."""
    tally = collections.Counter()
    for call, numbers in calls(place).items():
        for number in numbers if call in names else ():
            for code in possible(codes, call, then):
                tally[fail(place, call, number, code, then)] += 1
    return tally


def fail(place, call, number, code, then):
    """Lets one system call fail, and returns the outcome."""
    what = f"{place.start}: {code} at {call} {number}{then}"
    place.reset()
    run = place.run(inject(call, f"error={code}", number, then), timeout=40)
    # If every later call fails too, the next run completes the edit. If the list of attributes is not supported, the edit
    # treats it as empty.
    keeps = (call, code) != ("flistxattr", "EOPNOTSUPP")
    is_new = place.judge(run.returncode, what, bool(then), keeps)
    if call not in MEMORY and run.returncode not in STATUSES:
        raise Fault(f"{what}: ends with {run.returncode}: {run.stderr.decode()}")
    if run.returncode != 0 and not run.stderr and call not in ("write", *MEMORY):
        raise Fault(f"{what}: ends with {run.returncode} and says nothing")
    if code == "EINTR" and call in REPEATED and run.returncode not in (0, 127):
        raise Fault(f"{what}: ends with {run.returncode}, expected that it is made again")
    place.judge_next(what)
    return "done" if run.returncode == 0 else f"{run.returncode}, {'new' if is_new else 'old'} file"


def lies(place):
    """Lets each write report five bytes although it wrote none; the edit must notice."""
    tally = collections.Counter()
    for call, numbers in calls(place).items():
        for number in numbers if call in ("write", "pwrite64") else ():
            what = f"{place.start}: a {call} that lies, {number}"
            place.reset()
            run = place.run(inject(call, "retval=5", number))
            place.judge(run.returncode, what)
            place.judge_next(what)
            tally[run.returncode] += 1
    return tally


def without_exchange(place):
    """A file system that cannot exchange names."""
    tally = collections.Counter()
    for code in ("EINVAL", "ENOSYS", "EOPNOTSUPP"):
        place.reset()
        run = place.run(inject("renameat2", f"error={code}", 1, "+"))
        if run.returncode != 0 or not place.judge(0, f"no exchange, {code}") or place.litter():
            raise Fault(f"no exchange, {code}: {run.returncode}, {place.litter()}")
        tally["done by a rename"] += 1
    return tally


def random_kills(checks, way, count):
    """Kills edits at random moments."""
    chance = random.Random(count)
    tally = collections.Counter()
    # In place, large enough for an incomplete write.
    old = OLD if way == "exchanged" else OLD * 40
    with EditPlace(checks, way, old) as place:
        start = time.monotonic()
        place.run()
        longest = (time.monotonic() - start) * 1.3
        for number in range(count):
            place.reset()
            with subprocess.Popen(place.command, env=ENVIRONMENT, stderr=subprocess.DEVNULL) as run:
                time.sleep(chance.uniform(0, longest))
                run.kill()
            what = f"{way}: kill {number} at random"
            tally["new" if place.judge(run.returncode, what, is_killed=True) else "old"] += 1
            tally["left a file for the next run"] += bool(place.litter())
            place.judge_next(what)
    return tally


# How other programs add a line to a file; $F is the file, $L the line, $T another name in the folder.
WRITERS = {
    "shell": "printf '%s\\n' \"$L\" >>\"$F\"",
    "sed": "sed -i \"\\$a $L\" \"$F\"",
    "cp": "cp \"$F\" \"$T\" && printf '%s\\n' \"$L\" >>\"$T\" && cp \"$T\" \"$F\"",
    "mv": "cp \"$F\" \"$T\" && printf '%s\\n' \"$L\" >>\"$T\" && mv \"$T\" \"$F\"",
    # If the file has changed since vim read it, vim asks, and without an answer ends with 0. If it was exchanged while vim
    # saved it, vim reports E949, writes nothing and keeps the text.
    "vim": "rm -f \"$T\"; vim -n -u NONE -i NONE -es -c \"call append('\\$', '$L')\" "
           "-c \"try | write | call writefile([], '$T') | endtry\" -c q \"$F\" </dev/null >/dev/null 2>&1; [ -e \"$T\" ]",
    "emacs": "emacs --batch -Q --eval \"(progn (find-file \\\"$F\\\") (goto-char (point-max)) (insert \\\"$L\\n\\\") "
             "(setq make-backup-files nil) (save-buffer))\" >/dev/null 2>&1",
}


def writers(checks, way, name, count):
    """Another program adds numbered lines while edits are made, some of which are killed."""
    tally = collections.Counter()
    chance = random.Random(count)
    with EditPlace(checks, way, b"Home:\n") as place:
        stop = threading.Event()
        # The pause lets edits succeed; without it they nearly always end with 75.
        script = (f"n=0; while [ $n -lt {count} ]; do n=$((n+1)); L=\"- {name} $n.\"; {WRITERS[name]} || echo $n; "
                  "sleep 0.02; done")
        world = ENVIRONMENT | {"F": str(place.file), "T": str(place.folder / "t"), "HOME": str(place.folder)}
        with subprocess.Popen(["/bin/sh", "-c", script], env=world, stdout=subprocess.PIPE) as other:
            threading.Thread(target=lambda: (other.wait(), stop.set())).start()
            number = 0
            while not stop.is_set():
                number += 1
                tally.update(edit(place, number, chance))
            refused = {int(word) for word in other.stdout.read().split()}
        judge_writers(place, name, count, refused, tally)
        redo(place, number, tally)
        judge_writers(place, name, count, refused, collections.Counter())
    return tally


def edit(place, number, chance):
    """One run of ten edits, every fourth of them killed."""
    command = [*place.command[:-1], f"ours {number}", "10"]
    with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.DEVNULL) as run:
        if number % 4 == 0:
            time.sleep(chance.uniform(0, 0.05))
            run.kill()
        status = run.wait()
    if status not in (0, 75, -signal.SIGKILL):
        raise Fault(f"ours {number}: ends with {status}")
    return {f"runs of ours that end with {status}": 1}


def redo(place, number, tally):
    """Each of our lines that another program overwrote is inserted again."""
    present = place.file.read_bytes()
    for run in range(1, number + 1):
        lines = [b"- ours %d %d\n" % (run, line) for line in range(1, 11)]
        missing = sum(line not in present for line in lines)
        tally["lines of ours inserted again"] += missing
        if missing:
            subprocess.run([*place.command[:-1], f"ours {run}", "10"], env=ENVIRONMENT, check=True)
    lines = place.file.read_bytes().splitlines()
    for run in range(1, number + 1):
        for line in range(1, 11):
            if lines.count(b"- ours %d %d" % (run, line)) != 1:
                raise Fault(f"ours {run} {line} is not there once")


def judge_writers(place, name, count, refused, tally):
    """Each line of the other program is there once and complete, and no lines are there except theirs and ours."""
    place.run()
    lines = place.file.read_bytes().split(b"\n")
    theirs = collections.Counter(line for line in lines if name.encode() in line)
    expected = {f"- {name} {n}.".encode() for n in range(1, count + 1) if n not in refused}
    lost, torn = expected - set(theirs), set(theirs) - {f"- {name} {n}.".encode() for n in range(1, count + 1)}
    if lost or torn or any(times > 1 for times in theirs.values()):
        raise Fault(f"{place.start}, {name}: lost {sorted(lost)[:5]}, torn {sorted(torn)[:5]}")
    others = [line for line in lines if not re.fullmatch(rb"(Home:|- new|- ours \d+ \d+|- \w+ \d+\.|)", line)]
    if others:
        raise Fault(f"{place.start}, {name}: {others[:5]}")
    tally["lines of theirs"] += len(expected)
    tally["writes that they refused themselves"] += len(refused)


def limits(checks):
    """Runs with a limit on the size of files, or on the number of descriptors."""
    tally = collections.Counter()
    for way in ("exchanged", "in place"):
        with EditPlace(checks, way) as place:
            for name, size in [(resource.RLIMIT_FSIZE, n) for n in (0, 1, 4096, len(OLD), len(OLD) + 1)] + [
                    (resource.RLIMIT_NOFILE, n) for n in range(3, 14)]:
                place.reset()
                run = place.run(preexec_fn=lambda: resource.setrlimit(name, (size, size)))
                what = f"{way}: limit {name} at {size}"
                place.judge(run.returncode, what)
                if run.returncode < 0:
                    raise Fault(f"{what}: ends with {run.returncode}")
                tally[run.returncode] += 1
                place.judge_next(what)
    return tally


def reversals(checks, duecal, way, count):
    """Kills `undo` and `redo` at random: the file must be whole, and the next run must do the rest."""
    chance = random.Random(count)
    tally = collections.Counter()
    with EditPlace(checks, way) as place:
        world = ENVIRONMENT | {"HOME": str(place.folder), "XDG_STATE_HOME": str(place.state / "home"), "TZ": "UTC"}
        place.command[2] = str(place.state / "home" / "duecal")
        place.reset()
        os.makedirs(place.state / "home" / "duecal")
        place.run()
        for number in range(count):
            word = "undo" if number % 2 == 0 else "redo"
            wanted = place.old if word == "undo" else place.new
            command = [str(pathlib.Path(duecal).resolve()), word, str(place.file)]
            with subprocess.Popen(command, env=world, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
                time.sleep(chance.uniform(0, 0.1))
                run.kill()
            if way == "exchanged" and place.file.read_bytes() not in (place.old, place.new):
                raise Fault(f"{way}: {word} {number}: neither the old nor the new file")
            subprocess.run(command, env=world, capture_output=True, check=False)
            if place.file.read_bytes() != wanted or place.litter():
                raise Fault(f"{way}: {word} {number}: not {word}ne after the next run, {place.litter()}")
            tally[word] += 1
    return tally


def small_disk(checks):
    """A disk without space for the file to grow; the state is on another disk."""
    tally = collections.Counter()
    for way in ("exchanged", "in place"):
        with EditPlace(checks, way) as place:
            mount = ["mount", "-t", "tmpfs", "-o", "size=32k", "none", str(place.home)]
            if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
                return collections.Counter({"not possible here": 1})
            try:
                place.old = OLD + b"x" * (8 * 4096 - len(OLD) - (0 if way == "in place" else 4096))
                place.new = None
                place.reset()
                run = place.run()
                if run.returncode != 74 or place.judge(74, "full disk") or place.litter():
                    raise Fault(f"{way}, full disk: ends with {run.returncode}: {run.stderr.decode()}")
                tally["74 and the old file"] += 1
            finally:
                subprocess.run(["umount", str(place.home)], check=True)
    return tally


def people(checks):
    """Edits of a user who does not own the file, or may not write to its folder; owner, group and mode must be kept."""
    cases = [  # owner and group of the file, mode of the file, mode of its folder; status
        ("one's own file", NOBODY, NOBODY, 0o600, 0o755, 77), ("open folder", NOBODY, NOBODY, 0o600, 0o777, 0),
        ("others may write", 0, 0, 0o666, 0o777, 0), ("closed folder", 0, 0, 0o666, 0o755, 0),
        ("sticky folder", 0, 0, 0o666, 0o1777, 0), ("nobody may write", 0, 0, 0o644, 0o777, 77),
    ]
    if os.geteuid() != 0:
        return collections.Counter({"not possible here": 1})
    tally = collections.Counter()
    for what, owner, group, mode, folder, status in cases:
        with EditPlace(checks) as place:
            for name in os.listxattr(place.file):
                os.removexattr(place.file, name)
            os.chown(place.file, owner, group)
            place.file.chmod(mode)
            place.manners = place.manner()
            place.folder.chmod(0o777)
            place.home.chmod(folder)
            run = place.run(user=NOBODY, group=NOBODY, extra_groups=[])
            if what == "one's own file":
                status = 0  # written in place, because its folder is not writable
            if run.returncode != status or place.litter():
                raise Fault(f"{what}: ends with {run.returncode}: {run.stderr.decode()}")
            place.judge(status, what)
            tally["as it should be"] += 1
    return tally


def short(checks, duecal):
    """The checks that take seconds and need no other programs."""
    for way in ("exchanged", "in place"):
        yield f"undo and redo {way}, killed at random", reversals(checks, duecal, way, 40)
        yield f"edit {way}, killed at random", random_kills(checks, way, 30)
        for name in ("shell", "sed", "cp", "mv"):
            yield f"edit {way} and {name}", writers(checks, way, name, 300)
    yield "edit, limits", limits(checks)
    yield "edit, other people", people(checks)


def full(checks, duecal, scale=1.0):
    """All checks; they need strace, vim and emacs."""
    for way in ("exchanged", "in place"):
        yield f"undo and redo {way}, killed at random", reversals(checks, duecal, way, int(5_000 * scale))
        with EditPlace(checks, way) as place:
            yield f"edit {way}, killed at each call", kills(place)
            yield f"edit {way}, each error at each call", errors(place, CALLS, ERRORS)
            yield f"edit {way}, each error from each call on", errors(place, CALLS, ERRORS, "+")
            yield f"edit {way}, no memory at each call", errors(place, MEMORY, ["ENOMEM"])
            yield f"edit {way}, writes that lie", lies(place)
            if way == "exchanged":
                yield "edit without an exchange", without_exchange(place)
        yield f"edit {way}, killed at random", random_kills(checks, way, int(50_000 * scale))
        for name, count in (("shell", 3000), ("sed", 2500), ("cp", 2500), ("mv", 1500), ("vim", 300), ("emacs", 200)):
            yield f"edit {way} and {name}", writers(checks, way, name, max(3, int(count * scale)))
    yield "edit, limits", limits(checks)
    yield "edit, a full disk", small_disk(checks)
    yield "edit, other people", people(checks)
