import CalendarItems
import CompactDictionary
import ExactText
import LineIdentity
import LineState
import TaskBridge
import TaskDates
import TaskText

/// Finds the line of each item.
///
/// A line from an earlier import is found by what both sides last agreed on (`Identity`). An item that is not in the
/// state is matched with a line of the same content, so that nothing is duplicated if the state is lost.
struct LineFinder {
  private(set) var binding: LineBinding

  private let items: [ImportedItem]
  private let found: LineSnapshot
  private let reader: LineFieldReader
  private let foreign: Set<LineRef>
  private var taken: TakenLines

  init(
    _ items: [ImportedItem], _ outline: TargetOutline, memory: ImportMemory, then: LineSnapshot,
    found: LineSnapshot, reader: LineFieldReader, foreign: Set<LineRef>,
    own: OwnLines?
  ) {
    self.items = items
    self.foreign = foreign
    self.found = found
    self.reader = reader
    taken = TakenLines(found.files)
    binding = LineBinding(count: items.count)
    bindRemembered(memory, then)
    bindNamed()
    bindReturned(memory)
    adopt(memory, outline, own)
  }

  private mutating func bind(_ item: Int, to line: LineRef) {
    binding.lines[item] = line
    taken.insert(line)
  }

  // MARK: State

  private mutating func bindRemembered(_ memory: ImportMemory, _ then: LineSnapshot) {
    guard !memory.items.isEmpty else { return }
    let places = LinePlaceNames(then.files)
    let moved = MovedLines(then, found, reader: reader)
    var indices = ItemsByName(items)
    for name in memory.items.keys.sorted() {
      let index = indices.index(of: name)
      if index == nil { binding.goneNames.append(name) }
      guard let place = memory.items[name]?.place.flatMap(places.line),
        let line = moved.line(of: place),
        !taken.contains(line)
      else { continue }
      if let index {
        bind(index, to: line)
      } else {
        binding.goneLines[name] = line
        taken.insert(line)
      }
    }
  }

  /// Matches items with lines that have their UID in `@uid`.
  private mutating func bindNamed() {
    let names = ExplicitUIDs(found.entries, reader: reader).names
    guard !names.isEmpty else { return }
    let entries = ExactDictionary(names.map { ($1, $0) }, uniquingKeysWith: { min($0, $1) })
    for index in items.indices where items[index].name.occurrence.isEmpty {
      guard let entry = entries[items[index].name.uid] else { continue }
      let line = found.line(of: entry)
      guard binding.lines[index] != line, !taken.contains(line) else { continue }
      if let old = binding.lines[index] { taken.remove(old) }
      bind(index, to: line)
    }
  }

  /// Matches items with lines that a person had removed and that are back unchanged.
  private mutating func bindReturned(_ memory: ImportMemory) {
    let removed = items.indices.filter { index in
      binding.lines[index] == nil && memory.items[items[index].name] != nil
    }
    guard !removed.isEmpty else { return }
    var free = freeLines { ExactString(found.body(of: $0)) }
    for index in removed {
      guard let body = memory.items[items[index].name].map({ ExactString($0.body) }),
        let line = free[body]?.popLast()
      else { continue }
      bind(index, to: line)
    }
  }

  /// The lines without an item; the first of each key comes last.
  private func freeLines<Key: Hashable>(by key: (LineRef) -> Key) -> [Key: [LineRef]] {
    let free = (0..<found.count).map(found.line).filter { !taken.contains($0) }
    return Dictionary(grouping: free.reversed(), by: key)
  }

  // MARK: Matching by content

  private mutating func adopt(
    _ memory: ImportMemory, _ outline: TargetOutline, _ own: OwnLines?
  ) {
    let new = outline.itemsInOrder.filter {
      binding.lines[$0] == nil && memory.items[items[$0].name] == nil
    }
    guard !new.isEmpty, taken.count < found.count else { return }
    let (bodies, found, reader) = (items.map(\.line.body), found, reader)
    let notes = items.map(\.line.notes)
    adopt(
      new, by: { ([bodies[$0]] + notes[$0]).map(ExactString.init) },
      lineKey: { ([found.body(of: $0)] + found.notes(of: $0)).map(ExactString.init) })
    adopt(new, by: { ExactString(bodies[$0]) }, lineKey: { ExactString(found.body(of: $0)) })
    let signs = items.map(\.inMarkdown)
    adopt(
      new.filter { signs[$0] != nil }, by: { ExactString(signs[$0] ?? "") },
      lineKey: { ExactString(found.body(of: $0)) })
    let meanings = bodies.map { LineMeaning($0, reader) }
    func meaning(_ line: LineRef) -> LineMeaning {
      LineMeaning(found.body(of: line), reader, dialect: found.files[line.file].document.dialect)
    }
    adopt(new, by: { meanings[$0] }, lineKey: { meaning($0) })
    // A person has completed the line, and the calendar does not have that yet.
    let dated = new.filter { !meanings[$0].due.isEmpty }
    adopt(dated, by: { meanings[$0].open }, lineKey: { meaning($0).open })
    adoptOwn(new, own)
    adoptAlike(new, memory, outline: outline)
  }

  /// Matches the items of a feed with the lines that duecal gives their UIDs.
  private mutating func adoptOwn(_ new: [Int], _ own: OwnLines?) {
    guard let own else { return }
    for index in new where items[index].name.occurrence.isEmpty {
      guard let line = own.line(ofUID: items[index].name.uid) else { continue }
      if binding.lines[index] == line { binding.own.insert(index) }
      guard binding.lines[index] == nil, !taken.contains(line) else { continue }
      bind(index, to: line)
      binding.isAdopted[index] = true
      binding.own.insert(index)
    }
  }

  private mutating func adopt<Key: Hashable>(
    _ new: [Int], by key: (Int) -> Key, lineKey: (LineRef) -> Key
  ) {
    var free = freeLines(by: lineKey)
    for index in new where binding.lines[index] == nil {
      guard let line = free[key(index)]?.popLast() else { continue }
      bind(index, to: line)
      binding.isAdopted[index] = true
    }
  }

  /// Matches similar lines if these were clearly made from these items.
  ///
  /// Items of duecal have their line as a hint, and most others are found by their content.
  private mutating func adoptAlike(
    _ new: [Int], _ memory: ImportMemory, outline: TargetOutline
  ) {
    let left = new.filter { binding.lines[$0] == nil }
    let found = new.count - left.count
    let isKnown = memory.isEmpty && found * 2 >= new.count
    let alike = Set(left.filter { isKnown || items[$0].hint != nil })
    guard !alike.isEmpty else { return }
    let isFree = (0..<self.found.count).map(self.found.line).map {
      !taken.contains($0) && !foreign.contains($0)
    }
    let match = Identity.match(old: traces(outline), new: self.found.traces(reader))
    for (entry, item) in match.enumerated() where isFree[entry] {
      guard let item, alike.contains(item), binding.lines[item] == nil else { continue }
      bind(item, to: self.found.line(of: entry))
      binding.isAdopted[item] = true
    }
  }

  /// The items as traces for `Identity`.
  private func traces(_ outline: TargetOutline) -> [ItemTrace] {
    items.indices.map { index in
      let document = TaskDocument(items[index].hint ?? items[index].line.body)
      let line = document.lines.first
      return ItemTrace(
        title: line.map { document.string($0.text) } ?? "",
        tags: line.map { document.tags[$0.tags].map { document.string($0.range) } } ?? [],
        path: items[index].path, file: found.files.first?.identity ?? "",
        parent: outline.parent(ofItem: index))
    }
  }
}

/// What two lines of one item have in common, whatever else was added: title, due date, and state.
///
/// The state matters because an item completed last year is not the one that a calendar has now.
private struct LineMeaning: Hashable {
  let title: String
  /// The due date, empty for none.
  let due: String
  private var isClosed = false

  init(_ body: String, _ reader: LineFieldReader, dialect: TaskDialect = .taskPaper) {
    let document = TaskDocument(body, dialect: dialect)
    guard let line = document.lines.first else {
      (title, due) = ("", "")
      return
    }
    title = WordJoiner.removed(fromTitle: document.string(line.text), dialect)
    let tag = document.tags[line.tags].first { reader.field(of: $0, in: document) == .due }
    let payload = tag.flatMap { document.payload(of: $0) } ?? ""
    due = (try? DatePayload(parsing: payload)).map { "\($0.value)" } ?? payload
    isClosed = document.isClosed(line, reader.vocabulary)
  }

  /// The same for an open line.
  var open: LineMeaning {
    var meaning = self
    meaning.isClosed = false
    return meaning
  }
}

/// Files by their names.
struct LinePlaceNames {
  private let numbers: ExactDictionary<Int>
  private let counts: [Int]

  init(_ files: [TaskFile]) {
    numbers = ExactDictionary(
      files.enumerated().map { ($1.identity, $0) }, uniquingKeysWith: { first, _ in first })
    counts = files.map { $0.document.lines.count }
  }

  func line(_ place: ImportMemory.Place) -> LineRef? {
    guard let file = numbers[place.file], place.line < counts[file] else { return nil }
    return LineRef(file: file, line: place.line)
  }
}

extension TargetOutline {
  /// The items in the order of their lines in the outline.
  var itemsInOrder: [Int] {
    var order: [Int] = []
    var rest = Array(roots.reversed())
    while let node = rest.popLast() {
      if case .item(let item) = content(of: node) { order.append(item) }
      rest += nodes[node].children.reversed()
    }
    return order
  }

  /// The parent of an item, if it is one of the items.
  func parent(ofItem index: Int) -> Int? {
    guard let node = nodeOfItem[index], let parent = nodes[node].parent,
      case .item(let item) = content(of: parent)
    else { return nil }
    return item
  }
}
