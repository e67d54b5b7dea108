import Diagnostics
import ExactText
import TaskDates
import TaskText

extension LineFieldReader {
  func readState(
    _ field: Vocabulary.Field, _ payload: String?, span: TagSpan, state: inout State
  ) {
    switch field {
    case .done:
      state.fields.isDone = true
      readCompletion(payload, span, state: &state)
    case .cancelled:
      state.fields.isCancelled = true
      state.fields.ended = payload.flatMap { try? DatePayload(parsing: $0).value.firstDay }
    case .started: state.fields.isStarted = true
    default: readProgress(payload, span, state: &state)
    }
  }

  private func readCompletion(_ payload: String?, _ span: TagSpan, state: inout State) {
    guard let payload, !payload.isEmpty else { return }
    state.fields.completed = point(payload, span, state: &state)
  }

  private func readProgress(_ payload: String?, _ span: TagSpan, state: inout State) {
    let digits = payload?.last == "%" ? payload?.dropLast() : payload?[...]
    guard let digits, let percent = Int(digits), (0...100).contains(percent) else {
      state.say(.error, at: span, message: "progress is a number from 0 to 100")
      return
    }
    state.fields.progress = percent
    state.fields.isStarted = true
  }
}
