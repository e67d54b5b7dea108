import ExactText
import TaskBridge
import TaskDates
import TaskText

extension EditedLine {
  /// Removes one of several fields of a line.
  mutating func drop(_ span: TagSpan) -> Bool {
    erase(span)
    return true
  }
}

/// What a change of the calendar means for the signs of a line that no calendar has.
extension LineMerge {
  /// The payload of a field.
  ///
  /// A state without a day gets one on a line whose state is a sign, and a new state loses its day if the vault says so.
  func day(of field: Vocabulary.Field, _ payload: String?, on line: EditedLine) -> String? {
    if let mark = field.boxMark, line.spans(of: field).isEmpty, !line.takesDay(of: mark) {
      return nil
    }
    return payload ?? (field == .cancelled && line.hasOwnForm ? cancelled?.formattedDate : nil)
  }

  /// Moves the other dates of a series with the one that the calendar moved, as Obsidian Tasks does.
  mutating func moveOtherDates() {
    let moved = ExactSet(changed)
    let (due, start) = (Vocabulary.Field.due.rawValue, Vocabulary.Field.start.rawValue)
    guard moved.contains(due) || moved.contains(start) else { return }
    var line = edited
    let before = EditedLine(
      mine.document.text, reader, dialect: mine.document.dialect, settings: mine.document.settings,
      form: form)
    guard before.fields.isSeriesInSigns, line.fields.isSeriesInSigns,
      let old = before.fields.seriesDate?.value?.startDate,
      let new = line.fields.seriesDate?.value?.startDate, old != new
    else { return }
    let starts = line.spans(of: .start)
    line.move(
      moved.contains(start) ? Array(starts.dropFirst()) : starts, by: DateMove(from: old, to: new))
    body = line.body
  }

  /// The merged line before its completion, if the calendar completed a line that is not just ticked off: a series in
  /// signs, which goes on, or a task that is deleted when it is done; nil for any other line.
  package var bodyBeforeCompletion: String? {
    guard mine.document.dialect == .markdown,
      ExactSet(changed).contains(Vocabulary.Field.done.rawValue)
    else { return nil }
    let before = EditedLine(
      mine.document.text, reader, dialect: .markdown, settings: mine.document.settings, form: form)
    guard !before.isClosed, before.fields.isSeriesInSigns || before.isDeletedWhenDone else {
      return nil
    }
    var line = edited
    guard line.fields.isDone, !line.fields.isCancelled,
      (try? line.reopen(like: line.document)) != nil, !line.isClosed
    else { return nil }
    return line.body
  }

  /// Writes a line that the calendar closed in the form of the plugin.
  mutating func closeInSigns() {
    let states = [Vocabulary.Field.done, .cancelled].map(\.rawValue)
    guard !ExactSet(changed).isDisjoint(with: states) else { return }
    var line = edited
    guard line.isClosed else { return }
    line.useFormOfPlugin()
    body = line.body
  }
}
