import CalendarItems
import ExactText
import TaskDates
import TaskText

/// A series and its changed occurrences in the form of lines: the series with exceptions, and each occurrence that
/// takes place as a separate item.
struct ChangedSeries {
  /// The series, followed by the occurrences.
  private(set) var items: [ImportedItem]
  /// The zones of the series.
  private let zones: ExactDictionary<Zone>
  private let series: CalendarItem
  /// The index of the item that continues: the series, or the item that replaced the rest of it.
  private var tail = 0
  /// The offset of that item's dates from the series' own dates.
  private var shift = TimeSpan(seconds: 0)
  /// The exceptions of that item, which are added to it together at the end.
  private var exceptions: [TMDateType] = []
  private var isException: Set<TMDateType> = []
  /// The first dates of the rule, computed when they are needed.
  private var dates: [DateTimeParameters]?

  /// Folds changed occurrences into their series.
  ///
  /// - Parameter zones: The zones of each input; the occurrences may be in other files than the series.
  init(_ series: ImportedItem, _ changed: [ImportedItem], zones: [ExactDictionary<Zone>]) {
    items = [series]
    self.series = series.item
    self.zones = zones[series.input]
    beginExceptions()
    for var own in changed.sorted(by: { $0.name < $1.name }) {
      guard let date = date(of: own.item, zones: zones[own.input]) else { continue }
      own.parent = series.parent
      own.usesHint = false
      own.path = series.path
      let goesOn = own.item.replacesFuture && series.item.recurs && split(at: date, &own)
      if !goesOn { except(date) }
      own.isHidden = own.item.status == .cancelled
      items.append(own)
      if goesOn, !own.isHidden { follow(date) }
    }
    endExceptions()
  }

  /// Makes the last item the one that continues.
  private mutating func follow(_ date: TMDateType) {
    endExceptions()
    tail = items.count - 1
    beginExceptions()
    guard let own = items[tail].item.seriesDate else { return }
    shift = TimeSpan(seconds: own.startDate.secondNumber - date.startDate.secondNumber)
  }

  private mutating func except(_ date: TMDateType) {
    let date = date.moved { $0.advanced(bySeconds: shift.nominalSeconds) ?? $0 }
    if isException.insert(date).inserted { exceptions.append(date) }
  }

  private mutating func beginExceptions() {
    exceptions = items[tail].item.recurrence?.except ?? []
    isException = Set(exceptions)
  }

  private mutating func endExceptions() {
    guard let old = items[tail].item.recurrence?.except, old != exceptions else { return }
    items[tail].item.recurrence?.except = exceptions
  }

  /// The original date of a changed occurrence in its series.
  private func date(of changed: CalendarItem, zones: ExactDictionary<Zone>) -> TMDateType? {
    guard let occurrence = changed.occurrence(in: series) else { return nil }
    let zone = series.anchor.zone(self.zones)
    let own = changed.anchor.zone(zones)
    let shown: TMDateType =
      if let zone, let own, zone.name != own.name {
        occurrence.moved { zone.civil(at: own.instant(of: $0)) ?? $0 }
      } else {
        occurrence
      }
    guard series.kind == .reminder else { return shown }
    let shift = ReminderDates(series, zone: zone).shift.negated
    return shown.moved { $0.advanced(bySeconds: shift.nominalSeconds) ?? $0 }
  }

  /// Ends the series before an occurrence that changes all later ones (`RANGE=THISANDFUTURE`), and continues with
  /// that one.
  ///
  /// Returns false if the series cannot be ended at that date.
  private mutating func split(at date: TMDateType, _ own: inout ImportedItem) -> Bool {
    guard let rule = items[tail].item.recurrence?.rule, !rule.isSubDaily,
      let last = date.firstDay.advanced(byDays: -1)
    else { return false }
    own.item.recurrence = rest(from: date, as: own.item)
    let end = date.moved { $0.advanced(bySeconds: shift.nominalSeconds) ?? $0 }.startDate
    items[tail].item.recurrence?.rule?.end = .onDay(last)
    exceptions.removeAll { $0.startDate >= end }
    isException = Set(exceptions)
    items[tail].item.recurrence?.also.removeAll { $0.startDate >= end }
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
    rest.rules = counted.map { $0.moving(by: distance, days: days) }
    func moved(_ dates: [TMDateType]) -> [TMDateType] {
      dates.filter { $0.startDate >= date.startDate }.map { later in
        later.moved { $0.advanced(bySeconds: distance) ?? $0 }
      }
    }
    rest.except = moved(whole.except)
    rest.also = moved(whole.also)
    return rest
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

extension TMDateType {
  /// The date with a function applied to its moments; for a day, to its 00:00.
  fileprivate func moved(_ move: (DateTimeParameters) -> DateTimeParameters) -> TMDateType {
    switch self {
    case .date: .date(move(startDate).date)
    case .dateTime(let moment): .dateTime(move(moment))
    case .beginEndDate(let begin, let end): .beginEndDate(move(begin), move(end))
    default: self
    }
  }
}

extension RecurrenceRule {
  /// The rule of dates that are moved: its end moves along, and in a weekly rule the weekdays do.
  fileprivate func moving(by seconds: Int, days: Int) -> RecurrenceRule {
    var rule = self
    switch end {
    case .at(let moment, let isUTC):
      rule.end = moment.advanced(bySeconds: seconds).map { .at($0, isUTC: isUTC) } ?? end
    case .onDay(let day): rule.end = day.advanced(byDays: days).map { .onDay($0) } ?? end
    case .count, .never: break
    }
    guard frequency == .weekly, days % 7 != 0 else { return rule }
    rule.weekdays = weekdays.map {
      WeekdayNumber($0.weekday.advanced(by: days), ordinal: $0.ordinal)
    }
    if interval > 1 || !setPositions.isEmpty { rule.weekStart = weekStart.advanced(by: days) }
    return rule
  }
}
