#!/usr/bin/env python3
"""Fetches calendars with duecal-net from a server that does everything wrong.

Usage: fetching.py DUECAL_NET CHECKS [DUECAL]

Every case states the exit status, a part of the only line on standard error, and the requests that the server gets. No run
may print a password, take much longer than its --timeout, or use much memory. DUECAL must start DUECAL_NET.
"""
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from faulty import CALENDAR, DATE, ETAG, Server, certificates

PASSWORD = "p@ss/wörd"
WRITTEN = "ann:p%40ss%2Fw%C3%B6rd"
KIBIBYTES = 200 * 1024


class Cases:
    """Runs cases and collects the faults."""

    def __init__(self, net, checks, folder):
        self.net, self.checks, self.folder = str(pathlib.Path(net).resolve()), str(pathlib.Path(checks).resolve()), folder
        self.faults, self.count = [], 0
        self.pool = concurrent.futures.ThreadPoolExecutor(6)
        self.home = folder / "home"
        self.home.mkdir()
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "SSL_CERT_FILE": str(folder / "ca.pem")}

    def run(self, command, environment=None, bound=20):
        """Runs a command; returns its result, its time and its memory."""
        start = time.monotonic()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, close_fds=True,
                                       env=self.environment | (environment or {}))
            killer = threading.Timer(bound, process.kill)
            killer.start()
            _, status, usage = os.wait4(process.pid, 0)
            killer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0), err.seek(0)
            seconds = time.monotonic() - start
            return process.returncode, out.read().decode(), err.read().decode(), seconds, usage.ru_maxrss

    def fault(self, name, sentence):
        self.faults.append(f"{name}: {sentence}")

    def show(self, name, address, status=0, said="", timeout=3, options=(), environment=None, check=None):
        """Runs `duecal-net show ADDRESS`. A failure must print one line, with the address and `said`."""
        self.count += 1
        return self.pool.submit(self.guarded, name, self._show, name, address, status, said, timeout, options,
                                environment, check)

    def guarded(self, name, body, *arguments):
        try:
            body(*arguments)
        except Exception as error:  # pylint: disable=broad-except
            self.fault(name, f"the test itself fails: {error!r}")

    def _show(self, name, address, status, said, timeout, options, environment, check):
        command = [self.net, "show", "--timeout", str(timeout), *options, address]
        code, out, err, seconds, memory = self.run(command, environment)
        what = f"{name} ({address})"
        if code != status:
            self.fault(what, f"ends with {code}, not {status}: {err}")
        if status == 0 and ("Breakfast" not in out or err):
            self.fault(what, f"says {err!r} and shows {out!r}")
        if status != 0 and (not re.fullmatch(r"duecal: [^\n]*\n", err) or said not in err or out):
            self.fault(what, f"says {err!r} and {out!r}, not {said!r}")
        if status != 0 and "@" not in address and f"duecal: {address}: " not in err and address.isascii():
            self.fault(what, f"does not name the address: {err!r}")
        self.always(what, out + err, seconds, timeout, memory)
        if check and (wrong := check(out, err, seconds)):
            self.fault(what, wrong)

    def always(self, what, said, seconds, timeout, memory):
        """Checks the rules for every run."""
        for secret in ("p@ss", "p%40ss", "wörd", "secret", "YW5u"):
            if secret in said:
                self.fault(what, f"says the password: {said!r}")
        if seconds > timeout + 1.5:
            self.fault(what, f"takes {seconds:.1f} s")
        if memory > KIBIBYTES:
            self.fault(what, f"takes {memory // 1024} MiB")

    def ask(self, name, expected, address, limit=1 << 20, timeout=3, validators=(), environment=None):
        """Runs the fetcher itself; every line of `expected` must be a line of its output."""
        self.count += 1
        return self.pool.submit(self.guarded, name, self._ask, name, expected, address, limit, timeout, validators,
                                environment)

    def _ask(self, name, expected, address, limit, timeout, validators, environment):
        command = [self.checks, address, str(timeout), str(limit), *validators]
        code, out, err, seconds, memory = self.run(command, environment)
        if code != 0 or any(line not in out.split("\n") for line in expected):
            self.fault(name, f"ends with {code}: {out!r}{err!r}, expected {expected}")
        self.always(name, out + err, seconds, timeout, memory)


def bodies(cases, http):
    """Bodies that are calendars, and bodies that are not."""
    at = f"http://127.0.0.1:{http.port}"
    for name in ("ok", "plain", "packed", "packedchunks", "lower", "hints", "closed"):
        cases.show(name, f"{at}/{name}")
    for name, said in [
            ("empty", "the answer is empty"), ("blank", "not a calendar"), ("html", "web page"),
            ("hiddenhtml", "web page"), ("htmlcalendar", "web page"), ("json", "not a calendar"),
            ("closedshort", "ends before END:VCALENDAR"), ("two", "ends before END:VCALENDAR"), ("announced", "larger than"),
            ("endless", "larger than"), ("bomb", "larger"), ("packednot", "cannot be decompressed"),
            ("packedtwice", ""), ("brotli", "encoded as br")]:
        cases.show(name, f"{at}/{name}", 65, said, timeout=10)
    for name, said in [("escape", ""), ("negative", "HTTP"), ("nohttp", "HTTP"), ("headers", "HTTP")]:
        cases.show(name, f"{at}/{name}", 69, said)
    cases.show("packedhalf", f"{at}/packedhalf", 65, "cannot be decompressed")
    for name in ("short", "chunkshort", "chunkunended", "gone", "reset"):
        cases.show(name, f"{at}/{name}", 69, "", timeout=3)
    cases.show("chunkbroken", f"{at}/chunkbroken", 69)
    cases.show("a bound on bytes", f"{at}/ok/bound", 65, "larger than 50 bytes", options=["--limit", "bytes=50"])
    cases.show("a bound on unpacked bytes", f"{at}/packed/bound", 65, "larger",
               options=["--limit", f"bytes={len(CALENDAR) - 1}"])


def statuses(cases, http):
    """Statuses, and which of them cause a retry."""
    at = f"http://127.0.0.1:{http.port}"
    for code, status, said in [(401, 77, "name and a password"), (403, 77, "denies access"), (404, 66, "no such"),
                               (410, 66, "gone"), (400, 69, "400"), (418, 69, "418"), (204, 69, "204"),
                               (206, 69, "206"), (300, 69, "300")]:
        path = f"/status/{code}"
        cases.show(f"{code}", at + path, status, said, check=lambda *_, path=path:
                   None if len(http.seen(path)) == 1 else f"asks {len(http.seen(path))} times")
    for code, said in [(429, "too many requests"), (500, "fails (500)"), (502, "fails (502)"), (503, "fails (503)")]:
        path = f"/status/{code}"
        cases.show(f"{code}", at + path, 69, said, check=lambda *_, path=path:
                   None if len(http.seen(path)) == 3 else f"asks {len(http.seen(path))} times, not 3")
        cases.show(f"{code} once", f"{at}/once/{code}")
    cases.show("Retry-After", f"{at}/wait/1", check=lambda *a: None if a[2] > 0.95 else "does not wait for a second")
    cases.show("Retry-After that is too long", f"{at}/wait/100", 69, "503",
               check=lambda *a: None if a[2] < 1 else "waits")
    cases.show("Retry-After with a date", f"{at}/waitdate", 69, "503",
               check=lambda *_: None if len(http.seen("/waitdate")) == 1 else "asks again")
    cases.show("304 that nobody asked for", f"{at}/unasked304", 69, "304")


def conditions(cases, http):
    """Conditional requests, and the data that is stored for them."""
    at = f"http://127.0.0.1:{http.port}"
    url = f"{at}/conditional"
    cases.ask("validators", [f"calendar {len(CALENDAR)}", f"etag {ETAG}", f"date {DATE}", f"url {url}",
                             f"final {url}", "moved -"], url)
    cases.ask("an ETag that cannot be sent", ["etag -", "date -", "url -"], f"{at}/oddtag")
    cases.ask("no validators", ["etag -", "date -", "url -"], f"{at}/packed/none")
    cases.ask("an ETag", ["unchanged", "moved -"], url, validators=[url, ETAG, ""])
    cases.ask("a Last-Modified", ["unchanged"], url, validators=[url, "", DATE])
    cases.ask("an old ETag", [f"calendar {len(CALENDAR)}"], url, validators=[url, '"v0"', ""])
    cases.ask("validators of another address", [f"calendar {len(CALENDAR)}"], url,
              validators=[f"{at}/other", ETAG, DATE])
    cases.ask("validators behind a redirect", ["unchanged", f"moved {at}/conditional/behind"], f"{at}/toconditional",
              validators=[f"{at}/conditional/behind", ETAG, ""])
    cases.ask("a line feed in a validator", [f"calendar {len(CALENDAR)}"], f"{at}/ok/feed",
              validators=[f"{at}/ok/feed", "a\r\nX-Bad: 1", ""])


def redirects(cases, http, other, https):
    """Where redirects may lead, and what is sent there."""
    at, to = f"http://127.0.0.1:{http.port}", f"http://127.0.0.1:{other.port}"
    for code in (301, 302, 303, 307, 308):
        moved = f"{at}/ok/hop" if code in (301, 308) else "-"
        cases.ask(f"redirects with {code}", [f"final {at}/ok/hop", f"moved {moved}"], f"{at}/hop/{code}/5")
    cases.ask("a redirect for good, then one for now", [f"final {at}/ok/hop", f"moved {at}/hop/302/1"], f"{at}/mixed")
    cases.show("six redirects", f"{at}/hop/302/6", 69, "redirects")
    cases.show("a loop", f"{at}/loop", 69, "in a loop")
    cases.show("a redirect to nowhere", f"{at}/nowhere", 69, "302")
    cases.show("a redirect to ftp", f"{at}/toftp", 69, "not a network address")
    cases.show("a redirect to a file", f"{at}/tofile", 69, "not a network address")
    cases.show("cookies", f"{at}/cookie", check=lambda *_: None if all(
        "cookie" not in headers for headers in http.seen("/ok/after-cookie")) else "sends a cookie")
    cases.show("from https to http", f"https://127.0.0.1:{https.port}/toplain", 69, "from https to http",
               check=lambda *_: "asks over http" if http.seen("/ok/never") else None)
    cases.show("from http to https", f"{to}/toother/ok/safe")
    cases.show("a password to another origin", f"http://{WRITTEN}@127.0.0.1:{http.port}/toother/ok/other", check=lambda *_:
               None if [("authorization" in h) for h in http.seen("/toother/ok/other") + other.seen("/ok/other")]
               == [True, False] else "sends a password where none should go, or none where one should")
    cases.show("a password that another origin wants", f"http://{WRITTEN}@127.0.0.1:{http.port}/toother/guarded", 77,
               "those of one server are never sent to another")
    cases.show("a password in a redirect", f"{at}/withpassword", check=lambda *_: None if all(
        "authorization" not in headers for headers in other.seen("/ok/withpassword")) else "sends it")
    cases.show("a password on the same origin", f"http://{WRITTEN}@127.0.0.1:{http.port}/hop/302/1")


def passwords(cases, http):
    """User names and passwords, in the address and in ~/.netrc."""
    at = f"127.0.0.1:{http.port}"
    cases.show("a password in the address", f"http://{WRITTEN}@{at}/guarded")
    cases.show("a wrong password", f"http://ann:p%40ss@{at}/guarded", 77, "rejects the name")
    cases.show("no password", f"http://{at}/guarded", 77, ".netrc")
    cases.show("a password with a slash", f"http://ann:{PASSWORD}@{at}/guarded", 78, "not an address")
    cases.show("a password and no server", f"http://{WRITTEN}@127.0.0.1:1/", 69, "refused", timeout=1)
    cases.show("a password and no host", f"http://{WRITTEN}@[::x]/", 78, "not an address")
    cases.show("a password and a page", f"http://{WRITTEN}@{at}/html", 65, "web page")

    def home(name, text, mode):
        folder = cases.folder / name
        folder.mkdir()
        (folder / ".netrc").write_text(text)
        (folder / ".netrc").chmod(mode)
        return {"HOME": str(folder)}

    entry = f"# machine 127.0.0.1 password no\nmachine example.org login x password y\n" \
            f"machine 127.0.0.1\n\tlogin ann\n\tpassword {PASSWORD}\ndefault login x password z\n"
    cases.show(".netrc", f"http://{at}/guarded", environment=home("private", entry, 0o600))
    cases.show(".netrc of all", f"http://{at}/guarded", 78, "chmod 600", environment=home("shared", entry, 0o644))
    cases.show(".netrc of all for others", f"http://{at}/ok/netrc",
               environment=home("unused", "machine example.org login x password y\n", 0o644))
    cases.show("the address before .netrc", f"http://x:y@{at}/guarded", 77, "rejects the name",
               environment=home("second", entry, 0o600))
    cases.show("a .netrc that ends early", f"http://{at}/ok/netrc2",
               environment=home("early", "machine 127.0.0.1 login", 0o644))


def waits(cases, http):
    """Slow servers."""
    at = f"http://127.0.0.1:{http.port}"
    for name in ("silent", "slowhead", "drip"):
        cases.show(name, f"{at}/{name}", 69, "within 1 s", timeout=1)
    deaf = socket.socket()
    deaf.bind(("127.0.0.1", 0))
    deaf.listen(5)
    cases.show("a server that says no word", f"http://127.0.0.1:{deaf.getsockname()[1]}/", 69, "within 1 s", timeout=1)
    cases.show("webcal and no word", f"webcal://127.0.0.1:{deaf.getsockname()[1]}/", 69, "write http://", timeout=1)
    cases.show("a server that says no word of TLS", f"https://127.0.0.1:{deaf.getsockname()[1]}/", 69, "within 1 s",
               timeout=1)
    return deaf


def connections(cases, servers):
    """Hosts, ports, schemes and certificates."""
    http, https, six = servers["http"], servers["https"], servers["six"]
    safe = f"https://127.0.0.1:{https.port}"
    cases.show("https", f"{safe}/ok")
    cases.show("https by name", f"https://localhost:{https.port}/ok")
    cases.show("webcal", f"webcal://localhost:{https.port}/ok")
    cases.show("webcals", f"WEBCALS://localhost:{https.port}/ok")
    cases.show("webcal without TLS", f"webcal://127.0.0.1:{http.port}/ok/webcal", 69, "write http://", timeout=1,
               check=lambda *_: "asks over http" if http.seen("/ok/webcal") else None)
    cases.show("https of an unknown authority", f"{safe}/ok", 69, "not one that this system trusts",
               environment={"SSL_CERT_FILE": ""})
    cases.show("a certificate of yesterday", f"https://127.0.0.1:{servers['old'].port}/ok", 69, "not one that this system")
    cases.show("a certificate of another host", f"https://127.0.0.1:{servers['other'].port}/ok", 69, "for another host")
    cases.show("another host by name", f"https://localhost:{servers['other'].port}/ok", 69, "for another host")
    cases.show("no certificates", f"{safe}/ok", 78, "SSL_CERT_FILE", environment={"SSL_CERT_FILE": "/proc/nowhere.pem"})
    cases.show("TLS on a plain port", f"https://127.0.0.1:{http.port}/ok/tls", 69, "does not follow the TLS")
    cases.show("no TLS on its port", f"http://127.0.0.1:{https.port}/ok", 69, "", timeout=1)
    for name in ("short", "closedshort", "chunkunended"):
        cases.show(f"{name} over TLS", f"{safe}/{name}", 69)
    cases.show("IPv6", f"http://[::1]:{six.port}/ok")
    cases.show("nobody there", "http://127.0.0.1:1/", 69, "Connection refused", timeout=1)
    cases.show("an unknown host", "https://nobody.invalid/a.ics", 69, "no host of this name", timeout=1)
    for address in ("http://", "https://a b/", "http://127.0.0.1:x/", "https://bücher.example/"):
        cases.show("no address", address, 78, "not an address")
    cases.show("a path with spaces", f"http://127.0.0.1:{http.port}/ok/mü ll%20%2f%.ics?a=ü&b=%26#c", check=lambda *_:
               None if http.seen("/ok/m%C3%BC%20ll%20%2f%25.ics?a=%C3%BC&b=%26") else f"asks for {http.asked}")
    cases.show("who asks", f"http://127.0.0.1:{http.port}/ok/agent", check=lambda *_: None if [
        h.get("user-agent", "").startswith("duecal/0") and h.get("accept", "").startswith("text/calendar")
        and h.get("host") == f"127.0.0.1:{http.port}" and h.get("accept-encoding") == "gzip"
        for h in http.seen("/ok/agent")] == [True] else f"asks with {http.seen('/ok/agent')}")


def proxies(cases, http, https, proxy):
    """The variables that name a proxy."""
    tunnel = f"http://x:secret@127.0.0.1:{proxy.port}"

    def through(count, target):
        return lambda *_: None if len(proxy.seen(target)) == count else f"{len(proxy.seen(target))} ways through the proxy"

    target = f"localhost:{https.port}"
    cases.show("a proxy", f"https://{target}/ok/proxy", environment={"https_proxy": tunnel},
               check=through(1, target)).result()
    cases.show("no_proxy", f"https://{target}/ok/proxy", environment={"https_proxy": tunnel, "no_proxy": "a, localhost"},
               check=through(1, target)).result()
    cases.show("a proxy of http", f"http://127.0.0.1:{http.port}/ok/proxy",
               environment={"http_proxy": f"127.0.0.1:{proxy.port}"}, check=through(1, f"127.0.0.1:{http.port}"))
    cases.show("HTTP_PROXY", f"http://127.0.0.1:{http.port}/ok/noproxy", environment={"HTTP_PROXY": "http://127.0.0.1:1"})
    cases.show("a proxy of another kind", f"https://{target}/ok", 78, "proxy",
               environment={"https_proxy": "socks5://x:secret@127.0.0.1:1"})
    cases.show("a proxy that is none", f"https://{target}/ok", 69, "",
               environment={"https_proxy": f"http://127.0.0.1:{http.port}"})


def commands(cases, http):
    """Every command that takes addresses, together with files."""
    at = f"http://127.0.0.1:{http.port}"
    (cases.folder / "file.ics").write_bytes(CALENDAR)
    for name, command, status, expected in [
            ("a file and an address", ["show", f"{cases.folder}/file.ics", f"{at}/ok"], 0, "ok:4: event Breakfast"),
            ("one of two fails", ["show", f"{at}/empty", f"{at}/ok"], 65, "Breakfast"),
            ("check", ["check", f"{at}/ok"], 0, ""), ("check fails", ["check", f"{at}/status/404"], 66, ""),
            ("occurrences", ["occurrences", f"{at}/ok"], 0, "2024-01-01T09:00\n"),
            ("occurrences fails", ["occurrences", f"{at}/html"], 65, ""),
            ("JSON", ["show", "--json", f"http://{WRITTEN}@127.0.0.1:{http.port}/ok"], 0, f'"file" : "{at}/ok"'),
            ("JSON of a failure", ["show", "--json", f"{at}/status/403"], 77, "denies access (403)"),
            ("export", ["export", f"http://{WRITTEN}@127.0.0.1:1/a"], 66, ""),
            ("a timeout that is none", ["show", "--timeout", "0", at], 2, "")]:
        cases.count += 1
        code, out, err, seconds, memory = cases.run([cases.net, *command])
        if code != status or expected not in out:
            cases.fault(name, f"ends with {code}, not {status}: {out!r} {err!r}")
        cases.always(name, out + err, seconds, 3, memory)


def imports(cases, http):
    """An import requests only changes, and treats nothing else as an empty calendar."""
    at = f"127.0.0.1:{http.port}"
    tasks = cases.folder / "tasks.taskpaper"
    state = cases.folder / "state"
    environment = {"XDG_STATE_HOME": str(state)}

    def run(name, address, status, expected):
        cases.count += 1
        command = [cases.net, "import", address, "--into", str(tasks), "-v"]
        code, _, err, seconds, memory = cases.run(command, environment)
        if code != status or expected not in err:
            cases.fault(name, f"ends with {code}, not {status}: {err!r}")
        cases.always(name, err, seconds, 30, memory)

    run("an import", f"http://{WRITTEN}@{at}/conditional", 0, "added: Breakfast")
    left = tasks.read_bytes()
    run("an import again", f"http://{WRITTEN}@{at}/conditional", 0, "/conditional: unchanged on the server")
    for path, status in [("html", 65), ("empty", 65), ("status/404", 66), ("status/403", 77), ("status/500", 69)]:
        run(f"an import of /{path}", f"http://{at}/{path}", status, "")
    if tasks.read_bytes() != left:
        cases.fault("imports", f"the file is {tasks.read_bytes()!r}, not {left!r}")
    if any(PASSWORD.encode() in file.read_bytes() or WRITTEN.encode() in file.read_bytes()
           for file in state.rglob("*") if file.is_file()):
        cases.fault("imports", "the state has the password")


def becoming(cases, duecal, http):
    """`duecal` starts the `duecal-net` in its folder, and no other."""
    alone, both, links = (cases.folder / name for name in ("alone", "both", "links"))
    for folder in (alone, both, links):
        folder.mkdir()
    for folder in (alone, both):
        shutil.copy(duecal, folder / "duecal")
    (both / "duecal-net").symlink_to(cases.net)
    (links / "duecal").symlink_to(both / "duecal")
    own = cases.folder / "own"
    own.mkdir()
    shutil.copy(duecal, own / "duecal")
    (own / "duecal-net").symlink_to("duecal")
    copied = cases.folder / "copied"
    copied.mkdir()
    shutil.copy(duecal, copied / "duecal")
    shutil.copy(duecal, copied / "duecal-net")
    address = f"http://127.0.0.1:{http.port}/ok"
    for name, command, environment, status in [
            ("beside", [f"{both}/duecal"], {}, 0), ("through a link", [f"{links}/duecal"], {}, 0),
            ("through the PATH", ["sh", "-c", 'duecal "$@"', "sh"], {"PATH": f"{links}:/usr/bin:/bin"}, 0),
            ("alone", [f"{alone}/duecal"], {}, 69), ("itself", [f"{own}/duecal"], {}, 69),
            ("a copy of itself", [f"{copied}/duecal"], {}, 69)]:
        cases.count += 1
        code, out, err, *_ = cases.run([*command, "show", address], environment)
        if code != status or (status == 0) != ("Breakfast" in out):
            cases.fault(name, f"ends with {code}: {out!r} {err!r}")
        if status and not re.fullmatch(r"duecal: [^\n]*install it beside duecal[^\n]*\n", err):
            cases.fault(name, f"says {err!r}")


def main():
    net, checks, *duecal = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as name:
        folder = certificates(name)
        cases = Cases(net, checks, folder)
        servers = {"http": Server(), "third": Server(), "six": Server("::1"), "proxy": Server()}
        servers |= {"https": Server(certificate=folder / "good.pem"), "old": Server(certificate=folder / "old.pem"),
                    "other": Server(certificate=folder / "other.pem")}
        servers["proxy"].isproxy = True
        http, https, third = servers["http"], servers["https"], servers["third"]
        http.other, https.other, third.other, third.otherscheme = third.port, http.port, https.port, "https"
        bodies(cases, http)
        statuses(cases, http)
        conditions(cases, http)
        redirects(cases, http, third, https)
        passwords(cases, http)
        deaf = waits(cases, http)
        connections(cases, servers)
        proxies(cases, http, https, servers["proxy"])
        cases.pool.shutdown()
        commands(cases, http)
        imports(cases, http)
        if duecal:
            becoming(cases, duecal[0], http)
        deaf.close()
        for server in servers.values():
            server.stop()
    print(f"{cases.count} requests to faulty servers, {len(cases.faults)} faults")
    print("\n".join(sorted(cases.faults)))
    sys.exit(1 if cases.faults else 0)


main()
