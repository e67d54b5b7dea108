import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskBridge
import TaskDates
import TaskText

/// A line that can become an item, and what its tags say.
struct SourceLine {
  /// The line among the entries.
  let index: Int
  let entry: TaskEntry
  /// Its tags; dates that move with the clock are what they are now.
  let fields: LineFields

  /// Where it stands.
  var line: LineRef { entry.line }
  /// True if it, or something above it, is done or off.
  var isClosed: Bool { fields.isClosed || entry.isClosedAbove }
}

/// A place in the sources, in a few bytes.
enum SourcePlace {
  /// A line of a task file.
  case line(LineRef)
  /// A component of a calendar, by the calendar's number among the sources.
  case component(calendar: Int)

  /// The line; nil for a component.
  var line: LineRef? { if case .line(let line) = self { line } else { nil } }
}

/// An item of a source: one alone, or a series with what was changed of its occurrences.
struct SourceSeries {
  /// Where it came from.
  enum Origin {
    /// A line of a task file.
    case line(SourceLine)
    /// A component of a calendar, by the calendar's number among the sources.
    case component(calendar: Int)

    /// The place of the origin.
    var place: SourcePlace {
      switch self {
      case .line(let line): .line(line.line)
      case .component(let calendar): .component(calendar: calendar)
      }
    }
  }

  /// The item; of a series the one with the rule.
  let item: CalendarItem
  /// The items that replace occurrences of it.
  let changed: [CalendarItem]
  /// The zones that these are anchored in, by name.
  let zones: ExactDictionary<Zone>
  /// The names of the projects above it, outermost first.
  let project: [String]
  /// Where it came from.
  let origin: Origin

  /// True if something above it is done or off.
  var isClosedAbove: Bool {
    if case .line(let line) = origin { line.entry.isClosedAbove } else { false }
  }

  /// Its occurrences in order; nil where it has no date.
  ///
  /// - Parameter bound: How much work it may be to find them.
  func occurrences(_ bound: SeriesDates.Bound = SeriesDates.Bound()) -> ItemSeries? {
    ItemSeries(item, changed: changed, zones: zones, bound: bound)
  }
}

/// A calendar among the sources.
struct SourceCalendar {
  /// The name that messages show.
  let name: String
  /// What the list of a store is remembered by that it is in; nil for one of no store.
  let list: String?
  let reading: CalendarReading
  /// Its items by UID.
  let groups: [SeriesGroup]

  init(_ name: String, _ reading: CalendarReading, list: String? = nil) {
    self.name = name
    self.list = list
    self.reading = reading
    groups = SeriesGroup.all(of: reading, nil)
  }
}
