import ExactText
import ICalendar
import TaskBridge
import TaskText

/// The words of task files that only stand in lines that a feed leaves out.
///
/// An item that stays as it was has the words of an earlier line, and nobody knows for sure which line.
/// So it may stay only if none of its words stands in left-out lines alone.
struct LeftOutWords {
  private let entries: TaskEntries
  private let selection: Selection
  private let classes: Set<String>
  private let isShown: (_ entry: Int) -> Bool
  private lazy var words = collect()

  /// Takes the entries of task files; reads their words at the first use.
  init(
    _ entries: TaskEntries, _ selection: Selection, seenBy classes: Set<String>,
    isShown: @escaping (_ entry: Int) -> Bool
  ) {
    self.entries = entries
    self.selection = selection
    self.classes = classes
    self.isShown = isShown
  }

  /// True if an old item, kept for an entry, has a word that is left out.
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

  /// The words of a text, in lower case, without the numbers of dates.
  ///
  /// Many lines share the numbers of dates, so these reveal nothing.
  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.filter { !isOfDate($0) }.map { $0.lowercased() }
  }

  /// True for a year from 1900 to 2199, and for a number that may be a month, day, hour or minute.
  private static func isOfDate(_ word: Substring) -> Bool {
    guard let number = Int(word), word.utf8.count <= 4 else { return false }
    return word.utf8.count <= 2 || 1900..<2200 ~= number
  }
}
