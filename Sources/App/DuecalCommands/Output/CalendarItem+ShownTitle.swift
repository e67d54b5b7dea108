import CalendarItems

extension CalendarItem {
  /// The title, or a placeholder if it is empty.
  var shownTitle: String { title.shownTitle }
}

extension String {
  /// The title, or a placeholder if it is empty.
  var shownTitle: String { isEmpty ? "(no title)" : self }
}
