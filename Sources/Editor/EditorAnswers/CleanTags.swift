import Synchronization
import TaskBridge
import TaskText

/// The tags of lines about which there is nothing to report.
///
/// Most tasks of a file have no tags, or the same as others. A task without notes and with plain words has messages only
/// about its tags, so equal tags are checked once.
struct CleanTags {
  private var known: Set<ArraySlice<UInt8>> = []

  /// The tags of a line whose messages depend only on them; nil for any other line.
  static func key(of number: Int, in document: EditorDocument) -> ArraySlice<UInt8>? {
    let text = document.text
    let line = text.lines[number]
    guard text.dialect == .taskPaper, line.kind == .task, line.body.count < 2000,
      document.file.outline.subtree(of: number).count == 1
    else { return nil }
    let start = text.tags[line.tags].first?.leading.lowerBound ?? line.text.upperBound
    guard start >= line.text.upperBound, isPlain(text.bytes[line.text]) else { return nil }
    return text.bytes[start..<line.body.upperBound]
  }

  /// True for words with a visible character, and without an `@`, which might be a tag that is not read, or a control
  /// character.
  private static func isPlain(_ words: ArraySlice<UInt8>) -> Bool {
    var isVisible = false
    for byte in words {
      if byte < 0x20 || byte == UInt8(ascii: "@") || byte == 0x7F { return false }
      if byte > 0x20, byte < 0x7F { isVisible = true }
    }
    return isVisible
  }

  func contains(_ key: ArraySlice<UInt8>) -> Bool { known.contains(key) }

  mutating func insert(_ key: ArraySlice<UInt8>) { known.insert(key) }
}

/// Clean tags that several threads have found, each of which asks only for those that it does not know itself.
final class SharedCleanTags: Sendable {
  private let tags = Mutex(CleanTags())

  func contains(_ key: ArraySlice<UInt8>) -> Bool { tags.withLock { $0.contains(key) } }

  func insert(_ key: ArraySlice<UInt8>) { tags.withLock { $0.insert(key) } }
}
