"""Radicale, from PyPI: rewrites what it stores, and says a strong ETag all the same."""
from running import PASSWORD, PYPI, USER, Process, Server, free_port, subfolder


def start(folder, port=None):
    """A server with one account and no calendar."""
    port = port or free_port()
    place = subfolder(folder, "radicale")
    (place / "users").write_text(f"{USER}:{PASSWORD}\n")
    (place / "config").write_text(f"""[server]
hosts = 127.0.0.1:{port}
max_connections = 64
[auth]
type = htpasswd
htpasswd_filename = {place}/users
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = {place}/data
""")
    process = Process([PYPI / "python", "-m", "radicale", "--config", place / "config"], place, "radicale")
    return Server("radicale", f"http://127.0.0.1:{port}/", f"/{USER}/", [process]).answering()
