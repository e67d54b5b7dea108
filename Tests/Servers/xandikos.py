"""Xandikos, from PyPI: each calendar is a repository of Git, and over http nobody is asked for a password."""
from running import PYPI, USER, Process, Server, free_port, subfolder


def start(folder, port=None):
    """A server with one account and the calendar that it makes itself."""
    port = port or free_port()
    place = subfolder(folder, "xandikos")
    process = Process([PYPI / "xandikos", "serve", "--directory", place / "data", "--defaults",
                       "--current-user-principal", f"/{USER}/", "--listen-address", "127.0.0.1", "--port", port,
                       "--no-detect-systemd", "--state-dir", place / "state"], place, "xandikos",
                      environment={"HOME": str(place)})
    return Server("xandikos", f"http://127.0.0.1:{port}/", f"/{USER}/calendars/", [process]).answering()
