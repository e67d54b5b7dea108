"""Syncs of an earlier version go on: nothing is lost or doubled, and no name changes."""
import re
import shutil
import unittest

import allowed
import syncs
from calendars import items
from opened import Opened, read_items
from syncs import SETTLED
from world import MADE_IN, ZONE, relocate

# What the next sync may tell of a settled pair.
TOLD = re.compile(
    # 0.2: what a phone did to occurrences comes into the text, once for each series.
    r"changed: .*; occurrences$"
    # 0.2: the #tags of Markdown are categories.
    r"|changed: .* #.*; tags .* → .*$"
    # 0.2: a public task takes no name of a private project or parent into a store.
    r"|changed: (Order a cake; tags Party → none|Bake bread; no longer part of another item)$")
PRIVATE = {"Order a cake": "CATEGORIES", "Bake bread": "RELATED-TO"}
# Properties that no line has.
OTHERS = re.compile("X-(APPLE|OTHER)|ATTENDEE|GEO")
EXCEPT = re.compile(r" @except\([^)]*\)")


def may_change(old, new):
    """True if only those properties of an item differ that TOLD is about."""
    names = set(allowed.changed(old, new)) - allowed.STAMPS
    if names == {PRIVATE.get(old.value("SUMMARY"))}:
        return True
    return not names or names == {"CATEGORIES"} and allowed.takes_hash_tags([], old, new)


class Settled(Opened):
    """Pairs of stores that were equal when the new version came."""

    def settle(self, world):
        for words in SETTLED.values():
            self.sync(world, *words)

    def each_sync(self):
        """Each sync of each version, with its stores and options."""
        for world in self.each("settled"):
            for name, words in SETTLED.items():
                yield world, name, words

    def by_key(self, world, store):
        return {item.key: item for item in self.exported(world, store)}

    def test_the_next_sync_changes_nothing_in_a_store(self):
        for world, name, words in self.each_sync():
            with self.subTest(sync=name):
                before, files = self.by_key(world, words[1]), self.files(world)
                self.sync(world, *words)
                after = self.by_key(world, words[1])
                self.assertEqual(list(before), list(after))
                pairs = [(before[key], after[key]) for key in before]
                self.assertEqual([(old.text, new.text) for old, new in pairs if not may_change(old, new)], [])
                same = sum(old.text == new.text for old, new in pairs)
                self.assertGreaterEqual(same, len(before) - 2)
                # The files of a folder keep their names, and as many bytes differ as items.
                now = self.files(world)
                self.assertEqual(set(now), set(files))
                changed = [path for path in now if "phone/" in path and now[path] != files[path]]
                self.assertLessEqual(len(changed), len(before) - same)

    def test_the_next_sync_writes_only_occurrences_into_lines(self):
        for world, name, words in self.each_sync():
            with self.subTest(sync=name):
                folder = words[0].partition(":")[2]
                before = self.lines(world, folder)
                told = self.sync(world, *words).splitlines()
                self.assertEqual([line for line in told if not TOLD.search(line)], [])
                self.compare(before, self.lines(world, folder))

    def test_the_next_sync_takes_private_names_out_of_items(self):
        for world in self.each("settled"):
            self.sync(world, *SETTLED["lists"])
            for item in self.exported(world, SETTLED["lists"][1]):
                if name := PRIVATE.get(item.value("SUMMARY")):
                    with self.subTest(item=item.value("SUMMARY")):
                        self.assertEqual(item.get(name), [])

    def compare(self, before, after):
        """No line goes or moves, and none changes, but for its `@except`."""
        self.assertEqual(list(before), list(after))
        for name, old in before.items():
            rest = iter([EXCEPT.sub("", line) for line in after[name]])
            lost = [line for line in old if EXCEPT.sub("", line) not in rest]
            self.assertEqual(lost, [], f"{old} became {after[name]}")

    def test_the_second_run_is_quiet(self):
        for world in self.each("settled"):
            self.settle(world)
            before = self.files(world)
            for words in SETTLED.values():
                self.assertEqual(self.sync(world, *words), "")
            self.assertEqual(self.files(world), before)

    def test_stores_show_what_they_showed(self):
        for world in self.each("settled"):
            for words in SETTLED.values():
                shown = world.folder / syncs.shown(words[1])
                self.assertEqual(self.items(world, words[1]), read_items(shown.read_bytes()))

    # MARK: Edits

    def test_an_edited_line_changes_its_item_alone(self):
        edits = {"vdir": ("notes/home.taskpaper", "- Birthday of Max @due", "- Birthday of Max and Ann @due"),
                 "work": ("notes/work.taskpaper", "- Named @uid", "- Named by hand @uid"),
                 "lists": ("lists/garden.taskpaper", "- Order bulbs @due", "- Order many bulbs @due"),
                 "plans": ("plans/roof.md", "Water the roses 🔁", "Water all roses 🔁")}
        for world, name, words in self.each_sync():
            with self.subTest(sync=name):
                path, old, new = edits[name]
                self.settle(world)
                before, files = self.items(world, words[1]), set(self.files(world))
                syncs.Making(world).edit(path, (old, new))
                self.sync(world, *words)
                after = self.items(world, words[1])
                self.assertEqual(len(before - after), 1)
                self.assertEqual(*(self.names(side) for side in (before - after, after - before)))
                title = re.sub(" [@🔁].*|^- ", "", new)
                self.assertIn(f"SUMMARY:{title}\n", "".join(after - before))
                self.assertEqual(set(self.files(world)), files)

    def names(self, texts):
        return sorted(re.findall(r"^UID:(.*)$", "\n".join(texts), re.M))

    def test_a_changed_item_changes_its_line_alone(self):
        changed = {"vdir": ("Sort the books", "SUMMARY:Sort all books"), "work": ("Named", "SUMMARY:Called"),
                   "lists": ("Buy candles", "SUMMARY:Buy ten candles"),
                   "plans": ("Buy nails", "SUMMARY:Buy long nails")}
        for world, name, words in self.each_sync():
            with self.subTest(sync=name):
                self.settle(world)
                folder = words[0].partition(":")[2]
                self.phone(world, words[1]).change(*changed[name])
                before, stored = self.lines(world, folder), self.items(world, words[1])
                self.sync(world, *words)
                after = self.lines(world, folder)
                self.assertEqual(list(before), list(after))
                pairs = [pair for file in before for pair in zip(before[file], after[file], strict=True)]
                differing = [pair for pair in pairs if pair[0] != pair[1]]
                self.assertEqual(len(differing), 1, differing)
                self.assertEqual(self.items(world, words[1]), stored)

    # MARK: Names

    def export(self, world):
        world.run("export", "notes", "--zone", ZONE, "-o", "feeds/notes.ics", expect=(0, 1))

    def feed(self, world):
        return items((world.folder / "feeds/notes.ics").read_bytes())

    def test_no_item_of_a_feed_is_renamed_after_a_sync(self):
        """Only the series whose occurrences came into the text are others, and are counted up by one."""
        for world in self.each("settled"):
            before = {item.key: item for item in self.feed(world)}
            self.settle(world)
            self.export(world)
            after = {item.key: item for item in self.feed(world)}
            self.assertEqual(set(before) - set(after), set())
            for key, item in before.items():
                names = set(allowed.changed(item, after[key])) - allowed.STAMPS - {"X-DUECAL-KEY"}
                self.assertLessEqual(names, {"EXDATE", "X-DUECAL-LINE"}, key)
                risen = int(after[key].value("SEQUENCE")) - int(item.value("SEQUENCE"))
                self.assertEqual(risen, 1 if names else 0, key)

    def test_a_line_keeps_one_name_in_a_feed_and_another_in_a_store(self):
        for world in self.each("settled"):
            before = self.both_names(world, "See the dentist")
            self.assertEqual(len(set(before)), 2)
            self.settle(world)
            self.export(world)
            self.assertEqual(self.both_names(world, "See the dentist"), before)

    def both_names(self, world, title):
        """The name of an item in the feed and in the store."""
        found = [[item.value("UID") for item in side if item.value("SUMMARY") == title]
                 for side in (self.feed(world), self.exported(world, "vdir:phone"))]
        self.assertEqual([len(names) for names in found], [1, 1])
        return [names[0] for names in found]

    def test_a_conflict_is_still_there_and_is_resolved(self):
        for world in self.each("settled"):
            self.settle(world)
            told = world.run("sync", *SETTLED["lists"], "--conflicts").stdout.decode()
            number = re.search(r"^\D*(\d+)\b.*Ink", told, re.M)
            self.assertTrue(number, told)
            self.assertIn("\t- Ink @due(2026-12-04)\n", self.text(world, "lists/shop.taskpaper"))
            self.sync(world, *SETTLED["lists"][:2], "--resolve", number[1], "--prefer", "b")
            self.settle(world)
            self.assertIn("\t- Ink @due(2026-12-09)\n", self.text(world, "lists/shop.taskpaper"))

    # MARK: A lost state

    def test_nothing_is_doubled_or_lost_if_the_registry_of_lines_is_deleted(self):
        self.go_on_without("state.sqlite", after_runs=2)

    def test_nothing_is_doubled_or_lost_if_the_state_of_syncs_is_deleted(self):
        self.go_on_without("sync/state.sqlite", after_runs=2)

    def test_nothing_is_doubled_or_lost_if_the_registry_is_deleted_before_the_first_run(self):
        self.go_on_without("state.sqlite", after_runs=0)

    def test_nothing_is_doubled_or_lost_if_the_state_of_syncs_is_deleted_before_the_first_run(self):
        self.go_on_without("sync/state.sqlite", after_runs=0)

    def go_on_without(self, file, after_runs):
        def lose(world):
            self.remove(world, file)
        self.go_on(lose, after_runs)

    def test_nothing_is_doubled_or_lost_if_the_old_registry_comes_back(self):
        self.go_on_with_old("state.sqlite")

    def test_nothing_is_doubled_or_lost_if_the_old_state_of_syncs_comes_back(self):
        self.go_on_with_old("sync/state.sqlite")

    def go_on_with_old(self, file):
        def restore(world):
            self.remove(world, file)
            shutil.copy(world.fixture / "state/duecal" / file, world.folder / "state/duecal" / file)
            relocate(world.folder / "state/duecal" / file, MADE_IN, str(world.folder))
        self.go_on(restore, 2)

    def remove(self, world, file):
        for path in (world.folder / "state/duecal").glob(f"{file}*"):
            path.unlink()

    def go_on(self, happens, after_runs):
        """Both sides have what they have without the accident, and a further run writes nothing."""
        for expected, world in zip(self.each("settled"), self.each("settled")):
            for _ in range(2):
                self.settle(expected)
            for _ in range(after_runs):
                self.settle(world)
            happens(world)
            for _ in range(2):
                for words in SETTLED.values():
                    self.sync(world, *words, "--yes", expect=(0, 1))
            self.assertEqual(self.all_names(world), self.all_names(expected))
            files = self.files(world)
            told = [world.run("sync", *words, "--zone", ZONE, expect=(0, 1)).stdout for words in SETTLED.values()]
            self.assertEqual(b"".join(told), b"")
            self.assertEqual(self.files(world), files)

    def all_names(self, world):
        """The titles in the files, the names of the items of each store, and their properties that no line has."""
        found = [("line", title) for title in self.titles(world, "notes", "lists", "plans").elements()]
        for words in SETTLED.values():
            for item in self.exported(world, words[1]):
                found.append((words[1], *map(str, item.key)))
                more = [each.line for each in item.properties if OTHERS.match(each.line)]
                found += [(words[1], item.value("UID"), line) for line in more]
        return sorted(found)


if __name__ == "__main__":
    unittest.main()
