import CalendarItems
import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskText

/// Reports values of a line's tags that its item cannot hold.
struct MappingDiagnostics {
  private let fields: LineFields
  private let source: ItemMapping.Source
  private let kind: CalendarItem.Kind
  private let vocabulary: Vocabulary

  init(
    _ fields: LineFields, _ source: ItemMapping.Source, kind: CalendarItem.Kind,
    vocabulary: Vocabulary
  ) {
    self.fields = fields
    self.source = source
    self.kind = kind
    self.vocabulary = vocabulary
  }

  func check(
    _ item: CalendarItem, _ options: ExportOptions, diagnostics: inout [Diagnostic]
  ) {
    if kind == .reminder { checkStart(of: item, &diagnostics) }
    checkInstants(of: item, &diagnostics)
    checkDateless(item, &diagnostics)
    checkSeries(item, options, diagnostics: &diagnostics)
  }

  private func checkStart(of item: CalendarItem, _ diagnostics: inout [Diagnostic]) {
    switch ReminderDates(item).startFault {
    case .notBeforeDue:
      report(
        .warning, .start,
        message: "the start is not before the due date and is left out; expected an earlier start",
        remedies: [.removeTag], diagnostics: &diagnostics)
    case .ruleCountsDueDates:
      report(
        .warning, .start,
        message: "the start is left out, because the repetition counts from the due date",
        remedies: [.removeTag], diagnostics: &diagnostics)
    case .dueHasStart:
      report(
        .warning, .start,
        message:
          "the start is left out, because the due date is a range or a period with its own start",
        remedies: [.removeTag], diagnostics: &diagnostics)
    case nil: break
    }
  }

  /// Reports instants that are not in the years 1 to 9999 in UTC.
  private func checkInstants(of item: CalendarItem, _ diagnostics: inout [Diagnostic]) {
    if item.status == .completed, fields.completed != nil, item.completed == nil {
      report(
        .error, .done, message: "in UTC this date is outside the years 1 to 9999",
        diagnostics: &diagnostics)
    }
  }

  private func checkDateless(_ item: CalendarItem, _ diagnostics: inout [Diagnostic]) {
    guard item.when == nil, !fields.hasDateError else { return }
    if fields.kind == .event {
      report(
        .warning, .event,
        message: "an event needs a due date; without one the line becomes a to-do",
        remedies: [.addDueDate, .removeTag], diagnostics: &diagnostics)
    }
    guard item.start == nil else { return }
    if fields.repetition != nil, !fields.isDone {
      report(
        .warning, .repeat, message: "a repetition needs a due date; expected @due",
        remedies: [.addDueDate, .removeTag], diagnostics: &diagnostics)
    }
    if fields.reminders.contains(where: \.countsFromDue) {
      report(
        .error, .remind, message: "a reminder needs a due date to count from; expected @due",
        remedies: [.addDueDate, .removeTag], diagnostics: &diagnostics)
    }
  }

  private func checkSeries(
    _ item: CalendarItem, _ options: ExportOptions, diagnostics: inout [Diagnostic]
  ) {
    let first = fields.due?.value ?? fields.start?.value
    if fields.repetition?.rule.countsTimes == true, first?.isAllDay == true, !fields.isDone {
      report(
        .error, .repeat,
        message:
          "an hourly repetition needs a time of day and is left out; expected a time in @due",
        remedies: [.removeTag], diagnostics: &diagnostics)
    }
    if !fields.isSeries, !fields.except.isEmpty {
      report(
        .warning, .except, message: "exceptions need a repetition; expected @repeat",
        remedies: [.removeTag],
        diagnostics: &diagnostics)
    }
    guard item.recurs, item.when?.isAllDay == false, case .zone(let name) = item.anchor else {
      return
    }
    if options.times == .utc || (options.times == .floating && name != options.zone.name) {
      report(
        .warning, .repeat,
        message:
          "the series keeps its zone, because in another one it would shift when clocks change",
        diagnostics: &diagnostics)
    }
  }

  private func report(
    _ severity: Severity, _ field: Vocabulary.Field, message sentence: String,
    remedies: [Remedy] = [], diagnostics: inout [Diagnostic]
  ) {
    let document = source.file.document
    let line = document.lines[source.line]
    let reader = LineFieldReader(vocabulary: vocabulary) { _ in nil }
    let spans = reader.spans(of: field, in: document, line: source.line)
    let span = spans.first { field != .remind || reader.countsFromDue($0, document) }
    let place = document.place(
      ofByte: span?.range.lowerBound ?? line.body.lowerBound, line: source.line)
    diagnostics.append(
      Diagnostic(severity, at: place, message: sentence, remedies: remedies))
  }
}
