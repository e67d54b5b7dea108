import TaskText

/// Any bytes are a task file and come back, and an edit changes only its own lines.
///
/// The first byte chooses the dialect.
enum OutlineProperties {
  static func check(_ bytes: [UInt8], _ faults: inout Faults) {
    let dialects = TaskDialect.allCases
    let dialect = dialects[Int(bytes.first ?? 0) % dialects.count]
    let document = TaskDocument(bytes: Array(bytes.dropFirst()), dialect: dialect)
    faults.expect(document.printed == document.bytes, "the file does not come back")
    checkLines(document, &faults)
    let outline = Outline(document)
    for line in document.lines.indices.prefix(200) {
      let parent = outline.parent(of: line)
      faults.expect(parent ?? -1 < line, "a line is above its parent")
      faults.expect(outline.subtree(of: line).contains(line), "a line is not among its own")
    }
    let step = max(1, document.lines.count / 5)
    for line in stride(from: 0, to: document.lines.count, by: step) {
      checkEdits(of: line, in: document, &faults)
    }
  }

  private static func checkLines(_ document: TaskDocument, _ faults: inout Faults) {
    var end = document.lines.first?.range.lowerBound ?? document.bytes.count
    for line in document.lines {
      faults.expect(line.range.lowerBound == end, "the lines leave bytes out")
      end = line.range.upperBound
      var tagEnd = line.body.lowerBound
      for tag in document.tags[line.tags] {
        faults.expect(tag.leading.lowerBound >= tagEnd, "a tag overlaps the one before it")
        tagEnd = tag.range.upperBound
        _ = document.payload(of: tag)
      }
      faults.expect(tagEnd <= line.body.upperBound, "a tag is after its line")
      faults.expect(line.text.upperBound <= line.body.upperBound, "a text is after its line")
    }
    faults.expect(end == document.bytes.count, "there are bytes after the last line")
  }

  private static func checkEdits(
    of line: Int, in document: TaskDocument, _ faults: inout Faults
  ) {
    let edits: [(String, () throws -> TaskEdit)] = [
      ("text", { try document.setting(text: "Call Ann", ofLine: line) }),
      ("task", { try document.setting(kind: .task, ofLine: line) }),
      ("project", { try document.setting(kind: .project, ofLine: line) }),
      ("note", { try document.setting(kind: .note, ofLine: line) }),
      ("indent", { try document.indenting(line: line, by: 1) }),
      ("outdent", { try document.indenting(line: line, by: -1) }),
      ("delete", { try document.deleting(line: line) }),
      ("insert", { try document.inserting([("- new", 0)], beforeLine: line) }),
      ("tag", { try document.setting(tag: "due", to: "2026-12-03", onLine: line) }),
      ("untag", { try document.removing(tag: "due", fromLine: line) }),
      ("rename", { try document.renaming(tag: "due", to: "start", onLine: line) }),
      ("done", { try document.markingDone("2026-12-03", line: line) }),
    ]
    for (name, make) in edits {
      guard let edit = try? make() else { continue }
      check(edit, name, line, document, &faults)
    }
  }

  private static func check(
    _ edit: TaskEdit, _ name: String, _ line: Int, _ document: TaskDocument,
    _ faults: inout Faults
  ) {
    let edited = document.applying(edit)
    let back = edited.applying(document.inverse(of: edit))
    faults.expect(back.bytes == document.bytes, "\(name) cannot be taken back")
    let start = document.lines[line].range.lowerBound
    // An insertion may have to end the line before it, where the file has no ending in its last line.
    let before = document.bytes[..<min(start, edited.bytes.count)]
    faults.expect(edited.bytes.starts(with: before), "\(name) changes the text before the line")
    if name == "text" {
      let text = edited.lines.indices.contains(line) ? edited.string(edited.lines[line].text) : ""
      faults.expect(text == "Call Ann", "\(name) gives the line another text: \(text)")
    }
    // Half a character after a tag may become part of it; a command refuses such a file.
    if name == "tag", document.firstInvalidByte == nil {
      let payload = edited.firstTag(named: "due", on: edited.lines[line]).flatMap {
        edited.payload(of: $0)
      }
      faults.expect(payload == "2026-12-03", "the tag says \(payload ?? "nothing")")
    }
    if ["text", "tag", "untag", "rename", "done", "task", "project", "note"].contains(name) {
      faults.expect(edited.lines.count == document.lines.count, "\(name) changes other lines")
    }
  }
}
