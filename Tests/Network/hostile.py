#!/usr/bin/env python3
"""Gives duecal-net hostile answers, and checks how each run ends and what it costs.

Usage: hostile.py [--short] DUECAL_NET [NAME...]      (with names, only these cases)

The long form is for an optimised build. Its answers have 3 and 6 MB; 3 MB may cost 2 s and 256 MiB, and larger answers
proportionally more. `--short` is for a debug build; its answers have 0.6 MB.

The time of a run is its processor time, so that other work on the machine does not count; only a run that does not end is
stopped by the clock. No run may end with a signal or print a control character, and a bad source must not affect the other
sources of a command. An expensive run is measured again with a third of the size: the cost may grow linearly, but not
quadratically, which shows in a slow build as well as in a fast one.
"""
import concurrent.futures
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time

import hostile_worlds
from hostile_server import ANSWERS, BODIES, FOUND, READ, TAKEN, Server, of_case

SECONDS, KIBIBYTES, SIZE = 2.0, 256 * 1024, 3_000_000
LONG_SIZES, SHORT_SIZE = (SIZE, 2 * SIZE), SIZE // 5
# How many times the processor time of an optimised build a debug build may take.
UNOPTIMISED = 10
# The cost of a request beside its answer, in seconds: an answer that names 30,000 items may cause as many requests.
QUESTION_SECONDS = 0.0005
# The time that the loop of slowness() takes on an idle machine of 2024.
LOOP_SECONDS = 0.08
# The time after which a run hangs, in seconds; on an idle machine it takes less than five.
HANGING = 120
# A cost above this in an optimised build, in seconds, is measured again at a third of the size. Linear growth is a factor of
# three, quadratic growth a factor of nine. The limit of a debug build is higher, because all its costs vary more.
GROWTH_SECONDS, GROWTH = 0.3, 6
STATUSES = {0, 1, 65, 66, 69, 73, 75, 77}
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]")


def slowness():
    """How many times slower the machine is at present than the one for which the 2 s are meant; at least 1."""
    start, text = time.process_time(), b"BEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\n" * 1000
    for _ in range(200):
        sum(hash(line[:3]) & 1 for line in text.split(b"\r\n"))
    return max(1.0, (time.process_time() - start) / LOOP_SECONDS)


class Run:
    """The result and the cost of a run."""

    def __init__(self, command, home, hanging=HANGING):
        environment = {"PATH": "/usr/bin:/bin", "HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8"}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment)
            killer = threading.Timer(hanging, process.kill)
            killer.start()
            _, status, usage = os.wait4(process.pid, 0)
            self.elapsed, self.hangs = time.monotonic() - start, not killer.is_alive()
            killer.cancel()
            self.status = process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds, self.memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
            out.seek(0), err.seek(0)
            self.output, self.error = out.read(), err.read()
        self.questions, self.sent = [], 0


class Trial:
    """All cases of one size, and their faults."""

    def __init__(self, net, size, factor=1):
        self.net, self.size, self.factor = str(pathlib.Path(net).absolute()), size, factor
        self.server, self.elsewhere = Server(), Server()
        self.count, self.faults, self.worst, self.idle = 0, [], (0.0, 0, ""), 0.0

    def fault(self, name, sentence):
        self.faults.append(f"{self.size / 1e6:g} MB, {name}: {sentence}")

    def asked(self, words, place, home=None, hanging=None):
        """Runs a command on a path of the server. AT in the words is replaced by its address, HOME by a folder."""
        self.count += 1
        address = f"caldav+http://127.0.0.1:{self.server.port}/{place}/"
        with tempfile.TemporaryDirectory() as own:
            words = [re.sub("^AT", address, word).replace("HOME", home or own) for word in words]
            run = Run([self.net, *words], home or own, hanging or HANGING * max(1, self.size / SIZE))
        run.questions, run.sent = self.server.taken(place)
        return run

    # MARK: Judging

    def bounds(self, run):
        """The processor time and the memory that a run may take for the data that was sent to it."""
        seconds = SECONDS * max(run.sent, min(self.size, SIZE)) / SIZE + QUESTION_SECONDS * len(run.questions)
        return seconds * self.factor, KIBIBYTES * max(1, run.sent / SIZE)

    def judge(self, name, run, third=None):
        """Checks the rules for every run, whatever the answer is; `third` runs the same with a third of the size."""
        self.worst = max(self.worst, (run.seconds, run.memory // 1024, name))
        if run.hangs:
            return self.fault(name, f"does not end within {run.elapsed:.0f} s")
        if run.status not in STATUSES:
            self.fault(name, f"ends with {run.status}: {run.error[-200:]!r}")
        if match := CONTROL.search(run.error + run.output):
            self.fault(name, f"prints the control character {match.group()!r}")
        seconds, kibibytes = self.bounds(run)
        if run.memory > kibibytes:
            self.fault(name, f"takes {run.memory // 1024} MiB, and may take {kibibytes / 1024:.0f}")
        if run.seconds > seconds and run.seconds > seconds * slowness():
            self.fault(name, f"takes {run.seconds:.1f} s, and may take {seconds:.1f}")
        if third and self.isfaster(run, third):
            self.fault(name, f"takes {run.seconds:.1f} s, much more than three times what a third takes")

    def isfaster(self, run, third):
        """True if the cost grows much faster than the size, also when a third is measured once more."""
        cost = run.seconds - self.idle
        return cost > GROWTH_SECONDS * self.factor and all(cost > GROWTH * max(0.02, third().seconds - self.idle) for _ in range(2))

    def expect(self, name, run, istaken):
        if (run.status == 0) != istaken:
            self.fault(name, f"ends with {run.status}, and the answer is one to be {'taken' if istaken else 'refused'}: "
                             f"{run.error[-300:]!r}")

    # MARK: One answer

    def of_case(self, kind, name, size, words):
        place = self.server.begin(of_case(kind, name, size))
        run = self.asked([*words, "--timeout", str(HANGING)], place)
        self.server.end(place)
        return run

    def measure_idle(self):
        """Measures the cost of a run that has almost nothing to read."""
        self.idle = min(self.of_case("list", "comments", 100, ["store", "show", "AT"]).seconds for _ in range(3))

    def get(self, name):
        """Fetches a calendar together with a good one."""
        good = self.server.begin(of_case("get", "no reason", 1))

        def asked(size):
            place = self.server.begin(of_case("get", name, size))
            at = f"http://127.0.0.1:{self.server.port}/"
            run = self.asked(["show", f"{at}{place}/x.ics", f"{at}{good}/x.ics", "--timeout", str(HANGING)], place)
            self.server.end(place)
            return run
        run = asked(self.size)
        self.judge(f"GET {name}", run, lambda: asked(self.size // 3))
        self.expect(f"GET {name}", run, name in TAKEN)
        if b"Breakfast" not in run.output:
            self.fault(f"GET {name}", f"the other source is lost: {run.error!r}")

    def dav(self, kind, name):
        """Opens a store whose server gives this answer to the search for calendars (`find`) or for items (`list`)."""
        def asked(size): return self.of_case(kind, name, size, ["store", "show", "AT"])
        run = asked(self.size)
        self.judge(f"{kind} {name}", run, lambda: asked(self.size // 3))
        self.expect(f"{kind} {name}", run, name in (READ if kind == "list" else FOUND))

    # MARK: Many answers

    def world(self, name, world):
        """Runs a command on a server that is harmful as a whole."""
        place = self.server.begin(world.answers)
        with tempfile.TemporaryDirectory() as home:
            for _ in range(world.times):
                run = self.asked(world.words, place, home, world.wait)
        self.server.end(place)
        self.judge(name, run)
        if run.status != world.status or world.said not in run.output + run.error:
            self.fault(name, f"ends with {run.status}, not {world.status} and {world.said!r}: {run.output[-200:]!r} {run.error[-300:]!r}")
        if len(run.questions) > world.questions:
            self.fault(name, f"asks {len(run.questions)} times, and may ask {world.questions} times")

    def all(self, names, withworlds):
        """Runs the cases with one of these names, or all cases without names."""
        self.measure_idle()
        cases = [(self.get, name) for name in ANSWERS]
        cases += [(self.dav, kind, name) for kind in ("find", "list") for name in BODIES]
        outside = self.elsewhere.begin(lambda question: None)
        every = hostile_worlds.worlds(f"127.0.0.1:{self.elsewhere.port}/{outside}".encode())
        isfast = self.factor == 1
        cases += [(self.world, name, world) for name, world in every.items() if withworlds and (isfast or not world.islong)]
        wanted = [case for case in cases if not names or names.intersection(map(str, case[1:]))]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for done in [pool.submit(*case) for case in wanted]:
                done.result()
        if self.elsewhere.taken(outside)[0]:
            self.fault("items elsewhere", "another server is asked")

    def report(self):
        print(f"{self.size / 1e6:g} MB: {self.count} runs on hostile answers, {len(self.faults)} faults; the most expensive takes "
              f"{self.worst[0]:.1f} s and {self.worst[1]} MiB: {self.worst[2]}")
        print("".join(f"{fault}\n" for fault in self.faults), end="", flush=True)
        return bool(self.faults)


def main(isshort, net, *names):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    isbad = False
    for size in [SHORT_SIZE] if isshort else LONG_SIZES:
        trial = Trial(net, size, UNOPTIMISED if isshort else 1)
        trial.all(set(names), withworlds=size in (SHORT_SIZE, SIZE))
        isbad = trial.report() or isbad
    sys.exit(1 if isbad else 0)


if __name__ == "__main__":
    main("--short" in sys.argv[1:], *[word for word in sys.argv[1:] if word != "--short"])
