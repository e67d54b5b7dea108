"""What the tests of syncs have in common: copies of the worlds in `VERSION/syncs`, and what is in them."""
import collections
import re
import shutil
import unittest

import syncs
from calendars import items
from fixtures import BINARY, VERSIONS
from world import ZONE, copied


def read_items(data):
    """The texts of the items of a calendar, each with the number of its copies."""
    return collections.Counter(item.text for item in items(data))


class Opened(unittest.TestCase):
    """A copy of a world of each version that has syncs."""

    def each(self, name):
        made = [version for version in VERSIONS if (version / "syncs").is_dir()]
        self.assertTrue(made)
        for version in made:
            world = copied(version / "syncs" / name, BINARY)
            world.fixture = version / "syncs" / name
            self.addCleanup(shutil.rmtree, world.folder)
            yield world

    def sync(self, world, *words, expect=(0,)):
        """Runs a sync: what it tells."""
        run = world.run("sync", *words, "--zone", ZONE, expect=expect)
        return (run.stdout + run.stderr).decode()

    def text(self, world, path):
        return (world.folder / path).read_bytes().decode()

    def exported(self, world, store):
        return items(world.run("store", "export", store).stdout)

    def items(self, world, store):
        return read_items(world.run("store", "export", store).stdout)

    def lines(self, world, folder):
        """The lines of each task file of a folder."""
        return {str(path.relative_to(world.folder)): path.read_bytes().decode().splitlines(True)
                for path in sorted((world.folder / folder).rglob("*")) if path.is_file()}

    def titles(self, world, *folders):
        """How often each title is in the lines of folders; notes are titles too."""
        texts = [text for folder in folders for lines in self.lines(world, folder).values() for text in lines]
        return collections.Counter(re.sub(r" @\w+(\([^)]*\))?", "", text.strip()) for text in texts)

    def files(self, world):
        """The bytes of all files of the person, but for databases, whose items are compared."""
        return {name: data for name, data in world.bytes().items() if ".sqlite" not in name}

    def phone(self, world, store):
        return syncs.Making(world).phone(store)
