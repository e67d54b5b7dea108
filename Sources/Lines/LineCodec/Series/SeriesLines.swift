package import CalendarItems
package import ExactText
package import TaskDates
import TaskText

/// A series and its changed occurrences in the form of lines: the series with exceptions, and each occurrence that
/// takes place as a separate item.
package struct SeriesLines {
  /// A changed occurrence in the form of a line.
  package struct Part: Sendable {
    /// The item; it repeats only if it replaces the rest of its series.
    package fileprivate(set) var item: CalendarItem
    /// Its index among the changed occurrences.
    package let index: Int
    /// The date of the series that it replaces; the line of the series leaves it out.
    package let date: TMDateType
    /// True for one of the later dates that an occurrence moves along with its own.
    package var isLater = false
    /// True for a cancelled occurrence, which is only an exception.
    package var isCancelled: Bool { item.status == .cancelled }
  }

  /// A changed occurrence, with the zones of its calendar.
  package struct Occurrence {
    let item: CalendarItem
    let zones: ExactDictionary<Zone>

    /// Takes an occurrence and the zones of its calendar, which may be another one than that of its series.
    package init(_ item: CalendarItem, zones: ExactDictionary<Zone>) {
      (self.item, self.zones) = (item, zones)
    }
  }

  /// The series; where an occurrence replaced the rest of it, up to there.
  package private(set) var item: CalendarItem
  /// The occurrences.
  package private(set) var parts: [Part] = []

  /// The zones of the series.
  private let zones: ExactDictionary<Zone>
  private let series: CalendarItem
  /// The index of the occurrence that replaced the rest of the series; nil as long as the series itself continues.
  private var tail: Int?
  /// The offset of that item's dates from the series' own dates.
  private var shift = TimeSpan(seconds: 0)
  /// The exceptions of that item, which are added to it together at the end.
  private var exceptions: [TMDateType] = []
  private var isException: Set<TMDateType> = []
  /// The first dates of the rule, computed when they are needed.
  private var dates: [DateTimeParameters]?

  /// Folds changed occurrences into their series.
  ///
  /// - Parameter zones: The zones of the series.
  package init(_ series: CalendarItem, _ changed: [Occurrence], zones: ExactDictionary<Zone>) {
    item = series
    self.series = series
    self.zones = zones
    beginExceptions()
    for (index, occurrence) in changed.enumerated() {
      guard let date = date(of: occurrence.item, zones: occurrence.zones) else { continue }
      add(dated(occurrence), index, on: date, besides: changed)
    }
    endExceptions()
  }

  private mutating func add(
    _ item: CalendarItem, _ index: Int, on date: TMDateType, besides changed: [Occurrence]
  ) {
    var part = Part(item: item, index: index, date: date)
    let isRest = item.replacesFuture && series.recurs
    let goesOn = isRest && split(at: date, &part)
    // A date before the first one is none of the series.
    if !goesOn, continuing.seriesDate.map({ $0.startDate <= date.startDate }) ?? true {
      except(date)
    }
    parts.append(part)
    if part.isCancelled { return }
    if goesOn {
      follow(date)
    } else if isRest {
      moveEach(after: date, like: part, besides: changed)
    }
  }

  /// The item that continues.
  private var continuing: CalendarItem {
    get { tail.map { parts[$0].item } ?? item }
    set { if let tail { parts[tail].item = newValue } else { item = newValue } }
  }

  /// An occurrence; one without a date has that of its series, as in lists.
  private func dated(_ occurrence: Occurrence) -> CalendarItem {
    let item = occurrence.item
    guard item.when == nil, item.start == nil else { return item }
    return item.dated(by: series, zones: occurrence.zones.merging(zones) { $1 })
  }

  /// Makes the last item the one that continues.
  private mutating func follow(_ date: TMDateType) {
    endExceptions()
    tail = parts.count - 1
    beginExceptions()
    guard let own = continuing.seriesDate else { return }
    shift = TimeSpan(seconds: own.startDate.secondNumber - date.startDate.secondNumber)
  }

  private mutating func except(_ date: TMDateType) {
    let date = date.moving(by: DateMove(seconds: shift.nominalSeconds))
    if isException.insert(date).inserted { exceptions.append(date) }
  }

  private mutating func beginExceptions() {
    exceptions = continuing.recurrence?.except ?? []
    isException = Set(exceptions)
  }

  private mutating func endExceptions() {
    let exceptions = exceptions
    guard let old = continuing.recurrence?.except, old != exceptions else { return }
    continuing.recurrence?.except = exceptions
  }

  /// The original date of a changed occurrence in its series.
  private func date(of changed: CalendarItem, zones: ExactDictionary<Zone>) -> TMDateType? {
    guard let occurrence = changed.occurrence(in: series) else { return nil }
    let zone = series.anchor.zone(self.zones)
    let own = changed.anchor.zone(zones)
    let shown: TMDateType =
      if let zone, let own, zone.name != own.name {
        occurrence.shown(from: own, onClockIn: zone)
      } else {
        occurrence
      }
    guard series.kind == .reminder else { return shown }
    let shift = ReminderDates(series, zone: zone).shift.negated
    return shown.moving(by: DateMove(seconds: shift.nominalSeconds))
  }

  /// Ends the series before an occurrence that changes all later ones (`RANGE=THISANDFUTURE`), and continues with
  /// that one.
  ///
  /// Returns false if the series cannot be ended at that date.
  private mutating func split(at date: TMDateType, _ own: inout Part) -> Bool {
    guard let rule = continuing.recurrence?.rule, !rule.isSubDaily,
      let last = date.firstDay.advanced(byDays: -1)
    else { return false }
    own.item.recurrence = rest(from: date, as: own.item)
    if !own.isCancelled, !hasMovedDates(own.item, from: date), canMoveEach(after: date) {
      own.item.recurrence = nil
      return false
    }
    let end = date.moving(by: DateMove(seconds: shift.nominalSeconds)).startDate
    continuing.recurrence?.rule?.end = .onDay(last)
    exceptions.removeAll { $0.startDate >= end }
    isException = Set(exceptions)
    continuing.recurrence?.also.removeAll { $0.startDate >= end }
    return true
  }

  /// The rest of the series from a date on, moved as the occurrence that replaces it.
  private mutating func rest(from date: TMDateType, as own: CalendarItem) -> Recurrence? {
    guard let whole = series.recurrence else { return nil }
    var rest = whole
    if case .count(let count) = whole.rule?.end {
      rest.rule?.end = .count(max(1, count - occurrences(before: date)))
    }
    let distance =
      (own.seriesDate?.startDate.secondNumber).map { $0 - date.startDate.secondNumber } ?? 0
    let days = (own.seriesDate?.firstDay.dayNumber).map { $0 - date.firstDay.dayNumber } ?? 0
    let counted = rest.rules
    let move = DateMove(days: days, seconds: distance - days * 86_400)
    rest.rules = counted.map { $0.moving(by: move) }
    func moved(_ dates: [TMDateType]) -> [TMDateType] {
      dates.filter { $0.startDate >= date.startDate }
        .map { $0.moving(by: DateMove(seconds: distance)) }
    }
    rest.except = moved(whole.except)
    rest.also = moved(whole.also)
    return rest
  }

  // MARK: Dates that no rule has

  /// The most dates that become lines of their own.
  private static let mostDates = 100

  /// True if the rest of the series has the dates to which the occurrence that replaces it moves them.
  ///
  /// The first Tuesday of a month moves to a Wednesday that is not always the first one.
  private func hasMovedDates(_ own: CalendarItem, from date: TMDateType) -> Bool {
    var rest = own
    (rest.occurrence, rest.replacesFuture) = (nil, false)
    guard own.anchor == series.anchor,
      let moved = ItemSeries(series, changed: [own.alone], zones: zones),
      let dates = ItemSeries(rest, zones: zones)
    else { return true }
    let meant = moved.lazy.filter { $0.originalDate >= date.startDate }.prefix(Self.mostDates)
    return meant.map(\.date).elementsEqual(dates.lazy.prefix(Self.mostDates).map(\.date))
  }

  /// True if a series ends, and has so few dates after one that each of them may have a line.
  private func canMoveEach(after date: TMDateType) -> Bool {
    guard series.recurrence?.rule?.end != .never, let all = ItemSeries(series, zones: zones)
    else { return false }
    return all.lazy.filter { $0.originalDate > date.startDate }.prefix(Self.mostDates + 1).count
      <= Self.mostDates
  }

  /// Gives each later date a line of its own, moved as the occurrence that replaces all of them.
  private mutating func moveEach(
    after date: TMDateType, like own: Part, besides others: [Occurrence]
  ) {
    guard let all = ItemSeries(series, changed: [own.item.alone], zones: zones) else { return }
    let changed = Set(others.compactMap { self.date(of: $0.item, zones: zones)?.startDate })
    for one in all where one.originalDate > date.startDate && !changed.contains(one.originalDate) {
      let distance = one.originalDate.secondNumber - date.startDate.secondNumber
      let later = date.moving(by: DateMove(seconds: distance))
      except(later)
      var item = one.item
      item.recurrence = nil
      var part = Part(item: item, index: own.index, date: later)
      part.isLater = true
      parts.append(part)
    }
  }

  /// The number of occurrences before a date that COUNT counts: also excluded ones, but not added ones.
  private mutating func occurrences(before date: TMDateType) -> Int {
    var counted = series
    counted.recurrence?.except = []
    counted.recurrence?.also = []
    let dates =
      dates
      ?? ItemSeries(counted, zones: zones).map { $0.lazy.prefix(10_000).map(\.originalDate) } ?? []
    self.dates = dates
    return dates.partitionPoint { $0 < date.startDate }
  }
}

extension CalendarItem {
  /// The changed occurrence without a rule of its own.
  fileprivate var alone: CalendarItem {
    var item = self
    item.recurrence = nil
    return item
  }
}

extension TMDateType {
  /// The date after a move, or as it is if there is none.
  fileprivate func moving(by move: DateMove) -> TMDateType { moved(by: move) ?? self }
}

extension RecurrenceRule {
  /// The rule of dates that are moved: its end moves along, and so do its weekdays or days of the month.
  fileprivate func moving(by move: DateMove) -> RecurrenceRule {
    var rule = self
    let days = move.days
    rule.end = end.moved(by: move)
    if days != 0, [.monthly, .yearly].contains(frequency) { rule.moveDays(by: days) }
    guard frequency == .weekly, days % 7 != 0 else { return rule }
    rule.weekdays = weekdays.map {
      WeekdayNumber($0.weekday.advanced(by: days), ordinal: $0.ordinal)
    }
    if interval > 1 || !setPositions.isEmpty { rule.weekStart = weekStart.advanced(by: days) }
    return rule
  }

  /// Moves days of the month, or the nth weekday of a month; days that would leave some month stay.
  ///
  /// The day after the first Tuesday is the Wednesday from the 2nd to the 8th.
  private mutating func moveDays(by days: Int) {
    if weekdays.isEmpty {
      monthDays = Self.moved(monthDays, by: days) ?? monthDays
    } else if monthDays.isEmpty, weekdays.count == 1, weekdays[0].ordinal != 0,
      frequency == .monthly || !months.isEmpty,
      let moved = Self.moved(Self.days(ofWeek: weekdays[0].ordinal), by: days)
    {
      monthDays = moved
      weekdays = [WeekdayNumber(weekdays[0].weekday.advanced(by: days))]
    }
  }

  /// The days of the nth week of a month.
  private static func days(ofWeek number: Int) -> [Int] {
    let first = number > 0 ? 7 * number - 6 : 7 * number
    return (0..<7).map { first + $0 }
  }

  /// Days of the month that are moved; nil if they are not all in each month.
  private static func moved(_ monthDays: [Int], by days: Int) -> [Int]? {
    let moved = monthDays.map { $0 + days }
    let isFromStart = moved.allSatisfy { (1...28).contains($0) } && monthDays.allSatisfy { $0 > 0 }
    let isFromEnd =
      moved.allSatisfy { (-28...(-1)).contains($0) } && monthDays.allSatisfy { $0 < 0 }
    return isFromStart || isFromEnd ? moved : nil
  }
}
