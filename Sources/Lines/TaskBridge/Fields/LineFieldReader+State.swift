import Diagnostics
import ExactText
import TaskDates
import TaskText

extension LineFieldReader {
  func readState(_ tag: FieldTag, state: inout State) {
    switch tag.field {
    case .done:
      // Obsidian Tasks reads the state from the box, and only the day from the sign.
      if tag.span.form == .at { state.fields.isDone = true }
      readCompletion(tag, state: &state)
    case .cancelled:
      if tag.span.form == .at { state.fields.isCancelled = true }
      state.fields.ended = tag.payload.flatMap { try? DatePayload(parsing: $0).value.firstDay }
    case .started: state.fields.isStarted = true
    default: readProgress(tag, state: &state)
    }
  }

  private func readCompletion(_ tag: FieldTag, state: inout State) {
    guard let payload = tag.payload, !payload.isEmpty else { return }
    let place = DatePlace(tag.span, removal: .value)
    state.fields.completed = point(payload, place, state: &state)
  }

  private func readProgress(_ tag: FieldTag, state: inout State) {
    let digits = tag.payload?.last == "%" ? tag.payload?.dropLast() : tag.payload?[...]
    guard let digits, let percent = Int(digits), (0...100).contains(percent) else {
      state.report(
        .error, at: tag.span, message: "@progress is not valid; expected a number from 0 to 100",
        remedies: [.removeTag])
      return
    }
    state.fields.progress = percent
    state.fields.isStarted = true
  }
}
