import ExactText
import ICalendar
import TaskBridge
import TaskText

/// The words that task files say only in lines that a feed leaves out.
///
/// An item that is kept as it was says what a line said earlier, and which line that was is a guess. So it is kept for a
/// line only if it says nothing that only lines say now that are left out.
struct LeftOutWords {
  private let entries: TaskEntries
  private let selection: Selection
  private let classes: Set<String>
  private let isShown: (_ entry: Int) -> Bool
  private lazy var words = collect()

  /// Looks into some files, once somebody asks.
  init(
    _ entries: TaskEntries, _ selection: Selection, seenBy classes: Set<String>,
    isShown: @escaping (_ entry: Int) -> Bool
  ) {
    self.entries = entries
    self.selection = selection
    self.classes = classes
    self.isShown = isShown
  }

  /// True if an item that stays as it was, kept for an entry, says a word that is left out.
  mutating func areSaid(
    by item: Int, of memory: FeedMemory, keptFor entry: Int, _ scope: HintScope
  ) -> Bool {
    let texts = memory.texts(of: item, within: scope)
    let foreign = ExactSet(texts.flatMap(Self.words)).subtracting(words(of: entry))
    return !foreign.isEmpty && !words.isDisjoint(with: foreign)
  }

  private func collect() -> ExactSet {
    var all = ExactSet()
    for file in entries.files {
      for line in file.document.lines { all.formUnion(Self.words(file.document.string(line.body))) }
    }
    for index in entries.entries.indices where isShown(index) { all.subtract(words(of: index)) }
    for project in ProjectHint.hints(entries, selection, isExported: isShown) {
      all.subtract(Self.words(project.text))
    }
    return all
  }

  /// The words of an entry, of its notes and of the projects above it.
  private func words(of index: Int) -> ExactSet {
    let entry = entries.entries[index]
    let text = LineText(entries.file(of: entry), line: entry.line.line)
    let texts = [text.verbatim] + text.written + entries.path(of: entry, seenBy: classes)
    return ExactSet(texts.flatMap(Self.words))
  }

  /// The words of a text in small letters.
  ///
  /// A number of a date is none: other lines have the same ones, and it says nothing of them.
  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.filter { !isOfDate($0) }.map { $0.lowercased() }
  }

  /// True for a year of our time, and for what may be a month, a day, an hour or a minute.
  private static func isOfDate(_ word: Substring) -> Bool {
    guard let number = Int(word), word.utf8.count <= 4 else { return false }
    return word.utf8.count <= 2 || 1900..<2200 ~= number
  }
}
