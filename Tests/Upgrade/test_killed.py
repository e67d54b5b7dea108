"""Syncs and imports of an earlier version that were killed half way are finished."""
import re
import unittest

import killing
import phone
import syncs
from opened import Opened, read_items
from syncs import KILLS

STAMPS = re.compile(r"^(DTSTAMP|LAST-MODIFIED|CREATED):.*\n?", re.M)
TOLD = r"\b(added|changed|kept|removed|deleted|archived): "


def unstamped(texts):
    """Items without the moment at which they were written."""
    return sorted(STAMPS.sub("", text) for text in texts.elements())


class Killed(Opened):
    """What that version left when nothing disturbed it is what must be there in the end."""

    def finish(self, world, folder):
        """Runs a sync until it is done; only the first run may find that something has changed meanwhile."""
        self.sync(world, *syncs.pair(folder), expect=(0, 1, 75))
        self.sync(world, *syncs.pair(folder))

    def imports(self, world):
        return world.run(*syncs.INTO, "-v").stderr.decode()

    def compare(self, world, folder):
        """Both sides of a sync are as an undisturbed run left them."""
        finished = f"finished/{folder}"
        self.assertEqual(self.text(world, f"{folder}/house.taskpaper"), self.text(world, f"{finished}.taskpaper"))
        expected = unstamped(read_items((world.folder / f"{finished}.ics").read_bytes()))
        self.assertEqual(unstamped(self.items(world, KILLS[folder])), expected)

    def test_a_killed_sync_is_finished(self):
        for world in self.each("killed"):
            for folder in KILLS:
                with self.subTest(sync=folder):
                    self.finish(world, folder)
                    self.compare(world, folder)

    def test_it_is_finished_in_any_order_of_runs(self):
        for world in self.each("killed"):
            self.imports(world)
            for folder in reversed(KILLS):
                with self.subTest(sync=folder):
                    self.finish(world, folder)
                    self.compare(world, folder)

    def test_a_run_after_that_is_quiet(self):
        for world in self.each("killed"):
            for folder in KILLS:
                self.finish(world, folder)
            before = self.files(world)
            for folder in KILLS:
                self.assertEqual(self.sync(world, *syncs.pair(folder)), "")
            self.assertEqual(self.files(world), before)

    def test_an_edit_before_the_next_run_stays(self):
        for world in self.each("killed"):
            for folder in KILLS:
                with self.subTest(sync=folder):
                    house = f"{folder}/house.taskpaper"
                    syncs.Making(world).edit(house, ("- Sweep the yard", "- Sweep the whole yard"))
                    self.finish(world, folder)
                    expected = self.text(world, f"finished/{folder}.taskpaper").replace("Sweep the", "Sweep the whole")
                    self.assertEqual(self.text(world, house), expected)
                    stored = [item.value("SUMMARY") for item in self.exported(world, KILLS[folder])]
                    self.assertEqual(sorted(stored), sorted(self.expected(world, folder)))

    def expected(self, world, folder):
        """The titles that the store has in the end, with the edit."""
        titles = phone.all_titles(self.text(world, f"finished/{folder}.ics"))
        return [title.replace("Sweep the", "Sweep the whole") for title in titles]

    # MARK: Imports

    def each_import(self):
        """A world with an import that was killed before its file was written, and one after that."""
        return [world for name in ("killed", "planned") for world in self.each(name)]

    def test_a_killed_import_is_finished(self):
        for world in self.each_import():
            self.imports(world)
            expected = self.text(world, "finished/club.taskpaper")
            self.assertEqual(self.text(world, "club.taskpaper"), expected)
            self.assertNotRegex(self.imports(world), TOLD)
            self.assertEqual(self.text(world, "club.taskpaper"), expected)

    def test_what_the_calendar_changes_after_that_comes_into_the_lines(self):
        for world in self.each_import():
            syncs.Making(world).edit("calendars/club.ics", ("SUMMARY:Find a band", "SUMMARY:Find two bands"))
            self.imports(world)
            expected = self.text(world, "finished/club.taskpaper").replace("Find a band", "Find two bands")
            self.assertEqual(self.text(world, "club.taskpaper"), expected)

    def test_nothing_is_planned_any_more(self):
        for world in self.each("killed"):
            self.imports(world)
            for folder in KILLS:
                self.finish(world, folder)
            state = world.folder / "state/duecal"
            tables = ("taskPlan", "taskPlanItem", "plannedWrite", "preparedSave", "replaced_item",
                      "replaced_agreed")
            left = [killing.rows(state / "state.sqlite", table) for table in tables]
            self.assertEqual([*left, killing.rows(state / "sync/state.sqlite", "intent")], [0] * 7)


if __name__ == "__main__":
    unittest.main()
