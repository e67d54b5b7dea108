"""Task files for the oracles: those of DUECAL_CORPORA if it is set, and always some written by hand and some generated."""
import contextlib
import datetime
import os
import pathlib
import random
import tempfile
import zoneinfo

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

TYPED = {
    "plain.taskpaper": "Project:\n\tA note.\n\t- Task @due(2024-11-23)\n\t\t- Child\n\nOther: @t\n",
    "spaces.taskpaper": "Project:\n Notes\n - Item\n  - Child @done(2024-11-23)\n",
    "endings.taskpaper": "\ufeffA:\r\n\t- a @due(2024-01-05)\r\n\r\tb\n- c",
    "hard.taskpaper": "P: @a(b) c\n- @done x\nx @a(b\\)\nx @a((b))\n- a @\u00e9(1) @\u65e5\u672c\n",
    "old.todo": "Work:\n \u2610 a @due(2024-01-05)\n \u2714 b @done (24-01-05 10:00)\n \u2718 c\n",
}

SHOWN = {"plain", "spaces", "old", "generated1", "generated2"}

WORDS = ("call Ann about the sink bob@x.org (later) \u65e5\u672c e\u0301 50% \\ a:b, c;d \"q\" ^ "
         "\U0001f600 -- https://a.org/?x=1 \u2060").split()
TAGS = ["@home", "@x(y)", "@tags(a, b\\, c)", "@priority(1)", "@p(low)", "@location(Room 1)",
        "@url(https://a.org)", "@started", "@progress(40)", "@estimate(2h)", "@cancelled",
        "@done", "@done(2024-05-06)", "@done(2024-05-06 07:08)", "@class(private)", "@remind(15m)",
        "@remind(9:00)", "@remind(2024-01-01 10:00)", "@remind", "@tz(America/New_York)",
        "@tz(floating)", "@event", "@todo", "@note(more)", "@", "@start(2024-01-01)"]
REPEATS = ["daily", "weekly on mon", "monthly", "yearly", "every 2 weeks", "weekdays",
           "monthly on the last day", "daily until 2031-01-01", "weekly 5 times", "daily after done",
           "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
           "FREQ=DAILY;BYHOUR=9,12", "every 3 hours", "FREQ=WEEKLY;BYMONTHDAY=1", "monthly on the 2nd tue"]


def _date(rng):
    return f"{rng.randint(1971, 2060)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def _due(rng):
    day, hour = _date(rng), rng.randint(0, 22)
    forms = [day, f"{day} {hour:02}:{rng.randint(0, 59):02}", f"{day} {hour:02}:00 - {hour + 1:02}:30",
             f"{day} thru {day[:4]}-12-31", day[:7], day[:4], f"{day[:4]}-W{rng.randint(1, 52):02}",
             f"{day} {rng.randint(1, 12)}pm", f"{day} 02:30"]
    return f"@due({rng.choice(forms)})"


def _start(rng, day):
    """A start near a day."""
    try:
        day = datetime.date.fromisoformat(day)
    except ValueError:
        return f"@start({_date(rng)})"
    day -= datetime.timedelta(days=rng.choice([-1, 0, 0, 1, 2, 30]))
    return f"@start({day}{rng.choice(['', ' 02:30', ' 00:00', ' 14:15'])})"


def _line(rng):
    words = " ".join(rng.choices(WORDS, k=rng.randint(1, 6)))
    tags = rng.sample(TAGS, rng.randint(0, 3))
    if rng.random() < 0.7:
        due = _due(rng)
        tags.append(due)
        if rng.random() < 0.25:
            tags.append(f"@repeat({rng.choice(REPEATS)})")
            tags += rng.sample([f"@except({_date(rng)})", f"@also({_date(rng)} 10:00)"],
                               rng.randint(0, 2))
        if rng.random() < 0.3:
            tags = [tag for tag in tags if not tag.startswith("@start")] + [_start(rng, due[5:15])]
    rng.shuffle(tags)
    return " ".join([words, *tags])


def generated(seed):
    """A generated task file."""
    rng = random.Random(seed)
    lines, depth = [], 0
    for number in range(60):
        depth = max(0, min(depth + rng.choice([-1, 0, 0, 1]), 4))
        if rng.random() < 0.1:
            lines.append("\t" * depth + f"Project {number}:" + rng.choice(["", " @p", " @due(2024-03-04)"]))
        elif rng.random() < 0.2:
            lines.append("\t" * depth + f"note {number} " + rng.choice(WORDS))
        elif rng.random() < 0.05:
            lines.append("")
        else:
            lines.append("\t" * depth + "- " + _line(rng))
    return "\n".join(lines) + "\n"


def of_all_zones(years, rule=""):
    """A task file with some times in every zone of the system."""
    names = sorted(zoneinfo.available_timezones() - {"localtime", "Factory"})
    days = [f"{year}-{month}-15 12:34" for year in years for month in ("01", "07")]
    return "".join(f"- {name} @due({day}) @tz({name}){rule}\n" for name in names for day in days)


@contextlib.contextmanager
def folder():
    """A temporary folder."""
    with tempfile.TemporaryDirectory(prefix="duecal-") as path:
        yield pathlib.Path(path)


def own_files(into):
    """The files written by hand, the generated ones, and the samples."""
    for name, text in TYPED.items():
        (into / name).write_bytes(text.encode())
        yield into / name
    for seed in range(25):
        path = into / f"generated{seed}.taskpaper"
        path.write_text(generated(seed))
        yield path
    for name, text in (
            ("zones-now.taskpaper", of_all_zones([2024, 2026])),
            ("zones-past.taskpaper", of_all_zones([1905, 1942, 1975, 1999, 2006, 2037, 2071])),
            ("zones-series.taskpaper", of_all_zones([2026], " @repeat(weekly)")),
            ("zones-old-series.taskpaper", of_all_zones([1975], " @repeat(monthly)"))):
        (into / name).write_text(text)
        yield into / name
    samples = ROOT / "Samples"
    yield from sorted(p for p in samples.rglob("*") if p.suffix in (".taskpaper", ".todo"))


def task_files(into, hostile=True):
    """All task files, including those of DUECAL_CORPORA."""
    yield from own_files(into)
    corpora = os.environ.get("DUECAL_CORPORA")
    for part in ["taskpaper"] + ["hostile/taskpaper"] * hostile if corpora else []:
        paths = (pathlib.Path(corpora) / part).rglob("*")
        yield from sorted(p for p in paths if p.suffix in (".taskpaper", ".todo"))
