import ICalendar
import LineCodec
import TaskBridge
import TaskText

/// The words of task files that occur only in lines that a feed leaves out.
///
/// An item that is kept in its old form has words of an unknown earlier line. So it may be kept only if none of its
/// words occurs in left-out lines alone.
struct OmittedWords {
  private let entries: TaskEntries
  private let selection: Selection
  private let classes: Set<String>
  private let isShown: @Sendable (_ entry: Int) -> Bool
  private lazy var words = collect()

  /// Creates the set for the entries of task files; reads their words at the first use.
  init(
    _ entries: TaskEntries, _ selection: Selection, seenBy classes: Set<String>,
    isShown: @escaping @Sendable (_ entry: Int) -> Bool
  ) {
    self.entries = entries
    self.selection = selection
    self.classes = classes
    self.isShown = isShown
  }

  /// True if an old item, kept for an entry, has a word that is left out.
  mutating func containsWords(
    by item: Int, of memory: FeedMemory, keptFor entry: Int, scope: HintScope
  ) -> Bool {
    let texts = memory.texts(of: item, within: scope)
    let foreign = Self.words(texts).subtracting(words(of: entry))
    return !foreign.isEmpty && !words.isDisjoint(with: foreign)
  }

  private func collect() -> Set<String> {
    var all: Set<String> = []
    for file in entries.files {
      for line in file.document.lines {
        all.formUnion(file.document.string(line.body).comparableWords)
      }
    }
    for index in entries.entries.indices where isShown(index) { all.subtract(words(of: index)) }
    for project in ProjectHint.hints(entries, selection, isExported: isShown) {
      all.subtract(project.text.comparableWords)
    }
    return all
  }

  /// The words of an entry, of its notes and of the projects that contain it.
  private func words(of index: Int) -> Set<String> {
    let entry = entries.entries[index]
    let text = LineText(entries.file(of: entry), line: entry.line.line)
    let texts = [text.verbatim] + text.written + entries.path(of: entry, seenBy: classes)
    return Self.words(texts)
  }

  private static func words(_ texts: [String]) -> Set<String> {
    texts.reduce(into: []) { $0.formUnion($1.comparableWords) }
  }
}
