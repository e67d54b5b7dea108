"""SOGo, from Debian, on PostgreSQL and memcached: its own daemon, without Apache."""
import os
import signal

from postgres import Postgres
from running import PASSWORD, USER, Process, Server, free_port, hand_over, subfolder, wait_for_answer, wait_for_port

ACCOUNT = "sogo"
# It reads this file first, whatever else it is told, and ends where it may not.
ITS_OWN = "/etc/sogo/sogo.conf"
TABLES = {"SOGoProfileURL": "sogo_user_profile", "OCSFolderInfoURL": "sogo_folder_info",
          "OCSSessionsFolderURL": "sogo_sessions_folder", "OCSEMailAlarmsFolderURL": "sogo_alarms_folder",
          "OCSStoreURL": "sogo_store", "OCSAclURL": "sogo_acl", "OCSCacheFolderURL": "sogo_cache_folder",
          "OCSAdminURL": "sogo_admin"}
MAKE_USERS = ("create table sogo_users (c_uid varchar(256) primary key, c_name varchar(256), c_password varchar(256), "
              "c_cn varchar(256), mail varchar(256))",
              f"insert into sogo_users values ('{USER}', '{USER}', '{PASSWORD}', '{USER}', '{USER}@example.com')",
              f"alter table sogo_users owner to {ACCOUNT}")


def start(folder, port=None):
    """A server with one account and the calendar that it makes itself."""
    if not os.access(ITS_OWN, os.R_OK):
        raise RuntimeError(f"SOGo is not installed (scripts/setup servers), or {ITS_OWN} may not be read: root may")
    port = port or free_port()
    place = subfolder(folder, "sogo")
    database = Postgres(place)
    server = Server("sogo", f"http://127.0.0.1:{port}/SOGo/dav/", f"/SOGo/dav/{USER}/Calendar/", [database.process])
    try:
        database.query(f"create user {ACCOUNT} password '{ACCOUNT}'", f"create database sogo owner {ACCOUNT}")
        database.query(*MAKE_USERS, database="sogo")
        memory = free_port()
        server.processes.append(Process(["memcached", "-l", "127.0.0.1", "-p", memory, "-m", "16", "-U", "0"], place,
                                        "memcached", ACCOUNT))
        wait_for_port(memory, server.processes[-1])
        # Its workers do not end when they are asked to.
        server.processes.append(Process(["sogod", *settings(place, database, port, memory)], place, "sogod", ACCOUNT,
                                        ending=signal.SIGKILL, environment={"HOME": str(home(place)), "PATH": "/usr/sbin:/usr/bin:/bin"}))
        wait_for_answer(server.base_url, server.processes[-1])
    except BaseException:
        server.stop()
        raise
    return server


def home(place):
    made = subfolder(place, "home")
    hand_over(made, ACCOUNT)
    return made


def settings(place, database, port, memory):
    """Options, which go before what /etc/sogo says."""
    address = f"postgresql://{ACCOUNT}:{ACCOUNT}@127.0.0.1:{database.port}/sogo"
    values = {name: f"{address}/{table}" for name, table in TABLES.items()} | {
        "SOGoUserSources": f'({{type=sql; id=users; viewURL="{address}/sogo_users"; canAuthenticate=YES; isAddressBook=NO; '
                           "userPasswordAlgorithm=plain;})",
        "SOGoMemcachedHost": f"127.0.0.1:{memory}", "SOGoTimeZone": "UTC", "SOGoMailDomain": "example.com",
        "SOGoAppointmentSendEMailNotifications": "NO", "WOPort": f"127.0.0.1:{port}", "WOWorkersCount": "4",
        "WONoDetach": "YES", "WOLogFile": "-", "WOPidFile": f"{place}/home/pid"}
    return [word for name, value in values.items() for word in (f"-{name}", value)]
