import ExactText
public import LineState
public import TaskBridge
import TaskText

/// Finds the lines that imports keep in task files.
public enum ImportedLines {
  /// Finds the lines, even if the file was edited since.
  ///
  /// - Parameters:
  ///   - file: The file as it is.
  ///   - kept: The lines that imports keep in it.
  ///   - reader: Reads tags.
  public static func find(
    in file: TaskFile, _ kept: [ImportedText], reader: LineFieldReader
  ) -> [Int: String] {
    var found: [Int: String] = [:]
    for kept in kept where !kept.lines.isEmpty {
      for (old, new) in places(in: file, kept, reader: reader) { found[new] = kept.lines[old] }
    }
    return found
  }

  /// The present places of the lines that an import keeps.
  static func places(
    in file: TaskFile, _ kept: ImportedText, reader: LineFieldReader
  ) -> [Int: Int] {
    if file.document.bytes == kept.text {
      return Dictionary(uniqueKeysWithValues: kept.lines.keys.map { ($0, $0) })
    }
    let old = file.with(bytes: kept.text)
    let moved = MovedLines(
      LineSnapshot([old], reader), LineSnapshot([file], reader), reader: reader)
    return kept.lines.keys.reduce(into: [:]) { places, line in
      places[line] = moved.line(of: LineRef(file: 0, line: line))?.line
    }
  }
}

extension ImportedText {
  /// True if the text and a file have most of their lines in common, so that it is probably the same file with
  /// another name.
  public func isMostly(_ file: TaskFile) -> Bool {
    guard text.count / 4 <= file.document.bytes.count, file.document.bytes.count / 4 <= text.count
    else { return false }
    let then = TaskDocument(bytes: text, like: file.document).distinctBodies
    let now = file.document.distinctBodies
    let shared = then.intersection(now).count
    return 2 * shared > then.count && 2 * shared > now.count
  }
}

extension TaskDocument {
  /// The texts of its lines, without blank ones.
  fileprivate var distinctBodies: Set<ArraySlice<UInt8>> {
    Set(lines.map { bytes[$0.body] }.filter { !$0.isEmpty })
  }
}

extension ImportMemory {
  /// The lines that an import keeps in some files, even if they were edited since.
  public func lines(in files: [TaskFile], _ reader: LineFieldReader) -> Set<LineRef> {
    var found: Set<LineRef> = []
    for (number, file) in files.enumerated() {
      guard let kept = kept(in: file.identity, at: \.place) else { continue }
      for line in ImportedLines.find(in: file, [kept], reader: reader).keys {
        found.insert(LineRef(file: number, line: line))
      }
    }
    return found
  }

  /// The lines of an import in a file; nil for a file that it does not have.
  ///
  /// - Parameter place: Returns the place of an entry.
  func kept(in file: String, at place: (Entry) -> Place?) -> ImportedText? {
    guard let text = texts[file] else { return nil }
    let lines = items.compactMap { name, entry in
      place(entry).flatMap { $0.file == file ? ($0.line, name.uid) : nil }
    }
    return ImportedText(text: text, lines: Dictionary(lines) { first, _ in first })
  }
}
