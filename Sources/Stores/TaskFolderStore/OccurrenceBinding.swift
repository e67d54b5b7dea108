import CalendarItems
import CalendarStores
import ExactText
import LineCodec
import LineState
import StoredText
import TaskBridge
import TaskDates

/// Finds the lines of changed occurrences among the new lines of a file.
struct OccurrenceBinding {
  /// A changed occurrence whose date the line of its series leaves out.
  private struct Wanted {
    /// The index of the series.
    let item: Int
    let name: String
    let date: TMDateType
    let override: CalendarItem
    let zones: ExactDictionary<Zone>
    /// The line that it would have; nil if it has none, because it does not take place or is over.
    let source: LineSource?
    /// What that line says.
    let said: CalendarItem?
    /// The entry of its line.
    var entry: Int?

    var title: String? { said?.title }
    var isFound: Bool { source == nil || entry != nil }
  }

  private var known: KnownTaskFile
  private let lines: FileLines
  private let now: Instant
  private let options: TaskFolderOptions
  private var readings: LineReadings
  /// The new items, by their entries.
  private var itemOfEntry: [Int: Int] = [:]
  /// The entries of all items.
  private var entryOfItem: [Int: Int] = [:]
  private let itemOfName: ExactDictionary<Int>
  /// The entries of new items by their titles.
  private var entriesOfTitle: ExactDictionary<[Int]> = [:]
  private var wanted: [Wanted] = []
  /// The entries that are lines of occurrences.
  private var taken: Set<Int> = []

  /// Prepares a search.
  ///
  /// - Parameter isNew: True for an item that may be such a line.
  init(
    _ known: KnownTaskFile, _ lines: FileLines, new isNew: (KnownTaskFile.Item) -> Bool,
    now: Instant, _ options: TaskFolderOptions
  ) {
    (self.known, self.lines, self.now, self.options) = (known, lines, now, options)
    readings = LineReadings(lines, options)
    itemOfName = ExactDictionary(
      known.items.indices.filter { known.items[$0].line != nil }.map { (known.items[$0].name, $0) },
      uniquingKeysWith: { first, _ in first })
    for (entry, item) in LineOwners(known, lines, { $0 }).items.enumerated() {
      guard let item else { continue }
      entryOfItem[item] = entry
      if isNew(known.items[item]) {
        itemOfEntry[entry] = item
        entriesOfTitle[lines.title(entry), default: []].append(entry)
      }
    }
  }

  // MARK: Series

  /// Adds the changed occurrences of a series.
  ///
  /// - Parameters:
  ///   - content: What the other store has of it.
  ///   - name: Its name in the file.
  mutating func add(_ content: ItemContent, ofItemNamed name: String) {
    guard let index = itemOfName[name], let own = resource(of: index).content,
      let except = own.item.recurrence?.except, !except.isEmpty
    else { return }
    let hidden = content.showableOccurrences.subtracting(known.items[index].shownOccurrences)
    for (name, part) in LineSeries(content, showing: hidden).occurrences
    where except.contains(where: { part.date.isNamed(by: $0) }) {
      if let new = wanted(name, part, content, index) { wanted.append(new) }
    }
  }

  /// An occurrence to look for; nil if no line can show it.
  private func wanted(
    _ name: String, _ part: SeriesLines.Part, _ content: ItemContent, _ index: Int
  ) -> Wanted? {
    guard let override = content.changed.first(where: { $0.nameInSeries == name }) else {
      return nil
    }
    var source: LineSource?
    if part.hasLine(LastOccurrence(now: now, home: options.zone, zones: content.zones)) {
      let path = known.items[index].source.path
      let writer = LineEncoder(lines.file.document, options.codec)
      guard let line = writer.line(of: part.item, content.zones, inProject: path.last) else {
        return nil
      }
      source = LineSource(line: line, path: path, parent: nil)
    }
    return Wanted(
      item: index, name: name, date: part.date, override: override, zones: content.zones,
      source: source, said: source.map { readings.item($0, known.items[index].kind) })
  }

  private func resource(of index: Int) -> CalendarResource {
    CalendarResource(bytes: known.items[index].text, database: options.zones)
  }

  // MARK: Lines

  /// The file with the lines that were found; nil if there are none.
  mutating func result() -> KnownTaskFile? {
    findEqualLines()
    takeOnly(wanted.map { one in namesakes(of: one).filter { isFree($0, for: one) } })
    takeOnly(wanted.map { nextLine(of: $0).map { [$0] } ?? [] })
    guard wanted.contains(where: \.isFound) else { return nil }
    for (item, found) in Dictionary(grouping: wanted.filter(\.isFound), by: \.item) {
      show(found, in: item)
    }
    let gone = Set(taken.compactMap { itemOfEntry[$0] })
    var result = known
    result.items = known.items.indices.filter { !gone.contains($0) }.map { known.items[$0] }
    return result
  }

  /// The new lines with the title of an occurrence.
  private func namesakes(of one: Wanted) -> [Int] {
    one.title.flatMap { entriesOfTitle[$0] } ?? []
  }

  /// True if an entry may be the line of an occurrence.
  private func isFree(_ entry: Int, for one: Wanted) -> Bool {
    guard let item = itemOfEntry[entry], !taken.contains(entry) else { return false }
    return known.items[item].isEvent == known.items[one.item].isEvent
  }

  private mutating func take(_ entry: Int, for index: Int) {
    wanted[index].entry = entry
    taken.insert(entry)
  }

  /// Takes the lines that say just what an occurrence has.
  private mutating func findEqualLines() {
    for index in wanted.indices {
      let one = wanted[index]
      guard let said = one.said else { continue }
      for entry in namesakes(of: one) where isFree(entry, for: one) {
        guard readings.says(said, entry, said.kind, isOccurrence: true) else { continue }
        take(entry, for: index)
        break
      }
    }
  }

  /// Takes the lines that are the only one for an occurrence, which is the only one for them.
  private mutating func takeOnly(_ candidates: [[Int]]) {
    let left = wanted.indices.filter { !wanted[$0].isFound }
    let counts = Dictionary(left.flatMap { candidates[$0] }.map { ($0, 1) }, uniquingKeysWith: +)
    for index in left {
      guard candidates[index].count == 1, let entry = candidates[index].first, counts[entry] == 1
      else { continue }
      take(entry, for: index)
    }
  }

  /// The line next to that of the series, if it has the date of an occurrence.
  private func nextLine(of one: Wanted) -> Int? {
    guard let next = entryOfItem[one.item].map({ $0 + 1 }), isFree(next, for: one),
      isDated(like: one, next)
    else { return nil }
    return next
  }

  private func isDated(like one: Wanted, _ entry: Int) -> Bool {
    let kind = known.items[one.item].kind
    let line = readings.item(lines.source(entry, parent: nil), kind)
    return line.when == one.said?.when && line.start == one.said?.start
  }

  // MARK: Texts

  /// Gives a series its changed occurrences, which its line leaves out.
  private mutating func show(_ found: [Wanted], in index: Int) {
    let resource = resource(of: index)
    guard var content = resource.content else { return }
    for one in found {
      content.show(one.override, at: one.date, one.zones)
      let shown = one.source.map {
        KnownTaskFile.Occurrence(name: one.name, line: one.entry.map(lines.line), source: $0)
      }
      known.items[index].occurrences.append(
        shown ?? KnownTaskFile.Occurrence(withoutLine: one.name))
    }
    known.items[index].text = resource.updated(to: content, at: now, database: options.zones).bytes
    known.items[index].isStored = true
    known.items[index].revision += 1
  }
}

extension ItemContent {
  /// Takes in a changed occurrence of another text of the series, whose date is an exception here.
  fileprivate mutating func show(
    _ override: CalendarItem, at date: TMDateType, _ zones: ExactDictionary<Zone>
  ) {
    self.zones = self.zones.merging(zones) { first, _ in first }
    var override = override
    override.uid = item.uid
    changed.removeAll { $0.occurrence == override.occurrence }
    changed.append(override)
    item.recurrence?.except.removeAll { date.isNamed(by: $0) }
  }
}
