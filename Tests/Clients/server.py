"""nginx with the sample's own configuration, on loopback."""
import gzip
import http.client
import pathlib
import re
import socket
import subprocess
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "Samples" / "nginx" / "duecal.conf"
HEADERS = {
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, max-age=300",
    "content-disposition": "inline",
    "x-robots-tag": "noindex",
    "vary": "Accept-Encoding",
}
# What `--split` may call a calendar, and what a person may.
NAMES = ["Home Office.ics", "Über.ics", "買い物.ics", "R&D (2026).ics", "1.5.ics", "a;b,c'd$e{f}%20#g+h.ics",
         'say "x" \\.ics', "-.ics", "_.ics", "x.ics.ics"]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """The sample's servers without TLS: what is tried here is the calendar, not the certificate."""

    def __init__(self, folder, www):
        self.folder = pathlib.Path(folder, "nginx")
        self.folder.mkdir()
        self.www = pathlib.Path(www)
        self.port, self.plain_port = free_port(), free_port()
        self.requests = self.folder / "requests"
        self.sample_is_valid()
        site = re.sub(r"listen \[::\].*|ssl_certificate.*", "", SAMPLE.read_text())
        site = site.replace("listen 80;", f"listen 127.0.0.1:{self.plain_port};")
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port};")
        # Of the second server alone, so that the first would show what it logs.
        first, last = site.rsplit("access_log off;", 1)
        site = f"{first}access_log {self.requests} asked;{last}"
        self.configure(site.replace("/srv/www/calendars", str(www)))
        self.process = subprocess.Popen(self.command())
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.05)

    def command(self, *more):
        return ["nginx", "-p", str(self.folder), "-e", "errors", "-c", "nginx.conf", *more]

    def configure(self, site):
        places = "".join(f"{name}_temp_path {name};" for name in
                         ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        site = site.replace("/var/log/nginx/error.log", str(self.folder / "errors"))
        log = "access_log unasked; log_format asked '$status $request_method $uri \"$http_user_agent\" $http_if_none_match';"
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid pid; error_log errors; events {{}}\nhttp {{ {places} {log}\n{site}\n}}\n")

    def sample_is_valid(self):
        """`nginx -t` on the sample as it stands, but for the certificate."""
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=calendar",
                        "-keyout", self.folder / "key", "-out", self.folder / "certificate"],
                       check=True, capture_output=True)
        site = re.sub(r"/etc/letsencrypt/\S*fullchain.pem", str(self.folder / "certificate"),
                      SAMPLE.read_text())
        self.configure(re.sub(r"/etc/letsencrypt/\S*privkey.pem", str(self.folder / "key"), site))
        subprocess.run(self.command("-t", "-q"), check=True)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/tasks.ics"

    def ask(self, method="GET", path="/tasks.ics", port=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=10)
        connection.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()

    def logged(self):
        """What the sample lets nginx write down."""
        return "".join((self.folder / log).read_text() for log in ("errors", "unasked"))

    def asked(self):
        """Who asked since the last time, and what the answer was."""
        lines = self.requests.read_text().splitlines() if self.requests.exists() else []
        self.requests.write_text("")
        return lines

    def stop(self):
        self.process.terminate()
        self.process.wait()


def http_faults(server, feed):
    """What the server does not say as it should."""
    found = []

    def expect(what, is_so):
        if not is_so:
            found.append(f"nginx: {what}")

    status, headers, body = server.ask()
    expect("200 with the feed", status == 200 and body == feed)
    for name, value in HEADERS.items():
        expect(f"{name} is {headers.get(name)!r}, should be {value!r}", headers.get(name) == value)
    etag, modified = headers.get("etag", ""), headers.get("last-modified", "")
    expect(f"a strong ETag, not {etag}", re.fullmatch(r'"[^"]+"', etag))
    for condition in ({"If_None_Match": etag}, {"If_Modified_Since": modified},
                      {"If_None_Match": f'"other", W/{etag}'}):
        status, _, body = server.ask(**condition)
        expect(f"304 and no body for {condition}, not {status}", status == 304 and not body)
    for condition in ({"If_None_Match": '"other"'},
                      {"If_Modified_Since": "Sat, 01 Jan 2000 00:00:00 GMT"}):
        expect(f"200 for {condition}", server.ask(**condition)[0] == 200)
    status, packed, body = server.ask(Accept_Encoding="gzip")
    expect("gzip", packed.get("content-encoding") == "gzip" and gzip.decompress(body) == feed)
    status, _, _ = server.ask(Accept_Encoding="gzip", If_None_Match=packed.get("etag", ""))
    expect("304 for the ETag of the packed feed", status == 304)
    status, headers, body = server.ask("HEAD")
    expect("HEAD", status == 200 and not body and headers.get("etag") == etag)
    for path in ("/", "/other.ics", "/home.taskpaper", "/../home.taskpaper", "/.tasks.ics.duecal-abcdef"):
        expect(f"nothing at {path}", server.ask(path=path)[0] in (400, 404))
    expect("no writing", server.ask("PUT")[0] == 403)
    expect("robots.txt lets the feed be fetched", b"Disallow" not in server.ask(path="/robots.txt")[2])
    return found + name_faults(server, feed) + log_faults(server)


def name_faults(server, feed):
    """Which names of feeds it does not serve, and which hidden ones it does."""
    found = []
    for name in [*NAMES, ".hidden.ics"]:
        (server.www / name).write_bytes(feed)
        status, headers, body = server.ask(path="/" + urllib.parse.quote(name))
        (server.www / name).unlink()
        if name.startswith("."):
            found += [f"nginx: {name} is served"] if status != 404 else []
        elif status != 200 or body != feed or headers.get("content-disposition") != "inline":
            found.append(f"nginx: {status} for {name}")
    return found


def log_faults(server):
    """Whether a log has the name of a feed, one that is gone or may not be read among them."""
    closed = server.www / "closed.ics"
    closed.write_text("")
    closed.chmod(0)
    for path in ("/tasks.ics", "/gone.ics", "/closed.ics", "/folder/tasks.ics"):
        server.ask(path=path)
        server.ask("DELETE", path=path)
    closed.unlink()
    status, headers, _ = server.ask(port=server.plain_port)
    if status != 301 or headers.get("location") != "https://127.0.0.1/tasks.ics":
        return [f"nginx: {status} to {headers.get('location')} over http"]
    logged = server.logged()
    return [f"nginx: its logs name a feed: {logged[:200]}"] if ".ics" in logged else []
