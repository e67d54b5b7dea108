import CalendarItems
import ExactText
import LineCodec
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
  private var readings: LineReadings

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
    readings = LineReadings(lines, options)
    free = ExactDictionary(grouping: 0..<lines.count, by: lines.title)
    // A parent is above its parts, and is found before them.
    for item in known.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }) { bind(item) }
    let entryOfLine = lines.entryOfLine
    for index in items.indices {
      guard let line = items[index].line, let entry = entryOfLine[line] else { continue }
      items[index].source = lines.source(entry, parent: parent(of: entry))
    }
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
    like source: LineSource, _ kind: CalendarItem.Kind, below uid: String?,
    but taken: Set<Int> = [], isOccurrence: Bool = false
  ) -> Int? {
    let wanted = readings.item(source, kind)
    var other: Int?
    for entry in free[lines.title(of: source.line)] ?? [] where !taken.contains(entry) {
      let hasParent = parent(of: entry).map(ExactString.init) == uid.map(ExactString.init)
      guard hasParent || other == nil,
        readings.says(wanted, entry, kind, isOccurrence: isOccurrence)
      else { continue }
      if hasParent { return entry }
      other = entry
    }
    return other
  }

  /// True for an event that is over, whose line may be gone for long.
  private func isOver(_ source: LineSource, _ kind: CalendarItem.Kind) -> Bool {
    let reading = LoneLine(source, like: lines.file.document, options.codec)
    return kind == .event
      && LastOccurrence(now: now, home: options.zone, zones: reading.zones)
        .isOver(reading.item(kind, uid: ""))
  }
}
