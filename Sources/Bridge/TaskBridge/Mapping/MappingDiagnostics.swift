import CalendarItems
import Diagnostics
import ExactText
import TaskDates
import TaskText

/// What must be said of a line whose item cannot hold all that its tags say.
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
      say(
        .warning, .start, message: "the start is not before the due date and is left out",
        diagnostics: &diagnostics)
    case .ruleCountsDueDates:
      say(
        .warning, .start, message: "the start is left out: the repetition counts due dates",
        diagnostics: &diagnostics)
    case .dueHasStart:
      say(
        .warning, .start, message: "the start is left out: the due date has its own",
        diagnostics: &diagnostics)
    case nil: break
    }
  }

  /// A calendar's instants are of the years 1 to 9999 in UTC.
  private func checkInstants(of item: CalendarItem, _ diagnostics: inout [Diagnostic]) {
    if item.status == .completed, fields.completed != nil, item.completed == nil {
      say(
        .error, .done, message: "in UTC this is outside of the years 1 to 9999",
        diagnostics: &diagnostics)
    }
  }

  private func checkDateless(_ item: CalendarItem, _ diagnostics: inout [Diagnostic]) {
    guard item.when == nil, !fields.hasDateError else { return }
    if fields.kind == .event {
      say(
        .warning, .event, message: "an event needs a due date; it is a to-do without one",
        diagnostics: &diagnostics)
    }
    guard item.start == nil else { return }
    if fields.repetition != nil, !fields.isDone {
      say(.warning, .repeat, message: "a repetition needs a due date", diagnostics: &diagnostics)
    }
    let isRelative = fields.reminders.contains { reminder in
      if case .moment = reminder { false } else { true }
    }
    if isRelative {
      say(
        .error, .remind, message: "a reminder needs a due date to count from",
        diagnostics: &diagnostics)
    }
  }

  private func checkSeries(
    _ item: CalendarItem, _ options: ExportOptions, diagnostics: inout [Diagnostic]
  ) {
    let first = fields.due?.value ?? fields.start?.value
    if fields.repetition?.rule.countsTimes == true, first?.isAllDay == true, !fields.isDone {
      say(
        .error, .repeat, message: "a repetition by the hour needs a time of day; it is left out",
        diagnostics: &diagnostics)
    }
    if fields.repetition == nil, !(fields.except + fields.also).isEmpty {
      say(.warning, .except, message: "exceptions need a @repeat", diagnostics: &diagnostics)
    }
    guard item.recurs, item.when?.isAllDay == false, case .zone(let name) = item.anchor else {
      return
    }
    if options.times == .utc || (options.times == .floating && name != options.zone.name) {
      say(
        .warning, .repeat,
        message: "a series stays in its zone: elsewhere it would move when clocks change",
        diagnostics: &diagnostics)
    }
  }

  private func say(
    _ severity: Severity, _ field: Vocabulary.Field, message sentence: String,
    diagnostics: inout [Diagnostic]
  ) {
    let document = source.file.document
    let line = document.lines[source.line]
    let names = vocabulary.names(of: field)
    let span = document.tags[line.tags].first { names.contains(document.string($0.name)) }
    let place = document.place(
      ofByte: span?.range.lowerBound ?? line.body.lowerBound, line: source.line)
    diagnostics.append(Diagnostic(severity, at: place, message: sentence))
  }
}
