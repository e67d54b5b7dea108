import TaskText
import TestSupport
import Testing

@Test(arguments: 0..<60) func whatIsGeneratedComesBackByteForByte(seed: Int) {
  var generator = TaskTextGenerator(seed: UInt64(seed))
  for dialect in TaskDialect.allCases {
    expectDocument(generator.file(lines: 6), dialect: dialect)
  }
}

@Test func everyFileOfOthersComesBackByteForByte() {
  for folder in ["taskpaper", "hostile/taskpaper"] {
    for file in Corpora.files(in: folder, extensions: ["taskpaper", "todo"]) {
      for dialect in TaskDialect.allCases {
        expectDocument(Corpora.bytes(file), dialect: dialect, mutate: false)
      }
    }
  }
}

@Test(arguments: 0..<30) func everyEditOfARandomFileIsUndone(seed: Int) throws {
  var generator = TaskTextGenerator(seed: UInt64(seed))
  let document = TaskDocument(bytes: generator.file(lines: 8))
  for number in 0...document.lines.count {
    for edit in allEdits(of: document, line: number) {
      let edited = document.applying(edit)
      #expect(edited.applying(document.inverse(of: edit)).bytes == document.bytes)
      #expect(edited.printed == edited.bytes)
    }
  }
}

/// Every edit that can be made at a line; those that the line does not allow are left out.
private func allEdits(of document: TaskDocument, line: Int) -> [TaskEdit] {
  var edits: [TaskEdit] = []
  func add(_ make: () throws(TaskEditError) -> TaskEdit) {
    if let edit = try? make() { edits.append(edit) }
  }
  add { () throws(TaskEditError) in try document.setting(tag: "due", to: "x", onLine: line) }
  add { () throws(TaskEditError) in try document.removing(tag: "due", fromLine: line) }
  add { () throws(TaskEditError) in try document.renaming(tag: "done", to: "d", onLine: line) }
  add { () throws(TaskEditError) in try document.markingDone(nil, line: line) }
  add { () throws(TaskEditError) in try document.setting(text: "new", ofLine: line) }
  for kind in LineKind.allCases where kind != .blank {
    add { () throws(TaskEditError) in try document.setting(kind: kind, ofLine: line) }
  }
  for levels in [-1, 1, 2] {
    add { () throws(TaskEditError) in try document.indenting(line: line, by: levels) }
  }
  add { () throws(TaskEditError) in try document.deleting(line: line) }
  add { () throws(TaskEditError) in try document.inserting([("- n", 1)], beforeLine: line) }
  for destination in 0...document.lines.count {
    add { () throws(TaskEditError) in
      try document.moving(line: line, beforeLine: destination, level: 1)
    }
  }
  return edits
}

/// The bytes of all lines but one.
private func others(_ document: TaskDocument, besides line: Int) -> [[UInt8]] {
  document.lines.indices.filter { $0 != line }.map {
    Array(document.bytes[document.lines[$0].range])
  }
}

@Test(arguments: 0..<60) func anEditOfALineLeavesAllOthersAsTheyAre(seed: Int) throws {
  var generator = TaskTextGenerator(seed: UInt64(seed))
  let document = TaskDocument(bytes: generator.file(lines: 12))
  for line in document.lines.indices {
    let edits = [
      try? document.setting(tag: "due", to: "x", onLine: line),
      try? document.removing(tag: "due", fromLine: line),
      try? document.renaming(tag: "done", to: "d", onLine: line),
      try? document.setting(text: "new", ofLine: line),
      try? document.markingDone("2024-01-01", line: line),
    ]
    for edit in edits.compactMap(\.self) {
      let edited = document.applying(edit)
      try #require(edited.lines.count == document.lines.count)
      #expect(others(edited, besides: line) == others(document, besides: line))
      #expect(
        edited.bytes[edited.lines[line].ending] == document.bytes[document.lines[line].ending])
    }
  }
}
