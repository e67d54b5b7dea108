"""`duecal serve` over task files in a folder of its own, and a client that speaks HTTP."""
import base64
import http.client
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NET = os.environ.get("DUECAL_NET") or str(ROOT / ".build/debug/duecal-net")
USER, PASSWORD = "ann", "correct horse"
PATIENCE = 60
TASK = """BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//phone//EN\r
BEGIN:VTODO\r
UID:%s\r
DTSTAMP:20261101T000000Z\r
SUMMARY:%s\r
%sEND:VTODO\r
END:VCALENDAR\r
"""


def task(uid, title="Buy milk", more=""): return (TASK % (uid, title, more)).encode()


class Serving:
    """A server that runs until `stop`, or the end of the `with` block."""

    def __init__(self, files, *options, configuration="", listen="127.0.0.1:0", source=True, folder=None):
        self.scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True) if folder is None else None
        self.folder = pathlib.Path(folder or self.scratch.name)
        self.notes = self.folder / "notes"
        self.notes.mkdir(exist_ok=True)
        for name, text in files.items():
            (self.notes / name).write_text(text)
        self.environment = {"HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state"), "TZ": "Europe/Berlin",
                            "PATH": "/usr/bin:/bin"}
        if configuration:
            path = self.folder / "config.toml"
            path.write_text(configuration)
            self.environment["DUECAL_CONFIG"] = str(path)
        self.run("serve", "password", "--user", USER, text=PASSWORD + "\n")
        self.start(*(["tasks:" + str(self.notes)] if source else []), *(["--listen", listen] if listen else []),
                   *([] if "user" in configuration else ["--user", USER]), *options)

    def start(self, *arguments):
        """Starts the server, and waits until it says where it is."""
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen([NET, "serve", *arguments], env=self.environment, stdout=subprocess.PIPE,
                                        stderr=self.log, text=True)
        self.lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"the server has ended: {self.errors}")
            self.lines.append(line.rstrip("\n"))
            if line.startswith("serving "):
                break
        found = re.search(r"http://([^/:]+):(\d+)/", line)
        self.host, self.port = (found[1], int(found[2])) if found else (None, None)

    def __enter__(self): return self

    def __exit__(self, *_):
        self.stop()
        if self.scratch:
            self.scratch.cleanup()

    def stop(self, signal_number=signal.SIGTERM):
        """Asks the server to end, and returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal_number)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.log.close()
        return status

    def run(self, *arguments, text="", status=0):
        """Runs another command with the same state."""
        done = subprocess.run([NET, *arguments], env=self.environment, input=text, capture_output=True, text=True,
                              timeout=PATIENCE)
        if status is not None and done.returncode != status:
            raise AssertionError(f"{arguments}: {done.returncode}: {done.stdout}{done.stderr}")
        return done

    @property
    def errors(self): return (self.folder / "log").read_text()

    def connect(self): return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)

    def ask(self, method, path, body=b"", headers=None, password=PASSWORD, connection=None):
        """Sends one request; returns the answer with its body as `text`."""
        own = connection or self.connect()
        given = dict(headers or {})
        if password is not None:
            given["Authorization"] = "Basic " + base64.b64encode(f"{USER}:{password}".encode()).decode()
        own.request(method, path, body, given)
        answer = own.getresponse()
        answer.text = answer.read().decode()
        if connection is None:
            own.close()
        return answer

    def socket(self, text=b""):
        """A connection with some bytes sent."""
        own = socket.create_connection((self.host, self.port), timeout=PATIENCE)
        own.sendall(text)
        return own

    def read(self, name): return (self.notes / name).read_text()
