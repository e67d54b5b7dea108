"""Tests that scripts/words.py reads the prose of Markdown and Swift, but not the code."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import words  # noqa: E402


class Words(unittest.TestCase):
    def found(self, suffix, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, f"planted{suffix}")
            file.write_text(text)
            return [(line, column, better) for line, column, _, better in words.hits(file, words.phrases())]

    def test_comments_are_read_across_lines(self):
        self.assertEqual(self.found(".swift", "let a = 1\n/// What is\n/// said.\n"), [(2, 10, "is reported")])

    def test_strings_are_read_and_code_in_them_is_not(self):
        self.assertEqual(self.found(".swift", 'let a = "x \\(of("in vain")) anew"\n'), [(1, 29, "again")])
        self.assertEqual(self.found(".swift", 'let a = """\n  anew\n  """\n'), [(2, 3, "again")])

    def test_code_is_not_read(self):
        self.assertEqual(self.found(".swift", "let anew = 1\n/// `anew`\n"), [])
        self.assertEqual(self.found(".md", "`anew`\n\n```\nanew\n```\n\n[a](anew)\n"), [])

    def test_paragraphs_end_phrases(self):
        self.assertEqual(self.found(".md", "It is\nsaid.\n\nIt is\n\nsaid.\n"), [(1, 4, "is reported")])

    def test_an_exception_applies_to_its_files_only(self):
        file = words.ROOT / "Tests" / "DuecalTests" / "Planted.swift"
        self.assertTrue(any(pattern.search("Mend the sink") for pattern in words.exceptions(file)))
        self.assertEqual(self.found(".swift", '// Mend the sink\n'), [(1, 4, "fix")])

    def test_prose_is_british(self):
        self.assertEqual(self.found(".md", "Recognized colors, and `--color`.\n"),
                         [(1, 1, "recognise"), (1, 12, "colours; coloured; colouring")])

    def test_common_english_is_not_found(self):
        self.assertEqual(self.found(".md", "There\n  is no file, it is no longer here, and something else in it.\n"), [])


if __name__ == "__main__":
    unittest.main()
