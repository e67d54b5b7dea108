import Foundation
import Testing

/// Names that look the same and whose bytes differ: the letter é as one scalar, and as e with an accent.
@Suite("Names compared as bytes")
struct SpellingTests {
  private let home: StoreHome
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  init() throws {
    home = try StoreHome()
  }

  private func todo(_ uid: String, _ title: String) -> String {
    "BEGIN:VTODO\nUID:\(uid)\nDTSTAMP:20260101T000000Z\nSUMMARY:\(title)\nEND:VTODO"
  }

  private func twoLists() throws {
    try home.item("v/\(composed)/a.ics", todo("a1", "first"))
    try home.item("v/\(decomposed)/a.ics", todo("a2", "second"))
  }

  /// The names in a folder as bytes, sorted.
  private func names(_ folder: String) throws -> [[UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: home.scratch.path(folder))
      .map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test func twoItemsOfSuchUIDsAreTwoLines() throws {
    try home.item("u.ics", todo(composed, "first") + "\n" + todo(decomposed, "second"))
    let lines = try home.printed("import", "u.ics", "-q")
    #expect(lines.contains("first") && lines.contains("second"))
    for _ in 1...2 {
      _ = try home.printed("import", "u.ics", "--into", "t.taskpaper", "-q")
      #expect(try home.scratch.text("t.taskpaper") == "- first\n- second\n")
    }
  }

  @Test func uidsOfDifferentBytesThatAreNoTextAreTwoItems() throws {
    var bytes = Data(StoreHome.text(todo("caf?", "first") + "\n" + todo("caf!", "second")).utf8)
    for (sign, byte) in [("?", UInt8(0xE9)), ("!", 0xE8)] {
      let place = try #require(bytes.firstIndex(of: sign.utf8.first ?? 0))
      bytes[place] = byte
    }
    try bytes.write(to: URL(fileURLWithPath: home.scratch.path("u.ics")))
    let run = try home.run("import", "u.ics", "--into", "t.taskpaper", "-q")
    #expect(run.status < 2)
    #expect(try home.scratch.text("t.taskpaper") == "- first\n- second\n")
    _ = try home.run("store", "import", "u.ics", "sqlite:s.db#L")
    #expect(try home.run("store", "show", "sqlite:s.db").output.contains("second"))
    #expect(try home.run("store", "show", "sqlite:s.db").output.contains("first"))
  }

  @Test func aStoreTakesBothItems() throws {
    try home.item("u.ics", todo(composed, "first") + "\n" + todo(decomposed, "second"))
    _ = try home.printed("store", "import", "u.ics", "sqlite:s.db#L")
    let shown = try home.printed("store", "show", "sqlite:s.db")
    #expect(shown.contains("first") && shown.contains("second"))
    _ = try home.printed("copy", "sqlite:s.db", "vdir:v")
    let copied = try home.printed("store", "show", "vdir:v")
    #expect(copied.contains("first") && copied.contains("second"))
  }

  @Test func twoFilesOfAListAreTwoItems() throws {
    try home.item("v/l/\(composed).ics", todo("u1", "first"))
    try home.item("v/l/\(decomposed).ics", todo("u2", "second"))
    let shown = try home.printed("store", "show", "vdir:v")
    #expect(shown.contains("first") && shown.contains("second"))
  }

  @Test func twoListsAreTwo() throws {
    try twoLists()
    #expect(try home.printed("store", "show", "vdir:v#\(composed)").contains("first"))
    #expect(try home.printed("store", "show", "vdir:v#\(decomposed)").contains("second"))
    #expect(try !home.printed("store", "show", "vdir:v#\(decomposed)").contains("first"))
    _ = try home.printed("store", "add", "vdir:v#\(decomposed)", "third")
    #expect(try names("v/\(composed)").count == 1)
    #expect(try names("v/\(decomposed)").count == 2)
  }

  @Test func aListIsRemovedAlone() throws {
    try twoLists()
    let run = try home.run("store", "remove", "vdir:v#\(composed)", "--list", "--all")
    #expect(run.status == 0, "\(run.error)")
    #expect(try names("v") == [Array(decomposed.utf8)])
  }

  @Test func listsOfSuchNamesAreCopiedAsTwo() throws {
    try twoLists()
    _ = try home.printed("copy", "vdir:v", "sqlite:s.db")
    let shown = try home.printed("store", "show", "sqlite:s.db")
    #expect(shown.contains("first") && shown.contains("second"))
    #expect(try home.printed("store", "list", "sqlite:s.db").split(separator: "\n").count == 2)
    // Nothing is left to copy.
    let again = try home.run("copy", "vdir:v", "sqlite:s.db")
    #expect(again.status == 0 && !again.output.contains("added"), "\(again.output)")
    #expect(try home.printed("store", "list", "sqlite:s.db").split(separator: "\n").count == 2)
  }

  @Test func anotherSpellingOfATitleIsAChange() throws {
    try home.item("u.ics", todo("1", composed))
    _ = try home.printed("store", "import", "u.ics", "sqlite:s.db#L")
    try home.item("u.ics", todo("1", decomposed))
    _ = try home.printed("store", "import", "u.ics", "sqlite:s.db#L")
    let shown = try home.printed("store", "show", "sqlite:s.db")
    #expect(Array(shown.utf8).firstRange(of: Array(decomposed.utf8)) != nil)
  }

  @Test func remindersOfTwoFilesAreReported() throws {
    for name in [composed, decomposed] {
      try home.scratch.write("n/\(name).taskpaper", "- one @due(2026-12-03 10:00) @remind\n")
    }
    let run = try home.run("remind", "n", "--from", "2026-12-03", "--to", "2026-12-04")
    #expect(run.output.split(separator: "\n").filter { $0.contains("one") }.count == 2)
  }
}
