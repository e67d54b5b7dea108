import CalendarItems
public import TaskDates

/// A list for each of the next days, weeks, months and years, with the open items that are assigned to it.
///
/// An item is assigned by the unit of its date: one that is due in a week is in the list of that week, and not in those of
/// its days. The lists of its month and its year only count it. `@show` may assign an item to a coarser list.
public struct Plan: Sendable {
  /// The number of lists of each unit, beginning with the one that contains today.
  public struct Extent: Hashable, Sendable {
    /// The number of days.
    public var days: Int
    /// The number of ISO weeks.
    public var weeks: Int
    /// The number of months.
    public var months: Int
    /// The number of years.
    public var years: Int

    /// Creates an extent.
    public init(days: Int = 7, weeks: Int = 6, months: Int = 6, years: Int = 1) {
      (self.days, self.weeks, self.months, self.years) = (days, weeks, months, years)
    }

    /// The periods of all lists, the shortest first.
    public func periods(from today: DateParameters) -> [DatePeriod] {
      let counts = [DatePeriod.Unit.day: days, .week: weeks, .month: months, .year: years]
      return DatePeriod.Unit.allCases.flatMap { unit in
        Self.periods(unit, from: today, count: counts[unit] ?? 0)
      }
    }

    /// The periods of one unit; fewer near the end of the year 9999.
    private static func periods(
      _ unit: DatePeriod.Unit, from today: DateParameters, count: Int
    ) -> [DatePeriod] {
      var periods: [DatePeriod] = []
      var next: DateParameters? = today
      while periods.count < count, let day = next,
        let period = DatePeriod(unit, containing: day)
      {
        periods.append(period)
        next = DateParameters(dayNumber: period.days.upperBound)
      }
      return periods
    }
  }

  /// The list of one period.
  public struct List: Sendable {
    /// The period.
    public let period: DatePeriod
    /// The items that are assigned to it, in order.
    public internal(set) var entries: [AgendaEntry] = []
    /// The number of items of each finer unit in its days that are still to come.
    public internal(set) var finer: [DatePeriod.Unit: Int] = [:]
  }

  /// The lists, those of days first.
  public private(set) var lists: [List]
  /// The items that were due before now.
  public let late: [AgendaEntry]
  /// The reminders without a due date whose start, if they have one, is in no list; one of each series.
  public private(set) var undated: [AgendaEntry] = []
  private let today: DateParameters

  /// The query for the items of a plan.
  public static func query(
    _ extent: Extent, now: DateTimeParameters, zone: Zone
  ) -> AgendaQuery {
    let periods = extent.periods(from: now.date)
    let first = periods.map(\.firstDay).min() ?? now.date
    let last = periods.map(\.lastDay).max() ?? now.date
    var query = AgendaQuery(
      .list(PeriodList(.year, from: first, to: last)), now: now, zone: zone)
    query.ignoresShow = true
    query.showsUndated = true
    return query
  }

  /// Assigns items to lists.
  ///
  /// - Parameters:
  ///   - entries: What `query` finds.
  ///   - extent: The number of lists.
  ///   - today: The first day.
  public init(_ entries: [AgendaEntry], _ extent: Extent, from today: DateParameters) {
    let sorted = AgendaOrder.ranked(entries)
    late = sorted.filter { $0.lateness != nil }
    self.today = today
    lists = extent.periods(from: today).map { List(period: $0) }
    var assigned: Set<Int> = []
    for entry in sorted where entry.lateness == nil {
      if assign(entry) { assigned.insert(entry.source) }
    }
    undated = sorted.filter { $0.isUndated && assigned.insert($0.source).inserted }
  }

  /// Puts an entry into its lists; false if it is in none.
  private mutating func assign(_ entry: AgendaEntry) -> Bool {
    guard let when = entry.when, let unit = Self.unit(of: when, entry.lists),
      when.dayNumbers.upperBound > today.dayNumber
    else { return false }
    var isAssigned = false
    for index in lists.indices where when.dayNumbers.overlaps(lists[index].period.days) {
      let list = lists[index].period.unit
      if list == unit {
        lists[index].entries.append(entry)
        isAssigned = true
      } else if list > unit, entry.lists.admits(list) {
        lists[index].finer[unit, default: 0] += 1
        isAssigned = true
      }
    }
    return isAssigned
  }

  /// The unit of the lists that an item is assigned to: the finest that `@show` admits; nil if it admits none.
  private static func unit(of when: TMDateType, _ shown: ListMask) -> DatePeriod.Unit? {
    DatePeriod.Unit.allCases.first { $0 >= when.unit && shown.admits($0) }
  }
}

/// A plan as an agenda.
extension Plan {
  /// What is late and what has no date, then the lists of some units.
  ///
  /// - Parameters:
  ///   - withRest: Whether what is late and what has no date is there.
  ///   - withEmpty: Whether lists without items are there; today is in any case.
  public func agenda(
    _ units: Set<DatePeriod.Unit>, withRest: Bool, withEmpty: Bool = false
  ) -> Agenda {
    let rest = withRest ? [section(.late, late), section(.undated, undated)] : []
    let lists = lists.filter { list in
      units.contains(list.period.unit) && (withEmpty || !list.isEmpty || isToday(list))
    }.map(section)
    return Agenda(sections: rest.filter { !$0.rows.isEmpty } + lists)
  }

  private func isToday(_ list: List) -> Bool {
    list.period.unit == .day && list.period.contains(today)
  }

  private func section(_ heading: Agenda.Heading, _ entries: [AgendaEntry]) -> Agenda.Section {
    Agenda.Section(
      heading: heading, project: nil, rows: entries.map { Agenda.Row(entry: $0, day: nil) })
  }

  private func section(_ list: List) -> Agenda.Section {
    let rows = list.entries.map { Agenda.Row(entry: $0, day: Self.day(of: $0, in: list.period)) }
    return Agenda.Section(
      heading: .period(list.period), project: nil, note: list.words, rows: rows)
  }

  /// Which of the days of an item that lasts for several a list is for.
  private static func day(
    of entry: AgendaEntry, in period: DatePeriod
  ) -> (number: Int, count: Int)? {
    guard period.unit == .day, let own = entry.when?.dayNumbers, own.count > 1 else { return nil }
    return (period.firstDay.dayNumber - own.lowerBound + 1, own.count)
  }
}

extension Plan.List {
  /// True if neither the list nor one of a finer unit in its days has an item.
  var isEmpty: Bool { entries.isEmpty && finer.isEmpty }

  /// `3 in days, 1 in weeks`; empty without finer items.
  var words: String {
    finer.sorted { $0.key < $1.key }.map { "\($1) in \($0.name)s" }.joined(separator: ", ")
  }
}

/// Prints a plan for a person: one list below the other, or in columns if the page is wide.
public struct PlanLayout {
  private let page: AgendaPage
  private let withEmpty: Bool
  /// A column that is narrower than this is hard to read.
  private static let columnWidth = 44
  private static let gap = 3

  /// Creates the layout for a page.
  ///
  /// - Parameter withEmpty: Whether lists without items are shown.
  public init(_ page: AgendaPage, withEmpty: Bool = false) {
    self.page = page
    self.withEmpty = withEmpty
  }

  /// The lines of a plan.
  public func lines(of plan: Plan) -> [String] {
    let parts: [Set<DatePeriod.Unit>] = [[.day], [.week], [.month, .year]]
    guard let width = page.width, (width + Self.gap) / parts.count >= Self.columnWidth + Self.gap
    else {
      let all = plan.agenda(
        Set(DatePeriod.Unit.allCases), withRest: true, withEmpty: withEmpty)
      return lines(of: all, on: page)
    }
    var narrow = page
    narrow.width = (width + Self.gap) / parts.count - Self.gap
    let columns = parts.enumerated().map { number, units in
      column(plan.agenda(units, withRest: number == 0, withEmpty: withEmpty), on: narrow)
    }
    return (0..<(columns.map(\.count).max() ?? 0)).map { row in
      columns.map { row < $0.count ? $0[row] : Self.blank(narrow.width ?? 0) }
        .joined(separator: Self.blank(Self.gap)).withoutTrailingBlanks
    }
  }

  private func lines(of agenda: Agenda, on page: AgendaPage) -> [String] {
    var text = AgendaText(page)
    return text.lines(of: agenda)
  }

  /// The lines of one column, each as wide as the page.
  private func column(_ agenda: Agenda, on page: AgendaPage) -> [String] {
    // The width of a line is that of its text without colours.
    var plain = page
    plain.isColored = false
    return zip(lines(of: agenda, on: page), lines(of: agenda, on: plain)).map { line, text in
      line + Self.blank((page.width ?? 0) - DisplayWidth.of(text))
    }
  }

  private static func blank(_ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns))
  }
}
