import CalendarItems
import ExactText
import ICalendar
import TaskDates

/// Which version of which item a component is, as far as it shows.
struct ComponentVersion {
  /// Which of two versions is newer.
  struct Stamp: Comparable {
    let sequence: Int
    let modified: Instant

    static func < (left: Stamp, right: Stamp) -> Bool {
      (left.sequence, left.modified) < (right.sequence, right.modified)
    }
  }

  /// What versions have in common that differ in their stamps and dates alone.
  struct Line: Hashable {
    let kind: CalendarItem.Kind
    let title: ExactString
  }

  /// What versions have in common that differ in their titles.
  struct Dates: Hashable {
    let kind: CalendarItem.Kind
    let when: TMDateType?
    let start: TMDateType?
  }

  /// A title with its dates.
  struct Appearance: Hashable {
    let line: Line
    let dates: Dates
  }

  let line: Line
  let dates: Dates
  /// The component without its stamps.
  let content: [UInt8]
  let stamp: Stamp

  var kind: CalendarItem.Kind { line.kind }
  var appearance: Appearance { Appearance(line: line, dates: dates) }

  init(_ item: CalendarItem) {
    line = Line(kind: item.kind, title: ExactString(item.title))
    dates = Dates(kind: item.kind, when: item.when, start: item.start)
    content = item.original.bytes?.withoutStamps ?? []
    stamp = Stamp(
      sequence: item.revision?.sequence ?? 0,
      modified: item.revision?.modified ?? Instant(seconds: .min))
  }

  /// The occurrence of a series that an item is; empty for a whole item.
  static func occurrence(of item: CalendarItem) -> String { item.occurrence.map { "\($0)" } ?? "" }
}
