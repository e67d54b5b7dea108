package import CalendarItems
import Diagnostics
import ExactText
package import TaskBridge
import TaskDates
import TaskText

/// What only the hint of an item can say: the week, month or year of its dates, a start that a reminder cannot have, a
/// repetition after it is done, and the rule and the progress that it had before it was completed.
///
/// As in an import, the item's own properties win: a period counts only while the item has its days.
struct HintedFields {
  private let fields: LineFields

  /// Reads the hint of an item; nil if it has none.
  init?(_ item: CalendarItem, _ vocabulary: Vocabulary) {
    guard let text = item.hintedLine else { return nil }
    let document = LineHint.document(text, ofItemCalled: item.title)
    guard document.lines.count == 1 else { return nil }
    var ignored: [Diagnostic] = []
    fields = LineFieldReader(ofTagsAlone: vocabulary)
      .fields(of: document, line: 0, diagnostics: &ignored)
  }

  /// `@start`, which an item with a period cannot hold.
  var start: TMDateType? { fields.start?.value }

  /// The period of an item's days; nil if the hint has none, or the item has other days.
  func period(of item: CalendarItem) -> DatePeriod? {
    guard case .period(let period)? = fields.due?.value else { return nil }
    let days = (TMDateType.date(period.firstDay), TMDateType.date(period.lastDay))
    let isWhole =
      item.kind == .event
      ? item.when == .days(period.firstDay, period.lastDay)
      : item.start == days.0 && item.when == days.1
    return isWhole ? period : nil
  }

  /// The due date and the repetition, if an item has only the last day of the period, as `ItemMapping` shortens it.
  func shortened(_ item: CalendarItem) -> CalendarItem? {
    guard case .period(let period)? = fields.due?.value, item.when == .date(period.lastDay) else {
      return nil
    }
    var whole = item
    (whole.when, whole.start) = (.period(period), nil)
    if item.recurs, let rule = fields.repetition?.rule { whole.recurrence?.rules = [rule] }
    var found = whole
    found.shortenPeriod()
    let isSame = found.when == item.when && found.recurrence?.rules == item.recurrence?.rules
    return isSame ? whole : nil
  }

  /// A reminder with the start of its line, unless the reminder has another one now.
  ///
  /// A reminder with days alone has no zone, so a time in a zone of the line is left out.
  func started(_ item: CalendarItem) -> CalendarItem {
    guard item.kind == .reminder, let start, fields.zone == nil || start.isAllDay || !isDay(item)
    else { return item }
    var whole = item
    whole.start = start
    return ReminderDates(whole).start == ReminderDates(item).start ? whole : item
  }

  private func isDay(_ item: CalendarItem) -> Bool { item.when?.isAllDay ?? true }

  /// The tag of the progress that an item had when it was completed.
  var endedProgress: Tag? {
    guard fields.isDone, fields.isStarted else { return nil }
    return fields.progress.map { Tag(Vocabulary.Field.progress.rawValue, payload: "\($0)") }
      ?? Tag(Vocabulary.Field.started.rawValue)
  }

  /// The recurrence that an item without one lacks: the one before it was completed, or one that counts from its completion.
  func missingRecurrence(ofDone isDone: Bool) -> Recurrence? {
    guard fields.isDone == isDone, let repetition = fields.repetition,
      isDone || repetition.isAfterDone || fields.calendarRule == nil
    else { return nil }
    return Recurrence(
      rule: repetition.rule, isAfterDone: repetition.isAfterDone, except: fields.except,
      also: fields.also)
  }
}

extension CalendarItem {
  /// The item due in the week, month or year of its hint, if its dates are the days of that period.
  ///
  /// - Parameter vocabulary: The meaning of tags.
  package func inHintedPeriod(_ vocabulary: Vocabulary) -> CalendarItem {
    guard hasSeveralDays, let hint = HintedFields(self, vocabulary),
      let period = hint.period(of: self)
    else { return self }
    var item = self
    (item.when, item.start) = (.period(period), kind == .reminder ? hint.start : nil)
    if kind == .reminder, recurs { item.recurrence = recurrenceOfStarts }
    return item
  }

  /// The item as its line said it, as far as its hint shows: with the whole period, and the rule that it had before it
  /// was completed.
  func likeHintedLine(_ vocabulary: Vocabulary) -> CalendarItem {
    guard let hint = HintedFields(self, vocabulary) else { return self }
    var item = hint.shortened(self) ?? inHintedPeriod(vocabulary)
    if kind == .reminder, recurrence == nil {
      item.recurrence = hint.missingRecurrence(ofDone: isDone)
    }
    return item
  }

  /// The item on the clock of its line with the start that its hint has.
  func withHintedStart(_ vocabulary: Vocabulary) -> CalendarItem {
    HintedFields(self, vocabulary)?.started(self) ?? self
  }

  /// The recurrence with the dates of a period, which are named by its first day and not by its last.
  private var recurrenceOfStarts: Recurrence? {
    guard var found = recurrence else { return nil }
    guard !found.countsStarts else {
      found.countsStarts = false
      return found
    }
    let dates = ReminderDates(self)
    func start(_ due: TMDateType) -> TMDateType {
      if case .day(let day)? = dates.start(ofOccurrence: due) { .date(day) } else { due }
    }
    found.rules = dates.rules(of: self)
    (found.except, found.also) = (found.except.map(start), found.also.map(start))
    return found
  }

  private var hasSeveralDays: Bool {
    switch (kind, when, start) {
    case (.event, .days, _), (.reminder, .date, .date): true
    default: false
    }
  }
}

extension LineFields {
  /// True if an item needs the hint of its line, because its properties cannot hold all that the line says about its dates.
  package var needsHint: Bool {
    if case .period? = due?.value { return true }
    return isDone && (repetition != nil || isStarted) || losesStart
  }

  /// True if a reminder cannot have the start of the line as it is written.
  private var losesStart: Bool {
    guard let start = start?.value else { return false }
    if case .period = start { return true }
    var item = CalendarItem(kind: .reminder, uid: "", title: "")
    (item.when, item.start) = (due?.value, start)
    if let repetition { item.recurrence = Recurrence(rule: calendarRule ?? repetition.rule) }
    return ReminderDates(item).start != ReminderDates.Value(beginningOf: start)
  }
}
