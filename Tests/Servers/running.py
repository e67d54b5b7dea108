"""What all servers of the tests have in common: a folder, a free port, processes that end, and an answer to wait for."""
import dataclasses
import grp
import http.client
import os
import pathlib
import pwd
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Where Tests/Servers/install puts what comes from PyPI.
PYPI = ROOT / ".build-servers" / "bin"
USER, PASSWORD = "alice", "alicepw"
PATIENCE = 60


@dataclasses.dataclass
class Server:
    """A server that answers. `more` is what only some have, as it stands in DUECAL_CALDAV_SERVERS."""
    name: str
    base_url: str
    home: str
    processes: list
    user: str = USER
    password: str = PASSWORD
    more: dict = dataclasses.field(default_factory=dict)

    def answering(self):
        """The server once it answers; where it does not, nothing of it is left running."""
        try:
            wait_for_answer(self.base_url, self.processes[-1])
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self):
        """Ends every process of it, the last one first."""
        for process in reversed(self.processes):
            process.stop()

    def entry(self):
        """How the tests are told of it."""
        return {"name": self.name, "url": self.base_url, "home": self.home, "user": self.user,
                "password": self.password, **self.more}


class Reaper:
    """Ends what was started here when this program is gone: see reaper.py."""

    def __init__(self): self.process = None

    def say(self, line):
        if self.process is None:
            self.process = subprocess.Popen([sys.executable, pathlib.Path(__file__).with_name("reaper.py")], text=True,
                                            stdin=subprocess.PIPE, start_new_session=True)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


REAPER = Reaper()


class Process:
    """A program in a process group of its own, which also ends when this one does."""

    def __init__(self, command, folder, name, account=None, environment=None, ending=signal.SIGTERM, **options):
        self.name, self.ending = name, ending
        self.log = pathlib.Path(folder) / f"{name}.log"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, **(environment or {})}, start_new_session=True, **as_account(account), **options)
        REAPER.say(f"+{self.process.pid}")

    def stop(self):
        """Asks it to end, then makes it and all it started."""
        if self.process.poll() is None:
            self.signal(self.ending)
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                pass
        self.signal(signal.SIGKILL)
        self.process.wait()
        REAPER.say(f"-{self.process.pid}")

    def signal(self, number):
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass

    def fail(self, sentence):
        raise RuntimeError(f"{self.name} {sentence}\n{self.log.read_text(errors='replace')[-4000:]}")


def as_account(name):
    """How a process runs as a user of the system; who is not root runs everything as themselves."""
    if name is None or os.getuid() != 0:
        return {}
    entry = pwd.getpwnam(name)
    groups = [group.gr_gid for group in grp.getgrall() if name in group.gr_mem]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": groups}


def hand_over(folder, account):
    """Gives a folder with all in it to the user that a server runs as."""
    if os.getuid() == 0:
        entry = pwd.getpwnam(account)
        for path in [folder, *pathlib.Path(folder).rglob("*")]:
            os.chown(path, entry.pw_uid, entry.pw_gid, follow_symlinks=False)


def run(command, account=None, environment=None, **options):
    """Runs a program to its end, which must be a good one; gives what it wrote."""
    done = subprocess.run([str(word) for word in command], capture_output=True, timeout=120,
                          env={**os.environ, **(environment or {})}, **as_account(account), **options)
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {done.stdout.decode()}{done.stderr.decode()}")
    return done.stdout.decode()


def subfolder(folder, name):
    """A folder that the users of servers can reach."""
    made = pathlib.Path(folder).resolve() / name
    made.mkdir(parents=True)
    made.chmod(0o755)
    return made


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_until(is_so, process, what):
    """Waits for a server, as long as it lives."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        if process.process.poll() is not None:
            process.fail(f"has ended with {process.process.returncode}")
        if time.monotonic() > end:
            process.fail(f"does not {what} within {PATIENCE} s")
        time.sleep(0.05)


def wait_for_answer(url, process):
    """Waits until something answers over HTTP, whatever it says."""
    address = urllib.parse.urlsplit(url)

    def answers():
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=10)
        try:
            connection.request("OPTIONS", address.path or "/")
            return connection.getresponse().status > 0
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    wait_until(answers, process, "answer")


def wait_for_port(port, process):
    """Waits until a port takes connections."""

    def is_open():
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    wait_until(is_open, process, "listen")
