import Diagnostics
import ExactText
import TaskDates
import TaskText

extension LineFieldReader {
  func readState(
    _ field: Vocabulary.Field, _ payload: String?, _ span: TagSpan, _ state: inout State
  ) {
    switch field {
    case .done:
      state.fields.isDone = true
      readCompletion(payload, span, &state)
    case .cancelled:
      state.fields.isCancelled = true
      state.fields.ended = payload.flatMap { try? DatePayload(parsing: $0).value.firstDay }
    case .started: state.fields.isStarted = true
    case .progress: readProgress(payload, span, &state)
    default: readPriority(payload, span, &state)
    }
  }

  private func readCompletion(_ payload: String?, _ span: TagSpan, _ state: inout State) {
    guard let payload, !payload.isEmpty else { return }
    state.fields.completed = point(payload, span, &state)
  }

  private func readProgress(_ payload: String?, _ span: TagSpan, _ state: inout State) {
    let digits = payload?.last == "%" ? payload?.dropLast() : payload?[...]
    guard let digits, let percent = Int(digits), (0...100).contains(percent) else {
      state.say(.error, at: span, "progress is a number from 0 to 100")
      return
    }
    state.fields.progress = percent
    state.fields.isStarted = true
  }

  private func readPriority(_ payload: String?, _ span: TagSpan, _ state: inout State) {
    guard let payload, !payload.isEmpty else {
      state.fields.priority = 1
      return
    }
    guard let priority = priority(payload) else {
      state.say(
        .error, at: span,
        "\(payload.quoted) is no priority; expected 1 (highest) to \(vocabulary.priorityScale), "
          + "or high, medium, low")
      return
    }
    state.fields.priority = priority
  }

  /// A priority as iCalendar counts it, 1 to 9.
  func priority(_ payload: String) -> Int? {
    switch payload.lowercased() {
    case "high", "h", "a": return 1
    case "medium", "m", "b": return 5
    case "low", "l", "c": return 9
    default: break
    }
    return Int(payload).flatMap { vocabulary.priority(ofNumber: $0) }
  }
}
