import CalendarItems

extension CalendarItem {
  /// The title, or a text in its place for a person.
  var shownTitle: String { title.isEmpty ? "(no title)" : title }
}
