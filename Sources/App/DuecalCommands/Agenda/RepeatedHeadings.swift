import ExactText
import TaskBridge
import TaskText

/// The headings that several Markdown notes have, such as `Tasks` in each daily note: only the file tells them apart.
struct RepeatedHeadings: Sendable {
  private let titles: [String?]
  private let repeated: ExactSet

  init(_ entries: TaskEntries) {
    let notes = entries.files.map { $0.document.dialect == .markdown }
    titles = zip(entries.files, notes).map { file, isNote in isNote ? Self.title(of: file) : nil }
    var files: ExactDictionary<Int> = [:]
    var repeated: ExactSet = []
    for entry in entries.projects + entries.entries where entry.isProject && notes[entry.line.file]
    {
      let heading = LineText(entries.file(of: entry), line: entry.line.line).title
      let first = files[heading]
      files[heading] = first ?? entry.line.file
      if let first, first != entry.line.file { repeated.insert(heading) }
    }
    self.repeated = repeated
  }

  /// The title of an entry's file, if several notes have a heading.
  func file(of entry: TaskEntry, _ heading: String?) -> String? {
    heading.flatMap { repeated.contains($0) ? titles[entry.line.file] : nil }
  }

  /// The name of a file without its folder and its extension.
  private static func title(of file: TaskFile) -> String {
    let name = file.name.split(separator: "/").last.map(String.init) ?? file.name
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
