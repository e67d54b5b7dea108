"""Runs that are killed, interrupted, or get an error, at each of their system calls."""
import collections
import re
import signal

from place import Fault, Place

ERRORS = ["ENOSPC", "EDQUOT", "EIO", "EACCES", "EPERM", "EROFS", "EMFILE", "ENOMEM", "EINTR", "EAGAIN",
          "EINVAL", "ENOLCK", "EOPNOTSUPP"]
# All calls that concern files.
CALLS = ["openat", "read", "write", "close", "fsync", "renameat", "renameat2", "fchmod", "fchown",
         "flistxattr", "fgetxattr", "fsetxattr", "fremovexattr", "flock", "dup", "newfstatat", "readlink",
         "lseek", "getdents64", "fcntl", "unlinkat", "rt_sigprocmask"]
MEMORY = ["mmap", "brk", "mprotect", "munmap"]
# A calendar that is too large for memory, the calls that store it meanwhile, and their errors.
WAITING = ["openat", "lseek", "write", "pread64"]
LARGE = "".join(f"- new {n} @due(2024-12-02 10:00)\n" for n in range(16000))
# A signal may interrupt these; they must be repeated.
REPEATED = {"write", "pread64", "fsync", "renameat", "renameat2", "fchmod", "fchown", "fsetxattr", "flock", "dup"}
# The calls that keep owner, mode and attributes; if one of them fails, something is lost.
MANNERS = {"fchown", "fchmod", "flistxattr", "fgetxattr", "fsetxattr", "fremovexattr"}
# The statuses of runs with failing calls: 2 if the file of the zone cannot be opened; 127 is from the loader.
STATUSES = {0, 2, 66, 73, 74, 75, 77, 78, 127}


def calls(place):
    """The number of each system call that an export makes."""
    log = place.folder / "log"
    place.reset()
    place.run(["strace", "-f", "-qq", "-o", str(log)])
    return collections.Counter(re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.M))


def inject(call, fault, number, then=""):
    """The beginning of a command in which one system call has a fault."""
    return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
            f"inject={call}:{fault}:when={number}{then}"]


def kills(place, names=None):
    """Kills a run at each of its system calls, or at those with some names."""
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
    """Ends a run by a signal at each of its system calls: it must leave no files behind."""
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
    """The errors that a call can have from then on; temporary errors are left out, because they would last for ever."""
    return [code for code in codes if not then or (code not in ("EINTR", "EAGAIN") and call != "close")]


def errors(place, names, codes, then=""):
    """Lets each system call fail with each error: once, or from then on."""
    tally = collections.Counter()
    counts = calls(place)
    for call in names:
        for number in range(1, counts[call] + 1):
            for code in possible(codes, call, then):
                tally[fail(place, call, number, code, then)] += 1
    return tally


def fail(place, call, number, code, then):
    """Lets one system call fail, and returns the outcome."""
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
    """If owner, group or ACL could not be kept, fewer people may read the file, and never more."""
    if place.start == "rewritten" and place.output.stat().st_mode & 0o777 & ~0o640:
        raise Fault(f"{what}: more may read it than before")


def order(place):
    """The bytes must be synced before the file gets its name, and the folder before the end."""
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
