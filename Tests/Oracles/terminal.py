#!/usr/bin/env python3
"""Runs every command on a terminal with hostile text, and looks for bytes that the terminal would obey.

Usage: terminal.py DUECAL

The list of commands comes from duecal itself: a command without a row in RUNS is a fault, so that a new command cannot be
forgotten. Each command runs with its rows, and with a hostile value for each of its options and arguments. No byte that
reaches the terminal may be a control character (except line feed and tab, and a carriage return before a line feed), part
of invalid UTF-8, or a character that changes the direction of text. Of the colours only those of `TerminalStyle` are
allowed. The output of a pager, an editor or a command of `--exec` is not checked, because those are other programs.
"""
import json
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import termios
import time

# Valid UTF-8: a window title, concealed text, erasing, a bell, backspaces, DEL, CSI of C1, five characters of direction.
H = "h\x1b]0;pwn\x07\x1b[8m\x1b[2J\x08\x7f\x9b31m\u202ex\u2066y\u2069\u200e\u200f\u061c"
BYTES = H.encode() + b"\x9b5m\xff"  # the same with bytes that are not UTF-8
NAME = H.replace("/", "")  # as the name of a file
RAW_NAME = b"raw\x9b5m\x1b[8m"
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\udc80-\udcff]|\r(?!\n)")
INKS = re.compile(rb"\x1b\[(0|1|31|1;31|33|1;33|2|36|1;36|7)m")

TASKS = f"""{H}:
\t- one {H} @due(2026-11-22) @{H}({H}) @zz
\t\tnote {H}
\t- one bad @due({H}) @due(tomorrow) @repeat({H}) @tz({H}) @remind({H})
\t- range @due(2026-11-22 10:00 - 11:00) @location({H}) @uid({H}) @class({H})
\t{H}: @search(//{H})
Proj:
\t- week @due(2026-W47)
\t- late @due(2026-11-01) @done({H})
""".encode()


def calendar(text):
    return b"\r\n".join([
        b"BEGIN:VCALENDAR", b"VERSION:2.0", b"PRODID:" + text, b"X-WR-CALNAME:" + text, b"BEGIN:VTODO",
        b"UID:u" + text, b"DTSTAMP:20260101T000000Z", b"SUMMARY:sum " + text, b"DUE;TZID=" + text + b":20261122T100000",
        b"DESCRIPTION:d\\n" + text, b"CATEGORIES:" + text, b"LOCATION:" + text, b"URL:http://x/" + text,
        b"X-FOO" + text + b";X=" + text + b":a" + text, b"ATTENDEE;CN=" + text + b":mailto:a", b"STATUS:" + text,
        b"RRULE:FREQ=" + text, b"END:VTODO", b"BEGIN:VEVENT", b"UID:e", b"DTSTAMP:20260101T000000Z", b"SUMMARY:" + text,
        b"DTSTART:20261122T100000Z", b"RRULE:FREQ=DAILY;COUNT=3", b"END:VEVENT",
        b"BEGIN:V" + text, b"END:V" + text, b"END:VCALENDAR", b""])


CONFIGURATION = f"""
editor = "{{}}"
bogus{H} = "x{H}"
zone = "Nowhere/{H}"
[stores]
"s{H}" = "vdir:{H}"
[{H}]
""".replace("{}", H.encode("ascii", "backslashreplace").decode().replace("\\", "\\\\"))

FILES = ["t.taskpaper", NAME + ".taskpaper"]
CALENDARS = ["a.ics", NAME + ".ics"]
EVERY = FILES + CALENDARS + ["raw.taskpaper", "folder", "vdir:v"]
# The arguments of each command, apart from the hostile options; `-` is the hostile task file on standard input.
RUNS = {
    "export": [*([file, "-v"] for file in FILES), [*FILES, "-o", NAME + "out.ics", "-v"], ["t.taskpaper", "--json"],
               ["raw.taskpaper"], ["a.ics"], ["folder"], ["vdir:v"], ["t.taskpaper", "-o", "new.ics", "--dry-run"],
               ["t.taskpaper", "--split", "project", "-o", NAME + "folder", "-v"]],
    "import": [*([file, *more] for file in CALENDARS + ["vdir:v", "folder"]
                 for more in ([], ["--json"], ["--into", "i.taskpaper", "-v"], ["--into", "i.taskpaper", "--dry-run"],
                              ["--into", NAME + "i.taskpaper", "-v", "--json"], ["--into", "t.taskpaper", "--project", H])),
               ["a.ics", "--into", "i.taskpaper", "--conflicts"]],
    "undo": [[], ["--list"], ["--dry-run"], ["t.taskpaper"], ["t.taskpaper", "--to", "-"], [NAME]],
    "redo": [[], ["--list"], ["--dry-run"], ["t.taskpaper"]],
    "check": [*([file, *more] for file in EVERY for more in ([], ["--json"], ["-v"]))],
    "projects": [*([file, *more] for file in EVERY[:-1] for more in ([], ["--json"])), FILES],
    "tags": [*([file, *more] for file in EVERY[:-1] for more in ([], ["--json"])), FILES],
    "outline": [*([file, *more] for file in EVERY[:-1] for more in ([], ["--json"])), FILES],
    "verify": [*([file] for file in EVERY)],
    "show": [*([file, *more] for file in EVERY for more in ([], ["--json"]))],
    "occurrences": [["a.ics"], ["a.ics", "--json"], ["a.ics", "--uid", "u"], ["FREQ=DAILY", "--start", "2026-11-22"],
                    ["FREQ=" + H, "--start", "2026-11-22"]],
    "list": [*(["all", file, *more] for file in EVERY for more in ([], ["--json"], ["--ids", "--by", "both"])),
             ["t.taskpaper", "--format", "{title}\t{file}\t{tags}\t{project}" + H], ["t.taskpaper", "--search", H],
             ["all", "t.taskpaper", "--where", "@text contains one"], ["bogus" + H, "t.taskpaper"]],
    "calendar": [*([file, *more] for file in EVERY for more in ([], ["--json"]))],
    "plan": [*([file, *more] for file in EVERY for more in ([], ["--json"])), ["t.taskpaper", "--move"],
             ["t.taskpaper", "--move", "--ask"]],
    "lsp": [[], ["--stdio"], ["--zone", NAME]],
    # With another address the server would go on and on.
    "feed add": [["a", "t.taskpaper"], [NAME, "t.taskpaper"], ["b", "--name", H], ["c", "--from", NAME + ".ics"]],
    "feed list": [[], ["--json"]],
    "feed revoke": [["a"], [NAME]],
    "serve start": [["folder", "--listen", H], [NAME, "--listen", H]],
    "serve password": [[], ["--user", H]],
    "state backup": [[f"folder/{H}"], [f"{H}/state.tar"]],
    "state restore": [[NAME], [H]],
    "config check": [[], ["bad.toml"], [NAME]],
    "config show": [[]],
    "config sample": [[]],
    "add": [["new " + H, "-f", "t.taskpaper"], ["new tomorrow", "-f", FILES[1]], ["-", "-f", "t.taskpaper"],
            ["x", "-f", "t.taskpaper", "--project", H], ["x", "-f", "t.taskpaper", "--json", "--note", H],
            ["x", "-f", "t.taskpaper", "--dry-run", "--project", "Nowhere" + H, "--create"]],
    "done": [["one", "-f", "t.taskpaper"], ["one", "-f", "t.taskpaper", "--all"], ["one", "-f", "t.taskpaper", "--all", "--dry-run"],
             ["range", "-f", FILES[1], "--json"], ["late", "-f", "t.taskpaper"], ["one", "--ask", "-f", "t.taskpaper"]],
    "undone": [["late", "-f", "t.taskpaper"], ["one", "-f", "t.taskpaper", "--all"]],
    "cancel": [["one", "-f", "t.taskpaper", "--all"], ["range", "-f", FILES[1]]],
    "move": [["range", H, "-f", "t.taskpaper"], ["range", "Proj", "-f", "t.taskpaper"], ["one", "2026-12", "-f", FILES[1], "--all"]],
    "snooze": [["one", "+1d", "-f", "t.taskpaper", "--all"], ["range", H, "-f", "t.taskpaper"]],
    "tag": [["one", H, "-f", "t.taskpaper", "--all"], ["range", "x=" + H, "-f", FILES[1]]],
    "edit": [["range", "-f", "t.taskpaper"], ["range", "-f", FILES[1]]],
    "resolve": [["t.taskpaper"], [FILES[1], "--dry-run"], ["folder"]],
    "archive": [["t.taskpaper"], [FILES[1], "--dry-run"]],
    "remind": [*([file, "--from", "2026-11-01", "--to", "2026-12-01", *more] for file in EVERY for more in ([], ["--json"])),
               ["t.taskpaper"], ["t.taskpaper", "--next"]],
    "store list": [["vdir:v"], ["vdir:" + NAME], ["sqlite:a.ics"], ["vdir:v", "--json"]],
    "store show": [["vdir:v"], ["vdir:v", "sum"], ["vdir:v", H], ["vdir:v", "--json"]],
    "store search": [["vdir:v", "sum"], ["vdir:v", H], ["vdir:v", "sum", "--json"]],
    "store add": [["vdir:v", "new " + H], ["sqlite:c.db", H + " tomorrow"]],
    "store remove": [["vdir:v", "sum", "--all"], ["vdir:v", H], ["vdir:v#" + H, "--list"]],
    "store copy": [["vdir:v", "sqlite:c.db"], ["vdir:v", "sqlite:c.db", "sum"], ["vdir:v", "vdir:w"]],
    "store move": [["vdir:v", "sqlite:c.db"], ["vdir:v", "sqlite:c.db", "sum"]],
    "store export": [["vdir:v"], ["vdir:v", "-o", NAME]],
    "store accept": [["tasks:."], ["tasks:.#" + NAME]],
    "store import": [*([file, "sqlite:c.db", "-v"] for file in CALENDARS)],
    "sync": [["vdir:v", "sqlite:c.db"], ["vdir:v", "memory:", "-n"], ["vdir:" + NAME, "vdir:w"], ["vdir:v", "sqlite:c.db", "--conflicts"]],
    "copy": [["vdir:v", "sqlite:c.db"], ["vdir:v", "memory:"], ["vdir:" + NAME, "vdir:w"]],
}
# Other command lines, and hostile environments.
OTHERS = [
    ([H], {}), (["store", H], {}), (["help", H], {}), (["--" + H], {}), (["list", "-" + H], {}),
    (["--config", NAME, "list", "t.taskpaper"], {}), (["--config", "bad.toml", "list", "t.taskpaper"], {}),
    (["--config", "bad.toml", "config", "show"], {}), (["list", "t.taskpaper"], {"TZ": H}),
    (["list", "t.taskpaper"], {"DUECAL_NOW": H}), (["export", "t.taskpaper"], {"SOURCE_DATE_EPOCH": H}),
    (["edit", "range", "-f", "t.taskpaper"], {"EDITOR": H}), (["list"], {"DUECAL_FILES": NAME + "nowhere"}),
    (["show", "a.ics"], {"DUECAL_PAGER": "cat #" + H}),
    (["list", "t.taskpaper"], {"XDG_STATE_HOME": "/dev/null/" + H}), (["---completion", "list", "--", "--project", "duecal", ""], {}),
    (["done", "one", "-f", "t.taskpaper"], {"XDG_STATE_HOME": "/dev/null/" + H}), (["--version"], {}),
    ([b"show", RAW_NAME + b".ics"], {}), ([b"list", b"all", RAW_NAME + b".taskpaper"], {}), ([b"verify", RAW_NAME], {}),
    (["remind", "t.taskpaper", "--from", "today", "--to", "today", "--exec", "/bin/false" + H], {}),
]


def commands(duecal):
    """The path, the options with a value, and the number of arguments of each command, as duecal lists them."""
    tree = json.loads(subprocess.run([duecal, "--experimental-dump-help"], stdout=subprocess.PIPE, check=True).stdout)

    def leaves(command, path):
        children = [child for child in command.get("subcommands", []) if child["commandName"] != "help"]
        for child in children:
            yield from leaves(child, [*path, child["commandName"]])
        if not children:
            taken = command.get("arguments", [])
            options = [argument["preferredName"] for argument in taken if argument["kind"] == "option"]
            names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in options]
            yield " ".join(path), names, sum(argument["kind"] == "positional" for argument in taken)
    return list(leaves(tree["command"], []))


def lay(folder):
    """Writes the hostile files into a folder again."""
    for name in FILES:
        (folder / name).write_bytes(TASKS)
    for name in CALENDARS:
        (folder / name).write_bytes(calendar(BYTES))
    (folder / "raw.taskpaper").write_bytes(b"- " + BYTES + b" @due(2026-11-22)\n")
    (folder / "bad.toml").write_text(CONFIGURATION)
    (folder / "v" / "l").mkdir(parents=True, exist_ok=True)
    (folder / "v" / "l" / "a.ics").write_bytes(calendar(H.encode()))
    (folder / "v" / "l" / "displayname").write_text(H)
    (folder / "v" / "l" / "color").write_text("#" + H)
    (folder / "folder").mkdir(exist_ok=True)
    for name in [*FILES, *CALENDARS]:
        (folder / "folder" / name).write_bytes((folder / name).read_bytes())
    pathlib.Path(os.fsdecode(os.fsencode(folder / "folder") + b"/" + RAW_NAME + b".ics")).write_bytes(calendar(BYTES))


def shown(command, folder, environment, typed=None):
    """The bytes that a terminal gets from a command, whose standard input is the hostile task file; and its exit status."""
    ours, theirs = pty.openpty()
    mode = termios.tcgetattr(theirs)
    mode[1] &= ~termios.OPOST  # the terminal must not add carriage returns
    mode[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, mode)
    if typed:
        os.write(ours, typed)
    with open(folder / "t.taskpaper", "rb") as tasks:
        process = subprocess.Popen(command, stdin=theirs if typed else tasks, stdout=theirs, stderr=theirs, cwd=folder,
                                   env=environment, start_new_session=True)
    os.close(theirs)
    text, end = b"", time.monotonic() + 20
    while time.monotonic() < end and select.select([ours], [], [], 20)[0]:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    if time.monotonic() >= end:
        process.kill()
    return text, process.wait()


def fault(text):
    """The first forbidden character in a text, with the text around it."""
    plain = INKS.sub(b"", text).decode("utf-8", "surrogateescape")
    found = FORBIDDEN.search(plain)
    return found and plain[max(0, found.start() - 60):found.end() + 20]


def main():
    duecal, count, silent, faults = os.path.abspath(sys.argv[1]), 0, 0, []
    everything = commands(duecal)
    for name, _, _ in everything:
        if name not in RUNS:
            faults.append(f"duecal {name}: no row in RUNS; expected what it is run with")
    with tempfile.TemporaryDirectory() as place:
        world = {"PATH": "/usr/bin:/bin", "HOME": f"{place}/home", "TZ": "UTC", "TERM": "xterm", "COLUMNS": "150",
                 "PAGER": "cat", "EDITOR": "/bin/true", "DUECAL_NOW": "2026-11-22T10:00:00Z", "LC_ALL": "C.UTF-8"}
        folder = pathlib.Path(place, "work")
        folder.mkdir()

        def run(arguments, more=None, typed=None):
            nonlocal count, silent
            count += 1
            lay(folder)
            text, status = shown([duecal, *arguments], folder, {**world, **(more or {})}, typed)
            silent += not text
            what = " ".join(os.fsdecode(argument) for argument in arguments).encode("ascii", "backslashreplace").decode()
            if status < 0:
                faults.append(f"duecal {what}: ends with signal {-status}")
            if found := fault(text):
                faults.append(f"duecal {what}: {found!r}")

        for name, options, places in everything:
            for row in RUNS.get(name, []):
                typed = b"\n" if "--ask" in row else None
                row = [word for word in row if word != "--ask"]
                run(name.split() + row, typed=typed)
            row = (RUNS.get(name) or [[]])[0]
            for option in options:
                run([*name.split(), *row, option, H])
            # A server that begins would go on and on.
            end = ["--listen", H] if name == "serve start" else []
            run([*name.split(), *([H] * max(1, places)), *end])
            run([*name.split(), *row], {"NO_COLOR": "1"})
        for arguments, more in OTHERS:
            run(arguments, more)
    print(f"{count} runs on a terminal, {silent} of them silent, {len(faults)} faults")
    print("\n".join(faults[:60]))
    sys.exit(1 if faults else 0)


main()
