"""`duecal serve` behind nginx and Caddy, with the configurations of Samples/."""
import base64
import http.client
import pathlib
import re
import socket
import subprocess
import tempfile
import time
import unittest

from running import free_port
from serving import PASSWORD, PATIENCE, USER, Serving, task

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = f"/tasks/{USER}/calendars/"
FILES = {"home.taskpaper": "- Buy milk @due(2026-12-04)\n", "work.taskpaper": "- Write report\n"}
NAME = "tasks.example.com"


class Proxy:
    """A proxy on loopback, without TLS: what is tried here are the requests, not the certificate."""

    def __init__(self, folder, command):
        self.process = subprocess.Popen(command, cwd=folder, stderr=open(f"{folder}/messages", "wb"))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise AssertionError(pathlib.Path(folder, "messages").read_text())

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def ask(self, method, path, body=b"", headers=None, password=PASSWORD):
        own = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        given = {"Host": NAME, **(headers or {})}
        if password is not None:
            given["Authorization"] = "Basic " + base64.b64encode(f"{USER}:{password}".encode()).decode()
        own.request(method, path, body, given)
        answer = own.getresponse()
        answer.text = answer.read().decode()
        own.close()
        return answer


class Nginx(Proxy):
    def __init__(self, folder, server):
        self.port = free_port()
        site = (ROOT / "Samples/nginx/duecal-serve.conf").read_text()
        # Only the second server, which has the locations.
        site = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", site, flags=re.S)
        site = re.sub(r"\n *(listen \[::\]|ssl_certificate).*", "", site)
        site = site.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};")
        site = site.replace("127.0.0.1:5233", f"127.0.0.1:{server}").replace("/var/log/nginx/error.log", f"{folder}/errors")
        places = "".join(f"{name}_temp_path {folder}/{name};\n" for name in
                         ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        pathlib.Path(folder, "nginx.conf").write_text(
            f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n"
            f"http {{\n{places}{site}}}\n")
        super().__init__(folder, ["nginx", "-p", folder, "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"])


class Caddy(Proxy):
    def __init__(self, folder, server):
        self.port = free_port()
        site = (ROOT / "Samples/caddy/Caddyfile").read_text()
        site = site.replace(f"\n{NAME} {{", f"\nhttp://{NAME}:{self.port} {{\n\tbind 127.0.0.1")
        site = site.replace("127.0.0.1:5233", f"127.0.0.1:{server}")
        pathlib.Path(folder, "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + site)
        super().__init__(folder, ["env", f"HOME={folder}", f"XDG_DATA_HOME={folder}", "caddy", "run", "--config", "Caddyfile",
                                  "--adapter", "caddyfile"])


class ProxyTests:
    """What is the same behind both."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.server = Serving(FILES, "--prefix", "/tasks", "--behind-proxy", "--user", USER)
        try:
            cls.proxy = cls.kind(cls.scratch.name, cls.server.port)
        except BaseException:
            cls.server.stop()
            raise

    @classmethod
    def tearDownClass(cls):
        cls.proxy.stop()
        cls.server.__exit__()
        cls.scratch.cleanup()

    def test_a_client_that_knows_only_the_name_finds_the_lists(self):
        found = self.proxy.ask("PROPFIND", "/.well-known/caldav", password=None)
        self.assertEqual((found.status, found.getheader("Location")), (301, "/tasks/"))
        wanted = "<propfind xmlns='DAV:'><prop><current-user-principal/></prop></propfind>"
        root = self.proxy.ask("PROPFIND", "/tasks/", wanted, {"Depth": "0"})
        self.assertIn(f"/tasks/{USER}/", root.text)
        lists = self.proxy.ask("PROPFIND", HOME, headers={"Depth": "1"})
        self.assertEqual(lists.status, 207)
        self.assertIn(f"<D:href>{HOME}home/</D:href>", lists.text)

    def test_a_body_of_five_megabytes_arrives(self):
        body = task("large", "Large", "DESCRIPTION:" + "a" * 5_000_000 + "\r\n")
        self.assertEqual(self.proxy.ask("PUT", HOME + "home/large.ics", body).status, 201)
        self.assertEqual(self.proxy.ask("DELETE", HOME + "home/large.ics").status, 204)

    def test_a_body_that_is_too_long_is_413(self):
        try:
            self.assertEqual(self.proxy.ask("PUT", HOME + "home/x.ics", b"a" * 17_000_000).status, 413)
        except (BrokenPipeError, ConnectionResetError):
            pass  # The proxy has ended the connection before the client has sent all.
        self.assertEqual(self.proxy.ask("GET", HOME + "home/x.ics").status, 404)

    def test_an_item_is_moved_to_the_address_of_the_proxy(self):
        self.assertEqual(self.proxy.ask("PUT", HOME + "home/m.ics", task("m", "Move me")).status, 201)
        target = {"Destination": f"https://{NAME}{HOME}work/m.ics", "Overwrite": "F"}
        self.assertEqual(self.proxy.ask("MOVE", HOME + "home/m.ics", headers=target).status, 201)
        self.assertIn("Move me", self.server.read("work.taskpaper"))
        self.assertNotIn("Move me", self.server.read("home.taskpaper"))

    def test_names_arrive_as_they_are_spelt(self):
        name = "a%20b%2Fc%40d%25.ics"
        self.assertEqual(self.proxy.ask("PUT", HOME + "home/" + name, task("odd", "Odd")).status, 201)
        self.assertEqual(self.proxy.ask("GET", HOME + "home/" + name).status, 200)

    def test_a_page_of_the_server_itself_may_ask(self):
        for origin, status in [(f"https://{NAME}", 207), ("https://example.org", 403)]:
            answer = self.proxy.ask("PROPFIND", HOME, headers={"Origin": origin, "Depth": "0"})
            self.assertEqual(answer.status, status)

    def test_the_caller_is_the_client_of_the_proxy(self):
        self.proxy.ask("GET", HOME, headers={"X-Forwarded-For": "192.0.2.9"}, password="wrong")
        self.assertIn("a wrong name or password from=127.0.0.1\n", self.server.errors)
        self.assertNotIn("192.0.2.9", self.server.errors)

    def test_nothing_else_is_served(self):
        self.assertEqual(self.proxy.ask("GET", "/").status, 404)
        self.assertEqual(self.proxy.ask("GET", "/healthz").status, 404)


class NginxTests(ProxyTests, unittest.TestCase):
    kind = Nginx


class CaddyTests(ProxyTests, unittest.TestCase):
    kind = Caddy


if __name__ == "__main__":
    unittest.main()
