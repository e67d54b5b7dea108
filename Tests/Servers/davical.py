"""DAViCal, from Debian, on PostgreSQL and PHP's own web server."""
import pathlib

from postgres import Postgres
from running import PASSWORD, USER, Process, Server, free_port, run, subfolder, wait_for_answer

PROGRAM = pathlib.Path("/usr/share/davical")
LIBRARY = pathlib.Path("/usr/share/awl")
WORKERS = "4"
MAKE_USER = f"""
with person as (insert into usr (username, password, fullname, email)
                values ('{USER}', '**{PASSWORD}', '{USER}', '{USER}@example.com') returning user_no)
insert into principal (type_id, user_no, displayname, default_privileges) select 1, user_no, '{USER}', 0::bit(24) from person
"""


def start(folder, port=None):
    """A server with one account and no calendar."""
    port = port or free_port()
    place = subfolder(folder, "davical")
    database = Postgres(place)
    server = Server("davical", f"http://127.0.0.1:{port}/", f"/caldav.php/{USER}/", [database.process])
    try:
        run(["sh", PROGRAM / "dba" / "create-database.sh", "davical", PASSWORD], environment=database.environment)
        database.query(MAKE_USER, database="davical")
        configure(place, database)
        # What is outside of these folders is not there for it, /etc/davical among it.
        command = ["php", "-d", f"open_basedir={place}:{PROGRAM}:{LIBRARY}:/usr/share/php", "-d",
                   f"include_path=.:{LIBRARY}/inc:{PROGRAM}/inc:/usr/share/php", "-d", "display_errors=0", "-S",
                   f"127.0.0.1:{port}", "-t", place / "htdocs", place / "htdocs" / "davical_router.php"]
        process = Process(command, place, "php", environment={"PHP_CLI_SERVER_WORKERS": WORKERS})
        server.processes.append(process)
        wait_for_answer(server.base_url, process)
    except BaseException:
        server.stop()
        raise
    return server


def configure(place, database):
    """A folder that looks to DAViCal as its own one does, with another configuration."""
    for name in ("htdocs", "config"):
        (place / name).mkdir()
    for found in (PROGRAM / "htdocs").iterdir():
        (place / "htdocs" / found.name).symlink_to(found)
    (place / "inc").symlink_to(PROGRAM / "inc")
    router = pathlib.Path(__file__).with_name("davical_router.php")
    (place / "htdocs" / router.name).write_bytes(router.read_bytes())
    (place / "config" / "config.php").write_text(f"""<?php
$c->pg_connect[] = "host=127.0.0.1 port={database.port} dbname=davical user=davical_app";
$c->admin_email = "admin@example.com";
$c->enable_auto_schedule = false;
""")
