"""That servers are there for a command, and gone after it."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import unittest
import urllib.parse

RUN = [sys.executable, str(pathlib.Path(__file__).with_name("run.py"))]
TELL = [sys.executable, "-c", "import os, sys; print(os.environ['DUECAL_CALDAV_SERVERS'], flush=True); sys.stdin.read()"]


def is_open(url):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", urllib.parse.urlsplit(url).port)) == 0


class Running(unittest.TestCase):
    """With the smallest of the servers."""

    def test_gives_the_exit_code(self):
        code = subprocess.run([*RUN, "faulty", "--", "sh", "-c", "exit 7"], stderr=subprocess.DEVNULL, check=False).returncode
        self.assertEqual(code, 7)

    def test_prints_its_usage(self):
        for words in (["faulty"], ["nobody", "--", "true"], ["faulty", "--"]):
            done = subprocess.run([*RUN, *words], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, "Usage" in done.stderr), (1, True))

    def test_ends_the_servers_however_it_ends(self):
        for number in (None, signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with subprocess.Popen([*RUN, "faulty", "--", *TELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True) as process:
                url = json.loads(process.stdout.readline())[0]["url"]
                self.assertTrue(is_open(url))
                if number:
                    os.kill(process.pid, number)
                process.stdin.close()
            end = time.monotonic() + 10
            while is_open(url) and time.monotonic() < end:
                time.sleep(0.05)
            self.assertFalse(is_open(url), number)


if __name__ == "__main__":
    unittest.main()
