"""Libraries that read the instant of a local time from a VTIMEZONE, each as it reads a calendar with an event at that time."""
import ctypes
import ctypes.util
import datetime
import functools
import io
import json
import os
import re
import subprocess
import zoneinfo

UTC = datetime.timezone.utc


def tzid_of(block):
    return re.search(r"(?m)^TZID:(.*)$", block).group(1).replace("\\,", ",")


def calendar(block, time):
    """A calendar with a VTIMEZONE and an event at a time in it."""
    tzid = tzid_of(block)
    quoted = f'"{tzid}"' if re.search("[:;,]", tzid) else tzid
    return ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n" + block + "BEGIN:VEVENT\nUID:x\nDTSTAMP:20260101T000000Z\n"
            f"DTSTART;TZID={quoted}:{time}\nEND:VEVENT\nEND:VCALENDAR\n").replace("\n", "\r\n")


def moment(time):
    return datetime.datetime.strptime(time, "%Y%m%dT%H%M%S")


class Libical:
    """Reads an instant with libical."""

    class Time(ctypes.Structure):
        _fields_ = [(name, ctypes.c_int) for name in
                    "year month day hour minute second is_date is_daylight".split()] + [("zone", ctypes.c_void_p)]

    def __init__(self):
        self.library = lib = ctypes.CDLL("libical.so.3")
        for name in ("icalcomponent_new_from_string", "icaltimezone_new"):
            getattr(lib, name).restype = ctypes.c_void_p
        lib.icalcomponent_new_from_string.argtypes = [ctypes.c_char_p]
        lib.icaltimezone_set_component.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        lib.icaltime_from_string.restype = self.Time
        lib.icaltime_from_string.argtypes = [ctypes.c_char_p]
        lib.icaltime_as_timet_with_zone.restype = ctypes.c_long
        lib.icaltime_as_timet_with_zone.argtypes = [self.Time, ctypes.c_void_p]

    @functools.lru_cache(maxsize=None)
    def zone(self, block):
        component = self.library.icalcomponent_new_from_string(block.encode())
        zone = self.library.icaltimezone_new()
        self.library.icaltimezone_set_component(zone, component)
        return zone

    def __call__(self, block, time):
        local = self.library.icaltime_from_string(time.encode())
        seconds = self.library.icaltime_as_timet_with_zone(local, self.zone(block))
        return datetime.datetime.fromtimestamp(seconds, UTC)


class Dateutil:
    """Reads an instant with python-dateutil, which needs lines without parameters."""

    @staticmethod
    @functools.lru_cache(maxsize=None)
    def zone(block):
        import dateutil.tz
        plain = re.sub(r"(?m)^(?!BEGIN|END|TZID:|DTSTART|TZOFFSET|RRULE|RDATE|TZNAME).*\n", "", block)
        zones = dateutil.tz.tzical(io.StringIO(plain))
        return zones.get(zones.keys()[0])

    def __call__(self, block, time):
        return moment(time).replace(tzinfo=self.zone(block)).astimezone(UTC)


class Vobject:
    """Reads whole calendars with vobject; its table of TZIDs is of the process, so each calendar gets an empty one.

    A VTIMEZONE that is at UTC in the whole year 2000 is UTC for vobject. It does not register that, and takes the zone that pytz
    has for the TZID: `is_skipped`.
    """

    def __init__(self):
        import logging

        import vobject
        self.vobject = vobject
        logging.disable(logging.ERROR)

    def all(self, text):
        """The local time of each event by its UID."""
        vars(self.vobject.icalendar)["__tzidMap"].clear()
        self.vobject.icalendar.registerTzid("UTC", self.vobject.icalendar.utc)
        return {event.uid.value: event.dtstart.value for event in self.vobject.readOne(text).vevent_list}

    @functools.lru_cache(maxsize=None)
    def zone(self, block):
        return self.all(calendar(block, "20260101T000000"))["x"].tzinfo

    @staticmethod
    @functools.lru_cache(maxsize=None)
    def is_skipped(block):
        zone = Dateutil.zone(block)
        return all(datetime.datetime(2000, month, 1, 12, tzinfo=zone).utcoffset() == datetime.timedelta(0)
                   for month in range(1, 13))

    def __call__(self, block, time):
        zone = self.zone(block)
        if zone is None:
            raise ValueError("no zone")
        local = zone.localize(moment(time)) if hasattr(zone, "localize") else moment(time).replace(tzinfo=zone)
        return local.astimezone(UTC)


class Icalendar:
    """Reads a VTIMEZONE with the package icalendar."""

    def __init__(self):
        import icalendar
        self.icalendar = icalendar

    @functools.lru_cache(maxsize=None)
    def zone(self, block):
        return self.icalendar.Timezone.from_ical(block.replace("\n", "\r\n")).to_tz(lookup_tzid=False)

    def __call__(self, block, time):
        return moment(time).replace(tzinfo=self.zone(block)).astimezone(UTC)


class NamedIcalendar(Icalendar):
    """Reads whole calendars with the package icalendar, which takes its own zone data for each TZID that they name."""

    @functools.lru_cache(maxsize=None)
    def zone(self, block):
        from icalendar.timezone import tzp
        tzp.use_default()
        read = self.icalendar.Calendar.from_ical(calendar(block, "20260101T000000"))
        return read.walk("VEVENT")[0]["DTSTART"].dt.tzinfo


def take_zone_data(folder):
    """Has the packages of Python read the zones of a folder."""
    zoneinfo.reset_tzpath([os.path.abspath(folder)])
    zoneinfo.ZoneInfo.clear_cache()


ICAL_JS = """
const ICAL = (await import(process.argv[1])).default;
let text = '';
for await (const part of process.stdin) text += part;
const zones = new Map();
console.log(JSON.stringify(JSON.parse(text).map(([block, time]) => {
  if (!zones.has(block)) {
    const component = new ICAL.Component(ICAL.parse(block.trim().replace(/\\n/g, '\\r\\n')));
    zones.set(block, new ICAL.Timezone({ component, tzid: component.getFirstPropertyValue('tzid') }));
  }
  const moment = ICAL.Time.fromString(time.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6'));
  moment.zone = zones.get(block);
  return moment.toUnixTime();
})));
"""


def ical_js(path, rows):
    """The instants of times by Thunderbird's ical.js."""
    run = subprocess.run(["node", "--input-type=module", "-e", ICAL_JS, os.path.abspath(path)], input=json.dumps(rows),
                         capture_output=True, text=True, check=True)
    return [datetime.datetime.fromtimestamp(seconds, UTC) for seconds in json.loads(run.stdout)]
