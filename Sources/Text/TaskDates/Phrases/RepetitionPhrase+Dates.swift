extension RepetitionPhrase {
  /// The repetition of a task, and its first date.
  public struct Series: Hashable, Sendable {
    /// The repetition with its end.
    public let repetition: Repetition
    /// The first date, on or after the present time unless another day was named.
    public let due: TMDateType
  }

  /// The repetition and its first date.
  ///
  /// - Parameters:
  ///   - other: The date in the rest of the title; it is the first day, or gives its time.
  ///   - now: The time of the person's clock.
  ///   - zone: The zone of that clock.
  /// - Returns: Nil if there is no first date, if it is after the end, or if both dates have a day, or a time.
  public func series(
    with other: DatePhrase? = nil, at now: DateTimeParameters, in zone: Zone
  ) -> Series? {
    guard let start = start(other, now, zone),
      let due = FirstDate(repetition.rule, now: now).date(start.value, isFree: start.isFree)
    else { return nil }
    return ended(due, now, zone).map { Series(repetition: $0, due: due) }
  }

  /// The repetition of a task that has a due date already; nil if the phrase has a date too.
  public func repetition(
    of due: TMDateType, at now: DateTimeParameters, in zone: Zone
  ) -> Repetition? {
    date == nil ? ended(due, now, zone) : nil
  }

  /// The same for a task with a date that is still to come: if no day was typed, the series begins on that day.
  package func series(
    with other: DatePhrase?, onDayOf own: TMDateType?, at now: DateTimeParameters, in zone: Zone
  ) -> Series? {
    let typed = series(with: other, at: now, in: zone)
    guard let own, let typed, own.firstDay >= now.date, !repetition.rule.hasByParts,
      date?.isTimeOnly != false, other?.isTimeOnly != false,
      !repetition.rule.isSubDaily || !own.isAllDay
    else { return typed }
    let isTimed = date != nil || other != nil
    let due = isTimed ? typed.due.moved(to: DatePeriod(day: own.firstDay))?.value : own
    return due.flatMap { due in
      ended(due, now, zone).map { Series(repetition: $0, due: due) }
    }
  }

  /// The date from which to look for the first one; it is free if it names no day.
  private func start(
    _ other: DatePhrase?, _ now: DateTimeParameters, _ zone: Zone
  ) -> (value: TMDateType, isFree: Bool)? {
    let own = date.map { ($0.resolved(at: now, in: zone), $0.isTimeOnly) }
    let rest = other.map { ($0.date.resolved(at: now, in: zone), $0.isTimeOnly) }
    switch (own, rest) {
    case (nil, nil): return (.date(now.date), true)
    case (let only?, nil): return only.0.map { ($0.isPeriod ? .date($0.firstDay) : $0, only.1) }
    case (nil, let only?): return only.0.map { ($0, only.1) }
    case (let own?, let rest?):
      guard own.1 != rest.1, case .date(let day)? = own.1 ? rest.0 : own.0 else { return nil }
      let time = own.1 ? own.0 : rest.0
      return time?.moved(to: DatePeriod(day: day)).map { ($0.value, false) }
    }
  }

  /// The repetition with its end; nil if it ends before the first date.
  private func ended(
    _ first: TMDateType, _ now: DateTimeParameters, _ zone: Zone
  ) -> Repetition? {
    var result = repetition
    switch end {
    case nil: break
    case .until(let date):
      guard let last = date.resolved(at: now, in: zone)?.lastDay else { return nil }
      result.rule.end = .onDay(last)
    case .length(let number, let unit):
      guard let after = first.firstDay.advanced(by: number, unit),
        let last = after.advanced(byDays: -1)
      else { return nil }
      result.rule.end = .onDay(last)
    }
    if case .onDay(let last) = result.rule.end, last < first.firstDay { return nil }
    return result
  }
}

extension TMDateType {
  fileprivate var isPeriod: Bool {
    if case .period = self { true } else { false }
  }
}

extension Repetition {
  /// The first date of a new series, on or after the present time.
  public func firstDate(at now: DateTimeParameters) -> TMDateType? {
    FirstDate(rule, now: now).date(.date(now.date), isFree: true)
  }
}

extension DateParameters {
  /// The day a number of units later; nil outside of the years 1 to 9999, and for units of the clock.
  fileprivate func advanced(by number: Int, _ unit: TimeUnit) -> DateParameters? {
    switch unit {
    case .day: advanced(byDays: number)
    case .week, .isoWeek: advanced(byDays: number * 7)
    case .month: advanced(byMonths: number)
    case .quarter: advanced(byMonths: number * 3)
    case .year: advanced(byMonths: number * 12)
    case .hour, .minute, .second: nil
    }
  }
}

/// The first date of a rule.
private struct FirstDate {
  private var rule: RecurrenceRule
  private let interval: Int
  private let now: DateTimeParameters

  /// The interval does not matter, because it counts from the first date.
  init(_ rule: RecurrenceRule, now: DateTimeParameters) {
    interval = rule.interval
    self.rule = rule
    self.rule.end = .never
    if !rule.isSubDaily { self.rule.interval = 1 }
    self.now = now
  }

  /// The first date at or after a date; if that is free, at or after the present time.
  func date(_ start: TMDateType, isFree: Bool) -> TMDateType? {
    if case .period = start { return start }
    if rule.isSubDaily { return moment(start, isFree: isFree) }
    let floor = isFree && !start.isAllDay ? max(start.startDate, now) : start.startDate
    guard let day = day(from: start.startDate, floor, isAllDay: start.isAllDay) else { return nil }
    return start.moved(to: DatePeriod(day: day))?.value
  }

  private func day(
    from start: DateTimeParameters, _ floor: DateTimeParameters, isAllDay: Bool
  ) -> DateParameters? {
    guard rule.hasByParts else {
      return start < floor ? start.date.advanced(byDays: 1) : start.date
    }
    var dates = RuleDates(rule, from: start, isAllDay: isAllDay, countsStart: false)
    dates.skip(to: floor)
    return dates.next()?.date
  }

  /// The first moment of a rule of hours: at its time, or one interval from now.
  private func moment(_ start: TMDateType, isFree: Bool) -> TMDateType? {
    guard !start.isAllDay else {
      let hours = min(interval, 1_000_000) * 3600
      let time = try? TimeParameters(hour: now.time.hour, minute: now.time.minute)
      guard isFree, let time else { return nil }
      return DateTimeParameters(date: now.date, time: time).advanced(bySeconds: hours)
        .map { .dateTime($0) }
    }
    var dates = RuleDates(rule, from: start.startDate)
    dates.skip(to: isFree ? max(now, start.startDate) : start.startDate)
    return dates.next().map { .dateTime($0) }
  }
}
