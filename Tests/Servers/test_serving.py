"""What is served of task files, at which address, and what the log says."""
import json
import pathlib
import re
import tempfile
import unittest

from serving import PASSWORD, USER, Serving, task

HOME = f"/{USER}/calendars/"
FILE = """Home:
\t- Buy milk @due(2026-12-04)
\t- Call Ann @class(private)
\t- Paint it @done(2026-11-01)
\t- Water plants @phone
Secrets: @class(private)
\t- Hide the key
Archive:
\t- Old thing
"""


class ChoiceTests(unittest.TestCase):
    def test_private_archived_and_done_lines_are_not_served(self):
        with Serving({"tasks.taskpaper": FILE}) as server:
            text = server.ask("GET", HOME + "tasks/").text
            self.assertEqual(self.titles(text), ["Buy milk", "Water plants"])
            for hidden in ["Call Ann", "Hide the key", "Old thing", "Paint it"]:
                self.assertNotIn(hidden, self.report(server))

    def test_a_line_that_is_done_or_made_private_stays_with_its_clients(self):
        with Serving({"tasks.taskpaper": FILE}) as server:
            server.ask("GET", HOME + "tasks/")
            changed = FILE.replace("Buy milk", "Buy milk @done(2026-11-30)").replace("@phone", "@phone @class(private)")
            (server.notes / "tasks.taskpaper").write_text(changed)
            self.assertEqual(self.titles(server.ask("GET", HOME + "tasks/").text), ["Buy milk", "Water plants"])

    def test_a_line_that_is_made_public_is_served(self):
        with Serving({"tasks.taskpaper": FILE}) as server:
            server.ask("GET", HOME + "tasks/")
            (server.notes / "tasks.taskpaper").write_text(FILE.replace("Call Ann @class(private)", "Call Ann"))
            self.assertIn("Call Ann", self.titles(server.ask("GET", HOME + "tasks/").text))

    def test_what_a_client_writes_it_finds_again(self):
        with Serving({"tasks.taskpaper": FILE}, "--tag", "phone") as server:
            private = task("a1", "Mine", "CLASS:PRIVATE\r\n")
            self.assertEqual(server.ask("PUT", HOME + "tasks/a1.ics", private).status, 201)
            done = task("a2", "Done", "STATUS:COMPLETED\r\nCOMPLETED:20261101T000000Z\r\n")
            self.assertEqual(server.ask("PUT", HOME + "tasks/a2.ics", done).status, 201)
            for name in ["a1", "a2"]:
                self.assertEqual(server.ask("GET", HOME + f"tasks/{name}.ics").status, 200)
            self.assertEqual(self.titles(server.ask("GET", HOME + "tasks/").text), ["Done", "Mine", "Water plants"])

    def test_what_was_served_stays_after_a_new_start(self):
        with tempfile.TemporaryDirectory() as folder:
            with Serving({"tasks.taskpaper": FILE}, folder=folder) as server:
                server.ask("GET", HOME + "tasks/")
            done = FILE.replace("Buy milk", "Buy milk @done(2026-11-30)")
            with Serving({"tasks.taskpaper": done}, folder=folder) as server:
                self.assertEqual(self.titles(server.ask("GET", HOME + "tasks/").text), ["Buy milk", "Water plants"])

    def test_options_choose_lines_as_in_a_sync(self):
        for options, titles in [(["--tag", "phone"], ["Water plants"]), (["--where", "@due"], ["Buy milk"]),
                                (["--archive"], ["Buy milk", "Old thing", "Water plants"]),
                                (["--class", "private"], ["Buy milk", "Call Ann", "Hide the key", "Water plants"])]:
            with self.subTest(options), Serving({"tasks.taskpaper": FILE}, *options) as server:
                self.assertEqual(self.titles(server.ask("GET", HOME + "tasks/").text), titles)

    def test_other_options_hold_after_a_new_start(self):
        with tempfile.TemporaryDirectory() as folder:
            with Serving({"tasks.taskpaper": FILE}, "--tag", "phone", folder=folder) as server:
                self.assertEqual(self.titles(server.ask("GET", HOME + "tasks/").text), ["Water plants"])
            with Serving({}, folder=folder) as server:
                self.assertEqual(self.titles(server.ask("GET", HOME + "tasks/").text), ["Buy milk", "Water plants"])
            with Serving({}, "--where", "@due", folder=folder) as server:
                self.assertEqual(self.titles(server.ask("GET", HOME + "tasks/").text), ["Buy milk"])

    def test_a_project_of_the_choice_that_is_gone_is_no_empty_list(self):
        with Serving({"tasks.taskpaper": FILE}, "--project", "Home") as server:
            self.assertEqual(server.ask("GET", HOME + "tasks/").status, 200)
            (server.notes / "tasks.taskpaper").write_text(FILE.replace("Home:", "House:"))
            answer = server.ask("GET", HOME + "tasks/")
            self.assertEqual((answer.status, answer.getheader("Retry-After")), (503, "30"))
            self.assertIn('no project \\"Home\\"', server.errors)

    @staticmethod
    def titles(text): return sorted(re.findall(r"SUMMARY:(.*)\r", text))

    @staticmethod
    def report(server):
        body = ("<c:calendar-query xmlns='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'><prop><c:calendar-data/></prop>"
                "<c:filter><c:comp-filter name='VCALENDAR'/></c:filter></c:calendar-query>")
        return server.ask("REPORT", HOME + "tasks/", body, {"Depth": "1"}).text


class ConfigurationTests(unittest.TestCase):
    def test_keys_say_what_is_served_and_where(self):
        with tempfile.TemporaryDirectory() as folder:
            keys = (f'[serve]\nfolder = "{folder}/notes"\nprefix = "/tasks/"\nuser = "{USER}"\ntag = "phone"\n'
                    'zone = "Asia/Tokyo"\naddress = "127.0.0.1:0"\nlog = "json"\n')
            with Serving({"tasks.taskpaper": FILE}, configuration=keys, source=False, listen=None, folder=folder) as server:
                self.assertRegex(server.lines[-1], r"^serving http://127\.0\.0\.1:\d+/tasks/, as ann$")
                answer = server.ask("GET", f"/tasks{HOME}tasks/")
                self.assertEqual(re.findall(r"SUMMARY:(.*)\r", answer.text), ["Water plants"])
                self.assertEqual(server.ask("GET", HOME + "tasks/").status, 404)
            self.assertEqual(json.loads(server.errors.splitlines()[0])["status"], 200)

    def test_options_beat_keys(self):
        keys = f'[serve]\nuser = "bob"\nprefix = "/tasks"\naddress = "127.0.0.1:1"\ntag = "phone"\n'
        options = ["--user", USER, "--prefix", "/mine", "--where", "@due"]
        with Serving({"tasks.taskpaper": FILE}, *options, configuration=keys) as server:
            self.assertRegex(server.lines[-1], "/mine/, as ann$")
            answer = server.ask("GET", f"/mine{HOME}tasks/")
            self.assertEqual(re.findall(r"SUMMARY:(.*)\r", answer.text), ["Buy milk"])

    def test_the_one_folder_of_the_configuration_is_served_if_nothing_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            keys = f'files = ["{folder}/notes"]\n'
            with Serving({"tasks.taskpaper": FILE}, configuration=keys, source=False, folder=folder) as server:
                self.assertEqual(server.ask("GET", HOME + "tasks/").status, 200)
            (pathlib.Path(folder) / "config.toml").write_text('files = ["/a", "/b"]\n')
            done = server.run("serve", status=None)
            self.assertEqual(done.returncode, 2)
            self.assertIn("2 files to serve; expected a folder of task files, a store, or folder in [serve]", done.stderr)


class LogTests(unittest.TestCase):
    def test_each_request_is_a_line_without_secrets(self):
        with Serving({"tasks.taskpaper": FILE}) as server:
            server.ask("GET", HOME + "tasks/", headers={"User-Agent": "DAVx5/4.5.1 (2026/10/01; dav4jvm) Android/16 long"})
            server.ask("GET", "/feeds/c2VjcmV0LXRva2Vu.ics", password=None)
            server.ask("GET", HOME, password="wrong guess")
            server.ask("PUT", HOME + "tasks/b.ics", task("b", "Secret title")[:-20])
            server.stop()
            log = server.errors
        first = log.splitlines()[0]
        self.assertRegex(first, r'^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ info request method=GET path=/ann/calendars/tasks/ '
                                r'status=200 bytes=\d+ ms=\d+\.\d agent="DAVx5/4\.5\.1 \(2026/10/01; dav4jvm\) Androi"$')
        self.assertIn("path=/feeds/… ", log)
        self.assertIn("warning a wrong name or password from=127.0.0.1", log)
        self.assertRegex(log, r"warning refused method=PUT path=/ann/calendars/tasks/b\.ics status=403 .*reason=valid-calendar-data")
        for secret in [PASSWORD, "wrong guess", "Basic", "c2VjcmV0", "Secret title", "Buy milk"]:
            self.assertNotIn(secret, log)

    def test_quiet_leaves_the_warnings(self):
        with Serving({"tasks.taskpaper": FILE}, "-q", "--log", "json") as server:
            server.ask("GET", HOME)
            server.ask("GET", HOME, password="wrong")
            server.stop()
            rows = [json.loads(line) for line in server.errors.splitlines()]
        self.assertEqual([row["level"] for row in rows], ["warning"])


if __name__ == "__main__":
    unittest.main()
