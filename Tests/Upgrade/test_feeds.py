"""A feed that an earlier version made goes over to this one: no item gets another name, is doubled or goes."""
import collections
import re
import shutil
import unittest

import allowed
import feeds
from calendars import calendars, items
from fixtures import BINARY, VERSIONS
from world import copied


class Feeds(unittest.TestCase):
    """Each feed of each version is made again of the same files, with the same options."""

    def setUp(self):
        self.faults = []

    def each(self):
        """A copy of the fixtures of each version."""
        for version in VERSIONS:
            world = copied(version, BINARY)
            self.addCleanup(shutil.rmtree, world.folder)
            yield world

    def files(self, world, name):
        """The calendars of a feed, by their paths: one, or those of a folder."""
        path = world.folder / "feeds" / name
        paths = [path] if path.is_file() else sorted(path.glob("*.ics"))
        return {str(each.relative_to(world.folder)): each.read_bytes() for each in paths}

    def export(self, world, name):
        world.run(*feeds.export(name), expect=(0, 1))
        return self.files(world, name)

    def test_no_item_is_renamed_doubled_or_lost(self):
        for world in self.each():
            for name in feeds.FEEDS:
                with self.subTest(feed=name):
                    old, new = self.files(world, name), self.export(world, name)
                    self.assertEqual(list(old), list(new))
                    self.compare(name, b"".join(old.values()), b"".join(new.values()))

    def compare(self, name, old_bytes, new_bytes):
        options, old, new = feeds.FEEDS[name], items(old_bytes), items(new_bytes)
        self.assertTrue(old or name == "only.ics")
        before, after = (collections.Counter(item.key for item in side) for side in (old, new))
        self.assertLessEqual(max(after.values(), default=1), 1, "an item stands there twice")
        renamed = [key for key in before - after if allowed.NO_NAME.match(key[1]) or allowed.is_misnamed(key, before)]
        gone = {item.key for item in old if item.value("SUMMARY") == allowed.NO_TITLE}
        self.assertEqual(set(before - after) - set(renamed) - gone, set())
        self.assertLessEqual(sum((after - before).values()), len(renamed))
        known = {item.key: item for item in new}
        pairs = [(item, known[item.key]) for item in old if item.key in known]
        self.assertEqual([fault for pair in pairs for fault in allowed.faults(options, *pair)], [])
        self.compare_calendars(old_bytes, new_bytes)

    def compare_calendars(self, old_bytes, new_bytes):
        """What the calendars say of themselves, and their zones."""
        for old, new in zip(calendars(old_bytes), calendars(new_bytes), strict=True):
            names = [{each.line for each in side.properties if each.name not in allowed.OF_CALENDAR} for side in (old, new)]
            self.assertEqual(*names)
            # 0.2: a project below a task names that task in BELOW.
            known = set(old.get("X-DUECAL-PROJECT"))
            projects = {line if line in known else re.sub(";BELOW=[^:;]*", "", line) for line in new.get("X-DUECAL-PROJECT")}
            self.assertLessEqual(projects, known)
            self.assertEqual(*([part.text for part in side.parts if part.kind == "VTIMEZONE"] for side in (old, new)))

    def test_the_second_run_writes_nothing(self):
        for world in self.each():
            for name in feeds.FEEDS:
                with self.subTest(feed=name):
                    self.assertEqual(self.export(world, name), self.export(world, name))

    def test_a_line_that_is_retyped_after_the_change_keeps_its_name(self):
        for world in self.each():
            first = {name: self.export(world, name) for name in feeds.FEEDS}
            for path, old, new in [("home.taskpaper", "- Dentist ", "- Dentist with Max "), ("work.taskpaper", "- Report ", "- The report "),
                                   ("home.taskpaper", "- Call @phone Anne", "- Ring @phone Anne"), ("club/spaces.taskpaper", "- Meeting", "- Meet")]:
                text = (world.folder / "notes" / path).read_text()
                self.assertEqual(text.count(old), 1, old)
                (world.folder / "notes" / path).write_text(text.replace(old, new))
            for name in feeds.FEEDS:
                with self.subTest(feed=name):
                    keys = [{item.key for item in items(b"".join(side.values()))} for side in (first[name], self.export(world, name))]
                    self.assertEqual(*keys)


if __name__ == "__main__":
    unittest.main()
