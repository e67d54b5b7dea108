import Diagnostics
import TaskDates
package import TaskText

extension LineFieldReader {
  func readReminder(_ tag: FieldTag, state: inout State) {
    let payload = tag.payload ?? ""
    guard let reminder = reminder(payload) ?? movingReminder(payload, tag.span, state: &state)
    else {
      if Self.isMoving(payload) { return }
      state.report(
        .error, at: tag.span,
        message:
          "\(payload.quoted) is not a reminder; expected one such as 15m, +10m, 9:00 or a date and "
          + "time",
        remedies: state.document.foreign(payload, DatePlace(tag.span), line: state.line)
          + [.removeTag])
      return
    }
    state.fields.reminders.append(reminder)
  }

  /// An alarm at a relative moment, such as `tomorrow 9am`.
  private func movingReminder(
    _ payload: String, _ span: TagSpan, state: inout State
  ) -> LineFields.Reminder? {
    guard Self.isMoving(payload), let value = point(payload, DatePlace(span), state: &state) else {
      return nil
    }
    if case .dateTime(let moment) = value { return .moment(moment) }
    state.report(
      .error, at: span, message: "\(payload.quoted) needs a time, as in tomorrow 9am",
      remedies: state.document.writingDate(span.value, line: state.line) + [.removeTag])
    return nil
  }

  /// True if a payload is valid in `@remind`.
  package func readsReminder(_ payload: String) -> Bool {
    reminder(payload) != nil || Self.isMoving(payload)
  }

  private static func isMoving(_ payload: String) -> Bool {
    if case .relative = try? DateExpression(parsing: payload) { true } else { false }
  }

  /// True for a `@remind` that counts from the due date.
  package func countsFromDue(_ span: TagSpan, _ document: TaskDocument) -> Bool {
    reminder(payload(of: span, in: document) ?? "")?.countsFromDue ?? false
  }

  package func reminder(_ payload: String) -> LineFields.Reminder? {
    let text = payload.trimmed
    if text.isEmpty { return .offset(TimeSpan()) }
    if text.first == "+" { return TimeSpan(parsing: text.dropFirst()).map { .offset($0) } }
    let length = text.first == "-" ? text.dropFirst() : text[...]
    if let span = TimeSpan(parsing: length) { return .offset(span.negated) }
    if case .dateTime(let moment)? = (try? DatePayload(parsing: text))?.value {
      return .moment(moment)
    }
    guard case .dateTime(let moment)? = (try? DatePayload(parsing: "2000-01-01 \(text)"))?.value
    else { return nil }
    return .time(moment.time)
  }
}
