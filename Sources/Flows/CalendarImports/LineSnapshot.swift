import LineIdentity
import TaskBridge
import TaskText

/// The lines of task files that can be items, as a snapshot for `Identity`.
struct LineSnapshot {
  let files: [TaskFile]
  let entries: TaskEntries
  /// The index of the entry on each line of each file; -1 for a line without one.
  private let entryAt: [[Int32]]

  init(_ files: [TaskFile], _ reader: LineFieldReader) {
    self.files = files
    entries = TaskEntries(
      files: files, vocabulary: reader.vocabulary, includesArchive: true, takesAll: true)
    var entryAt = files.map { [Int32](repeating: -1, count: $0.document.lines.count) }
    for (index, entry) in entries.entries.enumerated() {
      entryAt[entry.line.file][entry.line.line] = Int32(truncatingIfNeeded: index)
    }
    self.entryAt = entryAt
  }

  var count: Int { entries.entries.count }

  /// True if the files contain a line.
  func has(_ line: LineRef) -> Bool {
    entryAt.indices.contains(line.file) && entryAt[line.file].indices.contains(line.line)
  }

  /// The entry of a line; nil for a line that is not an item.
  func entry(at line: LineRef) -> Int? {
    guard has(line) else { return nil }
    let entry = entryAt[line.file][line.line]
    return entry < 0 ? nil : Int(entry)
  }

  /// The line of an entry.
  func line(of entry: Int) -> LineRef { entries.entries[entry].line }

  /// A line without its indent.
  func body(of line: LineRef) -> String {
    let document = files[line.file].document
    return document.string(document.lines[line.line].body)
  }

  /// The notes below a line.
  func notes(of line: LineRef) -> [String] {
    LineText(files[line.file], line: line.line).written
  }

  /// The entries as traces for `Identity`.
  func traces(_ reader: LineFieldReader) -> [ItemTrace] {
    let names = ExplicitUIDs(entries, reader: reader).names
    return entries.entries.indices.map { index in
      var trace = ItemTrace(entries, at: index)
      trace.file = entries.file(of: entries.entries[index]).identity
      trace.ownUID = names[index]
      return trace
    }
  }
}
