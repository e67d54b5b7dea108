#!/usr/bin/env python3
"""Drives Kate with real keys on a display of its own, and reads what it and `duecal lsp` say to each other.

Usage: Tests/EditorClients/kate.py DUECAL      (needs the packages of `scripts/setup editors`)
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from driving import ROOT, expect, until, world

SHIPPED = ROOT / "Shipping/editors/kate"
TASKS = {
    "home.taskpaper": "Home:\n\t- Pay rent @due(2026-11-20)\n\t- Broken @due(2026-02-30)\n\t- 🧾 Call\n",
    "garden.taskpaper": "Garden:\n\t- Dig @spade\n",
}
DONE = ("Home:\n\t- Pay rent @due(2026-11-20) @done(2026-11-25)\n\t- Broken\n\t- 🧾 Call @due(2026-11-26)\n"
        "\t- Plant @spade @due(2026-12-23)\n")


class Display:
    """An X server that nobody sees."""

    def __init__(self, size="1000x640"):
        reader, writer = os.pipe()
        self.process = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
                                        pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as answer:
            self.name = ":" + answer.readline().strip()
        self.size = size.split("x")

    def close(self):
        self.process.terminate()
        self.process.wait(10)


class Kate:
    """Kate with settings of its own in a folder, and with the shipped files at the places that Docs/Editors.md names."""

    def __init__(self, duecal, folder, display, file, settings):
        self.folder, self.display, self.log = pathlib.Path(folder), display, pathlib.Path(folder, "log")
        self.world = self.install(duecal, settings)
        self.process = subprocess.Popen(
            ["dbus-run-session", "--", "kate", "--block", "--new", file], env=self.world, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def install(self, duecal, settings):
        """Puts all files in their places, and returns the environment."""
        places = {"XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share", "XDG_CACHE_HOME": ".cache",
                  "XDG_STATE_HOME": ".local/state", "XDG_RUNTIME_DIR": "run"}
        for place in places.values():
            (self.folder / place).mkdir(parents=True, mode=0o700)
        syntax = self.folder / ".local/share/org.kde.syntax-highlighting/syntax"
        client = self.folder / ".config/kate/lspclient"
        for place in (syntax, client, self.folder / "bin"):
            place.mkdir(parents=True)
        shutil.copy(SHIPPED / "taskpaper.xml", syntax)
        (client / "settings.json").write_text(json.dumps(self.logged()))
        (self.folder / ".config/katerc").write_text(settings)
        (self.folder / "bin/duecal").symlink_to(duecal)
        own = {name: value for name, value in world(str(self.folder)).items() if not name.startswith(("XDG_", "DBUS_", "WAYLAND_"))}
        return {**own, **{name: str(self.folder / place) for name, place in places.items()},
                "PATH": f"{self.folder}/bin:/usr/bin:/bin", "DISPLAY": self.display.name, "LC_ALL": "C.UTF-8",
                "QT_QPA_PLATFORM": "xcb"}

    def logged(self):
        """The shipped settings, with the program that writes messages down in front of the server."""
        settings = json.loads((SHIPPED / "lspclient.json").read_text())
        server = settings["servers"]["taskpaper"]
        server["command"] = [str(ROOT / "Tests/EditorClients/lsp-log"), str(self.log), *server["command"]]
        return settings

    def xdotool(self, *arguments):
        answer = subprocess.run(["xdotool", *arguments], env=self.world, capture_output=True, text=True)
        return answer.stdout.split()

    def window(self, title):
        """The window of a title, which gets the keys from then on."""
        window = until(lambda: self.xdotool("search", "--name", title), f"window “{title}”", 120)[0]
        self.xdotool("windowfocus", "--sync", window)
        return window

    def allow(self):
        """Answers the question whether the server may be started."""
        self.window("LSP server start requested")
        self.keys("Return")

    def fill_display(self, title):
        window = self.window(title)
        self.xdotool("windowmove", window, "0", "0")
        self.xdotool("windowsize", "--sync", window, *self.display.size)
        self.window(title)

    def keys(self, *names):
        self.xdotool("key", "--delay", "50", *names)

    def write(self, text):
        self.xdotool("type", "--delay", "100", "--", text)

    def said(self, sender, method):
        """The parameters of all requests and notifications of a method."""
        return [entry["message"].get("params") for entry in self.entries()
                if entry["from"] == sender and entry["message"].get("method") == method]

    def entries(self):
        lines = self.log.read_text().split("\n")[:-1] if self.log.exists() else []
        return [json.loads(line) for line in lines]

    def answers(self, method):
        """The answers to all requests of a method that are answered, each with the parameters of its request."""
        asked, answered = {}, []
        for entry in self.entries():
            message = entry["message"]
            if entry["from"] == "editor" and message.get("method") == method:
                asked[message["id"]] = message["params"]
            elif entry["from"] == "server" and "method" not in message and message.get("id") in asked:
                answered.append((asked[message["id"]], message.get("result")))
        return answered

    def rest(self):
        """Waits until nothing has been said for a second: Kate sends changes and shows answers with a delay."""
        until(lambda: self.log.exists() and time.time() - self.log.stat().st_mtime > 1, "rest")

    def quit(self):
        self.keys("ctrl+q")
        until(lambda: self.process.poll() is not None, "end")

    def close(self):
        """Ends Kate and what it has started, which write to the folder until then, and without a question."""
        try:
            while True:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.poll()
                time.sleep(0.1)
        except ProcessLookupError:
            pass


def completed(kate, text, line, label):
    """Writes a text, waits until a label is offered behind it, takes it, and returns its detail."""
    kate.write(text)

    def offered():
        return [item["detail"] for request, answer in kate.answers("textDocument/completion") if answer
                and request["position"]["line"] == line for item in answer["items"] if item["label"] == label]
    detail = until(offered, f"{label} behind “{text}”")[0]
    kate.rest()
    kate.keys("Return")
    return detail


def fixed(kate):
    """Whether there is no message after the quick fix. Kate drops it if new messages come while it waits for the answer."""
    kate.keys("ctrl+period")
    kate.rest()
    return not kate.said("server", "textDocument/publishDiagnostics")[-1]["diagnostics"]


def hovered(kate):
    """Moves the mouse over the first line with a task until the server is asked what is there."""
    for height in range(90, 200, 6):
        kate.xdotool("mousemove", "150", str(height))
        kate.xdotool("mousemove", "153", str(height + 1))
        time.sleep(1)
        if answers := [answer for _, answer in kate.answers("textDocument/hover") if answer]:
            return answers[0]["contents"]["value"]
    raise SystemExit("kate: no hover with an answer")


def drive(kate, file):
    kate.allow()
    kate.fill_display("home.taskpaper")
    opened = until(lambda: kate.said("editor", "textDocument/didOpen"), "didOpen")[0]["textDocument"]
    expect(opened["languageId"] == "taskpaper", "Kate opens the file as taskpaper", opened)
    started = kate.said("editor", "initialize")[0]
    expect(started["rootUri"] == file.parent.as_uri(), "Kate names the folder of the file", started["rootUri"])
    messages = until(lambda: kate.said("server", "textDocument/publishDiagnostics"), "messages")[0]["diagnostics"]
    expect([message["range"]["start"]["line"] for message in messages] == [2], "a message for the broken date", messages)

    # Behind a character that UTF-16 counts twice.
    kate.keys("ctrl+End", "Up", "End")
    detail = completed(kate, " @due(tom", 3, "tomorrow")
    expect(detail == "Thu 26 Nov 2026, tomorrow", "dates are offered", detail)
    kate.keys("End", "Return")
    detail = completed(kate, "- Plant @spa", 4, "@spade")
    expect(detail == "1×", "tags of other files are offered", detail)
    kate.keys("End")
    detail = completed(kate, " @due(23", 4, "23 december 2026")
    expect(detail == "Wed 23 Dec 2026, in 28 days", "the next 23rd is offered", detail)

    kate.keys("ctrl+Home", "Down", "Down")
    until(lambda: fixed(kate), "no message after the quick fix")
    fix = [request for request, _ in kate.answers("textDocument/codeAction")][-1]
    expect("no day 30" in str(fix["context"]), "the quick fix takes the message away", fix)
    kate.keys("ctrl+Home", "Down", "alt+Return")
    titles = until(lambda: [[action["title"] for action in answer or []] for request, answer
                            in kate.answers("textDocument/codeAction") if request["range"]["start"]["line"] == 1], "actions")[-1]
    expect(titles[0] == "Mark as done" and "Snooze by a week" in titles, "actions are offered", titles)
    kate.rest()
    kate.keys("Down", "Return")
    kate.rest()
    shown = hovered(kate)
    expect("@due" in shown or "BEGIN:VTODO" in shown or "project" in shown, "hover explains what is there", shown)

    # Kate sends changes after a save, not before, if it has not sent them yet.
    kate.keys("ctrl+s")
    until(lambda: kate.said("editor", "textDocument/didSave"), "didSave")
    expect(file.read_text() == DONE, "the saved file has all changes", file.read_text())
    logged = [message["message"] for message in kate.said("server", "window/logMessage")]
    expect(not any("differed" in line for line in logged), "the server had the same text", logged)
    kate.quit()
    expect(kate.said("editor", "textDocument/didClose"), "Kate closes the file", kate.entries()[-3:])


def main():
    duecal = os.path.realpath(sys.argv[1])
    for setting in ("IncrementalSync=false", "IncrementalSync=true"):
        print(f"kate: with {setting}")
        with tempfile.TemporaryDirectory() as folder:
            tasks = pathlib.Path(folder, "tasks")
            tasks.mkdir()
            for name, text in TASKS.items():
                (tasks / name).write_text(text)
            display = Display()
            kate = Kate(duecal, folder, display, tasks / "home.taskpaper", f"[lspclient]\n{setting}\n")
            try:
                drive(kate, tasks / "home.taskpaper")
            finally:
                kate.close()
                display.close()


if __name__ == "__main__":
    main()
