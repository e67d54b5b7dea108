public import CalendarItems
import TaskDates

extension FeedReader {
  /// The bytes of a component without some of its hints.
  ///
  /// All other lines stay as they are, byte for byte.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - names: The names of the hints.
  ///   - revision: The new version; nil to keep the present one.
  public func without(hints names: [String], _ component: FeedComponent, as revision: Revision?)
    -> [UInt8]
  {
    var kept: [UInt8] = []
    var isStamped = false
    for line in contentLines(of: component.range) {
      if names.contains(where: { starts(line, with: $0 + ":") }) { continue }
      guard let revision, Self.stamps.contains(where: { starts(line, with: $0) }) else {
        kept += bytes[line]
        continue
      }
      if !isStamped { kept += Self.lines(of: revision) }
      isStamped = true
    }
    return kept
  }

  /// The texts of a component and its alarms that a person wrote: the values of some properties.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - hints: The names of hints to include.
  public func writtenTexts(of component: FeedComponent, hints: [String]) -> [String] {
    contentLines(of: component.range).compactMap { line in
      let isWritten = (Self.written + hints).contains { starts(line, with: $0) }
      guard isWritten, let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else { return nil }
      return text(colon + 1..<line.upperBound)
    }
  }

  private static let written = [
    "SUMMARY", "DESCRIPTION", "LOCATION", "CATEGORIES", "URL", "COLOR", "RELATED-TO",
  ]

  private static let stamps = ["DTSTAMP:", "LAST-MODIFIED:", "SEQUENCE:"]

  private func starts(_ line: Range<Int>, with name: String) -> Bool {
    bytes[line].starts(with: name.utf8)
  }

  /// The content lines of a range, each with its continuations and its end.
  private func contentLines(of range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where bytes[index] == 0x0A {
      let next = index + 1
      let isFolded = range.contains(next) && (bytes[next] == 0x20 || bytes[next] == 0x09)
      if isFolded { continue }
      lines.append(start..<next)
      start = next
    }
    return start < range.upperBound ? lines + [start..<range.upperBound] : lines
  }

  private static func lines(of revision: Revision) -> [UInt8] {
    let stamp = revision.modified.utc.map { "\($0.compact)Z" } ?? "19700101T000000Z"
    var writer = ContentLineWriter(capacity: 96)
    writer.line("DTSTAMP", raw: stamp)
    writer.line("LAST-MODIFIED", raw: stamp)
    writer.line("SEQUENCE", raw: "\(revision.sequence)")
    return writer.bytes
  }
}
