"""Runs that are killed at a system call, until one leaves behind what is looked for."""
import contextlib
import pathlib
import re
import shutil
import signal
import sqlite3

# The calls after which something else is on the disk.
CALLS = ["fsync", "fdatasync", "pwrite64", "renameat2", "renameat", "rename", "write", "unlinkat"]


def killed_when(world, words, holds, kept, **options):
    """Kills a run at each of its calls in turn, until what it leaves behind `holds`; `kept` is a spare folder."""
    shutil.copytree(world.folder, kept)
    try:
        for call, number in places(world, words, kept, **options):
            restore(kept, world.folder)
            before = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}",
                      "-e", f"inject={call}:signal=KILL:when={number}"]
            run = world.start(*words, before=before, **options)
            if run.returncode != -signal.SIGKILL:
                continue
            merge_logs(world.folder)
            if holds():
                return f"{call} {number}"
    finally:
        shutil.rmtree(kept)
    raise AssertionError(f"no kill of {' '.join(words)} leaves what is looked for")


def places(world, words, kept, **options):
    """The calls of a run, counted for each of them."""
    log = pathlib.Path(f"{kept}.log")
    world.start(*words, before=["strace", "-f", "-qq", "-o", str(log)], **options)
    counts = {}
    for call in re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.M):
        counts[call] = counts.get(call, 0) + 1
    log.unlink()
    restore(kept, world.folder)
    return [(call, number) for call in CALLS for number in range(1, counts.get(call, 0) + 1)]


def restore(kept, folder):
    shutil.rmtree(folder)
    shutil.copytree(kept, folder)


def merge_logs(folder):
    """Puts what is only in the log of a database into it, as the next run does: a path in a log cannot be replaced."""
    for path in folder.rglob("*.sqlite"):
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for ending in ("-wal", "-shm"):
            pathlib.Path(f"{path}{ending}").unlink(missing_ok=True)


def rows(path, table):
    """The number of rows of a table."""
    return value(path, f"SELECT count(*) FROM {table}")


def highest(path, table, column):
    return value(path, f"SELECT max({column}) FROM {table}")


def value(path, query):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchone()[0]
