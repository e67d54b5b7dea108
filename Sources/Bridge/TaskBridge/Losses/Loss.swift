import ExactText

/// A value of a task file that does not come through to the calendar, or the other way.
public struct Loss: Hashable, Sendable {
  /// Where the value stands.
  public let line: LineRef
  /// Where on the line, as a byte of the document.
  public let offset: Int
  /// The property, or the part of the outline, that cannot hold it.
  public let property: String
  /// The value.
  public let value: String
  /// Why it does not come through.
  public let reason: String
  /// How many lines from `line` on are lost so, all blank where they are more than one.
  public internal(set) var count = 1

  /// Names a loss.
  public init(line: LineRef, offset: Int, property: String, value: String, reason: String) {
    self.line = line
    self.offset = offset
    self.property = property
    self.value = value
    self.reason = reason
  }
}

extension Loss {
  /// What of several losses a person is told: the blank lines of a file in one, at the first of them.
  public static func told(_ losses: [Loss]) -> [Loss] {
    let blanks = Dictionary(grouping: losses.filter(\.isBlank), by: \.line.file)
    return losses.compactMap { loss in
      guard loss.isBlank, let all = blanks[loss.line.file] else { return loss }
      return loss == all[0] ? merged(all) : nil
    }
  }

  var isBlank: Bool { property == "blank line" }

  private static func merged(_ losses: [Loss]) -> Loss {
    let count = losses.reduce(0) { $0 + $1.count }
    guard count > 1 else { return losses[0] }
    let first = losses.prefix(5).flatMap { loss in
      (0..<min(5, loss.count)).map { loss.line.line + 1 + $0 }
    }
    let numbers = first.prefix(5).map(String.init).joined(separator: ", ")
    return Loss(
      line: losses[0].line, offset: losses[0].offset,
      property: "\(count) blank lines (\(numbers)\(count > 5 ? ", …" : ""))", value: "",
      reason: losses[0].reason)
  }
}
