#!/usr/bin/env python3
"""Gives `duecal add` sentences of a grammar, and compares the task with the one that the grammar gives.

Usage: sentences.py BINARY [COUNT [SEED]]

The grammar combines days, times, ranges, repetitions, their order and other words; it computes the date by itself, with
the calendar of Python. A sentence must be read as a whole, or stay whole with a message. With DUECAL_CORPORA, titles of
other people's tasks are added too, and must stay as they are.
"""
import calendar
import datetime
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

NOW = datetime.datetime(2026, 11, 27, 13, 0)
TODAY = NOW.date()
MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
          "november", "december"]
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
NUMBERS = ["two", "three", "four", "five", "six"]
TITLES = ["Call Ann", "Pay the rent", "Buy 2 apples", "Write to Bob", "Fix version 3.5", "Water the plants", "Meeting",
          "Conference", "Zahnarzt für Änne", "Read chapter 4", "Book a table", "Send friday numbers", "Order #12",
          "Clean room 101", "Ship C++ parts"]
RESTS = ["with Kim", "about the rent", "regarding taxes", "because of Ann"]
LEAST = 0.95  # of the sentences of the grammar are read
TOUCHED = 0.005  # of the titles without a date, at most


def day(offset):
    return TODAY + datetime.timedelta(offset)


def ordinal(number):
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def coming(month, number, start=TODAY):
    """The first day with this month and number on or after a day."""
    for year in range(start.year, start.year + 9):
        if number <= calendar.monthrange(year, month)[1] and datetime.date(year, month, number) >= start:
            return datetime.date(year, month, number)


def next_number(number):
    found = TODAY
    while found.day != number:
        found += datetime.timedelta(1)
    return found


def next_weekday(weekday, start=TODAY):
    return start + datetime.timedelta((weekday - start.weekday() - 1) % 7 + 1)


def moved(months, start=TODAY):
    index = start.year * 12 + start.month - 1 + months
    year, month = index // 12, index % 12 + 1
    return datetime.date(year, month, min(start.day, calendar.monthrange(year, month)[1]))


class Grammar:
    """Makes sentences, each with what becomes of it."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *values):
        return self.random.choice(values)

    def number(self, low, high):
        return self.random.randint(low, high)

    # Days

    def name(self, names, number):
        name = names[number]
        name = self.pick(name, name, name[:3])
        return self.pick(name, name.capitalize())

    def figures(self):
        month = self.number(1, 12)
        return month, self.number(1, calendar.monthrange(2027, month)[1])

    def day(self):
        """A day: its words, the date, and whether `on` may be before it."""
        kind = self.number(0, 11)
        if kind == 0:
            return self.pick(("today", day(0), False), ("tomorrow", day(1), False), ("Tomorrow", day(1), False),
                             ("day after tomorrow", day(2), False))
        if kind == 1:
            weekday = self.number(0, 6)
            return self.name(WEEKDAYS, weekday), next_weekday(weekday), True
        if kind == 2:
            weekday = self.number(0, 6)
            return f"next {self.name(WEEKDAYS, weekday)}", next_weekday(6) + datetime.timedelta(weekday + 1), False
        if kind == 3:
            number = self.number(1, 31)
            return f"the {ordinal(number)}", next_number(number), None
        if kind == 4:
            count = self.number(2, 40)
            return self.pick((f"in {count} days", day(count), False), (f"+{count}d", day(count), False),
                             (f"in {count} weeks", day(7 * count), False), ("in a week", day(7), False),
                             (f"in {NUMBERS[count % 5]} weeks", day(7 * (count % 5 + 2)), False))
        if kind == 5:
            found = day(self.number(1, 900))
            return found.isoformat(), found, True
        if kind == 6:
            return "end of month", datetime.date(2026, 11, 30), False
        if kind == 7:
            month, number = self.figures()
            found = coming(month, number)
            weekday = self.name(WEEKDAYS, found.weekday())
            return f"{weekday}{self.pick(' ', ', ')}{number} {self.name(MONTHS, month - 1)}", found, True
        return (*self.month_day(), True)

    def month_day(self):
        month, number = self.figures()
        name = self.name(MONTHS, month - 1)
        words = self.pick(f"{number} {name}", f"{name} {number}", f"{name} {ordinal(number)}", f"{number}. {name}",
                          f"{ordinal(number)} {name}", f"{ordinal(number)} of {name}")
        if self.number(0, 2):
            return words, coming(month, number)
        year = self.number(2027, 2031)
        comma = "," if words[0].isalpha() and self.number(0, 1) else ""
        return f"{words}{comma} {year}", datetime.date(year, month, number)

    def days(self):
        """A range of days."""
        month, first = self.figures()
        last = self.number(first, calendar.monthrange(2027, month)[1])
        name = self.name(MONTHS, month - 1)
        sign = self.pick("-", " - ", "–", " to ", " thru ")
        start = coming(month, first)
        year = self.number(2027, 2031)
        kind = self.number(0, 5)
        if first == last:
            kind = 5
        if kind == 0:
            return f"{first}{sign}{last} {name}", (start, coming(month, last, start))
        if kind == 1:
            return f"{first}{sign}{last} {name} {year}", (datetime.date(year, month, first),
                                                            datetime.date(year, month, last))
        if kind == 2:
            return f"{name} {first}{sign}{last}", (start, coming(month, last, start))
        if kind == 3:
            return f"from {first} to {last} {name}", (start, coming(month, last, start))
        if kind == 4:
            other = month % 12 + 1
            end = self.number(1, 28)
            return (f"{first} {name} - {end} {self.name(MONTHS, other - 1)}", (start, coming(other, end, start)))
        weekday = self.number(0, 6)
        begin = next_weekday(weekday)
        end = self.pick(*[other for other in range(7) if other != weekday])
        words = f"{WEEKDAYS[weekday]} to {WEEKDAYS[end]}"
        return self.pick("", "from ") + words, (begin, next_weekday(end, begin))

    # Times

    def time(self):
        hour, minute = self.number(0, 23), self.pick(0, 0, 15, 30, 45)
        dial, half = (hour + 11) % 12 + 1, "am" if hour < 12 else "pm"
        moment = datetime.time(hour, minute)
        if minute == 0:
            return self.pick((f"{dial}{half}", moment), (f"{dial} {half}", moment), (f"{hour}:00", moment),
                             (f"at {dial}{half}", moment), (f"at {hour}h", moment),
                             (f"at {hour}", moment) if hour > 12 else (f"at {hour:02}:00", moment))
        return self.pick((f"{dial}:{minute}{half}", moment), (f"{hour}:{minute}", moment),
                         (f"at {hour}:{minute}", moment), (f"at {hour}h{minute}", moment))

    def times(self):
        """A range of times."""
        begin = self.number(0, 22)
        end = self.number(begin + 1, 23)
        first, last = datetime.time(begin, self.pick(0, 30)), datetime.time(end, self.pick(0, 30, 45))
        sign = self.pick("-", " - ", "–", " to ", " until ")
        plain = [f"{moment.hour}:{moment.minute:02}" for moment in (first, last)]
        kind = self.number(0, 3)
        if kind == 0:
            return f"from {plain[0]} to {plain[1]}", (first, last)
        if kind == 1:
            return f"between {plain[0]} and {plain[1]}", (first, last)
        if kind == 2:
            return plain[0] + sign + plain[1], (first, last)
        return self.dial(first, bare=self.is_short(first, last)) + sign + self.dial(last), (first, last)

    @staticmethod
    def is_short(first, last):
        """True if the am or pm of the end is that of both: they are in one half of the day, or less than it apart."""
        minutes = [moment.hour * 60 + moment.minute for moment in (first, last)]
        return minutes[1] - minutes[0] < 720

    def dial(self, moment, bare=False):
        half = "" if bare else "am" if moment.hour < 12 else "pm"
        minute = f":{moment.minute:02}" if moment.minute else ""
        return f"{(moment.hour + 11) % 12 + 1}{minute}{half}"

    # Phrases

    def joined(self, words, time, on):
        """A day and a time in some order."""
        if on is None:
            words, on = f"on {words}", False
        mark = "on " if on and self.number(0, 1) else ""
        if self.number(0, 1):
            return f"{mark}{words} {time}"
        return f"{time} {'on ' if on and self.number(0, 1) else ''}{words}"

    def phrase(self):
        """A phrase, its date, and whether it is a date anywhere in a title."""
        kind = self.number(0, 9)
        if kind == 0:
            words, (first, last) = self.days()
            return words, f"{first} thru {last}", False
        if kind == 1:
            length = self.number(1, 5), self.number(1, 20)
            moment = NOW + datetime.timedelta(days=length[0], hours=length[1])
            sign = self.pick(" ", " and ")
            return (f"in {length[0]} day{'s' * (length[0] > 1)}{sign}{length[1]} hours",
                    moment.strftime("%Y-%m-%d %H:%M"), False)
        words, date, on = self.day()
        if kind < 4:
            if on is None or on and (self.number(0, 2) or words.lower() in ("sun", "sat", "wed", "mon")):
                mark = "on" if words.lower() not in ("sun", "sat", "wed", "mon") else self.pick("on", "by")
                return f"{mark} {words}", str(date), False
            return words, str(date), False
        if kind < 7:
            time, moment = self.time()
            return self.joined(words, time, on), f"{date} {moment:%H:%M}", True
        times, (first, last) = self.times()
        return self.joined(words, times, on), f"{date} {first:%H:%M} - {last:%H:%M}", True

    def dated(self):
        """A title with a date."""
        title = self.pick(*TITLES)
        words, due, isanywhere = self.phrase()
        tag = self.pick("", "", " @home")
        if isanywhere and self.number(0, 3) == 0:
            rest = self.pick(*RESTS)
            return f"{title} {words} {rest}{tag}", f"{title} {rest}{tag} @due({due})"
        mark = self.pick("", "", " !1")
        after = " @priority(1)" if mark else ""
        return f"{title} {words}{tag}{mark}", f"{title}{tag} @due({due}){after}"

    # Repetitions

    def rule(self):
        """A repetition: its words, those of `@repeat`, and its first dates, which begin on or after a day."""
        kind = self.number(0, 9)
        every = lambda matches: (lambda start: next(
            start + datetime.timedelta(count) for count in range(800) if matches(start + datetime.timedelta(count))))
        weekday, number = self.number(0, 6), self.number(2, 9)
        name, short = self.name(WEEKDAYS, weekday), WEEKDAYS[weekday][:3]
        if kind == 0:
            return self.pick("every day", "daily"), "daily", every(lambda _: True)
        if kind == 1:
            return self.pick("every weekday", "weekdays"), "weekdays", every(lambda date: date.weekday() < 5)
        if kind in (2, 3):
            return (self.pick(f"every {name}", f"each {name}"), f"weekly on {short}",
                    every(lambda date: date.weekday() == weekday))
        if kind == 4:
            return f"every {number} days", f"every {number} days", every(lambda _: True)
        if kind == 5:
            return (f"every {number} weeks on {name}", f"every {number} weeks on {short}",
                    every(lambda date: date.weekday() == weekday))
        if kind == 6:
            count = self.number(1, 4)
            return (f"every {ordinal(count)} {name}", f"monthly on the {ordinal(count)} {short}",
                    every(lambda date: date.weekday() == weekday and (date.day - 1) // 7 + 1 == count))
        if kind == 7:
            count = self.number(1, 28)
            return (self.pick(f"every month on the {ordinal(count)}", f"every {ordinal(count)}"),
                    f"monthly on the {ordinal(count)}", every(lambda date: date.day == count))
        if kind == 8:
            month, count = self.number(1, 12), self.number(1, 4)
            return (f"every {ordinal(count)} {name} in {MONTHS[month - 1]}",
                    f"FREQ=YEARLY;BYDAY={count}{short[:2].upper()};BYMONTH={month}",
                    every(lambda date: date.month == month and date.weekday() == weekday
                          and (date.day - 1) // 7 + 1 == count))
        return (f"every {number} weeks on weekends", f"every {number} weeks on sat, sun",
                every(lambda date: date.weekday() > 4))

    def series(self):
        """A title with a repetition."""
        title = self.pick(*TITLES)
        words, rule, first = self.rule()
        start, end, clock = TODAY, "", ""
        kind = self.number(0, 3)
        if kind == 0:
            time, moment = self.time()
            words, clock = f"{words} {time}", f" {moment:%H:%M}"
        elif kind == 1:
            hour = self.number(1, 23)
            words, clock = f"{words} at {hour}", f" {hour:02}:00"
            moment = datetime.time(hour)
        elif kind == 2:
            times, (moment, last) = self.times()
            words, clock = f"{words} {times}", f" {moment:%H:%M} - {last:%H:%M}"
        if kind < 3 and moment < NOW.time():
            start = day(1)
        choice = self.number(0, 4)
        if choice == 0:
            count = self.number(2, 30)
            words, end = f"{words} {count} times", f" {count} times"
        elif choice == 1:
            words, start = f"{words} starting next week", datetime.date(2026, 11, 30)
        if rule.startswith("FREQ") and end:
            rule = f"FREQ=YEARLY;COUNT={count};" + rule.split(";", 1)[1]
            end = ""
        mark = self.pick("", "", " !1")
        after = " @priority(1)" if mark else ""
        return (f"{title} {words}{mark}", f"{title} @due({first(start)}{clock}) @repeat({rule}{end}){after}")

    # Sentences that are not read

    def unread(self):
        """A title with words that are no date, beside a date or a time."""
        title = self.pick(*TITLES)
        time, _ = self.time()
        month = self.number(0, 11)
        short = self.pick(1, 3, 5, 8, 10)
        weekday = self.number(0, 6)
        words = self.pick(
            f"31 {MONTHS[short]} 2026", f"on 31 {MONTHS[short]}", f"by 29 February {self.pick(2026, 2027, 2029)}",
            f"on {self.pick('New Year’s Eve', 'Christmas Day', 'Easter Monday', 'Thanksgiving')} {time}",
            f"{self.number(1, 12)}/{self.number(1, 28)}/2027 {time}", f"on {self.number(1, 28)}.{month + 1}. {time}",
            f"{self.number(1, 28)}-{month + 1}-2027 {time}", f"{self.number(2, 5)} weeks ago {time}",
            f"{WEEKDAYS[weekday]} and {WEEKDAYS[(weekday + 2) % 7]}", f"tomorrow {time} or {self.pick('4pm', '16:30')}",
            f"tomorrow at {self.number(25, 60)}:00", f"every {self.pick('morning', 'evening', 'night')} {time}",
            f"every day at {self.number(1, 9)}am and {self.number(1, 9)}pm", f"tomorrow {self.pick('morning', 'evening')}",
            f"on the 2nd {WEEKDAYS[weekday]} {time}", f"3, 4 and 5 {MONTHS[month]}",
            f"every 5 days in {MONTHS[month]}", f"tomorrow {time} friday")
        return f"{title} {words}", f"{title} {words}"

    def sentence(self):
        kind = self.number(0, 9)
        if kind == 9:
            return (*self.unread(), False)
        return (*(self.series() if kind > 6 else self.dated()), True)


def added(binary, sentences, configuration=""):
    """The lines that `duecal add` writes for some sentences, and its messages."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "config.toml").write_text(configuration)
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
                       "XDG_STATE_HOME": folder, "DUECAL_NOW": "2026-11-27T12:00:00Z",
                       "DUECAL_CONFIG": str(place / "config.toml")}
        run = subprocess.run([binary, "add", "-", "-f", "new.taskpaper"], input="\n".join(sentences), text=True,
                             capture_output=True, cwd=folder, env=environment)
        if run.returncode:
            sys.exit(f"duecal add: status {run.returncode}: {run.stderr[-500:]}")
        lines = (place / "new.taskpaper").read_text().splitlines()
    if len(lines) != len(sentences):
        sys.exit(f"{len(sentences)} sentences, but {len(lines)} lines")
    return [line.removeprefix("- ") for line in lines], run.stderr.splitlines()


def quoted(messages):
    """The words that messages quote."""
    return [words for message in messages for words in re.findall(r'"([^"]+)"', message)]


def check_grammar(binary, count, seed):
    grammar = Grammar(seed)
    made = [grammar.sentence() for _ in range(count)]
    lines, messages = added(binary, [sentence for sentence, _, _ in made])
    reported = set(quoted(messages))
    read, dated, wrong, silent = 0, 0, [], []
    for (sentence, expected, isdate), line in zip(made, lines):
        dated += isdate
        if line == expected and isdate:
            read += 1
        elif line != expected and re.sub(" @priority.1.$", "", line) != re.sub(" !1$", "", sentence):
            wrong.append((sentence, line, expected))
        elif not any(words in sentence for words in reported) and not has_error(sentence, messages):
            silent.append((sentence, line, expected))
    print(f"grammar: {count} sentences; {read} of {dated} dates read ({read / dated:.1%}), {len(wrong)} wrong, "
          f"{len(silent)} left without a message")
    for case in (wrong + silent)[:25]:
        print("\n    ".join(case))
    return not wrong and not silent and read >= LEAST * dated


def has_error(sentence, messages):
    """True for a message about a day or a range that does not exist, which quotes no words."""
    return any("the date stays in the title" in message for message in messages)


DATED = re.compile(
    r"\b(today|tomorrow|tonight|yesterday|(mon|tues|wednes|thurs|fri|satur|sun)days?|every|each|daily|weekly|monthly|"
    r"yearly|hourly|jan\w*|feb\w*|mar(ch)?|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*|weeks?|months?|days?|"
    r"years?|hours?|minutes?|noon|midnight|am|pm|due|[12]\d\d\d|mon|tue|wed|thu|fri|sat|sun|quarterly|weekdays?)\b|"
    r"\d:\d|\d[ap]m|@|\d+[/.-]\d", re.IGNORECASE)

NOUNS = ["report", "flat", "garden", "invoice", "letter", "bike", "car", "kitchen", "server", "novel", "talk", "photo",
         "recipe", "passport", "sofa", "lamp", "window", "shelf", "budget", "contract", "poster", "ticket", "parcel"]
VERBS = ["Fix", "Write", "Read", "Buy", "Sell", "Call about", "Clean", "Paint", "Send", "Sort", "Plan", "Check", "Order",
         "Return", "Move", "Draw", "Discuss", "Repair", "Scan", "Print", "Watch", "Live for", "March for"]
TAILS = ["", "", " at home", " on the phone", " in 3 colours", " for 2 people", " by hand", " from Ann", " to Bob",
         " version 2.1", " no. 5", " at 20 km/h", " in room 12", " on page 7", " (2nd try)", " with 4 friends",
         " until done", " for the sun", " at the end", " in May's style", " before it rains", " 50%", " at 5 %", " 3x",
         " and 2 more", " on time", " on foot", " at last", " by the way", " 7 days a week", " in two parts"]


def titles(seed):
    """Titles without a date: of a generator, and of other people's files."""
    chosen = random.Random(seed)
    made = [f"{chosen.choice(VERBS)} the {chosen.choice(NOUNS)} and {chosen.choice(NOUNS)}{chosen.choice(TAILS)}"
            for _ in range(2600)]
    root = os.environ.get("DUECAL_CORPORA")
    found = set()
    for path in sorted(pathlib.Path(root).glob("taskpaper/**/*")) if root else []:
        if path.is_file() and path.stat().st_size < 300_000:
            for line in path.read_bytes().decode("utf-8", "replace").splitlines():
                title = re.sub(r"^\s*[-*+☐] +(\[[ x]\] )?", "", line).strip()
                if line.strip() != title and 5 < len(title) < 120 and not DATED.search(title) and title.isprintable():
                    found.add(title)
    found = sorted(found)
    chosen.shuffle(found)
    return made + found[:1500]


def check_titles(binary, seed):
    given = titles(seed)
    lines, messages = added(binary, given)
    touched = [(title, line) for title, line in zip(given, lines)
               if re.search(r"@(due|repeat)\(", line) and not re.search(r"@(due|repeat)\(", title)]
    print(f"titles: {len(given)}; {len(touched)} touched ({len(touched) / len(given):.2%}), "
          f"{sum('is not read as' in message for message in messages)} messages about dates")
    for case in touched[:25]:
        print("\n    ".join(case))
    return len(touched) <= TOUCHED * len(given)


def main():
    binary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    if not all([check_grammar(binary, count, seed), check_titles(binary, seed)]):
        sys.exit(1)


if __name__ == "__main__":
    main()
