import ExactText
import LineIdentity
import TaskBridge
import TaskText

/// Finds the lines of old files in edited ones.
struct MovedLines {
  private let then: LineSnapshot
  private let found: LineSnapshot
  /// The new entry for each old one; nil if no file changed.
  private let entries: [Int: Int]?

  /// Finds the lines.
  ///
  /// - Parameters:
  ///   - then: The old files; those that are missing now come last.
  ///   - found: The present files.
  ///   - reader: Reads tags.
  init(_ then: LineSnapshot, _ found: LineSnapshot, reader: LineFieldReader) {
    (self.then, self.found) = (then, found)
    let isSame =
      then.files.count >= found.files.count
      && zip(then.files, found.files).allSatisfy {
        $0.identity == $1.identity && $0.document.bytes == $1.document.bytes
      }
    guard !isSame else {
      entries = nil
      return
    }
    let old = Identity.match(old: then.traces(reader), new: found.traces(reader))
    var new: [Int: Int] = [:]
    for (index, match) in old.enumerated() { if let match { new[match] = index } }
    entries = new
  }

  /// Where a line is now; nil if it is gone.
  func line(of old: LineRef) -> LineRef? {
    guard let entries else { return found.has(old) ? old : nil }
    return then.entry(at: old).flatMap { entries[$0] }.map(found.line)
  }
}
