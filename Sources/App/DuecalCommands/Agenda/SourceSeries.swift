import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskBridge
import TaskDates
import TaskText

/// A line that can become an item, with the meaning of its tags.
struct SourceLine {
  /// The line among the entries.
  let index: Int
  let entry: TaskEntry
  /// The fields of its tags; relative dates have their present values.
  let fields: LineFields

  /// Its place.
  var line: LineRef { entry.line }
  /// True if it, or a parent of it, is done or cancelled.
  var isClosed: Bool { fields.isClosed || entry.isClosedAbove }
}

/// A compact place in the sources.
enum SourcePlace {
  /// A line of a task file.
  case line(LineRef)
  /// A component of a calendar, by the calendar's number among the sources.
  case component(calendar: Int)
}

/// An item of a source: a single one, or a series with its changed occurrences.
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

  /// The item; for a series, the one with the rule.
  let item: CalendarItem
  /// The items that replace some of its occurrences.
  let changed: [CalendarItem]
  /// The zones that these are anchored in, by name.
  let zones: ExactDictionary<Zone>
  /// The names of the projects above it, outermost first.
  let project: [String]
  /// The origin of the item.
  let origin: Origin

  /// True if a parent of it is done or cancelled.
  var isClosedAbove: Bool {
    if case .line(let line) = origin { line.entry.isClosedAbove } else { false }
  }

  /// Its occurrences in order; nil if it has no date.
  ///
  /// - Parameter bound: The limit of the work to find them.
  func occurrences(_ bound: SeriesDates.Bound = SeriesDates.Bound()) -> ItemSeries? {
    ItemSeries(item, changed: changed, zones: zones, bound: bound)
  }
}
