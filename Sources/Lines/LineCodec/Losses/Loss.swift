import ExactText
public import TaskBridge

/// A value of a task file that the calendar cannot hold, or the other way round.
public struct Loss: Hashable, Sendable {
  /// The line of the value.
  public let line: LineRef
  /// The place on the line, as a byte offset in the document.
  public let offset: Int
  /// The property, or the part of the outline, that cannot hold it.
  public let property: String
  /// The value.
  public let value: String
  /// Why it is lost.
  public let reason: String
  /// The number of lost lines, from `line` on; more than one only for blank lines.
  public internal(set) var count = 1

  /// True if the value is the text of a note, which messages leave out: they may go to a log that others read.
  package internal(set) var isOfNote = false

  /// Creates a loss.
  public init(line: LineRef, offset: Int, property: String, value: String, reason: String) {
    self.line = line
    self.offset = offset
    self.property = property
    self.value = value
    self.reason = reason
  }
}

extension Loss {
  /// The losses to report: the blank lines of a file as one loss, at the first of them.
  public static func mergingBlankLines(_ losses: [Loss]) -> [Loss] {
    let blanks = Dictionary(grouping: losses.filter(\.isBlank), by: \.line.file)
    return losses.compactMap { loss in
      guard loss.isBlank, let all = blanks[loss.line.file] else { return loss }
      return loss == all[0] ? merged(all) : nil
    }
  }

  /// True for blank lines, which no calendar has, and which nobody misses there.
  package var isOfBlankLines: Bool { isBlank || count > 1 }

  var isBlank: Bool { property == "blank line" }

  private static func merged(_ losses: [Loss]) -> Loss {
    let count = losses.reduce(0) { $0 + $1.count }
    guard count > 1 else { return losses[0] }
    let first = losses.prefix(5).flatMap { loss in
      (0..<min(5, loss.count)).map { loss.line.line + 1 + $0 }
    }
    let numbers = first.prefix(5).map(String.init).joined(separator: ", ")
    var merged = Loss(
      line: losses[0].line, offset: losses[0].offset,
      property: "\(count) blank lines (\(numbers)\(count > 5 ? ", …" : ""))", value: "",
      reason: losses[0].reason)
    merged.count = count
    return merged
  }
}
