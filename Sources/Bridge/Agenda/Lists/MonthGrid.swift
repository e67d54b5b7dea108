import CalendarItems
public import TaskDates

/// A month as a grid of weeks, with how much there is on each day.
public struct MonthGrid: Sendable {
  /// How much there is on a day.
  public struct Count: Hashable, Sendable {
    /// Things to do.
    public var tasks = 0
    /// Things that take place.
    public var events = 0
    /// True if some of it is late.
    public var isLate = false
  }

  /// A row of the grid.
  public struct Week: Sendable {
    /// The ISO week that most of the row lies in, as one says it in a month: that of its Thursday.
    public let number: Int
    /// Seven days, nil for those of other months.
    public let days: [DateParameters?]
  }

  /// The month.
  public let month: DatePeriod
  /// Its weeks.
  public let weeks: [Week]
  /// The weekdays of the columns.
  public let weekdays: [Weekday]
  private var counts: [DateParameters: Count] = [:]
  /// How many things of each kind there are in the month, each counted once.
  public private(set) var total = Count()
  /// The columns of a day: its number behind a mark, and how much there is on it.
  private static let cellWidth = 9

  /// Lays out the month that a day lies in.
  public init(of day: DateParameters, firstWeekday: Weekday = .monday) {
    month = DatePeriod(.month, containing: day) ?? DatePeriod(day: day)
    weekdays = (0..<7).map { firstWeekday.advanced(by: $0) }
    let days = month.days
    let offset = (month.firstDay.weekday.rawValue - firstWeekday.rawValue + 7) % 7
    weeks = stride(from: days.lowerBound - offset, to: days.upperBound, by: 7).map { first in
      Week(first, in: days)
    }
  }

  /// Counts what lies on days of the month; what is due in a week or in the month is on no day.
  public mutating func count(_ entries: [AgendaEntry]) {
    for entry in entries {
      guard let when = entry.when, when.unit == .day else { continue }
      let days = when.dayNumbers.clamped(to: month.days)
      guard !days.isEmpty else { continue }
      total.add(entry)
      for number in days {
        if let day = DateParameters(dayNumber: number) { counts[day, default: Count()].add(entry) }
      }
    }
  }

  /// How much there is on a day.
  public subscript(day: DateParameters) -> Count { counts[day] ?? Count() }
}

extension MonthGrid.Week {
  fileprivate init(_ first: Int, in days: Range<Int>) {
    self.days = (first..<first + 7).map { days.contains($0) ? DateParameters(dayNumber: $0) : nil }
    let thursday = (first..<first + 7).lazy.compactMap { DateParameters(dayNumber: $0) }
      .first { $0.weekday == .thursday }
    number = thursday.flatMap { DatePeriod(.week, containing: $0) }?.number ?? 0
  }
}

extension MonthGrid.Count {
  fileprivate mutating func add(_ entry: AgendaEntry) {
    if entry.item.kind == .event { events += 1 } else { tasks += 1 }
    isLate = isLate || entry.lateness != nil
  }

  /// `3`, `3+1` with an event, `+1` with an event alone.
  var text: String {
    let few = (min(tasks, 99), min(events, 99))
    return few.1 == 0 ? (few.0 == 0 ? "" : "\(few.0)") : "\(few.0 == 0 ? "" : "\(few.0)")+\(few.1)"
  }

  /// `3 tasks, 1 event`.
  var words: String {
    "\(tasks) task\(tasks == 1 ? "" : "s"), \(events) event\(events == 1 ? "" : "s")"
  }
}

extension MonthGrid {
  /// The lines of the grid: the month, its weekdays, and a line for each week.
  ///
  /// ```
  /// November 2026              3 tasks, 1 event
  ///        Mon      Tue      Wed ...
  /// W45      2 1      3        4
  /// ```
  public func lines(on page: AgendaPage) -> [String] {
    let indent = page.showsWeeks ? "    " : ""
    let cell = cellWidth(on: page)
    let names = weekdays.map { " " + String($0.name.prefix(3)).padded(toColumns: cell - 1) }
    let title = TerminalStyle.strong.styled(month.spelled, isColored: page.isColored)
    let head = [
      title + "  " + TerminalStyle.faint.styled(total.words, isColored: page.isColored),
      indent + names.joined(),
    ]
    return (head + weeks.map { line(of: $0, page) }).map { $0.withoutTrailingBlanks }
  }

  /// What of the terminal's width a day gets: four columns at least, which its number takes.
  private func cellWidth(on page: AgendaPage) -> Int {
    guard let width = page.width else { return Self.cellWidth }
    return max(4, min(Self.cellWidth, (width - (page.showsWeeks ? 4 : 0)) / 7))
  }

  private func line(of week: Week, _ page: AgendaPage) -> String {
    let number = "W\(week.number < 10 ? "0" : "")\(week.number) "
    let label = page.showsWeeks ? TerminalStyle.faint.styled(number, isColored: page.isColored) : ""
    return label + week.days.map { cell(of: $0, page) }.joined()
  }

  private func cell(of day: DateParameters?, _ page: AgendaPage) -> String {
    let width = cellWidth(on: page)
    guard let day else { return String(repeating: " ", count: width) }
    let isToday = day == page.today
    let number = (isToday ? ">" : " ") + String(day.day).rightAligned(inColumns: 2)
    let count = self[day]
    let text = (" " + count.text.cut(toColumns: width - 4)).padded(toColumns: width - 3)
    let style: TerminalStyle = count.isLate ? .late : isToday ? .today : .plain
    return (isToday ? TerminalStyle.inverse : .plain).styled(number, isColored: page.isColored)
      + style.styled(text, isColored: page.isColored)
  }
}
