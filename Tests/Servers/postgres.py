"""PostgreSQL, from Debian, for the servers that keep calendars in it: a cluster of its own in a folder."""
import pathlib
import signal

from running import Process, free_port, hand_over, run, subfolder, wait_until

ACCOUNT = "postgres"


class Postgres:
    """A cluster that everyone on this machine may use, and that need not survive a power cut."""

    def __init__(self, folder):
        self.place, self.port = subfolder(folder, "postgres"), free_port()
        self.programs = newest_programs()
        self.environment = {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": ACCOUNT}
        hand_over(self.place, ACCOUNT)
        run([self.programs / "initdb", "-D", self.place / "data", "-U", ACCOUNT, "-A", "trust", "-E", "UTF8", "--no-locale",
             "--no-sync"], ACCOUNT, cwd=self.place)
        # SIGINT is the fast way to end: it does not wait for those that are connected.
        self.process = Process(
            [self.programs / "postgres", "-D", self.place / "data", "-c", "listen_addresses=127.0.0.1", "-p", self.port,
             "-c", f"unix_socket_directories={self.place}", "-c", "fsync=off", "-c", "full_page_writes=off"],
            self.place, "postgres", ACCOUNT, ending=signal.SIGINT)
        wait_until(self.is_ready, self.process, "answer")

    def is_ready(self):
        try:
            return self.query("select 1") == "1\n"
        except RuntimeError:
            return False

    def query(self, *statements, database="postgres"):
        """Runs statements, each by itself."""
        words = [word for statement in statements for word in ("-c", statement)]
        return run([self.programs / "psql", "-qXtA", "-v", "ON_ERROR_STOP=1", database, *words],
                   environment=self.environment)


def newest_programs():
    """The folder of the programs of the newest version that is here."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise RuntimeError("there is no PostgreSQL: scripts/setup servers")
    return found[-1].parent
