import CalendarItems
import CalendarStores
import Diagnostics
import ExactText
import LineCodec
import LineState
import StoredText
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// Changes of a list, made in a copy of its file before anything is written.
struct FileDraft {
  /// A new line, with the new lines below it.
  struct NewLine {
    let owner: LineOwner
    let line: ItemLine
    /// The names of the projects that contain it.
    let path: [String]
    var parts: [Int] = []
  }

  /// The place of a new line.
  enum Container: Hashable {
    /// The inbox of the list.
    case inbox
    /// Below the line of a parent.
    case below(Int)
    /// Below another new line.
    case part(of: Int)
    /// After a line and everything below it.
    case after(Int)
  }

  /// An occurrence of a series that a change completes.
  struct CompletedOccurrence {
    let item: Int
    /// When it was completed; nil if that is unknown.
    let time: Instant?
    /// How a person has closed its line; nil if a program completed it.
    var closing: Closing?
  }

  let list: FolderList
  let shown: ItemList
  let lines: FileLines
  let options: TaskFolderOptions
  let rules: StoreWriteRules
  let now: Instant
  let reader: LineFieldReader
  var known: KnownTaskFile
  var edit: OutlineEdit
  /// The items whose text was stored.
  var stored: Set<Int> = []
  /// The occurrences that were completed; those of one series in order.
  var completed: [CompletedOccurrence] = []
  /// The items that got another parent, each with it; nil for none.
  var reparented: [(item: Int, parent: Int?)] = []
  /// The items that go to another project, each with the line of the project.
  var rehomed: [(item: Int, project: Int)] = []
  var newLines: [NewLine] = []
  /// The new lines that are not below another new line, each with its place.
  var places: [(container: Container, line: Int)] = []
  /// The line of an item that comes from another file.
  var movedLine: MovedLine?
  /// The items that wait for a parent that is not in the file, by its UID; nil until that is looked up.
  var waiting: ExactDictionary<[Int]>?
  /// The lines of series in signs, of which a completed copy came.
  var copiedSeries: Set<Int> = []
  /// The lines of series by their titles; nil until they are looked up.
  var seriesLineOfTitle: ExactDictionary<Int>?
  /// The items and occurrences of new lines.
  var newLineOfOwner: [LineOwner: Int] = [:]
  private var names: ExactSet
  private var itemOfName: ExactDictionary<Int>
  private(set) var itemsOfUID: ExactDictionary<[Int]> = [:]

  init(
    _ list: FolderList, _ shown: ItemList, _ known: KnownTaskFile, file: TaskFile,
    now: Instant, options: TaskFolderOptions
  ) {
    self.list = list
    self.shown = shown
    self.known = known
    self.options = options
    self.now = now
    rules = StoreWriteRules { now }
    lines = FileLines(file, options)
    reader = lines.reader
    edit = OutlineEdit(file.document)
    names = ExactSet(known.items.map(\.name))
    itemOfName = ExactDictionary(
      known.items.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, item) in known.items.enumerated() {
      itemsOfUID[item.uid, default: []].append(index)
    }
  }

  var file: TaskFile { lines.file }

  /// The time on the person's clock.
  func civil(at instant: Instant) throws(StoreError) -> DateTimeParameters {
    guard let civil = options.zone.civil(at: instant) else {
      throw .invalid("the time is not in the years 1 to 9999")
    }
    return civil
  }

  // MARK: Changes

  /// Makes a change, and returns its item.
  mutating func apply(_ change: ItemChange) throws(StoreError) -> Int {
    switch change {
    case .create(let content): try create(content)
    case .update(let version, let content): try update(version, content)
    case .remove(let version): try remove(version)
    }
  }

  /// The item that a version names, as it was read.
  private func current(_ version: ItemVersion) throws(StoreError) -> Int {
    guard let index = list.itemName(of: version.ref).flatMap({ itemOfName[$0] }),
      list.holds(known.items[index])
    else { throw .noItem(version.ref) }
    let now = list.version(of: known.items[index])
    guard now == version else { throw .changedMeanwhile(version.ref, now: now) }
    return index
  }

  private mutating func create(_ content: ItemContent) throws(StoreError) -> Int {
    if let objection = rules.objection(to: content, in: shown) { throw objection }
    let item = content.item
    if let twin = twin(of: item.uid) { throw .exists(list.version(of: known.items[twin])) }
    let resource = try CalendarResource(rules.created(content), database: options.zones)
      .validated(against: content)
    let place = container(of: item)
    let series = LineSeries(content, showing: content.showableOccurrences)
    let line =
      if let moved = movedLine?.line(of: item, in: file.document.dialect) {
        moved
      } else if let copy = try copyInSigns(of: item, content.zones, in: place) {
        copy
      } else {
        try line(of: series.item, content.zones, inProject: path(of: place).last, now: now)
      }
    let index = self.place(for: item, source: line, text: resource.bytes)
    known.items[index].isStored = true
    if isDeleted(copyAt: place) {
      known.items[index].line = nil
      known.items[index].removed = now.seconds
      return index
    }
    stored.insert(index)
    add(NewLine(owner: .item(index), line: line, path: path(of: place)), in: place)
    try show(series.occurrences, of: index, content.zones, in: place)
    noteArrival(of: index, item)
    return index
  }

  private func twin(of uid: String) -> Int? {
    itemsOfUID[uid]?.first { list.holds(known.items[$0]) }
  }

  /// The item for a new text: one whose line is gone, or a new one.
  private mutating func place(for item: CalendarItem, source: ItemLine, text: [UInt8]) -> Int {
    let source = LineSource(line: source)
    let isEvent = item.kind == .event
    let old = itemsOfUID[item.uid]?.first { known.items[$0].isEvent == isEvent }
    if let old {
      known.items[old].text = text
      known.items[old].source = source
      known.items[old].revision += 1
      known.items[old].line = Self.unplaced
      known.items[old].occurrences = []
      return old
    }
    let name = ResourceName.free(for: item.uid, beside: &names)
    known.items.append(
      KnownTaskFile.Item(
        uid: item.uid, isEvent: isEvent, name: name, line: Self.unplaced, source: source,
        text: text))
    itemOfName[name] = known.items.count - 1
    itemsOfUID[item.uid, default: []].append(known.items.count - 1)
    return known.items.count - 1
  }

  /// The line of an item that gets its place when all changes are made.
  static let unplaced = Int.max

  private mutating func update(
    _ version: ItemVersion, _ content: ItemContent
  ) throws(StoreError) -> Int {
    if let objection = rules.objection(to: content, in: shown) { throw objection }
    let index = try current(version)
    let old = CalendarResource(bytes: known.items[index].text, database: options.zones)
    guard let before = old.content, before.item.uid == content.item.uid else {
      throw .invalid("the UID of an item cannot be changed")
    }
    var content = content
    let closings = try takeCompletions(of: index, since: before, from: &content)
    let new = try old.updated(to: content, at: now, database: options.zones)
      .validated(against: content)
    let project = newProject(of: index, from: before.item, to: content.item)
    try mergeSeries(before, content, into: index, of: project.map(title))
    if let project { rehomed.append((index, project)) }
    completed += closings
    if deleteCompleted(index, before, content) { return index }
    noteParent(of: index, before.item.parentUID, content.item.parentUID)
    known.items[index].text = new.bytes
    known.items[index].isStored = true
    known.items[index].revision += 1
    stored.insert(index)
    return index
  }

  private mutating func remove(_ version: ItemVersion) throws(StoreError) -> Int {
    let index = try current(version)
    guard shown.isWritable else { throw .notWritable(shown.id) }
    for line in [known.items[index].line] + known.items[index].occurrences.map(\.line) {
      if let line { removeLine(line) }
    }
    known.items[index].line = nil
    known.items[index].removed = now.seconds
    return index
  }

  /// Removes a line with its notes; what else is below it moves up.
  mutating func removeLine(_ line: Int) {
    edit.remove([line] + LineText(file, line: line).noteLines)
    linesToRemove.insert(line)
  }

  /// The lines of removed items.
  private(set) var linesToRemove: Set<Int> = []

  // MARK: Lines

  var encoder: LineEncoder { LineEncoder(file.document, options.codec) }

  /// The line of a new item.
  func line(
    of item: CalendarItem, _ zones: ExactDictionary<Zone>, inProject project: String?,
    now: Instant? = nil
  ) throws(StoreError) -> ItemLine {
    guard let line = encoder.line(of: item, zones, inProject: project, now: now) else {
      throw .noLine(of: item.kind)
    }
    return line
  }

  /// Writes the changed fields of an item into its line.
  ///
  /// - Parameters:
  ///   - number: The line.
  ///   - source: The line from which the item was last made.
  ///   - project: The name of the project that the line goes to; nil if it stays.
  mutating func merge(
    _ before: ItemContent, _ after: ItemContent, into number: Int, from source: LineSource,
    of project: String?
  ) throws(StoreError) {
    let text = LineText(file, line: number)
    let merged = encoder.merging(
      ItemLine(body: text.verbatim, notes: text.written), from: source, before, after,
      inProject: project, reader: reader, cancelled: dayOfChange(from: before.item, to: after.item))
    guard let merged else { throw .noLine(of: after.item.kind) }
    edit.set(merged.body, ofLine: number)
    if let notes = merged.notes { edit.replaceNotes(ofLine: number, of: file, with: notes) }
  }
}

extension StoreError {
  /// The error of an item that no line gives.
  static func noLine(of kind: CalendarItem.Kind) -> StoreError {
    .invalid("no line of a task file is such \(kind == .event ? "an event" : "a reminder")")
  }
}

/// A line that is moved to another file.
struct MovedLine {
  /// The UID of its item.
  let uid: String
  /// The dialect of its old file.
  let dialect: TaskDialect
  let line: ItemLine
  /// The lines of its changed occurrences, by name.
  var occurrences: ExactDictionary<ItemLine> = [:]

  /// The line, if it is that of an item, and the new file has the same dialect.
  func line(of item: CalendarItem, in dialect: TaskDialect) -> ItemLine? {
    item.uid == uid && dialect == self.dialect ? line : nil
  }

  /// The line of a changed occurrence, if the new file has the same dialect.
  func line(ofOccurrence name: String, in dialect: TaskDialect) -> ItemLine? {
    dialect == self.dialect ? occurrences[name] : nil
  }
}
