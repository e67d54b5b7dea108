#!/usr/bin/env python3
"""What servers keep of properties that they do not know: an estimate, and a repetition after completion.

Usage: run.py NAME... -- extras.py DUECAL_NET

On each server a task with `@estimate` and one with `@repeat(… after done)` are added with the command, changed, and read
by a second machine that has no mirror yet. A server that keeps them shows both; of one that does not (the fault
`drops-unknown`), the command says what is lost.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

TASKS = {"Paint the roof": ("@due(2026-12-01) @estimate(2h)", b"estimate  2h"),
         "Water the plants": ("@due(2026-12-01) @repeat(every 10 days after done)", b"repeats   every 10 days after done")}


class Machine:
    """A person's folder with the password of one server, and nothing else in it."""

    def __init__(self, net, server, url, folder):
        self.net, self.home = net, pathlib.Path(folder)
        (self.home / "password").write_text(server["password"] + "\n")
        (self.home / "password").chmod(0o600)
        (self.home / ".config/duecal").mkdir(parents=True)
        scheme, place = url.split("://")
        (self.home / ".config/duecal/config.toml").write_text(
            f'[stores]\nx = {{ address = "caldav+{scheme}://{server["user"]}@{place}", password-file = "{self.home}/password" }}\n')

    def run(self, *words, **more):
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "TZ": "UTC", **more}
        done = subprocess.run([self.net, *words], env=environment, capture_output=True, timeout=120, check=False)
        return done.returncode, done.stdout + done.stderr


def kept(net, server, url):
    """Adds both tasks, and gives what another machine reads of each; with it what was said when they were added."""
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        here, there = Machine(net, server, url, first), Machine(net, server, url, second)
        said = [here.run("store", "add", "x", "--list", "Extras")]
        said += [here.run("store", "add", "x#Extras", f"{title} {words}") for title, (words, _) in TASKS.items()]
        shown = {title: there.run("store", "show", "x#Extras", title) for title in TASKS}
        there.run("store", "remove", "x", "--list", "Extras", "--all")
        return said, shown


def faults(net, server):
    """What a server does not keep."""
    said, shown = kept(net, server, server["url"])
    for status, text in said:
        if status != 0:
            yield f"{server['name']}: adding ends with {status}: {text.decode()}"
    for title, (_, line) in TASKS.items():
        status, text = shown[title]
        if status != 0 or line not in text:
            yield f"{server['name']}: {title}: no {line.decode()!r} in {text.decode()!r}"


def unsaid(net, server):
    """What is lost on a server that drops what it does not know, and is not said when it is added."""
    wish = json.dumps({"faults": ["drops-unknown"]}).encode()
    with urllib.request.urlopen(urllib.request.Request(server["control"] + "/worlds", wish, method="POST")) as answer:
        url = json.load(answer)["url"]
    said, shown = kept(net, server, url)
    for (title, (_, line)), (_, text) in zip(TASKS.items(), said[1:]):
        if line in shown[title][1]:
            yield f"drops-unknown: {title} is whole: {shown[title][1].decode()!r}"
        if b"not kept: " not in text:
            yield f"drops-unknown: {title}: nothing is said of what is lost: {text.decode()!r}"


def main(net):
    net = str(pathlib.Path(net).absolute())
    servers = json.loads(os.environ["DUECAL_CALDAV_SERVERS"])
    found = [fault for server in servers for fault in faults(net, server)]
    found += [fault for server in servers if "control" in server for fault in unsaid(net, server)]
    names = ", ".join(server["name"] for server in servers)
    print("\n".join(found) or f"{names} keep estimates and repetition after completion")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main(sys.argv[1])
