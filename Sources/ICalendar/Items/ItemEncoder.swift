public import CalendarItems
public import ExactText
public import TaskDates

/// How items are written as components.
public struct EncodingOptions: Hashable, Sendable {
  /// How a repeating reminder without a beginning of its own is anchored.
  public var recurringDue: ReminderDates.RecurringDue

  /// Creates options.
  public init(recurringDue: ReminderDates.RecurringDue = .duration) {
    self.recurringDue = recurringDue
  }
}

/// Writes items as components, new ones from nothing but their values.
///
/// The component is built in libical, value by value; its lines are written by our own
/// `ContentLineWriter`.
public struct ItemEncoder: Sendable {
  let options: EncodingOptions
  private let zones: ExactDictionary<Zone>

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - options: How items are written.
  ///   - zones: The zones that items are anchored in, by name; a zone that is not here cannot be counted
  ///     in, and an UNTIL in it stays a reading of its clock.
  public init(options: EncodingOptions = EncodingOptions(), zones: ExactDictionary<Zone>) {
    self.options = options
    self.zones = zones
  }

  /// The lines of an item's component, `BEGIN` to `END`; empty where libical has no memory left.
  public func lines(of item: CalendarItem) -> [UInt8] {
    var writer = ContentLineWriter(capacity: 640)
    Libical.locked { write(item, to: &writer) }
    return writer.bytes
  }

  private func write(_ item: CalendarItem, to writer: inout ContentLineWriter) {
    guard let component = ComponentHandle(item.kind == .reminder ? .reminder : .event) else {
      return
    }
    addRevision(of: item, to: component)
    component.add(.summary, text: item.title)
    if let notes = item.notes { component.add(.description, text: notes) }
    let start = addDates(of: item, to: component)
    addState(of: item, to: component)
    addDetails(of: item, to: component)
    for property in item.extensions {
      component.add(extension: property.name, values: property.values)
    }
    for alarm in item.alarms { add(alarm, of: item, hasStart: start != nil, to: component) }
    component.write(to: &writer)
  }

  private func addRevision(of item: CalendarItem, to component: borrowing ComponentHandle) {
    component.add(.uid, text: item.uid)
    let revision = item.revision ?? Revision(modified: .epoch)
    add(.stamp, revision.modified, to: component)
    if let created = revision.created { add(.created, created, to: component) }
    add(.lastModified, revision.modified, to: component)
    component.add(.sequence, integer: revision.sequence)
  }

  private func add(
    _ name: ComponentHandle.Name, _ instant: Instant, to component: borrowing ComponentHandle
  ) {
    guard let utc = instant.utc else { return }
    component.add(name, moment: utc, isUTC: true)
  }

  private func zone(of anchor: CalendarItem.Anchor) -> Zone? {
    anchor.zoneName.flatMap { zones[$0] }
  }

  /// Adds a day, or a moment in the item's anchor.
  func add(
    _ name: ComponentHandle.Name, _ value: ReminderDates.Value, _ anchor: CalendarItem.Anchor,
    to component: borrowing ComponentHandle
  ) {
    switch value {
    case .day(let day): component.add(name, day: day)
    case .moment(let moment):
      component.add(name, moment: moment, isUTC: anchor == .utc, zone: anchor.zoneName)
    }
  }

  private func addState(of item: CalendarItem, to component: borrowing ComponentHandle) {
    if let status = item.status { component.add(.status, word: status.rawValue) }
    if let percent = item.percent { component.add(.percent, integer: percent) }
    if let completed = item.completed { add(.completed, completed, to: component) }
    if item.kind == .event {
      component.add(.transparency, word: item.blocksTime ? "OPAQUE" : "TRANSPARENT")
    }
  }

  private func addDetails(of item: CalendarItem, to component: borrowing ComponentHandle) {
    if let priority = item.priority { component.add(.priority, integer: priority) }
    if let location = item.location { component.add(.location, text: location) }
    if let url = item.url { component.add(.url, uri: url) }
    if let word = item.classification { component.add(.classification, word: word) }
    for category in item.categories { component.add(.categories, text: category) }
    for relation in item.relations {
      let kind = relation.kind == .parent ? nil : relation.kind.rawValue
      component.add(.related, uid: relation.uid, relation: kind)
    }
  }

  private func add(
    _ alarm: Alarm, of item: CalendarItem, hasStart: Bool, to component: borrowing ComponentHandle
  ) {
    guard let child = ComponentHandle(.alarm) else { return }
    child.add(.action, word: "DISPLAY")
    child.add(.description, text: item.title)
    switch alarm.trigger {
    case .at(let instant): add(.trigger, instant, to: child)
    case .relative(let span, let anchor):
      child.add(.trigger, span: span, relatedToEnd: anchor == .due)
    }
    if let repeats = alarm.repeats {
      child.add(.duration, span: repeats.interval)
      child.add(.repeats, integer: repeats.count)
    }
    if let seen = alarm.acknowledged { add(.acknowledged, seen, to: child) }
    component.add(child)
  }
}

// MARK: - Dates

extension ItemEncoder {
  /// Adds the dates and how they repeat; gives DTSTART.
  private func addDates(
    of item: CalendarItem, to component: borrowing ComponentHandle
  ) -> ReminderDates.Value? {
    if let occurrence = item.occurrence {
      let value: ReminderDates.Value =
        occurrence.isAllDay ? .day(occurrence.firstDay) : .moment(occurrence.startDate)
      add(.recurrenceID, value, item.anchor, to: component)
      if item.replacesFuture { component.setRangeOfOccurrence() }
    }
    return item.kind == .reminder
      ? addReminderDates(of: item, to: component) : addEventDates(of: item, to: component)
  }

  private func addReminderDates(
    of item: CalendarItem, to component: borrowing ComponentHandle
  ) -> ReminderDates.Value? {
    let dates = ReminderDates(
      item, recurringDue: options.recurringDue, zone: zone(of: item.anchor))
    if let start = dates.start { add(.start, start, item.anchor, to: component) }
    if let due = dates.due { add(.due, due, item.anchor, to: component) }
    if let duration = dates.duration { component.add(.duration, span: duration) }
    if dates.start != nil { addRecurrence(of: item, to: component) }
    return dates.start
  }

  private func addEventDates(
    of item: CalendarItem, to component: borrowing ComponentHandle
  ) -> ReminderDates.Value? {
    guard let when = item.when else { return nil }
    let start: ReminderDates.Value =
      when.isAllDay ? .day(when.firstDay) : .moment(when.startDate)
    add(.start, start, item.anchor, to: component)
    if when.isAllDay, let end = when.lastDay.advanced(byDays: 1) {
      add(.end, .day(end), item.anchor, to: component)
    } else if let end = when.endDate {
      add(.end, .moment(end), item.anchor, to: component)
    } else if !when.isAllDay, let estimate = item.estimate, estimate.nominalSeconds > 0 {
      component.add(.duration, span: estimate)
    }
    addRecurrence(of: item, to: component)
    return start
  }

  private func addRecurrence(of item: CalendarItem, to component: borrowing ComponentHandle) {
    guard let recurrence = item.recurrence, item.recurs else { return }
    let starts = SeriesStarts(item, options, zone(of: item.anchor))
    for rule in starts.rules { component.add(.rule, rule: rule) }
    for rule in starts.exceptRules { component.add(.exceptRule, rule: rule) }
    for date in recurrence.except.compactMap(starts.start) {
      add(.exceptions, date, item.anchor, to: component)
    }
    for date in recurrence.also where date.endDate == nil {
      guard let start = starts.start(of: date) else { continue }
      add(.additions, start, item.anchor, to: component)
    }
    for period in recurrence.also { addPeriod(period, item.anchor, to: component) }
  }

  private func addPeriod(
    _ period: TMDateType, _ anchor: CalendarItem.Anchor, to component: borrowing ComponentHandle
  ) {
    guard let end = period.endDate else { return }
    component.add(
      .additions, from: period.startDate, to: end, isUTC: anchor == .utc, zone: anchor.zoneName)
  }
}
