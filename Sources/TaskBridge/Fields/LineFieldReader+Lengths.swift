import Diagnostics
import TaskDates
import TaskText

extension LineFieldReader {
  func readSpan(
    _ field: Vocabulary.Field, _ payload: String?, _ span: TagSpan, _ state: inout State
  ) {
    let payload = payload ?? ""
    if field == .remind {
      guard let reminder = reminder(payload) else {
        state.say(
          .error, at: span,
          "\"\(payload)\" is no reminder; expected one such as 15m, +10m, 9:00 or a date and time")
        return
      }
      state.fields.reminders.append(reminder)
      return
    }
    guard let length = TimeSpan(parsing: payload) else {
      state.say(
        .error, at: span, "\"\(payload)\" is no length of time; expected one such as 2h or 1h30m")
      return
    }
    state.fields.estimate = length
  }

  func reminder(_ payload: String) -> LineFields.Reminder? {
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
