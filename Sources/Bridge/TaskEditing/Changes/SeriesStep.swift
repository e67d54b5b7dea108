import TaskDates

/// What becomes of a series when one of its dates is over: which date that was, and where the series
/// stands then.
struct SeriesStep {
  /// What a line says of its series.
  struct Series {
    let repetition: Repetition
    /// Its date, due or else start; nil where it has none.
    let date: TMDateType?
    let except: [TMDateType]
    let also: [TMDateType]
    /// In which a moment of UTC at the end of the rule is looked at.
    let zone: Zone
  }

  /// When the task is done, and where the next date may be.
  struct Completion {
    let day: DateParameters
    /// The time, where it is known.
    var time: TimeParameters?
    /// Whether dates up to that day are left out.
    var skipsPast = false
  }

  /// Why no step can be made.
  enum Fault: Error {
    /// The rule has more dates than are looked at, and no end of them is in sight.
    case noDateInSight
  }

  /// The date that is over.
  let instance: DateTimeParameters?
  /// The next date that the series is to stand at; nil where it stays where it is.
  let next: DateTimeParameters?
  /// The next of all its dates, the added ones among them; nil behind the last.
  let following: DateTimeParameters?
  /// How many dates the rule has left, where it counts them.
  let count: Int?
  /// Up to here added dates are over.
  let over: DateTimeParameters?

  /// True if the series has no date any more.
  var isLast: Bool { following == nil }

  init(_ series: Series, _ completion: Completion) throws(Fault) {
    let walk = SeriesWalk(series, completion)
    guard let start = series.date?.startDate, let instance = try walk.firstDate else {
      let next = try walk.nextAfterDone()
      self.init(instance: nil, next: next, following: next, count: walk.countAfterOne, over: nil)
      return
    }
    let over = max(instance, walk.floor ?? instance)
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

  /// A date was added before the rule's own, and is over: the series itself stays.
  private init(
    standingAt start: DateTimeParameters, _ instance: DateTimeParameters,
    over: DateTimeParameters, walk: SeriesWalk
  ) {
    let following = min(start, walk.firstAdded(after: over) ?? start)
    self.init(instance: instance, next: nil, following: following, count: nil, over: over)
  }

  private init(
    instance: DateTimeParameters?, next: DateTimeParameters?, following: DateTimeParameters?,
    count: Int?, over: DateTimeParameters?
  ) {
    self.instance = instance
    self.next = next
    self.following = following
    self.count = count
    self.over = over
  }
}

/// The dates of a series, as they are looked for.
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

  /// The first of the dates that are added behind a moment.
  func firstAdded(after moment: DateTimeParameters) -> DateTimeParameters? {
    also.filter { $0 > moment }.min()
  }

  /// How many dates the rule has, where it counts them.
  var count: Int? {
    if case .count(let count) = rule.end { count } else { nil }
  }

  /// The same once one of them is over.
  var countAfterOne: Int? { count.map { $0 - 1 } }

  /// The last moment of the day of which nothing may be left, where dates are left out.
  var floor: DateTimeParameters? {
    guard completion.skipsPast else { return nil }
    return TimeParameters(secondOfDay: 86_399).map {
      DateTimeParameters(date: completion.day, time: $0)
    }
  }

  /// The first date of the series.
  var firstDate: DateTimeParameters? {
    get throws(SeriesStep.Fault) {
      guard let start = series.date?.startDate else { return nil }
      return try first(of: dates(from: start, [rule], and: also))
    }
  }

  /// The first date of the rule itself behind a moment.
  func next(after moment: DateTimeParameters) throws(SeriesStep.Fault) -> DateTimeParameters? {
    guard let start = series.date?.startDate, let later = moment.advanced(bySeconds: 1) else {
      return nil
    }
    let next = try first(of: dates(from: start, [rule]).occurrences(from: later))
    guard case .period(let period)? = series.date, let next, period.contains(next.date),
      let end = period.lastDay.advanced(byDays: 1)
    else { return next }
    // A rule of days has several dates within a month: the next one is in another month.
    let behind = DateTimeParameters(date: end, time: .midnight)
    return try first(of: dates(from: start, [rule]).occurrences(from: behind))
  }

  /// How many dates the rule has left from one on, it among them.
  func count(from date: DateTimeParameters) -> Int? {
    guard let count, let start = series.date?.startDate else { return nil }
    let dates = RuleDates(rule, from: start, isAllDay: isAllDay, zone: series.zone)
    return max(1, count - dates.prefix { $0 < date }.count)
  }

  // MARK: From when it was done

  /// The date that the rule says from when the task is done; nil behind its end.
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
    // What lies on the day itself is over with it.
    let end = TimeParameters(secondOfDay: 86_399) ?? base.time
    let later = rule.isSubDaily ? base : DateTimeParameters(date: base.date, time: end)
    guard let floor = later.advanced(bySeconds: 1) else { return nil }
    return try first(of: dates(from: base, [endless(rule)]).occurrences(from: floor))
  }

  /// The months of one interval; nil for a rule of days or less.
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
