public import CalendarItems
public import ExactText
public import TaskBridge
public import TaskDates

/// An item as an agenda is given it: one alone, or a series with what was changed of it.
public struct AgendaSeries: Sendable {
  /// The item; of a series the one with the rule.
  public let item: CalendarItem
  /// The items that replace occurrences of it.
  public var changed: [CalendarItem] = []
  /// The zones that these are anchored in, by name.
  public var zones: ExactDictionary<Zone> = [:]
  /// The names of the projects above it, outermost first.
  public var project: [String] = []
  /// The unit of the period that it is due in, where its dates say the last day of it; nil for none.
  public var period: DatePeriod.Unit?
  /// The lists that it wants to be seen in.
  public var mask = ListMask.all
  /// True if something above it is done or off.
  public var isClosedAbove = false
  /// Where it stands among its likes: a file, and a line in it.
  public var place = LineRef(file: 0, line: 0)
  /// What the caller knows it by.
  public var source = 0

  /// Takes an item.
  public init(_ item: CalendarItem) {
    self.item = item
  }

  /// Takes the item of a line.
  public init(_ item: CalendarItem, of entry: TaskEntry, fields: LineFields) {
    self.item = item
    place = entry.line
    mask = fields.lists
    isClosedAbove = entry.isClosedAbove
    if case .period(let due)? = fields.due?.value { period = due.unit }
  }
}

/// A thing in an agenda: an item, or one occurrence of it.
///
/// It is a class, so that sorting and grouping a million entries copies none of them.
public final class AgendaEntry: Sendable {
  /// The item; its dates are those of this occurrence, on its own clock.
  public let item: CalendarItem
  /// When it is on the clock of the run, to the end that an event has; nil for no date.
  public let when: TMDateType?
  /// The names of the projects above it, outermost first.
  public let project: [String]
  /// The clock of another zone that the item is on, where that shows another time.
  public let ownClock: OwnClock?
  /// True if it, or something above it, is done or off.
  public let isClosed: Bool
  /// How late it is; nil for what is not late.
  public let lateness: Lateness?
  /// Where it stands in a list.
  public let rank: AgendaRank
  /// What the caller knows its series by.
  public let source: Int

  init(
    item: CalendarItem, when: TMDateType?, project: [String], ownClock: OwnClock?, isClosed: Bool,
    lateness: Lateness?, rank: AgendaRank, source: Int
  ) {
    self.item = item
    self.when = when
    self.project = project
    self.ownClock = ownClock
    self.isClosed = isClosed
    self.lateness = lateness
    self.rank = rank
    self.source = source
  }

  /// The time that a clock elsewhere shows.
  public struct OwnClock: Hashable, Sendable {
    /// What it shows when the item begins or is due.
    public let moment: DateTimeParameters
    /// The zone's name.
    public let zone: String
  }
}

/// How late something is.
public enum Lateness: Hashable, Sendable {
  /// It was due on an earlier day.
  case days(Int)
  /// It was due today.
  case minutes(Int)

  /// How late a date is; nil for one that is not.
  ///
  /// What has no time of day is late when its last day is over.
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
    case .days(let days): Self.said(days, "day")
    case .minutes(let minutes) where minutes >= 60: Self.said(minutes / 60, "hour")
    case .minutes(let minutes): Self.said(minutes, "minute")
    }
  }

  private static func said(_ number: Int, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s") late"
  }
}
