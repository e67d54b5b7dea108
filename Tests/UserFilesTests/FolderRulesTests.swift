import Testing

@testable import UserFiles

@Suite("What is left out of a folder")
struct FolderRulesTests {
  private func matches(_ pattern: String, _ path: String, isFolder: Bool = false) -> Bool {
    let parts = path.split(separator: "/")
    return IgnorePattern(pattern)?.matches(parts, isFolder: isFolder) ?? false
  }

  @Test(arguments: [
    ("Templates", "Templates", true), ("Templates", "a/Templates", true),
    ("Templates", "Templates2", false), ("templates", "Templates", false),
    ("*.tmp.md", "a.tmp.md", true), ("*.tmp.md", "x/a.tmp.md", true), ("*.tmp.md", "a.md", false),
    ("/a.md", "a.md", true), ("/a.md", "x/a.md", false), ("x/a.md", "x/a.md", true),
    ("x/a.md", "y/x/a.md", false), ("**/a.md", "a.md", true), ("**/a.md", "x/y/a.md", true),
    ("x/**", "x/y/z.md", true), ("x/**", "x", false), ("x/**/z.md", "x/z.md", true),
    ("x/*/z.md", "x/z.md", false), ("x/*/z.md", "x/y/z.md", true), ("?.md", "ü.md", true),
    ("?.md", "ab.md", false), ("a*b*c", "aXbXbc", true), ("a*b*c", "aXbX", false),
    ("*", "x", true), ("a?c", "a/c", false), ("a  ", "a", true), ("\\#a", "#a", true),
  ])
  func aPatternMatchesAsInGitignore(_ pattern: String, _ path: String, _ isOut: Bool) {
    #expect(matches(pattern, path) == isOut, "\(pattern) \(path)")
  }

  @Test func aPatternWithASlashAtItsEndMatchesOnlyFolders() {
    #expect(matches("a/", "a", isFolder: true) && !matches("a/", "a"))
    #expect(matches("a/", "x/a", isFolder: true))
  }

  @Test func commentsAndBlankLinesSayNothing() {
    for line in ["", "  ", "# a", "\r", "/", "!"] { #expect(IgnorePattern(line) == nil, "\(line)") }
  }

  @Test func manyStarsAreMatchedInShortTime() {
    let stars = String(repeating: "a*", count: 2000) + "b"
    #expect(!matches(stars, String(repeating: "a", count: 8000)))
  }

  @Test func theRulesOfAFolderComeAfterThoseOfTheOneAboveIt() throws {
    let folder = try Folder()
    for name in ["a.md", "T/b.md", "T/keep.md", "x/c.md", "x/T/d.md", "x/e.md"] {
      try folder.write(name)
    }
    try folder.make(".duecalignore", "T/*\n!keep.md\n")
    try folder.make("x/.duecalignore", "e.md\r\n")
    let rules = FolderRules(["x/T"])
    let found = try FileTree.files(in: folder.path, leavingOut: rules) { $0.hasSuffix(".md") }
    #expect(found.files == ["T/keep.md", "a.md", "x/c.md"])
    #expect(rules.leavesOut("x/T/d.md", in: folder.path))
    #expect(!rules.leavesOut("x/c.md", in: folder.path))
    let all = try FileTree.files(in: folder.path) { $0.hasSuffix(".md") }
    #expect(all.files.count == 6)
  }

  @Test func anExclusionMayBeAPath() throws {
    let folder = try Folder()
    for name in ["a.md", "x/a.md"] { try folder.write(name) }
    let rules = FolderRules(["\(folder.path)/x"])
    let found = try FileTree.files(in: folder.path, leavingOut: rules) { _ in true }
    #expect(found.files == ["a.md"])
  }

  @Test(arguments: [
    "Tasks.sync-conflict-20261127-131500-ABCDEFG.taskpaper",
    "Tasks (Ann's conflicted copy 2026-11-27).md", "Tasks (conflicted copy 2026-11-27 131500).md",
    "Tasks_conflict-20161127-131500.md", "Tasks (Conflicted copy Phone 202611271315).md",
    "Tasks (In Konflikt stehende Kopie von Ann 2026-11-27).md",
    "Tasks (Copie en conflit de Ann 2026-11-27).md",
    "Tasks (Copia en conflicto de Ann 2026-11-27).md",
    "Tasks (Copia in conflitto di Ann 2026-11-27).md",
    "Tasks (Conflicterende kopie van Ann 2026-11-27).md", "Tasks (Annの競合コピー 2026-11-27).md",
    "Tasks (Ann 的冲突副本 2026-11-27).md", "Tasks (Конфликтующая копия Ann 2026-11-27).md",
    "Tasks (SFConflict ann@example.org 2026-11-27-13-15-00).md",
    "Tasks (work) (Ann's conflicted copy 2026-11-27 (1)).md",
    "Tasks (Case Conflict).md", "Tasks (Case Conflict 1).md",
    "tasks (case clash from 2026-11-27 131500).md",
    "Tasks (case clash from ann on 2026-11-27 131500).md", "Café (Unicode Encoding Conflict).md",
    "Café (Unicode Encoding Conflict 2).md", "Tasks (Selective Sync Conflict).taskpaper",
    "Tasks (White Space Conflict).md", "Tasks-DESKTOP-1A2B3C4.md", "Tasks-LAPTOP-1A2B3C4D-2.md",
  ])
  func aConflictCopyIsRecognisedByItsName(_ name: String) {
    #expect(ConflictCopies.isOne(name))
  }

  @Test(arguments: [
    "Tasks.md", "Conflict resolution 2026.md", "Notes (2026-11-27).md", "Conflict (draft).md",
    "a_conflict-of-interest.md", "sync-conflict-notes.md", "Conflicted copy.md",
    "War (conflict studies).md", "Law (Court Case Conflict).md", "Law (Case Conflict Notes).md",
    "Clash (case clash).md", "Tasks 2.md", "Tasks (1).md", "DESKTOP-1A2B3C4.md",
    "My-DESKTOP-Setup.md",
    "My-DESKTOP-1A2B3C4 repair.md", "a-LAPTOP-.md", "(.md", ").md", ")(.md", "",
  ])
  func anotherNameIsNoConflictCopy(_ name: String) {
    #expect(!ConflictCopies.isOne(name))
  }
}

extension Folder {
  /// Creates an empty file and the folders that it is in.
  fileprivate func write(_ name: String) throws {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      try FileTree.makeFolder(folder)
    }
    try make(name, "")
  }
}
