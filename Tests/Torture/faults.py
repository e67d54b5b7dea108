"""Runs that are killed, interrupted or refused something at each of their calls of the system."""
import collections
import re
import signal

from place import Fault, Place

ERRORS = ["ENOSPC", "EDQUOT", "EIO", "EACCES", "EPERM", "EROFS", "EMFILE", "ENOMEM", "EINTR", "EAGAIN",
          "EINVAL", "ENOLCK", "EOPNOTSUPP"]
# All that has to do with files.
CALLS = ["openat", "read", "write", "close", "fsync", "renameat", "renameat2", "fchmod", "fchown",
         "flistxattr", "fgetxattr", "fsetxattr", "fremovexattr", "flock", "dup", "newfstatat", "readlink",
         "lseek", "getdents64", "fcntl", "unlinkat", "rt_sigprocmask"]
MEMORY = ["mmap", "brk", "mprotect", "munmap"]
# What a calendar waits with that is too large for memory, and how that goes wrong.
WAITING = ["openat", "lseek", "write", "pread64"]
LARGE = "".join(f"- new {n} @due(2024-12-02 10:00)\n" for n in range(16000))
# A signal may come between these, and they are made again.
REPEATED = {"write", "pread64", "fsync", "renameat", "renameat2", "fchmod", "fchown", "fsetxattr", "flock", "dup"}
# What keeps owner, mode and notes: where one of these is not possible, something is lost.
MANNERS = {"fchown", "fchmod", "flistxattr", "fgetxattr", "fsetxattr", "fremovexattr"}
# How a run may end whose calls fail: 2 where the zone's file cannot be opened; 127 is the loader's.
STATUSES = {0, 2, 66, 73, 74, 75, 77, 78, 127}


def calls(place):
    """How often an export makes each call of the system."""
    log = place.folder / "log"
    place.reset()
    place.run(["strace", "-f", "-qq", "-o", str(log)])
    return collections.Counter(re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.M))


def inject(call, fault, number, then=""):
    """The beginning of a command one of whose calls goes wrong."""
    return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
            f"inject={call}:{fault}:when={number}{then}"]


def kills(place, names=None):
    """Kills a run at each of its calls, or at those of some names."""
    tally = collections.Counter()
    for call, count in calls(place).items():
        if names and call not in names:
            continue
        for number in range(1, count + 1):
            what = f"{place.start}: killed at {call} {number}"
            place.reset()
            run = place.run(inject(call, "signal=KILL", number))
            if run.returncode != -signal.SIGKILL and call not in ("execve", "exit_group"):
                raise Fault(f"{what}: it was not, it ended with {run.returncode}")
            tally["new" if place.judge(run.returncode, what) else "old"] += 1
            tally["left a file for the next run"] += bool(place.litter())
            place.judge_next(what)
    return tally


def interruptions(place):
    """Ends a run by a signal at each of its calls: it leaves nothing."""
    tally = collections.Counter()
    for call, count in calls(place).items():
        for number in range(1, count + 1):
            name = ("HUP", "INT", "TERM")[number % 3]
            what = f"{place.start}: SIG{name} at {call} {number}"
            place.reset()
            run = place.run(inject(call, f"signal={name}", number))
            tally["new" if place.judge(run.returncode, what) else "old"] += 1
            if place.litter():
                raise Fault(f"{what}: left {place.litter()}")
            place.judge_next(what)
    return tally


def possible(codes, call, then):
    """The errors that a call can have from some time on: one that passes would be for ever."""
    return [code for code in codes if not then or (code not in ("EINTR", "EAGAIN") and call != "close")]


def errors(place, names, codes, then=""):
    """Lets each call fail with each error: once, or from then on."""
    tally = collections.Counter()
    counts = calls(place)
    for call in names:
        for number in range(1, counts[call] + 1):
            for code in possible(codes, call, then):
                tally[fail(place, call, number, code, then)] += 1
    return tally


def fail(place, call, number, code, then):
    """Lets one call fail, and says how that ended."""
    what = f"{place.start}: {code} at {call} {number}{then}"
    place.reset()
    run = place.run(inject(call, f"error={code}", number, then), timeout=20)
    keeps = call not in MANNERS or (call == "flistxattr" and code != "EOPNOTSUPP")
    is_new = place.judge(run.returncode, what, keeps)
    if call not in MEMORY and run.returncode not in STATUSES:
        raise Fault(f"{what}: ends with {run.returncode}: {run.stderr.decode()}")
    if run.returncode != 0 and not run.stderr and call not in ("write", *MEMORY):
        raise Fault(f"{what}: ends with {run.returncode} and says nothing")
    if code == "EINTR" and call in REPEATED and run.returncode not in (0, 127):
        raise Fault(f"{what}: ends with {run.returncode}, expected that it is made again")
    if call != "unlinkat" and call not in MEMORY and place.litter():
        raise Fault(f"{what}: left {place.litter()}")
    if not keeps:
        judge_mode(place, what)
    place.judge_next(what)
    return "done" if run.returncode == 0 else f"{run.returncode}, {'new' if is_new else 'old'} file"


def judge_mode(place, what):
    """Where owner, group or list could not be kept, fewer may read, and never more."""
    if place.start == "rewritten" and place.output.stat().st_mode & 0o777 & ~0o640:
        raise Fault(f"{what}: more may read it than before")


def order(place):
    """The bytes are on the disk before the name, and the name before the end."""
    log = place.folder / "log"
    place.reset()
    place.run(["strace", "-f", "-y", "-qq", "-o", str(log)])
    expected = [r"openat\(.*\.duecal-\w{6}.*O_EXCL", r"flock\(.*\.duecal-", r"write\(.*\.duecal-",
                r"fsync\(.*\.duecal-", r"close\(.*\.duecal-", r"renameat2?\(.*\.duecal-",
                r"fsync\(\d+<[^>]*/out>\)"]
    lines = iter(log.read_text().splitlines())
    for pattern in expected:
        if not any(re.search(pattern, line) for line in lines):
            raise Fault(f"{place.start}: no {pattern} where it is expected")
    return collections.Counter({"steps in order": len(expected)})


def all_of(duecal):
    """Each check with its name."""
    for start in ("rewritten", "made"):
        with Place(duecal, start) as place:
            yield f"{start}, in which order", order(place)
            yield f"{start}, killed at each call", kills(place)
            yield f"{start}, ended by a signal at each call", interruptions(place)
            yield f"{start}, each error at each call", errors(place, CALLS, ERRORS)
            yield f"{start}, each error from each call on", errors(place, CALLS, ERRORS, "+")
            yield f"{start}, no memory at each call", errors(place, MEMORY, ["ENOMEM"])
    with Place(duecal, tasks=LARGE) as place:
        if calls(place)["pread64"] < 10:
            raise Fault("a large calendar does not wait outside of memory")
        yield "large, killed at each call", kills(place, WAITING)
        yield "large, errors at each call", errors(place, WAITING, ["ENOSPC", "EIO", "EINTR"])
