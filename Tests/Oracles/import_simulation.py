#!/usr/bin/env python3
"""Imports several calendars into task files, again and again, while items move between the calendars and a person edits the
files. No item may get a second line, no removed line may come back, no text of the person may be lost, and a second import
must change nothing.

    import_simulation.py BINARY [FILES [FIRST]]
"""

import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

WORDS = "report milk invoice garden letter phone bike window tax doctor school roof train lamp coffee chair".split()
ITEM = re.compile(r"\bk\d+k\b")
OWN = re.compile(r"\bh\d+h\b")
NOTE = re.compile(r"\bn\d+n\b")
STEPS = 5


class Fault(Exception):
    pass


class Calendars:
    """Lists on a phone, between which items move."""

    def __init__(self, chance, folder, count):
        self.chance, self.folder, self.items, self.number = chance, folder, {}, 0
        self.paths = [f"{folder}/c{number}.ics" for number in range(count)]

    def words(self):
        return " ".join(self.chance.sample(WORDS, self.chance.randint(1, 3)))

    def date(self):
        return f"2027{self.chance.randint(1, 12):02}{self.chance.randint(1, 28):02}"

    def add(self):
        self.number += 1
        self.items[f"k{self.number}k"] = {"words": self.words(), "due": self.date(), "list": self.some_list()}

    def some_list(self):
        return self.chance.randrange(len(self.paths))

    def change(self):
        """Adds, moves, renames, postpones or removes an item; a move often comes with another change."""
        name = self.chance.choice(list(self.items) or [None])
        kind = self.chance.random()
        if name is None or kind < 0.2:
            return self.add()
        item = self.items[name]
        if kind < 0.65:
            item["list"] = self.some_list()
        if kind < 0.3 or 0.65 <= kind < 0.8:
            item["words"] = self.words()
        if 0.3 <= kind < 0.45 or 0.8 <= kind < 0.92:
            item["due"] = self.date()
        if kind >= 0.92:
            del self.items[name]

    def write(self):
        for number, path in enumerate(self.paths):
            lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"]
            own = [name for name in self.items if self.items[name]["list"] == number]
            self.chance.shuffle(own)
            for name in own:
                item = self.items[name]
                lines += ["BEGIN:VTODO", f"UID:{name}@example.org", "DTSTAMP:20260101T000000Z"]
                lines += [f"SUMMARY:{name} {item['words']}", f"DUE;VALUE=DATE:{item['due']}", "END:VTODO"]
            with open(path, "w", newline="") as file:
                file.write("\r\n".join(lines + ["END:VCALENDAR", ""]))


class Person:
    """A person who edits the task file."""

    def __init__(self, chance, path):
        self.chance, self.path, self.number, self.removed, self.own = chance, path, 0, set(), set()

    def lines(self):
        if not os.path.exists(self.path):
            return []
        with open(self.path) as file:
            return file.read().splitlines()

    def edit(self):
        lines = self.lines()
        places = [place for place, line in enumerate(lines) if line.lstrip().startswith("- ")]
        kind = self.chance.random()
        if not places or kind < 0.2:
            lines.append(f"- {self.token('h')} {self.chance.choice(WORDS)}")
        else:
            self.edit_line(lines, self.chance.choice(places), kind)
        with open(self.path, "w") as file:
            file.write("".join(line + "\n" for line in lines))

    def token(self, kind):
        self.number += 1
        self.own.add(f"{kind}{self.number}{kind}")
        return f"{kind}{self.number}{kind}"

    def edit_line(self, lines, place, kind):
        line = lines[place]
        if kind < 0.35:
            lines[place] = re.sub(r"( @.*|)$", f" {self.chance.choice(WORDS)}X\\1", line, count=1)
        elif kind < 0.5:
            lines[place] = line + " @done(2026-11-20)"
        elif kind < 0.6:
            lines[place] = re.sub(r"@due\([^)]*\)", f"@due(2027-05-{self.chance.randint(10, 28)})", line)
        elif kind < 0.7:
            indent = len(line) - len(line.lstrip("\t")) + 1
            lines.insert(place + 1, "\t" * indent + self.token("n"))
        elif kind < 0.85:
            self.remove(lines, place)
        else:
            block = self.cut(lines, place)
            top = [at for at, text in enumerate(lines) if not text.startswith("\t")] + [len(lines)]
            at = self.chance.choice(top)
            depth = len(block[0]) - len(block[0].lstrip("\t"))
            lines[at:at] = [text[depth:] for text in block]

    @staticmethod
    def cut(lines, place):
        depth = len(lines[place]) - len(lines[place].lstrip("\t"))
        end = place + 1
        while end < len(lines) and len(lines[end]) - len(lines[end].lstrip("\t")) > depth:
            end += 1
        block, lines[place:end] = lines[place:end], []
        return block

    def remove(self, lines, place):
        text = "\n".join(self.cut(lines, place))
        self.removed |= set(ITEM.findall(text))
        self.own -= set(OWN.findall(text)) | set(NOTE.findall(text))


class Simulation:
    """One task file, from its first import to the last."""

    def __init__(self, binary, seed, folder):
        self.chance = random.Random(seed)
        self.binary, self.folder = binary, folder
        self.calendars = Calendars(self.chance, folder, self.chance.randint(2, 3))
        self.person = Person(self.chance, f"{folder}/tasks.taskpaper")
        self.removed = self.chance.choice([None, "keep", "archive", "delete"])
        self.imports, self.messages = 0, ""

    def run(self):
        for _ in range(6):
            self.calendars.add()
        for _ in range(STEPS):
            self.calendars.write()
            self.pull(every=self.chance.random() < 0.7)
            for _ in range(self.chance.randint(0, 3)):
                self.calendars.change()
            for _ in range(self.chance.randint(0, 3)):
                self.person.edit()
        self.calendars.write()
        self.pull(every=True)
        text = "\n".join(self.person.lines())
        self.pull(every=True)
        if text != "\n".join(self.person.lines()):
            raise Fault("a second import changes the file")
        missing = set(self.calendars.items) - set(ITEM.findall(text)) - self.person.removed
        if missing:
            raise Fault(f"without a line: {missing}")

    def pull(self, every):
        """Imports all calendars, or some of them, in one command or in several, in any order."""
        paths = list(self.calendars.paths)
        self.chance.shuffle(paths)
        if not every:
            paths = paths[:1]
        before = set(ITEM.findall("\n".join(self.person.lines())))
        runs = [paths] if self.chance.random() < 0.5 else [[path] for path in paths]
        for sources in runs:
            self.import_(sources)
        self.check(before)

    def import_(self, sources):
        options = ["--removed", self.removed] if self.removed else []
        environment = {"HOME": self.folder, "PATH": "/usr/bin:/bin", "TZ": "UTC"}
        result = subprocess.run(
            [self.binary, "import", *sources, "--into", self.person.path, "--zone", "UTC", "-v"]
            + ["--allow-delete", "1000"] + options, env=environment, capture_output=True, text=True, check=False)
        self.imports += 1
        self.messages += result.stderr + "--\n"
        if result.returncode:
            raise Fault(f"status {result.returncode}: {result.stderr[:300]}")

    def check(self, before):
        text = "\n".join(self.person.lines())
        counts = collections.Counter(ITEM.findall(text))
        doubled = [name for name, count in counts.items() if count > 1]
        if doubled:
            raise Fault(f"doubled: {doubled}")
        back = (set(counts) - before) & self.person.removed
        if back:
            raise Fault(f"came back: {back}")
        for own in self.person.own:
            if text.count(own) != 1:
                raise Fault(f"{own} stands there {text.count(own)} times")


def simulate(arguments):
    binary, seed = arguments
    with tempfile.TemporaryDirectory() as folder:
        simulation = Simulation(binary, seed, folder)
        try:
            simulation.run()
            return simulation.imports, None
        except Fault as fault:
            return simulation.imports, f"seed {seed} ({simulation.removed}): {fault}\n{simulation.messages[-1500:]}"


def main():
    binary = os.path.abspath(sys.argv[1])
    files = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(simulate, [(binary, seed) for seed in range(first, first + files)]))
    faults = [fault for _, fault in results if fault]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{files} simulated files, {sum(count for count, _ in results)} imports, {len(faults)} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
