"""The mirror of a CalDAV server: how it is made, and under which address it is opened."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Servers"))
import radicale  # noqa: E402
from running import PASSWORD, USER  # noqa: E402

# The address is part of the mirror. Only make.py has a server there; where the mirror is opened, nobody answers.
PORT = 28377
STORE = f"caldav+http://{USER}@127.0.0.1:{PORT}/"


def know_password(world):
    path = world.folder / "home/.netrc"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"machine 127.0.0.1 login {USER} password {PASSWORD}\n")
    path.chmod(0o600)


def make(world):
    """Puts the items of a store on a server, and reads them back into a mirror."""
    know_password(world)
    with tempfile.TemporaryDirectory() as folder:
        server = radicale.start(pathlib.Path(folder), PORT)
        try:
            world.run("copy", "sqlite:store.sqlite", STORE, expect=(0, 1))
            # Quietly, so that `undo` without a server takes back what came before.
            world.run("store", "add", f"{STORE}#Home", "Made on the server", "--due", "2026-12-01", "-q")
            (world.folder / "shown/caldav.txt").write_bytes(world.run("store", "show", STORE, "--uids").stdout)
            (world.folder / "shown/caldav.ics").write_bytes(world.run("store", "export", STORE).stdout)
        finally:
            server.stop()
