public import TaskDates

/// How an agenda is printed, and which of its fields are shown.
public struct AgendaPage: Sendable {
  /// The width of the terminal in columns, to which lines are cut; nil cuts nothing.
  public var width: Int?
  /// Whether colours are used.
  public var isColored = false
  /// Whether headings of days name their ISO week.
  public var showsWeeks = false
  /// The number of threads that write a long agenda; the lines are the same for any number.
  public var threads = 1
  /// Today, for headings such as "Today".
  public let today: DateParameters
  /// Returns the short ID of an entry; nil shows no IDs.
  public var id: (@Sendable (AgendaEntry) -> String)?
  /// Makes text from a file harmless to a terminal.
  public var visible: @Sendable (String) -> String = { $0 }

  /// Creates a page.
  public init(today: DateParameters) {
    self.today = today
  }
}

extension AgendaPage {
  /// The text of a heading.
  func words(of heading: Agenda.Heading) -> String {
    switch heading {
    case .late: "Overdue"
    case .undated: "No date"
    case .project(let path): path.isEmpty ? "No project" : visible(path.joined(separator: " / "))
    case .period(let period): words(of: period)
    }
  }

  private func words(of period: DatePeriod) -> String {
    let day = period.firstDay
    guard period.unit == .day else { return period.spelled }
    let name: String? =
      switch day.dayNumber - today.dayNumber {
      case -1: "Yesterday, "
      case 0: "Today, "
      case 1: "Tomorrow, "
      default: nil
      }
    let week = DatePeriod(.week, containing: day).map { ", week \($0.number)" }
    return (name ?? "") + day.spelled + (showsWeeks ? week ?? "" : "")
  }

  func style(of heading: Agenda.Heading) -> TerminalStyle {
    switch heading {
    case .late: .strongLate
    case .period(let period) where period == DatePeriod(day: today): .strongToday
    default: .strong
    }
  }
}
