"""Tests that hostile.py finds the faults of a small program, and no fault in a program that is right."""
import pathlib
import re
import sys
import tempfile
import unittest

import hostile
import hostile_worlds

# A substitute for duecal-net: it sends requests as a store does, and then runs the code of a test.
ASKS = """
import http.client, os, signal, sys, time, urllib.parse
def length(text):
    place = urllib.parse.urlsplit(text.removeprefix("caldav+"))
    connection = http.client.HTTPConnection(place.hostname, place.port)
    connection.request("PROPFIND", place.path, b"getcontenttype")
    return len(connection.getresponse().read())
address = next(word for word in sys.argv if "://" in word)
size = length(address) if "caldav" in address else 0
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
"""


class Judging(unittest.TestCase):
    """Each program is judged with an answer of 0.6 MB, by the limits of an optimised build."""

    def faults(self, planted, kind="list", name="comments", world=None):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "planted"
            program.write_text(f"#!{sys.executable}\n{ASKS}{planted}\n")
            program.chmod(0o755)
            trial = hostile.Trial(program, 600_000)
            trial.measure_idle()
            if world:
                trial.world("a world", world)
            else:
                trial.get(name) if kind == "get" else trial.dav(kind, name)
            return "\n".join(trial.faults)

    def test_a_program_that_does_all_right_has_no_faults(self):
        self.assertEqual(self.faults("print('Breakfast')"), "")
        self.assertEqual(self.faults("print('Breakfast')", "get", "no reason"), "")
        self.assertEqual(self.faults("sys.exit(69)", "list", "entities"), "")

    def test_much_time_is_a_fault(self):
        self.assertRegex(self.faults("if size > 1000: burn(3)"), r"takes \d+\.\d s, and may take 0\.4")

    def test_much_memory_is_a_fault(self):
        self.assertRegex(self.faults("a = b'x' * (300 << 20)"), r"takes 3\d\d MiB, and may take 256")

    def test_time_that_grows_with_the_square_is_a_fault(self):
        # A third takes 0.5 s, much longer than the start of a program on a slow machine, which is counted with it.
        self.assertIn("much more than three times", self.faults("burn(4.5 * (size / 600_000) ** 2)"))
        self.assertNotIn("much more", self.faults("burn(1.5 * size / 600_000)"))

    def test_an_end_by_a_signal_is_a_fault(self):
        self.assertIn("ends with -4", self.faults("os.kill(os.getpid(), signal.SIGILL)"))

    def test_no_end_is_a_fault(self):
        world = hostile_worlds.World(hostile_worlds.calendar, ["store", "show", "AT"], 0, wait=2)
        self.assertIn("does not end within 2 s", self.faults("time.sleep(60) if 'show' in sys.argv and '--timeout' not in sys.argv else 0",
                                                             world=world))

    def test_a_control_character_is_a_fault(self):
        self.assertIn("control character", self.faults(r"print('\x1b[2J')"))
        self.assertIn("control character", self.faults(r"print('\x9b2J', file=sys.stderr)"))

    def test_an_answer_that_is_wrongly_taken_or_refused_is_a_fault(self):
        self.assertIn("one to be refused", self.faults("", name="entities"))
        self.assertIn("one to be taken", self.faults("sys.exit(69)"))
        self.assertIn("one to be refused", self.faults("print('Breakfast')", "get", "status 000"))

    def test_a_lost_source_is_a_fault(self):
        self.assertIn("the other source is lost", self.faults("sys.exit(69)", "get", "status 000"))

    def test_a_world_has_its_status_its_sentence_and_its_questions(self):
        world = hostile_worlds.World(hostile_worlds.calendar, ["store", "show", "AT"], 69, b"in a loop", questions=0)
        faults = self.faults("", world=world)
        self.assertTrue(re.search("ends with 0, not 69", faults) and "may ask 0 times" in faults, faults)


if __name__ == "__main__":
    unittest.main()
