import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskText

extension EditedLine {
  /// What the tags of the line say now.
  var fields: LineFields {
    var ignored: [Diagnostic] = []
    return reader.fields(of: document, line: 0, diagnostics: &ignored)
  }

  // MARK: State

  /// Marks the line as done or off: by its tag, and by its bullet where the dialect has such.
  ///
  /// - Parameters:
  ///   - mark: `done` or `cancelled`; what the line said before of its state goes.
  ///   - payload: When, as the tag says it; nil for none, and where a bullet says it, for no tag.
  mutating func close(_ mark: LineMark, _ payload: String?) throws(TaskEditError) {
    remove(.done)
    remove(.cancelled)
    let bullet = try document.marking(mark, line: 0)
    if let bullet { apply(bullet) }
    guard payload != nil || bullet == nil else { return }
    let name: Vocabulary.Field = mark == .done ? .done : .cancelled
    apply(try document.setting(tag: name.rawValue, to: payload, onLine: 0))
  }

  /// Lets the line be open again, its bullet as other open ones of a file.
  mutating func reopen(like file: TaskDocument) throws(TaskEditError) {
    remove(.done)
    remove(.cancelled)
    if let bullet = try document.marking(.none, line: 0, like: file) { apply(bullet) }
  }

  /// True if the line says of itself that it is done or off.
  var isClosed: Bool {
    document.lines.first?.mark != LineMark.none
      || !spans(of: .done).isEmpty || !spans(of: .cancelled).isEmpty
  }

  // MARK: Dates

  /// Moves the dates of some fields that are written out; what moves with the clock stays.
  mutating func move(_ fields: [Vocabulary.Field], by shift: DateShift) {
    let shortYears = document.dialect.allowsShortYears
    for field in fields {
      replacePayloads(of: field) { payload in
        guard let old = try? DatePayload(parsing: payload, shortYears: shortYears),
          field != .remind || old.value.hasTime, let moved = shift.moved(old.value)
        else { return nil }
        return old.spelling(moved, shortYears: shortYears)
      }
    }
  }

  /// Leaves out the added dates up to a moment, and one more.
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

  /// Lets a rule count so many dates from now on, in the words that stand there.
  mutating func setCount(_ count: Int) {
    replacePayloads(of: .repeat) { RepetitionText($0).counting(count) }
  }

  /// Takes away what makes the line a series, and the name that belongs to the series.
  mutating func endSeries() {
    for field in [Vocabulary.Field.repeat, .except, .also, .uid] { remove(field) }
  }
}

extension DatePayload {
  /// Another value in this spelling, where that says it, else in duecal's own.
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
