public import Diagnostics
import ExactText
import LineCodec
import TaskBridge
import TaskDates
import TaskText

/// A message of `duecal check` about a range of the text.
public struct EditorDiagnostic: Hashable, Sendable {
  /// The bytes that it is about.
  public var range: Range<Int>
  /// The severity.
  public let severity: Severity
  /// What is wrong and what was expected.
  public let sentence: String
  /// The text to write instead of the range, if there is only one answer.
  public let fix: String?
  /// The rule of a standard that is broken, for calendars.
  public var rule: String?
  /// Other changes of the line that solve the problem, the likeliest first.
  public var remedies: [Remedy] = []
}

extension EditorDocument {
  /// The messages of `duecal check` about the file, and when one of them changes.
  ///
  /// `DiagnosticTable` gives the same messages faster after a change.
  public func diagnostics() -> TimedAnswer<[EditorDiagnostic]> {
    var table = DiagnosticTable()
    table.update(self)
    return TimedAnswer(table.diagnostics, changes: table.changes)
  }

  /// The messages about one line.
  func diagnostics(ofLine number: Int, _ checks: LineChecks) -> [EditorDiagnostic] {
    let line = text.lines[number]
    guard line.kind != .blank else { return [] }
    let found = checks.diagnostics(of: file, line: number)
    let doubts = line.tags.isEmpty ? [] : doubts(number)
    if found.isEmpty { return doubts }
    return found.sorted { ($0.place, $0.sentence) < ($1.place, $1.sentence) }
      .compactMap(diagnostic) + doubts
  }

  /// A message of a check with its range.
  func diagnostic(_ found: Diagnostic) -> EditorDiagnostic? {
    let number = found.place.line - 1
    guard text.lines.indices.contains(number) else { return nil }
    let line = text.lines[number]
    let start = min(line.range.lowerBound + found.place.byteColumn - 1, line.body.upperBound)
    let range = range(from: start, line, isFixed: found.fix != nil)
    return EditorDiagnostic(
      range: range, severity: found.severity, sentence: found.sentence, fix: found.fix,
      remedies: found.remedies)
  }

  /// The range of a message that begins at a byte: the value of a tag, a tag, or the rest of the line.
  ///
  /// - Parameter isFixed: True if the message has a text to write, which is always a whole value.
  private func range(from start: Int, _ line: TaskLine, isFixed: Bool) -> Range<Int> {
    let tag = text.tags.partitionPoint { $0.range.lowerBound <= start } - 1
    if line.tags.contains(tag) {
      let span = text.tags[tag]
      if span.range.lowerBound == start { return span.range }
      if let value = span.value, value.lowerBound <= start, start <= value.upperBound {
        return isFixed ? value : start..<max(start, value.upperBound)
      }
    }
    return start..<max(start, line.body.upperBound)
  }

  // MARK: Doubtful words

  /// Notes about words that can be meant in two ways, such as `next friday` on a Monday.
  private func doubts(_ number: Int) -> [EditorDiagnostic] {
    text.tags[text.lines[number].tags].flatMap { span -> [EditorDiagnostic] in
      guard let value = span.value, let date = movingDate(of: span) else { return [] }
      let reported = Set(date.ambiguities)  // by the check
      return date.ambiguities(at: clock.now).filter { !reported.contains($0) }.map { doubt in
        EditorDiagnostic(
          range: value, severity: .note, sentence: "\(doubt)", fix: nil,
          remedies: choices(doubt, date).map { text.write($0, value, line: number) })
      }
    }
  }

  /// Both readings, as dates.
  private func choices(_ doubt: DateAmbiguity, _ date: RelativeDate) -> [String] {
    let read = date.resolved(at: clock.minute, in: clock.zone)
    let day: DateParameters? =
      switch doubt {
      case .todaysWeekday: clock.today
      case .nextWeekday(_, let this, _): this
      case .passedDay(let day):
        try? DateParameters(year: day.year - 1, month: day.month, day: day.day)
      case .passedTime: clock.today.advanced(byDays: 1)
      case .hour, .midnight, .minuteOrMonth, .tonight, .secondWeekday: nil
      }
    let other = day.flatMap { read?.moved(to: $0) }
    return [read, other].compactMap { $0.map { DatePayload($0).description } }
  }

  /// The date of a tag that moves with the clock; nil for any other.
  func movingDate(of span: TagSpan) -> RelativeDate? {
    guard let field = reader.field(of: span, in: text), Vocabulary.dated.contains(field),
      let payload = text.payload(of: span), payload.utf8.contains(where: { $0 | 0x20 > 0x60 }),
      field != .remind || reader.reminder(payload) == nil,
      case .relative(let date)? = try? DateExpression(parsing: payload), !date.isFixed
    else { return nil }
    return date
  }
}
