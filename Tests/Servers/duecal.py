"""Our own server, over an SQLite store or what DUECAL_SERVED names; DUECAL_NET is another executable."""
import os

from running import PASSWORD, ROOT, USER, Process, Server, free_port, run, subfolder


def start(folder, port=None):
    """A server with one account and no calendar."""
    port = port or free_port()
    place = subfolder(folder, "duecal")
    command = os.environ.get("DUECAL_NET") or ROOT / ".build/debug/duecal-net"
    served = os.environ.get("DUECAL_SERVED") or f"sqlite:{place}/store.sqlite"
    if served.startswith("tasks:"):
        (place / "notes").mkdir()
        served = f"tasks:{place}/notes"
    environment = {"HOME": str(place), "XDG_STATE_HOME": f"{place}/state", "TZ": "Europe/Berlin"}
    run([command, "serve", "password", "--user", USER], environment=environment, input=f"{PASSWORD}\n".encode())
    process = Process([command, "serve", served, "--listen", f"127.0.0.1:{port}", "--user", USER,
                       "--allow-list-removal"], place, "duecal", environment=environment)
    return Server("duecal", f"http://127.0.0.1:{port}/", f"/{USER}/calendars/", [process]).answering()
