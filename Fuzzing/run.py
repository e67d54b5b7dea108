#!/usr/bin/env python3
"""Lets libFuzzer look for inputs of which a property of Tests/FuzzedProperties does not hold.

Usage: run.py [--runs COUNT] SECONDS [PROPERTY ...]

Each property, or all of them, is tried for so many seconds, or with so many inputs.

It begins with Samples, the fixtures of the tests and, where DUECAL_CORPORA names them, files of others, which
are read in place. What was found to be worth keeping stays in Fuzzing/.build/corpus for the next run. An input
of which something does not hold is made smaller and put into Tests/Fuzzed/PROPERTY, where `make test` looks
at it ever after.
"""
import argparse
import hashlib
import os
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent
sys.path.insert(0, str(ROOT / "Tests" / "Oracles"))
import rfc5545_fixtures  # noqa: E402

PROGRAM = FOLDER / ".build" / "release" / "duecal-fuzz"
# The dictionary of each property, how long its inputs may be, and which files of others are like them.
PROPERTIES = {
    "lexer": ("ics", 1024, ["ics", "hostile/ics"]),
    "coder": ("ics", 1024, ["ics", "hostile/ics"]),
    "rules": ("ics", 256, []),
    "payloads": ("taskpaper", 96, []),
    "outline": ("taskpaper", 1024, ["taskpaper", "hostile/taskpaper"]),
    "queries": ("queries", 256, []),
    "json": ("json", 512, []),
    "frames": ("json", 256, []),
    "editing": ("taskpaper", 256, []),
}


def texts(pattern, *folders):
    """All that a pattern finds in the project's own files."""
    found = set()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".swift", ".py", ".md", ".taskpaper", ".txt", ".todo"):
                found.update(re.findall(pattern, path.read_text(encoding="utf-8", errors="replace")))
    return sorted(found)


def seeds(name):
    """Inputs that are the project's own."""
    if name in ("lexer", "coder"):
        tables = [rfc5545_fixtures.GOOD, rfc5545_fixtures.BAD]
        yield from (data for table in tables for fixtures in table.values() for data in fixtures)
        yield from (path.read_bytes() for path in sorted((ROOT / "Tests" / "Fuzzed" / "ics").glob("*")))
    elif name == "rules":
        starts = ["2026-11-30 09:00", "2026-11-30", "2024-02-29 00:00", "9999-12-30"]
        for number, rule in enumerate(texts(r"\b(?:[A-Z]+=[\w,;=+-]*;)*FREQ=[\w,;=+-]+", "Tests", "Docs")):
            yield f"{rule}\n{starts[number % len(starts)]}".encode()
        for words in texts(r"@repeat\(([^)\n]+)\)", "Tests", "Docs", "Samples"):
            yield words.encode()
    elif name == "payloads":
        yield from (text.encode() for text in texts(r"@\w+\(([^)\n]+)\)", "Tests", "Docs", "Samples"))
        yield from (text.encode() for text in texts(r'"([\w :.+/-]{2,40})"', "Tests/TaskDatesTests"))
    elif name in ("json", "frames"):
        messages = [b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":[1,-2.5e3,true,null,"\\u00e9\\ud83e\\uddfe"]}}',
                    b"[[],{},\"\"]", b" 0 "]
        yield from messages
        yield from (b"Content-Length: %d\r\n\r\n%s" % (len(message), message) for message in messages)
    elif name == "editing":
        yield from (bytes([encoding]) + "- 🧾 é\r\nb\r".encode() + b"\xff\x00\x02\x01\x00- x\n\xff\x01\x01\x01\x09\n"
                    for encoding in range(3))
    elif name == "queries":
        yield from (text.encode() for text in texts(r'\("((?:[^"\\\n]|\\.)+)", "', "Tests/TaskQueryTests"))
        yield from (text.encode() for text in texts(r"--where '([^'\n]+)'", "Docs"))
    else:
        for path in sorted((ROOT / "Samples").glob("*.t*")):
            yield from (bytes([dialect]) + path.read_bytes() for dialect in range(4))


def begin_with(name):
    """The folder of the inputs that were worth keeping, with the seeds among them."""
    folder = FOLDER / ".build" / "corpus" / name
    folder.mkdir(parents=True, exist_ok=True)
    for data in seeds(name):
        path = folder / hashlib.sha1(data).hexdigest()
        if not path.exists():
            path.write_bytes(data)
    return folder


def others(name):
    """The folders of files that others wrote, and of what was found before."""
    corpora = os.environ.get("DUECAL_CORPORA")
    folders = [pathlib.Path(corpora) / part for part in PROPERTIES[name][2]] if corpora else []
    return [str(path) for path in [*folders, ROOT / "Tests" / "Fuzzed" / name] if path.is_dir()]


def fuzz(name, arguments):
    """Runs the fuzzer on a property, and returns its status and its output."""
    # libFuzzer itself reports where a crash happened; Swift's own report takes half a minute.
    world = {**os.environ, "DUECAL_FUZZ": name, "SWIFT_BACKTRACE": "enable=no",
             "ASAN_OPTIONS": "malloc_context_size=4:quarantine_size_mb=8"}
    dictionary, longest, _ = PROPERTIES[name]
    options = [f"-dict={FOLDER / dictionary}.dict", f"-max_len={longest}", "-timeout=30", "-rss_limit_mb=2048"]
    run = subprocess.run([PROGRAM, *options, *arguments], env=world, capture_output=True, check=False)
    return run.returncode, run.stderr.decode("utf-8", "replace")


def smaller(name, path):
    """The smallest input that is found with the same fault, in Tests/Fuzzed."""
    small = path.with_suffix(".small")
    fuzz(name, ["-minimize_crash=1", "-max_total_time=30", f"-exact_artifact_path={small}", str(path)])
    data = (small if small.exists() else path).read_bytes()
    kept = ROOT / "Tests" / "Fuzzed" / name / hashlib.sha1(data).hexdigest()[:12]
    if is_of_others(data):
        return f"{path} is a file of others, and stays where it is"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(data)
    return str(kept.relative_to(ROOT))


def is_of_others(data):
    """Whether an input is a file that somebody else wrote."""
    corpora = os.environ.get("DUECAL_CORPORA")
    files = pathlib.Path(corpora).rglob("*") if corpora else []
    return any(path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data for path in files)


def look(name, end):
    """Looks for faults of one property until an end that libFuzzer knows, prints a summary, and returns whether there are none."""
    found = FOLDER / ".build" / "found" / name
    found.mkdir(parents=True, exist_ok=True)
    status, said = fuzz(name, [end, "-print_final_stats=1", f"-artifact_prefix={found}/",
                               str(begin_with(name)), *others(name)])
    done = re.search(r"stat::number_of_executed_units:\s*(\d+)", said)
    rows = re.findall(r"^#(\d+)", said, re.MULTILINE)
    count = int(done.group(1)) if done else int(rows[-1]) if rows else 0
    print(f"{name}: {count:,} inputs, {'no fault' if status == 0 else 'a fault'}", flush=True)
    if status == 0:
        return True
    faults = [line for line in said.splitlines() if line.startswith("fault: ") or "ERROR: " in line]
    print("\n".join(faults[:10]) or said[-2000:])
    if artifact := re.search(r"Test unit written to (\S+)", said):
        print(smaller(name, pathlib.Path(artifact.group(1))), flush=True)
    return False


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--runs", type=int)
    arguments.add_argument("seconds", type=int)
    arguments.add_argument("properties", nargs="*")
    given = arguments.parse_args()
    end = f"-runs={given.runs}" if given.runs else f"-max_total_time={given.seconds}"
    sys.exit(0 if all([look(name, end) for name in given.properties or PROPERTIES]) else 1)


main()
