import CalendarItems
import TaskDates

/// Moves a series on after one of its dates: finds that date, and the next date of the series.
struct SeriesStep {
  /// The series of a line.
  struct Series {
    let repetition: Repetition
    /// Its due date, otherwise its start; nil if it has neither.
    let date: TMDateType?
    let except: [TMDateType]
    let also: [TMDateType]
    /// The zone in which a UTC moment at the end of the rule is read.
    let zone: Zone
    /// True if Obsidian Tasks counts its dates.
    var isInSigns = false
  }

  /// When the task is completed, and which dates may be next.
  struct Completion {
    let day: DateParameters
    /// The time, if known.
    var time: TimeParameters?
    /// Whether dates up to that day are skipped.
    var skipsPast = false
    /// The earliest date that can be the completed one; nil for the first date of the series.
    var earliest: DateTimeParameters?
    /// Dates before this one are skipped.
    var target: DateTimeParameters?

    /// The last moment up to which dates are skipped, if they are.
    var floor: DateTimeParameters? {
      if let target { return target.advanced(bySeconds: -1) }
      guard skipsPast else { return nil }
      return TimeParameters(secondOfDay: 86_399).map { DateTimeParameters(date: day, time: $0) }
    }
  }

  /// Why there is no step.
  enum Fault: String, Error {
    /// No date was found within the limit of the search, although the rule has not ended.
    case noDateInSight = "its @repeat gives no further date"
    /// The rule cannot be expanded.
    case otherCalendar =
      "its rule counts in another calendar system, so its next date is not known"
    /// All dates of an event are over.
    case isOver = "all dates of this event are over"
    /// The item has rules, but not the date from which they count.
    case unknownDate = "its next date is not known"
    /// Only a line with `@repeat` can leave out a date in the middle of its series.
    case isUnwritten = "dates of this event are over, and @repeat cannot hold its rules"
  }

  /// The date that is completed.
  let instance: DateTimeParameters?
  /// The new date of the series; nil if it does not change.
  let next: DateTimeParameters?
  /// The next date, including added dates; nil after the last.
  let following: DateTimeParameters?
  /// The remaining number of dates, if the rule has a count.
  let count: Int?
  /// Added dates up to this one are over.
  let over: DateTimeParameters?
  /// The date that the series leaves out instead of moving on, because it keeps the dates before it.
  let exception: DateTimeParameters?
  /// True if the series has no dates, and goes on without them.
  private(set) var isUndated = false

  /// True if the series has no further date.
  var isLast: Bool { following == nil && exception == nil && !isUndated }

  init(_ series: Series, _ completion: Completion) throws(Fault) {
    guard series.repetition.rule.isGregorian else { throw .otherCalendar }
    if series.isInSigns {
      self.init(inSigns: series, completion)
      return
    }
    let walk = SeriesWalk(series, completion)
    guard let start = series.date?.startDate, let instance = try walk.firstDate else {
      let next = try walk.nextAfterDone()
      self.init(instance: nil, next: next, following: next, count: walk.countAfterOne, over: nil)
      return
    }
    if let earliest = completion.earliest, instance < earliest {
      try self.init(leavingOutFirstFrom: earliest, target: completion.target, walk)
      return
    }
    let over = max(instance, completion.floor ?? instance)
    let isAfterDone = series.repetition.isAfterDone
    if instance < start, over < start || isAfterDone {
      self.init(standingAt: start, instance, over: over, walk: walk)
    } else if let next = isAfterDone ? try walk.nextAfterDone() : try walk.next(after: over) {
      let count = isAfterDone ? walk.countAfterOne : walk.count(from: next)
      let following = min(next, walk.firstAdded(after: over) ?? next)
      self.init(instance: instance, next: next, following: following, count: count, over: over)
    } else {
      let added = walk.firstAdded(after: over)
      let count = walk.count.map { _ in 1 }
      self.init(instance: instance, next: added, following: added, count: count, over: over)
    }
  }

  /// Completes a date that was added before the rule's own next date: the series itself does not change.
  private init(
    standingAt start: DateTimeParameters, _ instance: DateTimeParameters,
    over: DateTimeParameters, walk: SeriesWalk
  ) {
    let following = min(start, walk.firstAdded(after: over) ?? start)
    self.init(instance: instance, next: nil, following: following, count: nil, over: over)
  }

  /// Takes one date out of the series of an event, whose earlier dates stay in the calendar.
  private init(
    leavingOutFirstFrom earliest: DateTimeParameters, target: DateTimeParameters?,
    _ walk: SeriesWalk
  ) throws(Fault) {
    guard let date = try walk.date(from: earliest) else { throw .isOver }
    let following = try date.advanced(bySeconds: 1).flatMap { later throws(Fault) in
      try walk.date(from: max(later, target ?? later))
    }
    self.init(
      instance: date, next: nil, following: following, count: nil, over: nil, exception: date)
  }

  private init(
    instance: DateTimeParameters?, next: DateTimeParameters?, following: DateTimeParameters?,
    count: Int?, over: DateTimeParameters?, exception: DateTimeParameters? = nil
  ) {
    self.instance = instance
    self.next = next
    self.following = following
    self.count = count
    self.over = over
    self.exception = exception
  }
}

extension SeriesStep {
  /// Moves a series on as Obsidian Tasks does, which counts from its date alone.
  private init(inSigns series: Series, _ completion: Completion) {
    let instance = series.date?.startDate
    let count: Int? = if case .count(let count) = series.repetition.rule.end { count } else { nil }
    let isOver = count.map { $0 <= 1 } ?? false
    let next = isOver ? nil : instance.flatMap { series.nextInSigns(after: $0, completion) }
    self.init(
      instance: instance, next: next, following: next, count: count.map { max(1, $0 - 1) },
      over: nil)
    isUndated = instance == nil && !isOver
  }

  /// Moves a series on by the dates of its item, whose rules no `@repeat` can hold.
  init(_ stored: StoredLine, _ completion: Completion) throws(Fault) {
    let rules = (stored.item.recurrence?.rules ?? []) + (stored.item.recurrence?.exceptRules ?? [])
    guard rules.allSatisfy(\.isGregorian) else { throw .otherCalendar }
    let closed = stored.changed.filter { $0.isClosed && !$0.replacesFuture }
    guard var dates = ItemSeries(stored.item, changed: closed, zones: stored.zones),
      let instance = dates.nextOpenDate
    else { throw .unknownDate }
    if let earliest = completion.earliest, instance < earliest { throw .isUnwritten }
    let over = max(instance, completion.floor ?? instance)
    var next = dates.nextOpenDate
    while let date = next, date <= over { next = dates.nextOpenDate }
    if next == nil, dates.isCutShort { throw .unknownDate }
    self.init(instance: instance, next: next, following: next, count: nil, over: nil)
  }
}

extension SeriesStep.Series {
  /// The next date by the rules of Obsidian Tasks, at the same time of day.
  fileprivate func nextInSigns(
    after instance: DateTimeParameters, _ completion: SeriesStep.Completion
  ) -> DateTimeParameters? {
    let dates = ObsidianRepetition(repetition)
    let base = repetition.isAfterDone ? completion.day : instance.date
    func moment(_ day: DateParameters) -> DateTimeParameters {
      DateTimeParameters(date: day, time: instance.time)
    }
    var next = dates.next(after: base)
    while let day = next, let floor = completion.floor, moment(day) <= floor {
      next = dates.next(after: day)
    }
    return next.map(moment)
  }
}

extension ItemSeries {
  /// The next date that is not closed.
  fileprivate var nextOpenDate: DateTimeParameters? {
    mutating get {
      while let one = next() { if !one.item.isClosed { return one.shownDate } }
      return nil
    }
  }
}

extension ItemSeries.Occurrence {
  /// The date from which its line counts.
  fileprivate var shownDate: DateTimeParameters? { (item.when ?? item.start)?.startDate }
}

/// Searches the dates of a series.
private struct SeriesWalk {
  private let series: SeriesStep.Series
  private let completion: SeriesStep.Completion
  private let isAllDay: Bool

  init(_ series: SeriesStep.Series, _ completion: SeriesStep.Completion) {
    self.series = series
    self.completion = completion
    isAllDay = series.date?.isAllDay ?? true
  }

  private var rule: RecurrenceRule { series.repetition.rule }

  private var also: [DateTimeParameters] { series.also.map { pinned($0.startDate) } }

  /// The first added date after a moment.
  func firstAdded(after moment: DateTimeParameters) -> DateTimeParameters? {
    also.filter { $0 > moment }.min()
  }

  /// The number of dates of the rule, if it has a count.
  var count: Int? {
    if case .count(let count) = rule.end { count } else { nil }
  }

  /// That number after one date is completed.
  var countAfterOne: Int? { count.map { $0 - 1 } }

  /// The first date of the series.
  var firstDate: DateTimeParameters? {
    get throws(SeriesStep.Fault) {
      guard let start = series.date?.startDate else { return nil }
      return try first(of: dates(from: start, [rule], and: also))
    }
  }

  /// The first date of the series at or after a moment.
  func date(from moment: DateTimeParameters) throws(SeriesStep.Fault) -> DateTimeParameters? {
    guard let start = series.date?.startDate else { return nil }
    return try first(of: dates(from: start, [rule], and: also).occurrences(from: moment))
  }

  /// The first date of the rule itself after a moment.
  func next(after moment: DateTimeParameters) throws(SeriesStep.Fault) -> DateTimeParameters? {
    guard let start = series.date?.startDate, let later = moment.advanced(bySeconds: 1) else {
      return nil
    }
    let next = try first(of: dates(from: start, [rule]).occurrences(from: later))
    guard case .period(let period)? = series.date, let next, period.contains(next.date),
      let end = period.lastDay.advanced(byDays: 1)
    else { return next }
    // A rule of days has several dates in a month, so the next one is in another month.
    let afterEnd = DateTimeParameters(date: end, time: .midnight)
    return try first(of: dates(from: start, [rule]).occurrences(from: afterEnd))
  }

  /// The number of dates of the rule from one on, including it.
  func count(from date: DateTimeParameters) -> Int? {
    guard let count, let start = series.date?.startDate else { return nil }
    let dates = RuleDates(rule, from: start, isAllDay: isAllDay, zone: series.zone)
    return max(1, count - dates.prefix { $0 < date }.count)
  }

  // MARK: Counting from completion

  /// The next date counted from completion; nil after the end of the rule.
  func nextAfterDone() throws(SeriesStep.Fault) -> DateTimeParameters? {
    guard count.map({ $0 > 1 }) ?? true, let next = try ruledAfterDone() else { return nil }
    var ending = RuleDates(endless(rule, end: rule.end), from: next, zone: series.zone)
    return count != nil || ending.next() != nil ? next : nil
  }

  private func ruledAfterDone() throws(SeriesStep.Fault) -> DateTimeParameters? {
    let base = DateTimeParameters(date: completion.day, time: timeOfDay)
    if let months, !rule.hasByParts {
      let day = base.date.advanced(byMonths: months * rule.interval)
      return day.map { DateTimeParameters(date: $0, time: base.time) }
    }
    // A date on the day of completion is over with it.
    let end = TimeParameters(secondOfDay: 86_399) ?? base.time
    let later = rule.isSubDaily ? base : DateTimeParameters(date: base.date, time: end)
    guard let floor = later.advanced(bySeconds: 1) else { return nil }
    return try first(of: dates(from: base, [endless(rule)]).occurrences(from: floor))
  }

  /// The months of one interval; nil for a rule in days or smaller units.
  private var months: Int? {
    switch rule.frequency {
    case .monthly: 1
    case .yearly: 12
    case .weekly, .daily, .hourly, .minutely, .secondly: nil
    }
  }

  private var timeOfDay: TimeParameters {
    if isAllDay { return .midnight }
    let own = series.date?.startDate.time ?? .midnight
    return rule.isSubDaily ? completion.time ?? own : own
  }

  private func endless(
    _ rule: RecurrenceRule, end: RecurrenceRule.End = .never
  ) -> RecurrenceRule {
    var endless = rule
    endless.end = end
    return endless
  }

  // MARK: Dates

  private func dates(
    from start: DateTimeParameters, _ rules: [RecurrenceRule], and also: [DateTimeParameters] = []
  ) -> SeriesDates {
    SeriesDates(
      from: start, rules: rules, also: also,
      except: series.except.filter { isAllDay || !$0.isAllDay }.map { pinned($0.startDate) },
      exceptDays: isAllDay ? [] : series.except.filter(\.isAllDay).map(\.firstDay),
      isAllDay: isAllDay, zone: series.zone)
  }

  private func pinned(_ moment: DateTimeParameters) -> DateTimeParameters {
    isAllDay ? DateTimeParameters(date: moment.date, time: .midnight) : moment
  }

  private func first(of dates: SeriesDates) throws(SeriesStep.Fault) -> DateTimeParameters? {
    var dates = dates
    if let next = dates.next() { return next }
    if dates.isCutShort { throw .noDateInSight }
    return nil
  }
}
