"""Tests that scripts/calls.py finds the calls that it looks for, in small sources that are compiled here."""
import importlib.util
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("calls", ROOT / "scripts" / "calls.py")
calls = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(calls)

PLANTED = {
    "equal": "func planted(a: String, b: String) -> Bool { a == b }",
    "unequal": "func planted(a: String, b: String) -> Bool { a != b }",
    "optional": "func planted(a: String?, b: String?) -> Bool { a == b }",
    "list": "func planted(a: [String], b: [String]) -> Bool { a == b }",
    "contained": "func planted(a: [String], b: String) -> Bool { a.contains(b) }",
    "part": "func planted(a: Substring, b: String) -> Bool { a == b }",
    "case": "func planted(a: String, b: String) -> Int { switch a { case b: 1; default: 2 } }",
    "written": "struct Planted: Equatable { var planted: String }",
    "inferred set": "func planted(a: [String]) -> Int { Set(a).count }",
    "grouped": "func planted(a: [String]) -> Int { Dictionary(grouping: a) { $0 }.count }",
    "dictionary": "func planted(a: [String: Int], b: String) -> Int? { a[b] }",
}
ROW = """public final class Row {
  public subscript<Value: ExpressibleByIntegerLiteral>(_ column: String) -> Value { 0 }
  public subscript<Value: ExpressibleByIntegerLiteral>(_ column: Int) -> Value { 0 }
}"""
CLEAN = {
    "bytes": "func clean(a: String, b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }",
    "exact": "import ExactText\nfunc clean(a: String, b: String) -> Bool { a == b && [a].contains(b) }",
    "exact optional": "import ExactText\nfunc clean(a: String?, b: String?) -> Bool { a == b && a == \"x\" && \"y\" != b }",
    "exact keys": "import ExactText\nfunc clean(a: [String], b: String) -> Bool { ExactSet(a).contains(b) }",
    "exact type": "import ExactText\nstruct Clean: Hashable { var a: String; var b: String?; var c: [String] }",
    "numbers": "func clean(a: [Int: Int], b: Int) -> Int? { a[b] }",
}


class Calls(unittest.TestCase):
    """Compiles one small source at a time."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.folder.name)
        cls.compile("ExactText", sorted((ROOT / "Sources" / "System" / "ExactText").glob("*.swift")), "-emit-module", "-emit-module-path",
                    cls.place / "ExactText.swiftmodule")

        (cls.place / "Row.swift").write_text(ROW)
        cls.compile("GRDB", [cls.place / "Row.swift"], "-emit-module", "-emit-module-path", cls.place / "GRDB.swiftmodule")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def compile(cls, module, files, *more):
        """Compiles as a debug build does, into one object for each file."""
        command = ["swiftc", "-c", "-Onone", "-g", "-parse-as-library", "-package-name", "duecal", "-module-name", module,
                   "-I", cls.place, *more, *files]
        subprocess.run(command, cwd=cls.place, check=True, capture_output=True)

    def found(self, sources):
        """The calls that are found in each of some sources."""
        files = []
        for name, text in sources.items():
            files.append(self.place / (name.replace(" ", "_") + ".swift"))
            files[-1].write_text(text.replace("planted", "planted_" + files[-1].stem).replace("Planted", "P" + files[-1].stem)
                                 .replace("clean", "clean_" + files[-1].stem).replace("Clean", "C" + files[-1].stem))
        self.compile("Sources", files)
        return {name: calls.calls(file.with_suffix(".o")) for name, file in zip(sources, files)}

    def test_a_planted_comparison_is_found(self):
        for name, functions in self.found(PLANTED).items():
            self.assertTrue(functions, name)

    def test_a_subscript_of_a_row_is_found(self):
        sources = {"name": "import GRDB\nfunc planted(row: Row) -> Int { row[\"a\"] }",
                   "place": "import GRDB\nfunc planted(row: Row) -> Int { row[0] }"}
        for name, functions in self.found(sources).items():
            self.assertEqual([{"GRDB's subscript of a row"}], list(functions.values()), name)

    def test_a_comparison_of_bytes_is_none(self):
        for name, functions in self.found(CLEAN).items():
            self.assertFalse(functions, name)


if __name__ == "__main__":
    unittest.main()
