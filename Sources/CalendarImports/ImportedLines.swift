public import TaskBridge
import TaskText

/// Which lines of task files are those that imports keep in them.
public enum ImportedLines {
  /// What one import keeps in a file.
  public struct Kept: Sendable {
    /// The file as the import left it.
    public let text: [UInt8]
    /// The lines that are the calendar's, from 0, and the UIDs of their items.
    public let lines: [Int: String]

    /// Takes what is remembered.
    public init(text: [UInt8], lines: [Int: String]) {
      self.text = text
      self.lines = lines
    }
  }

  /// Finds the lines, also where the file was edited since.
  ///
  /// - Parameters:
  ///   - file: The file as it is.
  ///   - kept: What imports keep in it.
  ///   - reader: What tags mean.
  public static func find(
    in file: TaskFile, _ kept: [Kept], _ reader: LineFieldReader
  ) -> [Int: String] {
    var found: [Int: String] = [:]
    for kept in kept where !kept.lines.isEmpty {
      for (line, uid) in lines(of: file, kept, reader) { found[line] = uid }
    }
    return found
  }

  private static func lines(
    of file: TaskFile, _ kept: Kept, _ reader: LineFieldReader
  ) -> [Int: String] {
    if file.document.bytes == kept.text { return kept.lines }
    let old = TaskFile(
      name: file.name, identity: file.identity, modified: file.modified,
      document: TaskDocument(bytes: kept.text, dialect: file.document.dialect))
    let (then, now) = (FoundLines([old], reader), FoundLines([file], reader))
    let matches = Identity.match(old: then.traces(reader), new: now.traces(reader))
    var found: [Int: String] = [:]
    for (index, match) in matches.enumerated() {
      guard let match, let uid = kept.lines[then.line(of: match).line] else { continue }
      found[now.line(of: index).line] = uid
    }
    return found
  }
}
