"""The lines of items, and which of them differ."""
import collections
import re


def lines_of(text):
    """Unfolded lines, as often as they stand there."""
    return collections.Counter(re.sub(r"\r?\n[ \t]", "", text).replace("\r\n", "\n").rstrip("\n").split("\n"))


def name_of(line):
    return re.split("[:;]", line)[0]


def changed_names(before, after):
    """The names of properties whose lines changed, went and are new."""
    gone = collections.Counter(map(name_of, (lines_of(before) - lines_of(after)).elements()))
    new = collections.Counter(map(name_of, (lines_of(after) - lines_of(before)).elements()))
    return [sorted((gone & new).elements()), sorted((gone - new).elements()), sorted((new - gone).elements())]
