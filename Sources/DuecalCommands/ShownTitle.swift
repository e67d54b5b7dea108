import CalendarItems

extension CalendarItem {
  /// The title, or what stands in its place where a person reads it.
  var shownTitle: String { title.isEmpty ? "(no title)" : title }
}
