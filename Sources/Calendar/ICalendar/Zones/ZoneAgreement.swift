import CalendarItems
import TaskDates

/// A system zone that is similar to a VTIMEZONE, with the dates on which both agree.
struct ZoneAgreement: Sendable {
  /// The IANA name.
  let name: String
  /// The zone of that name.
  let zone: Zone
  /// The zone of the VTIMEZONE.
  let definition: Zone
  private let differences: ZoneDifferences

  init(_ definition: Zone, named name: String, zone: Zone) {
    self.name = name
    self.zone = zone
    self.definition = definition
    differences = ZoneDifferences(between: definition, and: zone)
  }

  /// True if both zones always mean the same instant.
  var isComplete: Bool { differences.isEmpty }

  /// True if both zones give the same instant for each date of an item and of its series.
  ///
  /// A series without an end is followed up to the year 2061.
  ///
  /// - Parameters:
  ///   - item: The item, in the zone of the definition.
  ///   - steps: The number of moments of series that may still be compared; if they are not enough, the result is
  ///     false.
  func holds(for item: CalendarItem, steps: inout Int) -> Bool {
    if differences.isEmpty { return true }
    guard !Self.readings(of: item).contains(where: differences.contains) else { return false }
    guard item.recurs, let first = item.seriesDate else { return true }
    let leads = Set(Self.dates(of: item).map { $0.secondNumber - first.startDate.secondNumber })
    return leads.allSatisfy { lead in
      [definition, zone].allSatisfy {
        !differs(item, first.startDate, lead: lead, zone: $0, steps: &steps)
      }
    }
  }

  /// True if a local time is another instant in each zone.
  func differs(at moment: DateTimeParameters) -> Bool { differences.contains(moment) }

  /// True if a local time after a moment, and before 2061, is another instant in each zone.
  func differs(after moment: DateTimeParameters) -> Bool {
    moment.secondNumber < Self.horizon
      && differences.exist(in: moment.secondNumber..<Self.horizon)
  }

  /// True if an occurrence of a series is a different instant in each zone.
  ///
  /// The ends of its rules are interpreted in one of them.
  private func differs(
    _ item: CalendarItem, _ first: DateTimeParameters, lead: Int, zone: Zone,
    steps: inout Int
  ) -> Bool {
    let rules = (item.recurrence?.rules ?? []) + (item.recurrence?.exceptRules ?? [])
    let isEndless = rules.contains { $0.end == .never }
    let start = first.secondNumber + lead
    let end = isEndless ? Self.horizon : Self.lastSecond
    guard start < end, differences.exist(in: start..<end) else { return false }
    let series = SeriesDates(
      from: first, rules: rules, zone: zone, bound: SeriesDates.Bound(steps: max(0, steps)))
    return differences.meet(series, lead: lead, in: start..<end, steps: &steps)
  }

  /// The beginning of the year 2061, in local time.
  private static let horizon = 2_871_763_200
  /// The beginning of the year 10000.
  private static let lastSecond = 253_402_300_800

  // MARK: The dates of an item

  /// All local times of an item; days are not included.
  private static func readings(of item: CalendarItem) -> [DateTimeParameters] {
    let listed = (item.recurrence?.except ?? []) + (item.recurrence?.also ?? [])
    return dates(of: item) + moments(of: [item.occurrence].compactMap(\.self) + listed)
  }

  /// The beginning and the end of an item.
  private static func dates(of item: CalendarItem) -> [DateTimeParameters] {
    moments(of: [item.when, item.start].compactMap(\.self))
  }

  private static func moments(of dates: [TMDateType]) -> [DateTimeParameters] {
    dates.filter { !$0.isAllDay }.flatMap { [$0.startDate] + [$0.endDate].compactMap(\.self) }
  }
}
