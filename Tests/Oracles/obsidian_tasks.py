"""What Obsidian Tasks 8.3 writes when it completes a task in its signs.

It is written from the plugin's documentation and from what the plugin does, and uses no code of duecal or of the plugin.
"""
import calendar
import datetime
import re

DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
# The signs in the order in which the plugin writes them, with other signs that it reads as the same.
ORDER = "🆔 ⛔ 🔺 🔁 🏁 ➕ 🛫 ⏳ 📅 ❌ ✅".split()
SAME = {"📆": "📅", "🗓": "📅", "⌛": "⏳"}
PRIORITIES = "🔺 ⏫ 🔼 🔽 ⏬".split()
DATED = "➕ 🛫 ⏳ 📅 ❌ ✅".split()
VALUES = {"🆔": r"[\w-]+", "⛔": r"[\w-]+(?: *, *[\w-]+ *)*", "🔁": r"[a-zA-Z0-9, !]+", "🏁": "[a-zA-Z]+"}
BOX = re.compile(r"^([\s>]*(?:[-*+]|\d+[.)])\s+\[)(.)(\] *)(.*)$")
TAG = re.compile(r"(?:^|\s)(#[^\s!@#$%^&*(),.?\":{}|<>]+)$")
BLOCK = re.compile(r"\s(\^[a-zA-Z0-9-]+)$")


class Rule:
    """The words of a repetition."""

    def __init__(self, words):
        self.when_done = words.lower().endswith(" when done")
        text = re.sub(" when done$", "", words.strip(), flags=re.I)
        self.days, self.month_days, self.months = [], [], []
        found = re.fullmatch(r"every(?: (\d+))? (\w+?)s?(?: (?:on|in) (.*))?", text, re.I)
        unit = found[2].lower() if found else ""
        if unit in ("day", "week", "month", "year", "weekday"):
            self.unit, self.step = unit, int(found[1] or 1)
            if unit == "weekday":
                self.unit, self.days = "week", [(0, day) for day in range(5)]
            self.take_days(found[3] or "")
        else:
            names, _, days = text[len("every "):].partition(" on ")
            self.step = 1
            words = re.split(r",\s*|\s+and\s+", names)
            if all(word.capitalize() in DAYS for word in words):
                self.unit, self.days = "week", [(0, DAYS.index(word.capitalize())) for word in words]
            else:
                self.unit, self.months = "year", [MONTHS.index(word.capitalize()) + 1 for word in words]
            self.take_days(days)

    def take_days(self, words):
        if words == "weekdays":
            self.days = [(0, day) for day in range(5)]
            return
        for part in re.split(r",\s*|\s+and\s+", words) if words else []:
            part = re.sub("^(on )?(the )?", "", part)
            number, day = 0, None
            for word in part.split():
                if re.match(r"\d", word):
                    number = int(re.match(r"\d+", word)[0])
                elif word == "last":
                    number = -(number or 1)
                elif word.capitalize() in DAYS:
                    day = DAYS.index(word.capitalize())
                elif word.capitalize() in MONTHS:
                    self.months.append(MONTHS.index(word.capitalize()) + 1)
            if day is not None:
                self.days.append((number, day))
            elif number:
                self.month_days.append(number)

    @property
    def has_days(self):
        return bool(self.days or self.month_days or self.months)

    def matches(self, day, start):
        """True if the rule that counts from a start has a day; the day is later."""
        if self.unit == "day":
            return (day - start).days % self.step == 0
        if self.unit == "week":
            weeks = (monday(day) - monday(start)).days // 7
            wanted = [weekday for _, weekday in self.days] or [start.weekday()]
            return weeks % self.step == 0 and day.weekday() in wanted
        months = (day.year - start.year) * 12 + day.month - start.month
        if self.unit == "month":
            if months % self.step:
                return False
        else:
            if (day.year - start.year) % self.step or self.months and day.month not in self.months:
                return False
            if not self.month_days and not self.days:
                return day.day == start.day and (bool(self.months) or day.month == start.month)
        last = calendar.monthrange(day.year, day.month)[1]
        if self.month_days:
            return day.day in self.month_days or day.day - last - 1 in self.month_days
        if not self.days:
            return day.day == start.day
        if self.unit == "year" and not self.months:
            before, after = day.timetuple().tm_yday - 1, (datetime.date(day.year, 12, 31) - day).days
        else:
            before, after = day.day - 1, last - day.day
        return any(day.weekday() == weekday and number in (0, before // 7 + 1, -(after // 7 + 1)) for number, weekday in self.days)

    def second(self, start):
        day = start
        for _ in range(366 * 40):
            day += datetime.timedelta(1)
            if self.matches(day, start):
                return day
        return None

    def after(self, start):
        """The date after a start. A month or a year that lacks the day has the last one before it."""
        found = self.second(start)
        while found and self.is_too_far(found, start):
            start -= datetime.timedelta(1)
            found = self.second(start)
        return found

    def is_too_far(self, day, start):
        if self.unit == "month" and not self.has_days:
            return (day.year - start.year) * 12 + day.month - start.month > self.step
        if self.unit == "year" and (not self.months or self.step > 1):
            return day.year - start.year > self.step
        return False

    def __str__(self):
        every, days = sorted(day for number, day in self.days if not number), [day for day in self.days if day[0]]
        unit = self.unit if self.step == 1 else f"{self.step} {self.unit}s"
        rest = ""
        if self.unit == "year" and self.months and self.step == 1:
            unit = listed([MONTHS[month - 1] for month in self.months])
        if self.unit == "week" and every == [0, 1, 2, 3, 4]:
            unit, rest = ("weekday", "") if self.step == 1 else (unit, " on weekdays")
        elif self.month_days:
            numbers = sorted(day for day in self.month_days if day > 0) + sorted((day for day in self.month_days if day < 0), reverse=True)
            rest = " on the " + listed([nth(number) for number in numbers])
        else:
            if every:
                rest = " on " + ", ".join(DAYS[day] for day in every)
            if days:
                words = [f"{nth(number)} {DAYS[day]}" for number, day in sorted(days, key=lambda day: day[1])]
                rest += (" and" if every else "") + " on the " + listed(words)
        return f"every {unit}{rest}" + (" when done" if self.when_done else "")


def monday(day):
    return day - datetime.timedelta(day.weekday())


def listed(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def nth(number):
    if number == -1:
        return "last"
    count = abs(number)
    ending = {1: "st", 21: "st", 31: "st", 2: "nd", 22: "nd", 3: "rd", 23: "rd"}.get(count, "th")
    return f"{count}{ending}" + (" last" if number < 0 else "")


class Line:
    """A task as the plugin reads it: the words, and the signs with their values."""

    def __init__(self, text):
        self.before, self.box, self.middle, body = BOX.match(text).groups()
        body = body.strip()
        self.block = ""
        if found := BLOCK.search(body):
            self.block, body = found[1], body[:found.start()].rstrip()
        self.signs, tags = {}, []
        while True:
            if found := TAG.search(body):
                tags.insert(0, found[1])
                body = body[:found.start()].strip()
                continue
            for sign in ORDER + list(SAME) + PRIORITIES:
                name = "🔺" if sign in PRIORITIES else SAME.get(sign, sign)
                value = "" if sign in PRIORITIES else r" *(\d{4}-\d\d-\d\d)" if name in DATED else f" *({VALUES[name]})"
                if found := re.search(f"{sign}\ufe0f?{value}$", body):
                    self.signs[name] = sign if sign in PRIORITIES else found[1].strip()
                    body = body[:found.start()].strip()
                    break
            else:
                break
        self.words = " ".join([body] * bool(body) + tags)

    def copy(self, **signs):
        other = object.__new__(Line)
        other.__dict__.update(self.__dict__)
        other.signs = dict(self.signs)
        return other

    def __str__(self):
        text = f"{self.before}{self.box}] {self.words}"
        for sign in ORDER:
            value = self.signs.get(sign)
            if not value:
                continue
            if sign == "🔁":
                value = str(Rule(value))
            if sign == "⛔":
                value = value.replace(" ", "")
            text += f" {value}" if sign == "🔺" else f" {sign} {value}"
        return text + (f" {self.block}" if self.block else "")


def day(text):
    return text and datetime.date.fromisoformat(text)


def complete(text, today, sets_created=False, removes_scheduled=False, sets_done=True):
    """The lines that a completed line becomes: the next date of a series, if it is one, and the completed line."""
    line = Line(text)
    done = line.copy()
    done.box = "x"
    done.signs.pop("❌", None)
    done.signs.pop("✅", None)
    if sets_done:
        done.signs["✅"] = today.isoformat()
    lines = [done]
    if "🔁" in line.signs:
        lines.insert(0, following(line, today, sets_created, removes_scheduled))
    if line.signs.get("🏁", "").lower() == "delete":
        lines.pop()
    return [str(line) for line in lines]


def following(line, today, sets_created, removes_scheduled):
    rule = Rule(line.signs["🔁"])
    other = line.copy()
    other.box, other.block = " ", ""
    for sign in "🆔⛔➕❌✅":
        other.signs.pop(sign, None)
    if sets_created:
        other.signs["➕"] = today.isoformat()
    names = "📅🛫⏳" if removes_scheduled else "📅⏳🛫"
    base = next((day(line.signs[name]) for name in names if name in line.signs), None)
    if base is None:
        return other
    date = rule.after(today if rule.when_done else base)
    for name in names:
        if name in line.signs:
            other.signs[name] = (day(line.signs[name]) + (date - base)).isoformat()
    if removes_scheduled and ("📅" in line.signs or "🛫" in line.signs):
        other.signs.pop("⏳", None)
    return other


def cancel(text, today):
    """The line that a cancelled line becomes."""
    line = Line(text).copy()
    line.box = "-"
    line.signs.pop("✅", None)
    line.signs["❌"] = today.isoformat()
    return str(line)
