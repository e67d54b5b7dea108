import Diagnostics
import ExactText
import ICalendar
import ICalendarConformance
public import TaskDates
public import TaskText

/// A calendar file that is open in an editor, and what is wrong with it.
///
/// ```swift
/// let calendar = EditorCalendar(bytes: bytes)
/// calendar.diagnostics.map(\.sentence)
/// ```
public struct EditorCalendar: Sendable {
  /// The messages of `duecal check`, by place.
  public let diagnostics: [EditorDiagnostic]
  let document: ICSDocument
  /// The time for a missing DTSTAMP.
  let now: Instant

  /// Checks a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - now: The time, for what an item lacks.
  ///   - zone: Returns the zone of a TZID if it is known.
  public init(
    bytes: [UInt8], now: Instant = .epoch, zone: @escaping (String) -> Zone? = { _ in nil }
  ) {
    let document = ICSDocument(bytes: bytes)
    self.document = document
    self.now = now
    guard Conformance.isCalendar(document) else {
      diagnostics = bytes.isEmpty ? [] : [Self.noCalendar]
      return
    }
    let starts = Self.lineStarts(bytes)
    diagnostics = Conformance.findings(of: document, zone: zone).map { finding in
      let place = finding.diagnostic.place
      let start = starts[min(max(place.line, 1), starts.count) - 1] + place.byteColumn - 1
      let offset = min(max(0, start), bytes.count)
      var diagnostic = EditorDiagnostic(
        range: Self.range(from: offset, document), severity: finding.diagnostic.severity,
        sentence: finding.diagnostic.sentence, fix: finding.diagnostic.fix)
      diagnostic.rule = finding.rule?.rawValue
      return diagnostic
    }
  }

  private static let noCalendar = EditorDiagnostic(
    range: 0..<0, severity: .error,
    sentence:
      "the file does not contain a calendar; expected BEGIN:VCALENDAR (RFC 5545, section 3.4)",
    fix: nil)

  /// The beginnings of the lines, which end with LF, CRLF or CR.
  private static func lineStarts(_ bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      let isReturn = byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      if byte == 0x0A || isReturn { starts.append(index + 1) }
    }
    return starts
  }

  private static func line(at offset: Int, _ document: ICSDocument) -> ContentLine? {
    var (low, high) = (0, document.lines.count)
    while low < high {
      let middle = (low + high) / 2
      if document.lines[middle].range.upperBound <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < document.lines.count ? document.lines[low] : document.lines.last
  }

  /// From a byte to the end of its line.
  private static func range(from offset: Int, _ document: ICSDocument) -> Range<Int> {
    let end = line(at: offset, document)?.content.upperBound ?? offset
    return offset..<max(offset, end)
  }

  // MARK: Fixes

  /// The ways to solve the problem of a message.
  public func fixes(of diagnostic: EditorDiagnostic) -> [(title: String, edit: TaskEdit)] {
    guard let rule = diagnostic.rule.flatMap(ConformanceRule.init(rawValue:)),
      let line = Self.line(at: diagnostic.range.lowerBound, document)
    else { return [] }
    switch rule {
    case .lineEnding: return [("Write CRLF at the end of each line", lineEnds)]
    case .lineLength: return [("Fold the line", folded(line))]
    case .lineMark: return [("Remove the byte order mark", TaskEdit([TaskEdit.Splice(0..<3, [])]))]
    case .valueType where isDay(line):
      let end = document.property(line).name.upperBound
      let edit = TaskEdit([TaskEdit.Splice(end..<end, ";VALUE=DATE".utf8)])
      return line.isFolded ? [] : [("Add VALUE=DATE", edit)]
    case .lineBlank: return [("Remove the empty line", removal(line))]
    case .treeBalance, .treeRoot, .treeEmpty, .treeNesting, .treeUnknown, .treeOrder,
      .propertyRequired, .libicalRoot:
      return structureFix(rule, line).map { [$0] } ?? []
    default:
      let name = propertyName(of: line)
      guard !name.isEmpty, name != "BEGIN", name != "END" else { return [] }
      return [("Remove \(name)", removal(line))]
    }
  }

  /// The name of a property as it is written.
  func propertyName(of line: ContentLine) -> String {
    let property = document.property(line)
    return String(decoding: property.bytes[property.name], as: UTF8.self)
  }

  /// True for a line whose value is eight digits, without a VALUE.
  private func isDay(_ line: ContentLine) -> Bool {
    let property = document.property(line)
    let value = property.bytes[property.value]
    return property.parameters.isEmpty && value.count == 8
      && value.allSatisfy { (0x30...0x39).contains($0) }
  }

  func removal(_ line: ContentLine) -> TaskEdit {
    TaskEdit([TaskEdit.Splice(line.range, [])])
  }

  private var lineEnds: TaskEdit {
    TaskEdit(
      document.lines.compactMap { line in
        let end = line.content.upperBound..<line.range.upperBound
        guard !document.bytes[end].elementsEqual([0x0D, 0x0A]) else { return nil }
        return TaskEdit.Splice(end, [0x0D, 0x0A])
      })
  }

  /// The line in parts of at most 75 bytes, between characters (RFC 5545, section 3.1).
  private func folded(_ line: ContentLine) -> TaskEdit {
    let bytes = document.unfolded(line)
    var parts: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let limit = start == 0 ? 75 : 74
      var end = min(start + limit, bytes.count)
      while end < bytes.count, end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      if start > 0 { parts += [0x0D, 0x0A, 0x20] }
      parts += bytes[start..<end]
      start = end
    }
    return TaskEdit([TaskEdit.Splice(line.content, parts)])
  }
}
