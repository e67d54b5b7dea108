"""Runs that are killed at random, run at the same time, belong to other people, or have no space."""
import collections
import fcntl
import os
import random
import re
import resource
import subprocess
import threading
import time

from place import ACCESS_LIST, ENVIRONMENT, LIST, NOBODY, Fault, Place

DAEMON = 1
MANY = "".join(f"- task {n} @due(2024-12-01 10:00)\n" for n in range(3000))


def random_kills(duecal, count):
    """Kills runs at random moments."""
    chance = random.Random(count)
    tally = collections.Counter()
    with Place(duecal, tasks=MANY) as place:
        start = time.monotonic()
        place.clean_run()
        longest = (time.monotonic() - start) * 1.3
        for number in range(count):
            place.reset()
            with subprocess.Popen(place.command, env=ENVIRONMENT, stderr=subprocess.DEVNULL) as run:
                time.sleep(chance.uniform(0, longest))
                run.kill()
            what = f"kill {number} at random"
            tally["new" if place.judge(run.returncode, what) else "old"] += 1
            tally["left a file for the next run"] += bool(place.litter())
            if number % 3 == 0:
                place.judge_next(what)
        place.judge_next("after all kills")
    return tally


def whole(content, names):
    """True if a calendar is complete and has one of these names."""
    return (content.startswith(b"BEGIN:VCALENDAR\r\n") and content.endswith(b"END:VCALENDAR\r\n")
            and content.count(b"BEGIN:VTODO") == content.count(b"END:VTODO") > 0
            and re.findall(rb"^X-WR-CALNAME:(\d)\r$", content, re.M) in [[name] for name in names])


def at_once(duecal, rounds, start, runs=6):
    """Several runs with different results at the same time, while the output is being read."""
    tally = collections.Counter()
    with Place(duecal, start) as place:
        for number in range(rounds):
            place.reset()
            stop, faults = threading.Event(), []
            reader = threading.Thread(target=watch, args=(place, stop, faults))
            reader.start()
            commands = [[*place.command, "--name", str(name)] for name in range(runs)]
            running = [subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE)
                       for command in commands]
            said = [run.communicate()[1] for run in running]
            stop.set()
            reader.join()
            judge_crowd(place, [run.returncode for run in running], said, faults, f"{start} {number}")
            tally.update(run.returncode for run in running)
    return tally


def judge_crowd(place, statuses, said, faults, what):
    """Every run must succeed or end with 75, and the file must be that of a successful run."""
    reasons = ("another run of duecal is writing it", "another program has changed it")
    sentences = [f"duecal: {place.output}: {reason}; try again later\n".encode() for reason in reasons]
    done = [str(name).encode() for name, status in enumerate(statuses) if status == 0]
    if faults:
        raise Fault(f"{what}: a reader saw {faults[0]}")
    if not done or not set(statuses) <= {0, 75}:
        raise Fault(f"{what}: {statuses} {said}")
    if any(text not in sentences for text, status in zip(said, statuses) if status == 75):
        raise Fault(f"{what}: {said}")
    if not whole(place.output.read_bytes(), done):
        raise Fault(f"{what}: the file is none of {done}")
    if place.litter():
        raise Fault(f"{what}: left {place.litter()}")


def watch(place, stop, faults):
    """Reads the output again and again; it must never be missing or incomplete."""
    names = [str(name).encode() for name in range(10)]
    while not stop.is_set():
        content = place.content()
        if content is None and place.start == "rewritten":
            faults.append("no file")
        elif content is not None and content != place.old and not whole(content, names):
            faults.append(f"{len(content)} bytes that are no calendar")


def overlap(duecal):
    """A run while another has the lock, and a run after the lock is released."""
    tally = collections.Counter()
    with Place(duecal) as place:
        with open(place.output, "rb") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            run = place.run()
            if run.returncode != 75 or place.judge(75, "locked") or place.litter():
                raise Fault(f"locked: ends with {run.returncode}: {run.stderr.decode()}")
            tally["75 while another has the lock"] += 1
        place.judge_next("unlocked")
        tally["done when it was let go"] += 1
    return tally


def locked(path):
    """True if a program has locked the file."""
    with open("/proc/locks", encoding="ascii") as locks:
        status = path.stat()
        file = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
        return any(line.split()[5] == file for line in locks if " FLOCK " in line)


def slow_overlap(duecal):
    """A run while another is delayed in one of its system calls; it ends with 75, and the first one succeeds."""
    tally = collections.Counter()
    for call in ("read", "write", "fsync", "renameat"):
        with Place(duecal) as place:
            slow = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                    f"inject={call}:delay_enter=3000000:when=1", "-P", str(place.source), "-P", str(place.out)]
            slow = slow if call == "read" else slow[:-4]
            with subprocess.Popen([*slow, *place.command], env=ENVIRONMENT, stderr=subprocess.PIPE) as first:
                while not locked(place.output) and first.poll() is None:
                    time.sleep(0.01)
                second = place.run()
                waited = first.poll() is not None
                if second.returncode != 75 or waited or place.judge(75, call):
                    raise Fault(f"second run during {call}: {second.returncode}")
                first.wait()
            if first.returncode != 0 or place.content() != place.new or place.litter():
                raise Fault(f"first run, slow at {call}: {first.returncode}")
            tally["75 at once, and the first run done"] += 1
    return tally


def limits(duecal):
    """Runs with a limit on the size of files, or on the number of descriptors."""
    tally = collections.Counter()
    for start in ("rewritten", "made"):
        with Place(duecal, start) as place:
            for name, size in [(resource.RLIMIT_FSIZE, n) for n in (0, 1, 4096)] + [
                    (resource.RLIMIT_NOFILE, n) for n in range(3, 12)]:
                place.reset()
                run = place.run(preexec_fn=lambda: resource.setrlimit(name, (size, size)))
                what = f"{start}: limit {name} at {size}"
                place.judge(run.returncode, what)
                if run.returncode < 0 or place.litter():
                    raise Fault(f"{what}: ends with {run.returncode} and {place.litter()}")
                tally[run.returncode] += 1
                place.judge_next(what)
    return tally


def small_disk(duecal):
    """A disk without space for the file."""
    tally = collections.Counter()
    with Place(duecal, tasks=MANY) as place:
        size = len(place.kept)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={(size // 4096 + 4) * 4096}", "none", str(place.out)]
        if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
            return collections.Counter({"not possible here": 1})
        try:
            place.reset()
            run = place.run()
            if run.returncode != 74 or place.judge(74, "full disk") or place.litter():
                raise Fault(f"full disk: ends with {run.returncode}: {run.stderr.decode()}")
            tally["74 and the old file"] += 1
        finally:
            subprocess.run(["umount", str(place.out)], check=True)
    return tally


def people(duecal):
    """Runs of a user who does not own the output."""
    cases = [  # owner, group, mode, ACL, folder's mode, groups of the user nobody; status, mode, group after
        ("anybody may read", 0, 0, 0o644, False, 0o777, [], 0, 0o644, NOBODY),
        ("nobody may read", 0, DAEMON, 0o640, False, 0o777, [], 77, 0o640, DAEMON),
        ("the group is kept", 0, DAEMON, 0o640, False, 0o777, [DAEMON], 0, 0o640, DAEMON),
        ("the group is not kept", 0, DAEMON, 0o664, False, 0o777, [], 0, 0o644, NOBODY),
        ("the old group may less", 0, DAEMON, 0o604, False, 0o777, [], 0, 0o600, NOBODY),
        ("the list is kept", 0, DAEMON, 0o640, True, 0o777, [DAEMON], 0, 0o640, DAEMON),
        ("the list is not kept", 0, DAEMON, 0o640, True, 0o777, [], 0, 0o600, NOBODY),
        ("one's own file", NOBODY, NOBODY, 0o600, False, 0o777, [], 0, 0o600, NOBODY),
        ("the folder is sticky", 0, 0, 0o644, False, 0o1777, [], 77, 0o644, 0),
        ("the folder is closed", 0, 0, 0o644, False, 0o755, [], 77, 0o644, 0),
    ]
    if os.geteuid() != 0:
        return collections.Counter({"not possible here": 1})
    tally = collections.Counter()
    for case in cases:
        person(duecal, *case)
        tally["as it should be"] += 1
    return tally


def person(duecal, what, owner, group, mode, has_list, folder, groups, status, mode_after, group_after):
    """One run of the user nobody."""
    with Place(duecal) as place:
        for name in os.listxattr(place.output):
            os.removexattr(place.output, name)
        os.chown(place.output, owner, group)
        place.output.chmod(mode)
        if has_list:
            os.setxattr(place.output, ACCESS_LIST, LIST)
        place.out.chmod(folder)
        run = place.run(user=NOBODY, group=NOBODY, extra_groups=groups)
        if run.returncode != status or place.litter():
            raise Fault(f"{what}: ends with {run.returncode}: {run.stderr.decode()}")
        place.judge(status, what, keeps_manners=False)
        after = place.output.stat()
        if (after.st_mode & 0o7777, after.st_gid) != (mode_after, group_after):
            raise Fault(f"{what}: mode {after.st_mode & 0o7777:o}, group {after.st_gid}")
        is_said = b"fewer users can read the file now" in run.stderr
        if is_said != (status == 0 and mode_after != mode):
            raise Fault(f"{what}: {run.stderr.decode()}")
