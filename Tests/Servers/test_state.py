"""Backups of the state, while a server runs, and what becomes of clients after one is restored."""
import os
import pathlib
import re
import stat
import subprocess
import tempfile
import unittest

from serving import USER, Serving, task

LIST = f"/{USER}/calendars/tasks/"
SYNC = ("<sync-collection xmlns='DAV:'><sync-token>%s</sync-token><sync-level>1</sync-level><prop><getetag/></prop>"
        "</sync-collection>")


def changes(server, token=""): return server.ask("REPORT", LIST, SYNC % token)


def token(answer): return re.search(r"<[^>]*sync-token>([^<]+)<", answer.text)[1]


def titles(server): return sorted(re.findall(r"SUMMARY:(.*)\r", server.ask("GET", LIST).text))


class StateTests(unittest.TestCase):
    def test_nothing_is_doubled_or_lost_after_an_older_state_is_restored(self):
        with tempfile.TemporaryDirectory() as folder:
            backup = f"{folder}/state.tar"
            with Serving({"tasks.taskpaper": "- Buy milk\n- Call Ann\n"}, folder=folder) as server:
                self.assertEqual(server.ask("PUT", LIST + "before.ics", task("before", "Before")).status, 201)
                changes(server)
                said = server.run("state", "backup", backup).stdout
                self.assertRegex(said, r"^\S+state\.tar: \d+ files of the state\n$")
                self.assertEqual(stat.S_IMODE(os.stat(backup).st_mode), 0o600)
                self.assertEqual(server.ask("PUT", LIST + "after.ics", task("after", "After")).status, 201)
                self.assertEqual(server.ask("DELETE", LIST + "before.ics").status, 204)
                late = token(changes(server))
                refused = server.run("state", "restore", backup, status=75)
                self.assertIn("another run uses this", refused.stderr)
                server.stop()
                text = server.read("tasks.taskpaper")
                said = server.run("state", "restore", backup).stdout
                self.assertRegex(said, r"^restored: the state of 20\d\d-.* UTC, \d+ files; the former state is in \S+-before-\S+\n$")
            with Serving({}, folder=folder) as server:
                self.assertEqual(titles(server), ["After", "Buy milk", "Call Ann"])
                self.assertEqual(server.read("tasks.taskpaper"), text)
                self.assertEqual(changes(server, late).status, 403)
                self.assertIn("valid-sync-token", changes(server, late).text)
                self.assertEqual(changes(server).text.count("<D:status>HTTP/1.1 200"), 3)

    def test_the_backup_is_an_archive_that_tar_and_sha256sum_read(self):
        with Serving({"tasks.taskpaper": "- Buy milk\n"}) as server:
            server.ask("GET", LIST)
            server.run("state", "backup", f"{server.folder}/state.tar", "-q")
            out = server.folder / "out"
            out.mkdir()
            subprocess.run(["tar", "-xf", server.folder / "state.tar", "-C", out], check=True)
            names = [str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()]
            self.assertIn("state/serve/passwords", names)
            done = subprocess.run(["sha256sum", "--check", "duecal-state"], cwd=out, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.count(": OK"), len(names) - 1)

    def test_a_damaged_backup_changes_nothing(self):
        with Serving({"tasks.taskpaper": "- Buy milk\n"}) as server:
            server.ask("GET", LIST)
            path = pathlib.Path(server.folder, "state.tar")
            server.run("state", "backup", str(path))
            server.stop()
            before = sorted(os.listdir(server.folder / "state"))
            whole = path.read_bytes()
            for bad in [b"", b"no backup", whole[:5000], whole.replace(b"SQLite", b"SQLITE"), whole.replace(b"0.2.0", b"0.9.0")]:
                path.write_bytes(bad)
                done = server.run("state", "restore", str(path), status=65)
                self.assertRegex(done.stderr, r"^duecal: \S+state\.tar: .+[;:] .+\n$")
            self.assertEqual(sorted(os.listdir(server.folder / "state")), before)


if __name__ == "__main__":
    unittest.main()
