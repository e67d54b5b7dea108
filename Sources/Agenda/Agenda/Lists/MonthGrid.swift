import CalendarItems
public import TaskDates

/// A month as a grid of weeks, with the number of items on each day.
public struct MonthGrid: Sendable {
  /// The number of items on a day.
  public struct Count: Hashable, Sendable {
    /// The number of reminders.
    public var tasks = 0
    /// The number of events.
    public var events = 0
    /// True if one of the items is late.
    public var isLate = false
  }

  /// A row of the grid.
  public struct Week: Sendable {
    /// The ISO week of the row's Thursday, which contains most of the row.
    public let number: Int
    /// Seven days; nil for days of other months.
    public let days: [DateParameters?]
  }

  /// The month.
  public let month: DatePeriod
  /// The weeks of the month.
  public let weeks: [Week]
  /// The weekdays of the columns.
  public let weekdays: [Weekday]
  private var counts: [DateParameters: Count] = [:]
  /// The number of items in the month, each counted once.
  public private(set) var total = Count()
  /// The width of a day in columns: a mark, the number of the day, and its counts.
  private static let cellWidth = 9

  /// Creates the grid of the month that contains a day.
  public init(of day: DateParameters, firstWeekday: Weekday = .monday) {
    month = DatePeriod(.month, containing: day) ?? DatePeriod(day: day)
    weekdays = (0..<7).map { firstWeekday.advanced(by: $0) }
    let days = month.days
    let offset = (month.firstDay.weekday.rawValue - firstWeekday.rawValue + 7) % 7
    weeks = stride(from: days.lowerBound - offset, to: days.upperBound, by: 7).map { first in
      Week(first, in: days)
    }
  }

  /// Counts the entries on days of the month.
  ///
  /// An entry that is due in a week or in the month is not on any day.
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

  /// The number of items on a day.
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

  /// The counts as text: `3`, `3+1` with an event, `+1` with only an event.
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

  /// The width of a day in columns, from the width of the terminal; at least four, which the number of the day needs.
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
