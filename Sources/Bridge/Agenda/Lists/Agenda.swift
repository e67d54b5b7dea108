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
    Self.grouped(entries.map { (.project($0.project), Row(entry: $0, day: nil)) })
  }

  /// Groups rows under their headings; each heading is where its first row is.
  private static func grouped(_ rows: [(Heading, Row)]) -> [Section] {
    var sections: [Section] = []
    var places: [Heading: Int] = [:]
    for (heading, row) in rows {
      if let place = places[heading] {
        sections[place].rows.append(row)
      } else {
        places[heading] = sections.count
        sections.append(Section(heading: heading, project: nil, rows: [row]))
      }
    }
    return sections
  }

  /// Splits a section into one for each project in it.
  private static func parted(_ section: Section) -> [Section] {
    grouped(section.rows.map { (.project($0.entry.project), $0) }).map { part in
      guard case .project(let path) = part.heading else { return part }
      return Section(heading: section.heading, project: path, rows: part.rows)
    }
  }

  /// Sections by date: late entries first, then periods by their end, shorter ones first, then entries without a
  /// date.
  private func byDay() -> [Section] {
    Self.grouped(entries.flatMap(rows)).sorted { Self.order($0.heading) < Self.order($1.heading) }
  }

  private func rows(of entry: AgendaEntry) -> [(Heading, Row)] {
    if entry.lateness != nil, gathersLate, !isUnderItsDay(entry) {
      return [(.late, Row(entry: entry, day: nil))]
    }
    guard let when = entry.when else { return [(.undated, Row(entry: entry, day: nil))] }
    if case .period(let period) = when { return [(.period(period), Row(entry: entry, day: nil))] }
    return dayRows(of: entry, when.dayNumbers)
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

  private func dayRows(of entry: AgendaEntry, _ own: Range<Int>) -> [(Heading, Row)] {
    let shown = days.map { own.clamped(to: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? own
    let isEach = days.map { $0.count <= Self.daysOfLongRows } ?? false
    return (isEach ? shown : shown.lowerBound..<shown.lowerBound + 1).compactMap { number in
      guard let day = DateParameters(dayNumber: number) else { return nil }
      let part = isEach && own.count > 1 ? (number - own.lowerBound + 1, own.count) : nil
      return (.period(DatePeriod(day: day)), Row(entry: entry, day: part))
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
