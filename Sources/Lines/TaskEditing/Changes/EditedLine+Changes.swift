import CalendarItems
import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskText

extension EditedLine {
  /// The present fields of the line.
  var fields: LineFields {
    var ignored: [Diagnostic] = []
    return reader.fields(of: document, line: 0, diagnostics: &ignored)
  }

  // MARK: State

  /// Marks the line as completed or cancelled: by its tag, and by its bullet if the dialect has such bullets.
  ///
  /// - Parameters:
  ///   - mark: `done` or `cancelled`; it replaces the line's earlier state.
  ///   - payload: The date for the tag. Nil writes no date, and no tag if a bullet marks the state.
  mutating func close(_ mark: LineMark, _ payload: String?) throws(TaskEditError) {
    remove(.done)
    remove(.cancelled)
    let bullet = try document.marking(mark, line: 0)
    if let bullet { apply(bullet) }
    defer { useFormOfPlugin() }
    guard payload != nil || bullet == nil else { return }
    let name: Vocabulary.Field = mark == .done ? .done : .cancelled
    if document.dialect == .markdown, set(name, to: payload) { return }
    apply(try document.setting(tag: name.rawValue, to: payload, onLine: 0))
  }

  /// Reopens the line, with the bullet that other open lines of a file have.
  mutating func reopen(like file: TaskDocument) throws(TaskEditError) {
    remove(.done)
    remove(.cancelled)
    guard document.lines.first?.mark.isClosed == true else { return }
    if let bullet = try document.marking(.none, line: 0, like: file) { apply(bullet) }
  }

  /// True if the line itself is marked completed or cancelled.
  var isClosed: Bool {
    document.lines.first.map { document.isClosed($0, reader.vocabulary) } ?? false
  }

  // MARK: Dates

  /// Moves the written dates of some fields; relative dates are unchanged.
  mutating func move(_ fields: [Vocabulary.Field], by shift: DateMove) {
    let shortYears = document.dialect.allowsShortYears
    for field in fields {
      replacePayloads(of: field) { payload in
        guard let old = try? DatePayload(parsing: payload, shortYears: shortYears),
          field != .remind || old.value.hasTime, let moved = old.value.moved(by: shift)
        else { return nil }
        return old.spelling(moved, shortYears: shortYears)
      }
    }
  }

  /// Moves the days of some signs or fields of Markdown.
  mutating func move(_ spans: [TagSpan], by shift: DateMove) {
    let splices = spans.compactMap { span -> TaskEdit.Splice? in
      guard span.form != .at, let payload = document.payload(of: span),
        let old = try? DatePayload(parsing: payload), let moved = old.value.moved(by: shift)
      else { return nil }
      return document.rewriting(span, to: old.spelling(moved, shortYears: false))
    }
    apply(splices.isEmpty ? nil : TaskEdit(splices))
  }

  /// Leaves a date out of the series; a rule for days names it by its day, so that its time can be changed in one tag.
  mutating func leaveOut(_ moment: DateTimeParameters, isAllDay: Bool) {
    let isDay = isAllDay || fields.repetition?.rule.countsTimes == false
    let date = isDay ? TMDateType.date(moment.date) : .dateTime(moment)
    add(DatePayload(date).description, to: .except)
  }

  /// Removes the added dates up to a moment, and one given date.
  mutating func removeAdded(
    upTo over: DateTimeParameters, and other: DateTimeParameters?, isAllDay: Bool
  ) {
    func isOver(_ part: Substring) -> Bool {
      guard let date = (try? DatePayload(parsing: String(part).trimmed))?.value.startDate else {
        return false
      }
      let moment = isAllDay ? DateTimeParameters(date: date.date, time: .midnight) : date
      return moment <= over || moment == other
    }
    for span in spans(of: .also).reversed() {
      let parts = (document.payload(of: span) ?? "").split(separator: ",")
      let left = parts.filter { !isOver($0) }
      guard left.count < parts.count else { continue }
      if left.isEmpty {
        erase(span)
      } else {
        rewrite(span, left.map { String($0).trimmed }.joined(separator: ", "))
      }
    }
  }

  /// Sets the count of a rule and keeps its words.
  mutating func setCount(_ count: Int) {
    replacePayloads(of: .repeat) { RepetitionText($0).counting(count) }
  }

  /// Removes the tags that make the line a series, and the names of the line, which belong to the series.
  mutating func endSeries() {
    for field in [Vocabulary.Field.repeat, .except, .also, .uid] { remove(field) }
    for span in spans.reversed() where span.markdownField?.isName == true { erase(span) }
  }

  /// Removes the progress of the line, which belongs to one date of a series.
  mutating func restart() {
    remove(.started)
    remove(.progress)
    if document.lines.first?.mark == .started { _ = show(.none) }
  }
}

extension MarkdownField {
  /// True for a field by which other lines name its line.
  fileprivate var isName: Bool { self == .id || self == .blockLink }
}

extension DatePayload {
  /// A date in this spelling if that can express it, otherwise in duecal's own.
  func spelling(_ value: TMDateType, shortYears: Bool) -> String {
    let text = replacing(value: value).description
    let read = try? DatePayload(parsing: text, shortYears: shortYears)
    return read?.value == value ? text : DatePayload(value).description
  }
}

extension TMDateType {
  /// True for one moment of a clock.
  var hasTime: Bool {
    if case .dateTime = self { true } else { false }
  }
}
