#!/usr/bin/env python3
"""Gives duecal-net answers of 3 MB that somebody made to stop it: each is done with in 2 s and 256 MiB.

Usage: hostile.py DUECAL_NET [NAME...]      only the cases with one of these names

No run may end with a signal or print a control character, and a bad source leaves the others of the same command alone.
An answer that takes long is asked for once more at a third of the size: time may grow with the size, not with its
square. A build for tests is given a third of each answer, and six times the time for a byte.
"""
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

import hostile_server
from hostile_server import ANSWERS, BODIES, READ, Server

SECONDS, KIBIBYTES, SIZE = 2.0, 256 * 1024, 3_000_000
# How much slower a build for tests is; it gets a third of each answer.
UNOPTIMISED = 6
# What the loop of slowness() takes on a quiet machine of 2024.
LOOP_SECONDS = 0.08
STATUSES = {0, 1, 65, 66, 69, 73, 77}
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")


def slowness():
    """How much slower this machine is just now than the one that the 2 s are meant for, 1 at least."""
    start, text = time.process_time(), b"BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n" * 1000
    for _ in range(200):
        sum(hash(line[:3]) & 1 for line in text.split(b"\r\n"))
    return max(1.0, (time.process_time() - start) / LOOP_SECONDS)


class Answer:
    """What a run did, and what it cost."""

    def __init__(self, command):
        with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            environment = {"PATH": "/usr/bin:/bin", "HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8"}
            start = time.monotonic()
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)))
            _, status, usage = os.wait4(process.pid, 0)
            self.status = process.returncode = os.waitstatus_to_exitcode(status)
            self.elapsed, self.seconds = time.monotonic() - start, usage.ru_utime + usage.ru_stime
            self.memory = usage.ru_maxrss
            out.seek(0), err.seek(0)
            self.output, self.error = out.read(), err.read()


class Trial:
    """All cases, and what was wrong in them."""

    def __init__(self, net):
        self.net, self.server = str(pathlib.Path(net).absolute()), Server()
        self.factor, self.size = (UNOPTIMISED / 3, SIZE // 3) if "/debug/" in self.net else (1, SIZE)
        self.count, self.faults, self.worst = 0, [], (0.0, 0, "")

    def run(self, *words):
        self.count += 1
        return Answer([self.net, *words])

    def judge(self, name, run, shorter):
        """What no run may do, whatever the answer; `shorter` runs the same at a third of the size."""
        if run.status not in STATUSES:
            self.faults.append(f"{name}: ends with {run.status}: {run.error[-200:]!r}")
        if match := CONTROL.search(run.error + run.output):
            self.faults.append(f"{name}: prints the control character {match.group()!r}")
        if run.memory > KIBIBYTES:
            self.faults.append(f"{name}: takes {run.memory // 1024} MiB")
        bar = SECONDS * self.factor * slowness()
        if run.seconds > bar:
            self.faults.append(f"{name}: takes {run.seconds:.1f} s, and may take {bar:.1f}")
        if run.seconds > 1 and run.seconds > 4.5 * max(0.2, shorter().seconds):
            self.faults.append(f"{name}: takes {run.seconds:.1f} s, more than three times what a third takes")
        self.worst = max(self.worst, (run.seconds, run.memory // 1024, name))

    # MARK: Calendars

    def get(self, number, name):
        good = f"http://127.0.0.1:{self.server.port}/get/{list(ANSWERS).index('no reason')}/1/good"

        def asked(size):
            return self.run("show", f"http://127.0.0.1:{self.server.port}/get/{number}/{size}/x.ics", good, "--timeout", "20")
        run = asked(self.size)
        self.judge(f"GET {name}", run, lambda: asked(self.size // 3))
        if b"Breakfast" not in run.output:
            self.faults.append(f"GET {name}: the other source is lost: {run.error!r}")
        if name.startswith("status ") and run.status == 0:
            self.faults.append(f"GET {name}: is taken for an answer")

    def one(self, kind, number, name):
        self.get(number, name) if kind == "get" else self.dav(kind, number, name)

    # MARK: CalDAV

    def dav(self, kind, number, name):
        def asked(size):
            return self.run("store", "show", f"caldav+http://127.0.0.1:{self.server.port}/{kind}/{number}/{size}/", "--timeout", "50")
        run = asked(self.size)
        self.judge(f"{kind} {name}", run, lambda: asked(self.size // 3))
        if name not in READ and run.status == 0:
            self.faults.append(f"{kind} {name}: is taken for an answer")

    def pages(self):
        """Changes without end: a mirror first, then its refresh."""
        for kind in ("still", "more"):
            with tempfile.TemporaryDirectory() as home:
                environment = {"PATH": "/usr/bin:/bin", "HOME": home, "TZ": "UTC"}
                command = [self.net, "store", "show", f"caldav+http://127.0.0.1:{self.server.port}/pages/{kind}/"]
                runs = [subprocess.run(command + more, env=environment, capture_output=True, timeout=120, check=False)
                        for more in ([], ["--timeout", "60"])]
                self.count += 2
                for run in runs:
                    isright = (run.returncode, b"without end" in run.stderr) == ((69, True) if kind == "more" else (0, False))
                    if not isright or b"Breakfast" not in run.stdout:
                        self.faults.append(f"pages {kind}: ends with {run.returncode}: {run.stderr!r}")

    def slow(self):
        """--timeout is for all of a command, however many answers it takes."""
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as home:
            environment = {"PATH": "/usr/bin:/bin", "HOME": home, "TZ": "UTC"}
            command = [self.net, "store", "show", f"caldav+http://127.0.0.1:{self.server.port}/pages/slow/", "--timeout", "3"]
            for _ in range(2):
                begin = time.monotonic()
                run = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)
        self.count += 2
        if run.returncode != 69 or time.monotonic() - begin > 5 or b"no time is left" not in run.stderr:
            self.faults.append(f"--timeout: {time.monotonic() - begin:.1f} s, ends with {run.returncode}: {run.stderr!r}")


def main(net, *names):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    trial = Trial(net)
    cases = [("get", number, name) for number, name in enumerate(ANSWERS)]
    cases += [(kind, number, name) for kind in ("find", "list") for number, name in enumerate(BODIES)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wanted = [case for case in cases if not names or case[2] in names]
        for done in [pool.submit(trial.one, *case) for case in wanted] + ([] if names else [pool.submit(trial.pages)]):
            done.result()
    if not names:
        trial.slow()
    print(f"{trial.count} runs on hostile answers, {len(trial.faults)} faults; the slowest takes {trial.worst[0]:.1f} s "
          f"and {trial.worst[1]} MiB: {trial.worst[2]}")
    print("\n".join(trial.faults))
    sys.exit(1 if trial.faults else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
