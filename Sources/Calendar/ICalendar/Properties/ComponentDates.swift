import CalendarItems
import TaskDates

/// The form of a component's dates, where several are possible.
struct ComponentForm {
  /// The form of a recurring reminder without a start.
  var recurringDue: ReminderDates.RecurringDue
  /// The zone of the item; nil for none.
  var zone: Zone?
  /// The form of an existing component; nil for a new one.
  var existing: Existing?

  /// The facts about a component's dates that determine its form.
  struct Existing {
    var hasDuration = false
    /// True if there is a DTEND.
    var hasEnd = false
    /// True if there is a DUE with a date.
    var hasDue = false
    /// True if DTSTART and DUE are equal, as Apple writes them.
    var startIsDue = false
    /// True if the length after DTSTART is the one day of `P1D`.
    var startIsDueByLength = false
    /// True if the component repeats and has no DTSTART.
    var isDueAlone = false
    /// The item's start, while it is still that of the component.
    var start: TMDateType?
    var duration: TimeSpan?
  }
}

/// The dates of an item as DTSTART, DTEND or DUE, and DURATION.
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

  /// True if the dates of an item differ in a way that changes when it takes place.
  func differs(from other: ComponentDates) -> Bool {
    start != other.start || end != other.end || duration != other.duration
  }

  // MARK: Events

  /// Sets the dates of an event; the end of days is the day after, which a new component always has (RFC 5545, section
  /// 3.6.1).
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

  /// Fits a reminder's dates to the form of its component: DTSTART with an equal DUE, DURATION, or DUE alone although
  /// it recurs.
  private mutating func fit(_ item: CalendarItem, _ existing: ComponentForm.Existing) {
    let isEqual = existing.startIsDue || (existing.startIsDueByLength && !item.recurs)
    let hasOwnRange = item.when.map { $0.firstDay < $0.lastDay || $0.endDate != nil } ?? false
    if isEqual, item.start == nil, !hasOwnRange, let end { start = end }
    if let own = item.start, !hasOwnRange, start == nil || own == existing.start {
      start = ReminderDates.Value(beginningOf: own)  // even if its type differs from that of DUE
    }
    if item.start == nil, existing.isDueAlone, !hasOwnRange, let when = item.when {
      (start, duration) = (nil, nil)
      end = when.isAllDay ? .day(when.lastDay) : .moment(when.startDate)
    } else if existing.hasDuration, !existing.hasDue, let end {
      useLength(to: end, item, existing: existing)
    }
  }

  /// Replaces the due date by a DURATION.
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
