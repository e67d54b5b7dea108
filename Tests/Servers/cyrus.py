#!/usr/bin/env python3
"""Cyrus, from Debian: two servers, of which the second is brought up to date by replication.

Usage: cyrus.py sync FOLDER     brings the second server up to date with the first one
       cyrus.py stop FOLDER     ends the first one as a power cut would
       FOLDER is that of the first server; DUECAL_CALDAV_SERVERS has both commands.
"""
import imaplib
import os
import pathlib
import pwd
import signal
import sys

from running import PASSWORD, USER, Process, Server, free_port, hand_over, run, subfolder, wait_for_answer
from running import wait_for_port

PROGRAMS = pathlib.Path("/usr/lib/cyrus/bin")
ACCOUNT, ADMIN, ADMIN_PASSWORD = "cyrus", "cyrus", "cyruspw"
FOLDERS = ("conf", "spool", "run", "sieve", "socket", "proc", "lock")
RIGHTS = "lrswipkxtecdan"


class Instance:
    """One server; `replica` is where it writes what changed."""

    def __init__(self, folder, name, port, replica=None):
        self.place, self.name, self.replica = subfolder(folder, name), name, replica
        self.port, self.imap_port, self.sync_port = port, free_port(), free_port()
        self.url = f"http://127.0.0.1:{port}/dav/calendars/user/{USER}/"
        self.configure()

    def configure(self):
        for name in FOLDERS:
            (self.place / name).mkdir()
        self.configuration = self.place / "imapd.conf"
        self.configuration.write_text(self.settings())
        (self.place / "cyrus.conf").write_text(self.services())
        for user, password in ((ADMIN, ADMIN_PASSWORD), (USER, PASSWORD)):
            run(["saslpasswd2", "-p", "-c", "-f", self.place / "sasldb2", "-u", "localhost", user],
                input=password.encode())
        hand_over(self.place, ACCOUNT)

    def settings(self):
        place = self.place
        account = ACCOUNT if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        replication = "" if self.replica is None else f"""
sync_log: yes
sync_host: 127.0.0.1
sync_port: {self.replica.sync_port}
sync_authname: {ADMIN}
sync_password: {ADMIN_PASSWORD}
sync_realm: localhost
sync_try_imap: no"""
        return f"""cyrus_user: {account}
configdirectory: {place}/conf
partition-default: {place}/spool
defaultpartition: default
proc_path: {place}/proc
mboxname_lockpath: {place}/lock
sievedir: {place}/sieve
idlesocket: {place}/socket/idle
lmtpsocket: {place}/socket/lmtp
notifysocket: {place}/socket/notify
sasl_sasldb_path: {place}/sasldb2
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_mech_list: PLAIN
allowplaintext: yes
admins: {ADMIN}
servername: localhost
altnamespace: no
unixhierarchysep: no
virtdomains: off
tls_session_timeout: 0
httpmodules: caldav
caldav_allowscheduling: off
caldav_realm: tests
httpallowcompress: yes{replication}
"""

    def services(self):
        def service(name, program, port, more):
            command = f'{PROGRAMS}/{program} -C {self.configuration}'
            return f'  {name} cmd="{command}" listen="127.0.0.1:{port}" {more}\n'
        return (f'START {{\n  recover cmd="{PROGRAMS}/ctl_cyrusdb -C {self.configuration} -r"\n}}\nSERVICES {{\n'
                + service("imap", "imapd", self.imap_port, "prefork=0 maxchild=5")
                + service("http", "httpd", self.port, "prefork=1 maxchild=40")
                + service("sync", "sync_server", self.sync_port, "prefork=0 maxchild=5") + "}\nEVENTS {\n}\n")

    def start(self):
        """Starts it; there is nobody yet whose calendars it has."""
        place = self.place
        self.process = Process([PROGRAMS / "master", "-C", self.configuration, "-M", place / "cyrus.conf",
                                "-p", place / "run" / "master.pid", "-l", "128"], place, self.name, ACCOUNT)

    def add_user(self):
        """Makes the mailbox that calendars of a user hang on."""
        wait_for_port(self.imap_port, self.process)
        with imaplib.IMAP4("127.0.0.1", self.imap_port) as connection:
            connection.authenticate("PLAIN", lambda _: f"\0{ADMIN}\0{ADMIN_PASSWORD}".encode())
            connection.create(f"user.{USER}")
            connection.setacl(f"user.{USER}", USER, RIGHTS)

    def wait(self): wait_for_answer(self.url, self.process)


def start(folder, port=None):
    """Two servers; the second one has the first one's calendars from the beginning."""
    replica = Instance(folder, "cyrus-replica", free_port())
    main = Instance(folder, "cyrus", port or free_port(), replica)
    processes = []
    server = Server("cyrus", f"http://127.0.0.1:{main.port}/", f"/dav/calendars/user/{USER}/", processes)
    try:
        for instance in (main, replica):
            instance.start()
            processes.append(instance.process)
        main.add_user()
        main.wait()
        replica.wait()
        sync(main.place)
    except BaseException:
        server.stop()
        raise
    program = [sys.executable, str(pathlib.Path(__file__).resolve())]
    server.more = {"replica": {"url": f"http://127.0.0.1:{replica.port}/"},
                   "sync": [*program, "sync", str(main.place)], "stop": [*program, "stop", str(main.place)]}
    return server


def sync(place):
    """Brings the replica up to date."""
    run([PROGRAMS / "sync_client", "-C", pathlib.Path(place, "imapd.conf"), "-v", "-u", USER], ACCOUNT)


def stop(place):
    """Ends a server with all its processes, at once."""
    os.killpg(int(pathlib.Path(place, "run", "master.pid").read_text()), signal.SIGKILL)


if __name__ == "__main__":
    {"sync": sync, "stop": stop}[sys.argv[1]](sys.argv[2])
