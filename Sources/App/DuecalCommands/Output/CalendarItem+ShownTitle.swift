import CalendarItems

extension CalendarItem {
  /// The title, or a text in its place for a person.
  var shownTitle: String { title.shownTitle }
}

extension String {
  /// A title, or a text in its place for a person.
  var shownTitle: String { isEmpty ? "(no title)" : self }
}
