/// What a calendar says of itself in an `X-DUECAL-KEY` of its own: which of several it is, and of which
/// files its items are.
struct CalendarKey {
  /// The project or file that it is split by, as a hash; nil for the only calendar.
  var split: String?
  /// The files of its items.
  let files: FileRuns

  init(split: String?, files: FileRuns) {
    self.split = split
    self.files = files
  }

  /// Reads the texts of a key.
  init(_ texts: [String]) {
    split = texts.first { !$0.contains("=") }
    files = FileRuns(texts.lazy.filter { $0.contains("=") })
  }

  /// The texts of the key.
  var texts: [String] { [split].compactMap(\.self) + files.texts }
}
