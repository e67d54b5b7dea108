import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import Testing

/// The short IDs of all lines in some texts, and the lines.
private func named(
  _ texts: [String], identities: [String]? = nil
) -> (ids: ShortIDs, entries: TaskEntries) {
  let files = texts.enumerated().map { number, text in
    TaskFile(
      name: "\(number).taskpaper", identity: identities?[number] ?? "\(number).taskpaper",
      modified: .epoch, document: TaskDocument(text))
  }
  let entries = TaskEntries(files: files, vocabulary: Vocabulary())
  return (ShortIDs(entries), entries)
}

private func id(_ text: String, line: Int) -> String {
  named([text]).ids.id(of: LineRef(file: 0, line: line))
}

@Suite struct ShortIDTests {
  @Test func aNameHasFourLettersOfNoWord() {
    let (ids, entries) = named(["Home:\n\t- Call Ann\n\t- Pay rent\n"])
    for entry in entries.entries + entries.projects {
      let id = ids.id(of: entry.line)
      #expect(id.count == 4 && !id.contains { "aeiouyl0123456789".contains($0) })
      #expect(ids.lines(named: id) == [entry.line])
    }
  }

  @Test func tagsAndDatesDoNotChangeIt() {
    let first = id("Home:\n\t- Call Ann\n", line: 1)
    for line in [
      "- Call Ann @done(2026-12-01)", "- Call Ann @due(2026-12-03 15:00) @phone",
      "- Call @due(2026-12-03) Ann @x",
    ] {
      let other = id("- Other\nHome: @flag\n  \(line)\n\t- More\n", line: 2)
      #expect(other == first, "\(line)")
    }
  }

  @Test func itIsThatOfFileProjectAndTitle() {
    let lines = ["Home:\n\t- Call Ann", "Work:\n\t- Call Ann", "Home:\n\t- Call Anne"]
    #expect(Set(lines.map { id($0, line: 1) }).count == 3)
    let files = named(["- a", "- a"]).ids
    #expect(files.id(of: LineRef(file: 0, line: 0)) != files.id(of: LineRef(file: 1, line: 0)))
  }

  @Test func aFolderThatIsReadDoesNotChangeIt() {
    let alone = named(["- a"], identities: ["b.taskpaper"]).ids
    let inFolder = named(["- a"], identities: ["sub/b.taskpaper"]).ids
    #expect(alone.id(of: LineRef(file: 0, line: 0)) == inFolder.id(of: LineRef(file: 0, line: 0)))
  }

  @Test func equalLinesAreDistinguishedByTheirNumber() {
    let ids = named(["- a @due(2026-12-01)\n- b\n- a @done\n"]).ids
    let (first, second) = (LineRef(file: 0, line: 0), LineRef(file: 0, line: 2))
    #expect(ids.id(of: first) != ids.id(of: second))
    #expect(ids.id(of: first) == id("- a\n", line: 0))
    #expect(ids.lines(named: ids.id(of: second)) == [second])
  }

  @Test func whatIsShownNamesOneLineOfManyAndFewerLettersSeveral() {
    let text = (0..<5000).map { "- task \($0)" }.joined(separator: "\n")
    let (ids, entries) = named([text])
    for entry in entries.entries {
      let id = ids.id(of: entry.line)
      #expect(ids.lines(named: id) == [entry.line])
      #expect(ids.lines(named: id.uppercased()) == [entry.line])
      let length = ids.uniqueLength(of: entry.line)
      #expect(ids.lines(named: String(id.prefix(length))) == [entry.line])
      #expect(length == 1 || ids.lines(named: String(id.prefix(length - 1))).count > 1)
    }
    #expect(entries.entries.map { ids.id(of: $0.line).count }.max() ?? 0 <= 8)
  }

  @Test func whatIsNoNameNamesNothing() {
    let ids = named(["- a\n"]).ids
    for name in ["", "a", "1", "bbbbbbbbbbbbbbbbbbbb", "ä"] {
      #expect(ids.lines(named: name) == [])
    }
    #expect(ids.id(of: LineRef(file: 3, line: 9)) == "")
    #expect(ids.uniqueLength(of: LineRef(file: 3, line: 9)) == 0)
  }
}
