import CalendarItems
import TaskDates

/// The form of a component's dates, of several possible ones.
struct ComponentForm {
  /// How to anchor a repeating reminder without a start.
  var recurringDue: ReminderDates.RecurringDue
  /// The zone that the item is anchored in; nil for none.
  var zone: Zone?
  /// The form of an existing component; nil for a new one.
  var existing: Existing?

  /// The facts about a component's dates that allow several ways of writing.
  struct Existing {
    var hasDuration = false
    /// True if there is a DTEND.
    var hasEnd = false
    /// True if there is a DUE that is a date.
    var hasDue = false
    /// True if DTSTART and DUE are the same, as Apple writes them.
    var startIsDue = false
    /// True if the length of DTSTART is the one day of `P1D`.
    var startIsDueByLength = false
    /// True if the component repeats and has no DTSTART.
    var isDueAlone = false
    /// The item's beginning, as long as it is theirs.
    var start: TMDateType?
    var duration: TimeSpan?
  }
}

/// The dates of an item as DTSTART, DTEND or DUE, and DURATION together.
struct ComponentDates {
  /// DTSTART.
  var start: ReminderDates.Value?
  /// DTEND or DUE.
  var end: ReminderDates.Value?
  /// DURATION.
  var duration: TimeSpan?
  /// True if DURATION is the item's estimate.
  private(set) var lastsEstimate = false

  init(_ item: CalendarItem, _ form: ComponentForm) {
    if item.kind == .event {
      setEventDates(item, form)
    } else {
      setReminderDates(item, form)
    }
  }

  /// True if an item with other dates takes place at another time.
  func differs(from other: ComponentDates) -> Bool {
    start != other.start || end != other.end || duration != other.duration
  }

  // MARK: Events

  /// The end of days is the day after; a new component always has it (RFC 5545, section 3.6.1).
  private mutating func setEventDates(_ item: CalendarItem, _ form: ComponentForm) {
    guard let when = item.when else { return }
    start = ReminderDates.Value(beginningOf: when)
    if when.isAllDay {
      setDays(when, form.existing)
    } else if let last = when.endDate {
      end = .moment(last)
    } else if let estimate = item.estimate, estimate.nominalSeconds > 0 {
      duration = estimate
      lastsEstimate = true
    }
  }

  private mutating func setDays(_ when: TMDateType, _ existing: ComponentForm.Existing?) {
    let days = when.lastDay.dayNumber - when.firstDay.dayNumber + 1
    if let existing, existing.hasDuration, !existing.hasEnd {
      duration = TimeSpan(days: days)
    } else if days > 1 || existing?.hasEnd ?? true {
      end = when.lastDay.advanced(byDays: 1).map { .day($0) }
    }
  }

  // MARK: Reminders

  private mutating func setReminderDates(_ item: CalendarItem, _ form: ComponentForm) {
    let found = ReminderDates(item, recurringDue: form.recurringDue, zone: form.zone)
    (start, end, duration) = (found.start, found.due, found.duration)
    if let existing = form.existing { fit(item, existing) }
  }

  /// Writes a reminder's dates in the form of its component: DTSTART with an equal DUE, DURATION, or
  /// DUE alone although it repeats.
  private mutating func fit(_ item: CalendarItem, _ existing: ComponentForm.Existing) {
    let isEqual = existing.startIsDue || (existing.startIsDueByLength && !item.recurs)
    if isEqual, item.start == nil, let end { start = end }
    if let own = item.start, start == nil || own == existing.start {
      start = ReminderDates.Value(beginningOf: own)  // also one of another type than DUE
    }
    if item.start == nil, existing.isDueAlone, let when = item.when {
      (start, duration) = (nil, nil)
      end = when.isAllDay ? .day(when.lastDay) : .moment(when.endDate ?? when.startDate)
    } else if existing.hasDuration, !existing.hasDue, let end {
      useLength(to: end, item, existing: existing)
    }
  }

  /// Writes with a DURATION when a reminder is due.
  private mutating func useLength(
    to due: ReminderDates.Value, _ item: CalendarItem, existing: ComponentForm.Existing
  ) {
    if item.start == nil, existing.start == nil {
      // neither the start nor the length adds anything
      (start, end, duration) = (due, nil, existing.duration)
    } else if let start {
      duration = Self.length(from: start, to: due)
      end = duration == nil ? due : nil
    }
  }

  private static func length(
    from start: ReminderDates.Value, to end: ReminderDates.Value
  ) -> TimeSpan? {
    switch (start, end) {
    case (.day(let start), .day(let end)):
      TimeSpan(days: end.dayNumber - start.dayNumber + 1)
    case (.moment(let start), .moment(let end)):
      TimeSpan(seconds: end.secondNumber - start.secondNumber)
    default: nil
    }
  }
}
