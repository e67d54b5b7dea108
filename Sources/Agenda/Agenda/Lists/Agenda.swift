import ExactText
public import TaskDates

/// Items in the order in which a person reads them, grouped under headings.
public struct Agenda: Sendable {
  /// What a heading stands for.
  public enum Heading: Hashable, Sendable {
    /// Items that were due before now.
    case late
    /// Items due in a day, a week, a month or a year.
    case period(DatePeriod)
    /// Items without a date.
    case undated
    /// The items of a project, given by its path.
    case project([String])
  }

  /// How items are grouped under headings.
  public enum Grouping: String, Sendable, CaseIterable {
    /// By the day, week, month or year in which they are due.
    case day
    /// By project.
    case project
    /// By day, and within a day by project.
    case both
  }

  /// The rows under one heading.
  public struct Section: Sendable {
    /// The heading.
    public let heading: Heading
    /// The project of these items, if they are grouped by project within a day.
    public let project: [String]?
    /// What the heading says besides its name, such as the number of items elsewhere.
    public internal(set) var note = ""
    /// The rows, in order.
    public internal(set) var rows: [Row]
  }

  /// One line of an agenda: an entry, and which of its days this is if it lasts for several.
  public struct Row: Sendable {
    /// The entry.
    public let entry: AgendaEntry
    /// The number of this day, from 1, and the number of all days of the entry; nil for an entry that is listed once.
    public let day: (number: Int, count: Int)?
  }

  /// The sections, in order.
  public private(set) var sections: [Section] = []
  /// All entries, each once, in order.
  public let entries: [AgendaEntry]
  private let days: Range<Int>?
  private let gathersLate: Bool

  /// The longest list, in days, in which an entry that lasts for days is repeated under each of them.
  ///
  /// In a longer list it has one row.
  public static let daysOfLongRows = 14

  /// Sorts entries and groups them under headings.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - list: The requested part of the calendar; nil for no limit.
  ///   - grouping: How entries are grouped.
  ///   - gathersLate: Whether late entries have a heading of their own.
  public init(
    _ entries: [AgendaEntry], in list: PeriodList?, by grouping: Grouping = .day,
    gathersLate: Bool = true
  ) {
    self.init(
      sorted: AgendaOrder.ranked(entries), in: list, by: grouping, gathersLate: gathersLate)
  }

  /// Creates an agenda of sections.
  init(sections: [Section]) {
    self.sections = sections
    entries = sections.flatMap { $0.rows.map(\.entry) }
    (days, gathersLate) = (nil, true)
  }

  /// Groups sorted items under headings.
  package init(
    sorted entries: [AgendaEntry], in list: PeriodList?, by grouping: Grouping = .day,
    gathersLate: Bool = true
  ) {
    self.gathersLate = gathersLate
    self.entries = entries
    days = list?.days
    switch grouping {
    case .day: sections = byDay()
    case .project: sections = byProject()
    case .both: sections = byDay().flatMap(Self.parted)
    }
  }

  private func byProject() -> [Section] {
    var groups = Groups()
    for entry in entries { groups.add(Row(entry: entry, day: nil), under: .project(entry.place)) }
    return groups.sections
  }

  /// Rows under their headings; each heading is where its first row is.
  private struct Groups {
    private(set) var sections: [Section] = []
    private var places: [Heading: Int] = [:]
    private var last = 0

    /// Adds a row; most rows are under the same heading as the row before.
    mutating func add(_ row: Row, under heading: Heading) {
      if last >= sections.count || sections[last].heading != heading { find(heading) }
      sections[last].rows.append(row)
    }

    private mutating func find(_ heading: Heading) {
      last = places[heading, default: sections.count]
      guard last == sections.count else { return }
      places[heading] = last
      sections.append(Section(heading: heading, project: nil, rows: []))
    }
  }

  /// Splits a section into one for each project in it.
  private static func parted(_ section: Section) -> [Section] {
    var groups = Groups()
    for row in section.rows { groups.add(row, under: .project(row.entry.place)) }
    return groups.sections.map { part in
      guard case .project(let path) = part.heading else { return part }
      return Section(heading: section.heading, project: path, rows: part.rows)
    }
  }

  /// Sections by date: late entries first, then periods by their end, shorter ones first, then entries without a
  /// date.
  private func byDay() -> [Section] {
    var groups = Groups()
    for entry in entries { add(entry, to: &groups) }
    return groups.sections.sorted { Self.order($0.heading) < Self.order($1.heading) }
  }

  private func add(_ entry: AgendaEntry, to groups: inout Groups) {
    let row = Row(entry: entry, day: nil)
    if entry.lateness != nil, gathersLate, !isUnderItsDay(entry) {
      return groups.add(row, under: .late)
    }
    guard let when = entry.when else { return groups.add(row, under: .undated) }
    if case .period(let period) = when { return groups.add(row, under: .period(period)) }
    addDays(of: entry, when.dayNumbers, to: &groups)
  }

  /// True if a late entry is under its own day and not among the late ones, because that day is in the list.
  ///
  /// An entry that is late only since earlier today is under its day only in a list of several days.
  private func isUnderItsDay(_ entry: AgendaEntry) -> Bool {
    guard let days, let when = entry.when, days.contains(when.dayNumbers.upperBound - 1) else {
      return false
    }
    if case .days? = entry.lateness { return true }
    return days.count > 1
  }

  private func addDays(of entry: AgendaEntry, _ own: Range<Int>, to groups: inout Groups) {
    let shown = days.map { own.clamped(to: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? own
    let isEach = days.map { $0.count <= Self.daysOfLongRows } ?? false
    for number in isEach ? shown : shown.lowerBound..<shown.lowerBound + 1 {
      guard let day = DateParameters(dayNumber: number) else { continue }
      let part = isEach && own.count > 1 ? (number - own.lowerBound + 1, own.count) : nil
      groups.add(Row(entry: entry, day: part), under: .period(DatePeriod(day: day)))
    }
  }

  private static func order(_ heading: Heading) -> (Int, Int) {
    switch heading {
    case .late: (.min, 0)
    case .period(let period): (period.days.upperBound, period.days.count)
    case .undated: (.max, 0)
    case .project: (0, 0)
    }
  }
}
