import ExactText
public import TaskDates

/// Things to do in the order in which a person reads them, under headings.
public struct Agenda: Sendable {
  /// What a heading says.
  public enum Heading: Hashable, Sendable {
    /// What should have been done before now.
    case late
    /// What is due in a day, a week, a month or a year.
    case period(DatePeriod)
    /// What has no date.
    case undated
    /// What stands under a project.
    case project([String])
  }

  /// Under which headings things stand.
  public enum Grouping: String, Sendable, CaseIterable {
    /// Under the day, week, month or year that they are due in.
    case day
    /// Under their project.
    case project
    /// Under the day, and there under the project.
    case both
  }

  /// Things under a heading.
  public struct Section: Sendable {
    /// The heading.
    public let heading: Heading
    /// The project whose things these are, where they stand under their projects below a day.
    public let project: [String]?
    /// The things, in order.
    public internal(set) var rows: [Row]
  }

  /// One line of an agenda: a thing, and of one that lasts for days which of them this is.
  public struct Row: Sendable {
    /// The thing.
    public let entry: AgendaEntry
    /// The day under whose heading it stands, from 1, and of how many; nil for what stands there once.
    public let day: (number: Int, count: Int)?
  }

  /// The things under headings.
  public private(set) var sections: [Section] = []
  /// All things, each once, in order.
  public let entries: [AgendaEntry]
  private let days: Range<Int>?
  private let gathersLate: Bool

  /// What lasts for days stands under each of them in a list of so many days, and once in a longer one.
  public static let daysOfLongRows = 14

  /// Orders things, and puts them under headings.
  ///
  /// - Parameters:
  ///   - entries: The things.
  ///   - list: The stretch of the calendar that was asked for; nil for none.
  ///   - grouping: Under which headings they stand.
  ///   - gathersLate: Whether what is late stands under a heading of its own.
  public init(
    _ entries: [AgendaEntry], in list: PeriodList?, by grouping: Grouping = .day,
    gathersLate: Bool = true
  ) {
    self.gathersLate = gathersLate
    self.entries = entries.sorted { $0.rank < $1.rank }
    days = list?.days
    switch grouping {
    case .day: sections = byDay()
    case .project: sections = byProject()
    case .both: sections = byDay().flatMap(Self.parted)
    }
  }

  private func byProject() -> [Section] {
    Self.gathered(entries.map { (.project($0.project), Row(entry: $0, day: nil)) })
  }

  /// The rows under their headings, each heading where its first row is.
  private static func gathered(_ rows: [(Heading, Row)]) -> [Section] {
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

  /// A section as one for each project in it.
  private static func parted(_ section: Section) -> [Section] {
    gathered(section.rows.map { (.project($0.entry.project), $0) }).map { part in
      guard case .project(let path) = part.heading else { return part }
      return Section(heading: section.heading, project: path, rows: part.rows)
    }
  }

  /// What is late first, then periods by their end, the shorter first, then what has no date.
  private func byDay() -> [Section] {
    Self.gathered(entries.flatMap(rows)).sorted { Self.order($0.heading) < Self.order($1.heading) }
  }

  private func rows(of entry: AgendaEntry) -> [(Heading, Row)] {
    if entry.lateness != nil, gathersLate { return [(.late, Row(entry: entry, day: nil))] }
    guard let when = entry.when else { return [(.undated, Row(entry: entry, day: nil))] }
    if case .period(let period) = when { return [(.period(period), Row(entry: entry, day: nil))] }
    return dayRows(of: entry, when.dayNumbers)
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
