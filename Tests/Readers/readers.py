"""Four libraries, an agenda and a to-do list read what duecal writes: all items, the same titles; and
the same dates, by the two libraries that give them for to-dos as well as events."""
import collections
import datetime
import json
import logging
import os
import pathlib
import subprocess
import sys
import time
import warnings

import dateutil.rrule
import ical.calendar_stream
import icalendar
import ics
import vobject

import calendars
import sources

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
BIN = pathlib.Path(sys.executable).parent
FORMS = [[], ["--as", "todo"], ["--as", "event", "--done", "include"], ["--as", "both"], ["--plain"]]


def export(duecal, file, form):
    """The calendar of a file, in Berlin."""
    command = [duecal, "export", str(file), "--zone", "Europe/Berlin", "-q", *form]
    return subprocess.run(command, capture_output=True, check=False).stdout


def components(calendar):
    """What icalendar finds, its own complaints raised."""
    found = icalendar.Calendar.from_ical(calendar)
    errors = [error for part in found.walk() for error in part.errors]
    if errors:
        raise ValueError(errors[0])
    return found.walk("VTODO") + found.walk("VEVENT")


def plain(date):
    """A date that can be compared with those of other libraries: an instant, where it is one."""
    if isinstance(date, datetime.datetime) and date.tzinfo:
        return date.astimezone(datetime.timezone.utc)
    return date


def items(reader, calendar):
    """The (title, begin, end) that a library finds, in no order."""
    if reader == "icalendar":
        return collections.Counter(
            (str(part["SUMMARY"]), *(plain(part[name].dt) if name in part else None
                                     for name in ("DTSTART", "DUE" if part.name == "VTODO" else "DTEND")))
            for part in components(calendar))
    found = ical.calendar_stream.IcsCalendarStream.calendar_from_ics(calendar.decode())
    return collections.Counter(
        [(part.summary, plain(part.dtstart), plain(part.due)) for part in found.todos]
        + [(part.summary, plain(part.dtstart), plain(part.dtend)) for part in found.events])


def expected_items(reader, calendar):
    """The (title, begin, end) as they stand in the lines, and as a library is known to read them.

    The one known difference: where DUE is equal to DTSTART (against RFC 5545, 3.8.2.3), ical begins a day before.
    """
    def date(item, name):
        return plain(calendars.moment(item[name])) if name in item else None
    found = collections.Counter()
    for item in calendars.items(calendar):
        begin, end = date(item, "DTSTART"), date(item, "DUE" if item["kind"] == "VTODO" else "DTEND")
        if reader == "ical" and item["kind"] == "VTODO" and begin is not None and begin == end:
            begin -= datetime.timedelta(days=1)
        found[calendars.title(item), begin, end] += 1
    return found


def titles(reader, calendar):
    """The titles that a library finds, in no order."""
    text = calendar.decode()
    if reader == "vobject":
        found = vobject.readOne(text)
        found.validate(raiseException=True)
        parts = found.contents.get("vtodo", []) + found.contents.get("vevent", [])
        return collections.Counter(part.summary.value for part in parts)
    found = ics.Calendar(text)
    return collections.Counter(part.name for part in list(found.todos) + list(found.events))


def expected_titles(calendar):
    """The titles as they stand in the lines."""
    return collections.Counter(calendars.title(item) for item in calendars.items(calendar))


def difference(reader, calendar):
    """What a library finds that does not stand in the lines, or None."""
    if reader in ("vobject", "ics"):
        return None if titles(reader, calendar) == expected_titles(calendar) else "other titles"
    extra = items(reader, calendar) - expected_items(reader, calendar)
    missing = expected_items(reader, calendar) - items(reader, calendar)
    return f"{list(extra)[:1]} for {list(missing)[:1]}" if extra or missing else None


def read_by_libraries(duecal, files):
    """Every file in every form by every library; the faults."""
    faults, count = [], 0
    for file in files:
        for form in FORMS:
            calendar = export(duecal, file, form)
            for reader in ("icalendar", "ical", "vobject", "ics"):
                count += 1
                try:
                    if fault := difference(reader, calendar):
                        faults.append(f"{file.name} {form}: {reader} finds {fault}")
                except Exception as error:  # a reader's refusal is what is looked for
                    faults.append(f"{file.name} {form}: {reader}: {str(error)[:200]!r}")
    return faults, count


def stamp(value):
    """A date as todoman shows it: an instant, a day as its midnight here."""
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime.combine(value, datetime.time())
    return int(value.astimezone().timestamp())


def write_vdir(calendar, folder):
    """One file an item, as todoman and khal keep them."""
    whole = icalendar.Calendar.from_ical(calendar)
    zones = whole.walk("VTIMEZONE")
    folder.mkdir(parents=True)
    for part in whole.walk("VTODO") + whole.walk("VEVENT"):
        single = icalendar.Calendar()
        single.add("VERSION", "2.0")
        single.add("PRODID", "test")
        for child in [*zones, part]:
            single.add_component(child)
        (folder / f"{part['UID']}.ics").write_bytes(single.to_ical())


def run(program, config, home, *arguments):
    """What a program prints."""
    world = dict(os.environ, TZ="Europe/Berlin", HOME=str(home), XDG_DATA_HOME=str(home),
                 XDG_CACHE_HOME=str(home), XDG_CONFIG_HOME=str(home), LC_ALL="C.UTF-8")
    done = subprocess.run([BIN / program, "-c", config, *arguments], capture_output=True, text=True,
                          env=world, check=False)
    if done.returncode:
        raise SystemExit(f"{program}: {done.stderr[-500:]}")
    return done.stdout


def shown_by_todoman(duecal, file, home):
    """The faults of what todoman lists of a file."""
    calendar = export(duecal, file, ["--as", "todo"])
    write_vdir(calendar, home / "todo" / file.stem)
    config = home / f"{file.stem}.todoman.py"
    config.write_text(f"path = {str(home / 'todo' / '*')!r}\ncache_path = {str(home / 'cache')!r}\n")
    listed = json.loads(run("todo", config, home, "--porcelain", "list", "--status", "ANY", file.stem))
    found = collections.Counter((item["summary"], item["due"]) for item in listed)
    wanted = collections.Counter(
        (str(part["SUMMARY"]), stamp(part["DUE"].dt) if "DUE" in part else None)
        for part in icalendar.Calendar.from_ical(calendar).walk("VTODO") if "DURATION" not in part)
    missing = wanted - found
    return [f"{file.name}: todoman does not show {missing}"] if missing else []


def is_first(part):
    """Whether a series begins with a date of its own rule; what else means is not said (3.8.5.3)."""
    start = part["DTSTART"].dt
    naive = datetime.datetime(start.year, start.month, start.day, getattr(start, "hour", 0),
                              getattr(start, "minute", 0))
    rule = part["RRULE"].to_ical().decode().replace("UNTIL", "X-UNTIL")
    rule = ";".join(piece for piece in rule.split(";") if not piece.startswith("X-"))
    return next(iter(dateutil.rrule.rrulestr(rule, dtstart=naive)), None) == naive


def shown_by_khal(duecal, file, home):
    """The faults of what khal lists of a file."""
    calendar = export(duecal, file, ["--as", "event", "--done", "include"])
    folder = home / "khal" / file.stem
    write_vdir(calendar, folder)
    config = home / f"{file.stem}.khal.conf"
    config.write_text(
        f"[calendars]\n[[a]]\npath = {folder}\n[locale]\nlocal_timezone = Europe/Berlin\n"
        "dateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ntimeformat = %H:%M\n"
        "datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n"
        f"[sqlite]\npath = {home / file.stem}.khal.db\n")
    faults = []
    for part in icalendar.Calendar.from_ical(calendar).walk("VEVENT"):
        start = part["DTSTART"].dt
        if "RRULE" in part and (start.year > 2037 or not is_first(part)):
            continue  # khal expands no series beyond 2037, nor a DTSTART that its rule does not make
        here = start.astimezone() if isinstance(start, datetime.datetime) else start
        shown = run("khal", config, home, "list", "--format", "{title}|{start-date}", "--once",
                    here.strftime("%Y-%m-%d"), "1d")
        wanted = f"{part['SUMMARY']}|{here.strftime('%Y-%m-%d')}"
        if " ".join(wanted.split()) not in " ".join(shown.split()):
            faults.append(f"{file.name}: khal does not show {wanted!r} in {shown!r}")
    return faults


def main():
    os.environ["TZ"] = "Europe/Berlin"
    time.tzset()
    duecal = sys.argv[1]
    with sources.folder() as folder:
        files = [f for f in sources.task_files(folder, hostile=False) if not f.name.startswith("zones")]
        faults, count = read_by_libraries(duecal, files)
        print(f"{len(files)} files, {count} readings by four libraries, {len(faults)} faults")
        samples = [f for f in files if f.parent.name == "Samples" or f.stem in sources.SHOWN]
        for file in samples:
            shown = shown_by_todoman(duecal, file, folder) + shown_by_khal(duecal, file, folder)
            faults += shown
        print(f"{len(samples)} files shown by todoman and khal, {len(faults)} faults")
    print("\n".join(faults[:20]))
    sys.exit(1 if faults else 0)


main()
