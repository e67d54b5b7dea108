import CalendarItems
import TaskDates

/// A series in the form of a component: rules and dates relative to DTSTART, ends of rules in its type.
struct SeriesStarts {
  /// The item's DTSTART; nil if it has none.
  let start: ReminderDates.Value?
  private let item: CalendarItem
  private let dates: ReminderDates?
  private let zone: Zone?

  init(
    _ item: CalendarItem, _ recurringDue: ReminderDates.RecurringDue, zone: Zone?
  ) {
    self.item = item
    self.zone = zone
    guard item.kind == .reminder else {
      dates = nil
      start = item.when.map { $0.isAllDay ? .day($0.firstDay) : .moment($0.startDate) }
      return
    }
    let dates = ReminderDates(item, recurringDue: recurringDue, zone: zone)
    self.dates = dates
    start = dates.start
  }

  /// The offset from a date of the item to the DTSTART of its occurrence.
  var shift: TimeSpan { dates?.shift ?? TimeSpan() }

  /// The item's rules.
  var rules: [RecurrenceRule] {
    (dates?.rules(of: item) ?? item.recurrence?.rules ?? []).map {
      withEnd($0).onLeapDay(from: start)
    }
  }

  /// The item's rules for excluded dates.
  var exceptRules: [RecurrenceRule] { (item.recurrence?.exceptRules ?? []).map(withEnd) }

  /// The DTSTART of an occurrence of the item: of the series' type; a day gets the series' time.
  func start(of occurrence: TMDateType) -> ReminderDates.Value? {
    if let dates { return dates.start(ofOccurrence: occurrence) }
    switch start {
    case .day?: return .day(occurrence.firstDay)
    case .moment(let first)?:
      return .moment(
        occurrence.isAllDay
          ? DateTimeParameters(date: occurrence.firstDay, time: first.time) : occurrence.startDate)
    case nil: return nil
    }
  }

  /// The rule with an UNTIL of DTSTART's type (RFC 5545, section 3.3.10).
  ///
  /// It is a day for days, UTC for times in UTC or in a zone, a local time for floating ones.
  private func withEnd(_ rule: RecurrenceRule) -> RecurrenceRule {
    var rule = rule
    switch (rule.end, start) {
    case (.never, _), (.count, _), (_, nil), (.onDay, .day): break
    case (.at(let moment, _), .day): rule.end = .onDay(moment.date)
    case (.onDay(let day), .moment):
      guard let end = TimeParameters(secondOfDay: 86_399) else { break }
      rule.end = until(DateTimeParameters(date: day, time: end), isUTC: false)
    case (.at(let moment, let isUTC), .moment): rule.end = until(moment, isUTC: isUTC)
    }
    return rule
  }

  private func until(_ moment: DateTimeParameters, isUTC: Bool) -> RecurrenceRule.End {
    switch item.anchor {
    case .floating: return .at(moment, isUTC: false)
    case .utc: return .at(moment, isUTC: true)
    case .zone:
      let utc = isUTC ? moment : zone?.instant(of: moment).utc
      return .at(utc ?? moment, isUTC: true)
    }
  }
}

extension RecurrenceRule {
  /// A rule that is yearly from 29 February with the date in it, because some readers go on to 1 March without it.
  fileprivate func onLeapDay(from start: ReminderDates.Value?) -> RecurrenceRule {
    guard frequency == .yearly, !hasByParts, isGregorian, start?.isLeapDay == true else {
      return self
    }
    var rule = self
    (rule.months, rule.monthDays) = ([2], [29])
    return rule
  }

  /// The rule without the date of its start, if that is 29 February.
  func withoutLeapDay(from start: ReminderDates.Value?) -> RecurrenceRule {
    guard frequency == .yearly, months == [2], monthDays == [29], start?.isLeapDay == true else {
      return self
    }
    var rule = self
    (rule.months, rule.monthDays) = ([], [])
    return rule.hasByParts || !isGregorian ? self : rule
  }
}

extension ReminderDates.Value {
  fileprivate var isLeapDay: Bool { day.month == 2 && day.day == 29 }
}
