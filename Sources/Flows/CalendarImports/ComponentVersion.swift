import CalendarItems
import ExactText
import ICalendar
import TaskDates

/// Identifies versions of an item by the visible contents of a component.
struct ComponentVersion {
  /// Kind and title: equal in versions that differ only in stamps and dates.
  struct Title: Hashable {
    let kind: CalendarItem.Kind
    let text: ExactString
  }

  /// Kind and dates: equal in versions that differ in their titles.
  struct Dates: Hashable {
    let kind: CalendarItem.Kind
    let when: TMDateType?
    let start: TMDateType?
  }

  /// A title with its dates.
  struct Appearance: Hashable {
    let title: Title
    let dates: Dates
  }

  let title: Title
  let dates: Dates
  /// The component without its stamps.
  let content: [UInt8]
  let stamp: VersionStamp

  var kind: CalendarItem.Kind { title.kind }
  var appearance: Appearance { Appearance(title: title, dates: dates) }

  init(_ item: CalendarItem) {
    title = Title(kind: item.kind, text: ExactString(item.title))
    dates = Dates(kind: item.kind, when: item.when, start: item.start)
    content = item.original.bytes?.withoutStamps ?? []
    stamp = VersionStamp(item)
  }

  /// True for the newer of two versions, and of equally new ones for one, in whatever order they are.
  func isPreferred(to other: ComponentVersion) -> Bool {
    stamp == other.stamp
      ? content.lexicographicallyPrecedes(other.content) : other.stamp < stamp
  }

  /// True if two versions show the same and are equally new, or are equal but for their stamps.
  func isCopy(of other: ComponentVersion) -> Bool {
    content == other.content || stamp == other.stamp && appearance == other.appearance
  }

  /// The occurrence of a series that an item is; empty for a whole item.
  static func occurrence(of item: CalendarItem) -> String { item.occurrence.map { "\($0)" } ?? "" }
}
