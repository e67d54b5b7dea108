import CalendarItems
import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskText

/// The lines of a file that say just what the lines of some items would say.
///
/// They need not be recognised by their text and their neighbours.
struct BoundLines {
  /// The items with their lines in the file.
  private(set) var items: [KnownTaskFile.Item] = []
  /// The lines that belong to no item.
  var freeLines: [Int] { (0..<lines.count).filter { owner[$0] == nil }.map(lines.line) }

  private let lines: FileLines
  private let now: Instant
  private let options: TaskFolderOptions
  /// The UID of the item of each entry; an empty one for that of a changed occurrence.
  private var owner: [Int: String] = [:]
  /// The entries that belong to no item yet, by their titles.
  private var free: ExactDictionary<[Int]>
  /// What the entries say, as far as it was asked for.
  private var said: [CalendarItem.Kind: [Int: CalendarItem]] = [:]

  /// Finds the lines.
  ///
  /// - Parameters:
  ///   - known: Items, each with the line that it would have.
  ///   - lines: The lines of the file.
  ///   - now: The time; an event that is over may have lost its line.
  init(
    of known: [KnownTaskFile.Item], in lines: FileLines, now: Instant, _ options: TaskFolderOptions
  ) {
    (self.lines, self.now, self.options) = (lines, now, options)
    free = ExactDictionary(grouping: 0..<lines.count, by: lines.title)
    // A parent is above its parts, and is found before them.
    for item in known.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) { bind(item) }
    let entryOfLine = lines.entryOfLine
    for index in items.indices {
      guard let line = items[index].line, let entry = entryOfLine[line] else { continue }
      items[index].source = lines.source(entry, parent: parent(of: entry))
    }
  }

  /// Looks for lines among some entries only.
  init(among entries: [Int], in lines: FileLines, now: Instant, _ options: TaskFolderOptions) {
    (self.lines, self.now, self.options) = (lines, now, options)
    free = ExactDictionary(grouping: entries, by: lines.title)
  }

  /// Takes out the line of an occurrence: one that says just what it has, or else the only one with its title, or the one
  /// next to its series if that has its date.
  mutating func take(
    occurrence source: KnownTaskFile.Source, _ kind: CalendarItem.Kind, ofSeriesAt series: Int
  ) -> Int? {
    let found =
      entry(like: source, kind, below: nil, isOccurrence: true)
      ?? (free[lines.title(of: source.line)] ?? []).only
      ?? free.values.joined().first { $0 == series + 1 && isDated(like: source, $0, kind) }
    guard let found else { return nil }
    free[lines.title(found)]?.removeAll { $0 == found }
    return found
  }

  private func isDated(
    like source: KnownTaskFile.Source, _ entry: Int, _ kind: CalendarItem.Kind
  ) -> Bool {
    date(source, kind) == date(lines.source(entry, parent: nil), kind)
  }

  private func date(_ source: KnownTaskFile.Source, _ kind: CalendarItem.Kind) -> [TMDateType?] {
    let item = item(source, kind)
    return [item.start, item.when]
  }

  private mutating func bind(_ item: KnownTaskFile.Item) {
    guard let entry = entry(like: item.source, item.kind, below: item.source.parent) else { return }
    var bound = item
    bound.line = lines.line(entry)
    var places = [entry: item.uid]
    for index in item.occurrences.indices where item.occurrences[index].line != nil {
      let taken = Set(places.keys)
      let source = item.occurrences[index].source
      guard
        let place = self.entry(like: source, item.kind, below: nil, but: taken, isOccurrence: true)
      else {
        guard isOver(source, item.kind) else { return }
        bound.occurrences[index].line = nil
        continue
      }
      bound.occurrences[index].line = lines.line(place)
      bound.occurrences[index].source = lines.source(place, parent: nil)
      places[place] = ""
    }
    for (entry, uid) in places {
      owner[entry] = uid
      free[lines.title(entry)]?.removeAll { $0 == entry }
    }
    items.append(bound)
  }

  /// The UID of the parent of an entry; nil if it has none, or is not known.
  private func parent(of entry: Int) -> String? {
    lines.entries.entries[entry].parent.flatMap { owner[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A free line that says the same as another one, if possible below the same parent.
  private mutating func entry(
    like source: KnownTaskFile.Source, _ kind: CalendarItem.Kind, below uid: String?,
    but taken: Set<Int> = [], isOccurrence: Bool = false
  ) -> Int? {
    let wanted = item(source, kind)
    var other: Int?
    for entry in free[lines.title(of: source.line)] ?? [] where !taken.contains(entry) {
      let hasParent = parent(of: entry).map(ExactString.init) == uid.map(ExactString.init)
      guard hasParent || other == nil, says(wanted, entry, kind, isOccurrence) else { continue }
      if hasParent { return entry }
      other = entry
    }
    return other
  }

  /// True if a line says what an item has.
  private mutating func says(
    _ wanted: CalendarItem, _ entry: Int, _ kind: CalendarItem.Kind, _ isOccurrence: Bool
  ) -> Bool {
    var source = lines.source(entry, parent: nil)
    let now = said[kind]?[entry] ?? item(source, kind)
    said[kind, default: [:]][entry] = now
    if now.isEqual(to: wanted, under: .store) { return true }
    // An occurrence that a program has changed need not have its project as a tag.
    source.path = []
    return isOccurrence && item(source, kind).isEqual(to: wanted, under: .store)
  }

  /// True for an event that is over, whose line may be gone for long.
  private func isOver(_ source: KnownTaskFile.Source, _ kind: CalendarItem.Kind) -> Bool {
    let reading = SourceItem(source, like: lines.file.document, options)
    return kind == .event
      && LastOccurrence(now: now, home: options.zone, zones: reading.zones)
        .isOver(reading.item(kind, uid: ""))
  }

  /// What a line says, but for what it is a part of.
  private func item(_ source: KnownTaskFile.Source, _ kind: CalendarItem.Kind) -> CalendarItem {
    var item = SourceItem(source, like: lines.file.document, options).item(kind, uid: "")
    item.relations = []
    return item
  }
}

extension [Int] {
  /// The number, if there is only one.
  fileprivate var only: Int? { count == 1 ? first : nil }
}
