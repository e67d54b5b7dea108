"""Random VTIMEZONEs with times in them: two yearly rules, often an older era that ends, and sometimes an odd change on
single dates. They are northern and southern, with offsets of quarters of an hour."""
import datetime

from dateutil.rrule import rrulestr

WEEKDAYS = ["SU", "MO", "FR", "SA", "TH"]


def signed(minutes):
    return ("-" if minutes < 0 else "+") + "%02d%02d" % divmod(abs(minutes), 60)


def day(rng, months):
    """A day of the year, in one of the forms that rules use."""
    month, kind, weekday = rng.choice(months), rng.random(), rng.choice(WEEKDAYS)
    if kind < .4:
        return f"BYMONTH={month};BYDAY={rng.choice([1, 2, 3, 4, -1, -1, -2, -3])}{weekday}"
    if kind < .6:
        first = rng.randrange(1, 23)
        days = ",".join(str(day) for day in range(first, first + 7))
        return f"BYMONTH={month};BYMONTHDAY={days};BYDAY={weekday}"
    if kind < .7:
        return f"BYMONTH={month};BYMONTHDAY={rng.randrange(1, 29)}"
    if kind < .8:
        return f"BYMONTH={month};BYMONTHDAY=-1"
    if kind < .9:
        return f"BYMONTH={month};BYDAY={weekday};BYSETPOS={rng.choice([1, 2, -1])}"
    return f"BYMONTH={month};BYDAY={weekday};BYMONTHDAY=-7,-6,-5,-4,-3,-2,-1"


def observance(rng, kind, before, after, rule, start, end=None):
    base = datetime.datetime(start, 1, 1, rng.choice([0, 1, 2, 3, 3, 23]))
    first = next(iter(rrulestr("FREQ=YEARLY;" + rule, dtstart=base)))
    if end:
        last = datetime.datetime(end, 12, 31) - datetime.timedelta(minutes=before)
        rule += f";UNTIL={last:%Y%m%dT%H%M%S}Z"
    return [
        f"BEGIN:{kind}", f"TZOFFSETFROM:{signed(before)}", f"TZOFFSETTO:{signed(after)}",
        f"DTSTART:{first.year:04}{first:%m%dT%H%M%S}", f"RRULE:FREQ=YEARLY;{rule}", f"END:{kind}"]


def zone(rng, name):
    """The lines of a VTIMEZONE, and the year from which it is complete."""
    standard = rng.randrange(-44, 53) * 15
    daylight = standard + rng.choice([60, 30, -60, 120, 20])
    start = rng.choice([1601, 1950, 1970, 1987, 1996, 2007])
    spring, autumn = [2, 3, 4, 5], [8, 9, 10, 11]
    if rng.random() < .4:
        spring, autumn = autumn, spring
    parts = []
    eras = [(start, None)]
    if rng.random() < .5:
        end = start + rng.randrange(1, 15) if start > 1601 else 1990
        eras = [(start, end), (end + 1, None)]
    for first, last in eras:
        parts.append(observance(rng, "DAYLIGHT", standard, daylight, day(rng, spring), first, last))
        parts.append(observance(rng, "STANDARD", daylight, standard, day(rng, autumn), first, last))
    if rng.random() < .3:
        year = max(eras[-1][0], 1990) + rng.randrange(2, 20)
        parts.append([
            "BEGIN:STANDARD", f"TZOFFSETFROM:{signed(standard)}", f"TZOFFSETTO:{signed(daylight + 60)}",
            f"DTSTART:{year}0601T000000", f"RDATE:{year}0601T000000,{year + 3}0615T000000",
            "END:STANDARD"])
    rng.shuffle(parts)
    return (["BEGIN:VTIMEZONE", f"TZID:{name}"] + sum(parts, []) + ["END:VTIMEZONE"],
            max(eras[-1][0] + 1, 1991))


def calendar(rng, count):
    """The text of a calendar with this number of zones, and 60 times in each."""
    zones, times = [], []
    for number in range(count):
        lines, first = zone(rng, f"R{number}")
        zones += lines
        for _ in range(60):
            year = datetime.datetime(rng.randrange(first, 2060), 1, 1)
            time = year + datetime.timedelta(minutes=rng.randrange(0, 525600))
            times.append(f"DTSTART;TZID=R{number}:{time:%Y%m%dT%H%M%S}")
    lines = ["BEGIN:VCALENDAR"] + zones + ["BEGIN:VEVENT"] + times + ["END:VEVENT", "END:VCALENDAR"]
    return "\r\n".join(lines) + "\r\n"
