/// The `X-DUECAL-KEY` of a calendar: which calendar of a split feed it is, and the files of its items.
struct CalendarKey {
  /// A hash of the project or file by which the feed is split; nil for the only calendar.
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
