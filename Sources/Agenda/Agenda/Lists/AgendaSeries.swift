public import CalendarItems
public import ExactText
public import TaskBridge
public import TaskDates

/// The input of an agenda: a single item, or a series with its replaced occurrences.
public struct AgendaSeries: Sendable {
  /// The item; for a series, the one with the recurrence rule.
  public let item: CalendarItem
  /// The items that replace occurrences.
  public var changed: [CalendarItem] = []
  /// The zones of these items, by name.
  public var zones: ExactDictionary<Zone> = [:]
  /// The names of the projects that contain it, outermost first.
  public var project: [String] = []
  /// The title of its file, if the name of its project is also that of a project in another file; nil otherwise.
  public var file: String?
  /// The unit of the period in which it is due, if its dates are the last day of a period; nil otherwise.
  public var period: DatePeriod.Unit?
  /// The lists in which it is shown.
  public var mask = ListMask.all
  /// True if an item that contains it is completed or cancelled.
  public var isClosedAbove = false
  /// Its place in the input, for sorting: a file and a line.
  public var place = LineRef(file: 0, line: 0)
  /// A number by which the caller finds it again.
  public var source = 0

  /// True if it may have several dates.
  public var hasOccurrences: Bool { item.recurs || !changed.isEmpty }

  /// Creates a series of an item.
  public init(_ item: CalendarItem) {
    self.item = item
  }

  /// Creates a series of the item of a line.
  public init(_ item: CalendarItem, of entry: TaskEntry, fields: LineFields) {
    self.item = item
    place = entry.line
    mask = fields.lists
    isClosedAbove = entry.isClosedAbove
    if case .period(let due)? = fields.due?.value { period = due.unit }
  }
}

/// An entry of an agenda: an item, or one occurrence of it.
///
/// This is a class so that sorting and grouping a million entries copies none of them.
public final class AgendaEntry: Sendable {
  /// The item; its dates are those of this occurrence, on its own clock.
  public let item: CalendarItem
  /// The date on the run's clock, with the end of an event; nil for no date.
  public let when: TMDateType?
  /// The names of the projects that contain it, outermost first.
  public let project: [String]
  /// The title of its file, if the name of its project is also that of a project in another file; nil otherwise.
  public let file: String?
  /// The time in the item's own zone, if it differs from the run's clock.
  public let ownClock: OwnClock?
  /// True if it, or an item that contains it, is completed or cancelled.
  public let isClosed: Bool
  /// How late it is; nil if it is not late.
  public let lateness: Lateness?
  /// The lists in which it is shown.
  public let lists: ListMask
  /// Its position when a list is sorted.
  public let rank: AgendaRank
  /// The number by which the caller finds its series.
  public let source: Int

  init(
    item: CalendarItem, when: TMDateType?, project: [String], file: String? = nil,
    ownClock: OwnClock?, isClosed: Bool, lateness: Lateness?, lists: ListMask, rank: AgendaRank,
    source: Int
  ) {
    self.item = item
    self.when = when
    self.project = project
    self.file = file
    self.ownClock = ownClock
    self.isClosed = isClosed
    self.lateness = lateness
    self.lists = lists
    self.rank = rank
    self.source = source
  }

  /// The path under which the entry is shown: its projects and, if they are not unique, the file before them.
  var place: [String] { (file.map { [$0] } ?? []) + project }

  /// True for a reminder without a due date; it may have a start.
  var isUndated: Bool { item.when == nil && item.kind == .reminder }

  /// The local time in another zone.
  public struct OwnClock: Hashable, Sendable {
    /// The local time when the item begins or is due.
    public let moment: DateTimeParameters
    /// The zone's name.
    public let zone: String
  }
}

/// How late an item is.
public enum Lateness: Hashable, Sendable {
  /// It was due on an earlier day.
  case days(Int)
  /// It was due today.
  case minutes(Int)

  /// Computes how late a date is; nil if it is not late.
  ///
  /// A date without a time of day is late after the end of its last day.
  public init?(of date: TMDateType, at now: DateTimeParameters) {
    let seconds = now.secondNumber - date.endSecond
    guard date.isAllDay ? seconds >= 0 : seconds > 0 else { return nil }
    let lastDay = date.isAllDay ? date.lastDay : (date.endDate ?? date.startDate).date
    let days = now.date.dayNumber - lastDay.dayNumber
    self = days > 0 ? .days(days) : .minutes(seconds / 60)
  }
}

extension Lateness: CustomStringConvertible {
  /// `3 days late`, `2 hours late`, `5 minutes late`.
  public var description: String {
    switch self {
    case .days(let days): Self.text(days, "day")
    case .minutes(let minutes) where minutes >= 60: Self.text(minutes / 60, "hour")
    case .minutes(let minutes): Self.text(minutes, "minute")
    }
  }

  private static func text(_ number: Int, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s") late"
  }
}
