public import ExactText
public import ICalendar
public import LineState
import TaskBridge

/// What a feed was when it was last written: its items, found and not decoded.
public struct FeedMemory: Sendable {
  /// An item: a component, or the to-do and the event of one task.
  struct Item: Sendable {
    /// The calendar, as an index.
    let feed: Int
    /// Its components.
    var components: Range<Int>
    /// Its key, nil where it has none.
    var key: FeedKey?
    /// True if nobody changed its bytes since they were written.
    var isIntact: Bool
  }

  /// The calendars.
  public let feeds: [FeedReader]
  /// What each says of itself.
  private(set) var keys: [CalendarKey]
  private(set) var items: [Item] = []
  /// How many components have no name that is theirs alone.
  private var namelessCount = 0
  /// The file of each item; empty if no file is known.
  private var files: [UInt64?] = []
  /// The notes from the state, by item.
  private var notes: [Int: FeedNotes.Item] = [:]
  /// A hash of how the lines were chosen; empty if not known.
  let selection: String

  /// Remembers some calendars, those of one feed.
  ///
  /// A component without a name, or with one that another has already, is not remembered: nothing of
  /// ours looked like that, and a name can be of one item only.
  ///
  /// - Parameters:
  ///   - feeds: The calendars.
  ///   - notes: The notes about their items from the state.
  public init(_ feeds: [FeedReader] = [], noting notes: FeedNotes = FeedNotes()) {
    self.feeds = feeds
    selection = notes.selection
    keys = feeds.map { CalendarKey($0.key) }
    items.reserveCapacity(feeds.reduce(0) { $0 + $1.components.count })
    var names = NameSet()
    var runs = FileRuns()
    for (number, feed) in feeds.enumerated() {
      let before = items.count
      for index in feed.components.indices { add(index, of: feed, number: number, names: &names) }
      let told = keys[number].files
      if told.count == items.count - before { runs.append(told) }
    }
    if runs.count == items.count {
      files = runs.runs.flatMap { repeatElement($0.file, count: $0.count) }
    }
    if !notes.items.isEmpty { take(notes) }
  }

  /// Reads the notes about items that the feed has.
  ///
  /// A note about an item that has hints counts only if the item still has the same bytes.
  private mutating func take(_ noted: FeedNotes) {
    if files.isEmpty { files = [UInt64?](repeating: nil, count: items.count) }
    for item in items.indices {
      guard let note = noted.items[Array(firstUID(of: item).utf8)], let key = FeedKey(note.key)
      else { continue }
      let range = range(of: item)
      let end = range.upperBound..<range.upperBound
      let isSame =
        FeedKey.sum(of: feed(of: item).bytes, range, besides: end, marks: key.marks) == key.sum
      guard isSame || items[item].key == nil else { continue }
      items[item].key = key
      items[item].isIntact = isSame
      notes[item] = note
      files[item] = UInt64(note.file, radix: 16) ?? files[item]
      let feed = items[item].feed
      keys[feed].split = keys[feed].split ?? note.calendar
    }
  }

  private mutating func add(
    _ index: Int, of feed: FeedReader, number: Int, names: inout NameSet
  ) {
    let component = feed.components[index]
    let isSecond = isPair(feed, index) && items.last?.components == index - 1..<index
    guard !component.uid.isEmpty, isSecond || names.insert(component.uid, of: feed) else {
      namelessCount += 1
      return
    }
    let key = FeedKey(feed.bytes, component.key)
    let sum = FeedKey.sum(
      of: feed.bytes, component.range, besides: component.keyLine, marks: key?.marks ?? [])
    let isIntact = key?.sum == sum
    if isSecond {
      items[items.count - 1].components = index - 1..<index + 1
      items[items.count - 1].isIntact = items[items.count - 1].isIntact && isIntact
    } else {
      items.append(Item(feed: number, components: index..<index + 1, key: key, isIntact: isIntact))
    }
  }

  /// True if there is nothing to remember.
  public var isEmpty: Bool { items.isEmpty }

  /// How many items there were.
  public var count: Int { items.count }

  /// The zone that the feed's times are in, nil where it does not say.
  public var zone: String? {
    let named = feeds.lazy.compactMap(\.zone).first
    return named ?? (zoneNames.count == 1 ? zoneNames.first : nil)
  }

  /// The zones that the feed defines.
  public var zoneNames: ExactSet { ExactSet(feeds.flatMap(\.zoneNames)) }

  /// How many items somebody changed since they were written.
  public var editedCount: Int {
    namelessCount + items.indices.count { items[$0].key != nil && !isIntact($0) }
  }

  /// True for the event of the to-do right before it.
  private func isPair(_ feed: FeedReader, _ index: Int) -> Bool {
    guard index > 0, feed.components[index].isEvent, !feed.components[index - 1].isEvent,
      feed.components[index - 1].range.upperBound == feed.components[index].range.lowerBound
    else { return false }
    return feed.text(feed.components[index].uid) == feed.text(feed.components[index - 1].uid)
      + "-event"
  }

  /// The files that items are of.
  var allFiles: Set<UInt64> { Set(files.compactMap(\.self)) }

  // MARK: An item

  /// The file that an item is of, nil where that is not known.
  func file(of item: Int) -> UInt64? { files.isEmpty ? nil : files[item] }

  /// The note about an item from the state; nil if there is none.
  func note(of item: Int) -> FeedNotes.Item? { notes[item] }

  /// True if the line is known that some item was made from.
  var knowsLines: Bool {
    !notes.isEmpty || feeds.contains { $0.components.contains { !$0.line.isEmpty } }
  }

  /// True if all projects above an item are known, and not only the nearest.
  var knowsPaths: Bool {
    !notes.isEmpty || feeds.contains { $0.components.contains { !$0.keyLine.isEmpty } }
  }

  /// The names of an item's hints that say more than a scope allows.
  func hints(of item: Int, beyond scope: HintScope) -> [String] {
    guard scope != .outline else { return [] }
    let (feed, components) = (feed(of: item), components(of: item))
    let (deepest, hasNone) = (scope == .line ? 1 : 0, scope == .nothing)
    var names: [String] = []
    if hasNone, components.contains(where: { !$0.line.isEmpty }) { names.append(LineHint.line) }
    if components.contains(where: { feed.texts($0.path).count > deepest }) {
      names.append(LineHint.path)
    }
    if components.contains(where: { !$0.keyLine.isEmpty }) { names.append(LineHint.key) }
    return names
  }

  func components(of item: Int) -> ArraySlice<FeedComponent> {
    feeds[items[item].feed].components[items[item].components]
  }

  func feed(of item: Int) -> FeedReader { feeds[items[item].feed] }

  /// The bytes of all its components, which stand together.
  func range(of item: Int) -> Range<Int> {
    let components = components(of: item)
    guard let first = components.first, let last = components.last else { return 0..<0 }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// True if an item has a date: one of its components has a DUE or a DTSTART.
  func isDated(_ item: Int) -> Bool {
    let lines = feed(of: item).bytes[range(of: item)].split(separator: UInt8(ascii: "\n"))
    return lines.contains { line in
      ["DUE", "DTSTART"].contains { name in
        line.starts(with: name.utf8)
          && [UInt8(ascii: ":"), UInt8(ascii: ";")].contains(line.dropFirst(name.utf8.count).first)
      }
    }
  }

  func key(of item: Int) -> FeedKey? { items[item].key }

  /// True if nobody changed the bytes of an item, or took one of a pair away.
  func isIntact(_ item: Int) -> Bool {
    let isPair = items[item].components.count == 2
    return items[item].isIntact && items[item].key?.marks.contains(.paired) == isPair
  }

  /// The names of all items.
  public var uids: ExactSet {
    ExactSet(items.indices.flatMap { [uid(of: $0), firstUID(of: $0)] })
  }

  /// The name of an item's line: the UID of its to-do, or what that would be.
  func uid(of item: Int) -> String {
    let uid = firstUID(of: item)
    let isEvent = components(of: item).first?.isEvent == true
    return isEvent && uid.hasSuffix("-event") ? String(uid.dropLast(6)) : uid
  }

  /// The name of an item without all marks of events, by which it differs from every other.
  func root(of item: Int) -> String {
    String(decoding: ExplicitUIDs.root(Array(firstUID(of: item).utf8)[...]), as: UTF8.self)
  }

  /// The UID of an item's first component, by which others are related to it.
  func firstUID(of item: Int) -> String {
    components(of: item).first.map { feed(of: item).text($0.uid) } ?? ""
  }

  /// The UID of the item that this one is a part of, nil where it is one of its own.
  func parentUID(of item: Int) -> String? {
    guard let component = components(of: item).first, !component.parent.isEmpty else { return nil }
    return feed(of: item).text(component.parent)
  }

  /// The texts that a person wrote in an item, without the hints that a scope does not allow.
  func texts(of item: Int, within scope: HintScope) -> [String] {
    let lost = hints(of: item, beyond: scope)
    let hints = [LineHint.line, LineHint.path].filter { !lost.contains($0) }
    return components(of: item).flatMap { feed(of: item).writtenTexts(of: $0, hints: hints) }
  }

  func title(of item: Int) -> String {
    components(of: item).first.map { feed(of: item).text($0.summary) } ?? ""
  }

  /// The bytes of a component without its UID, its version and its key.
  static func content(of component: FeedComponent, _ bytes: [UInt8]) -> [UInt8] {
    var content: [UInt8] = []
    var start = component.range.lowerBound
    let left = [component.revisionLines, component.keyLine, component.uid].filter { !$0.isEmpty }
    for range in left.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      content += bytes[start..<max(start, range.lowerBound)]
      start = max(start, range.upperBound)
    }
    return content + bytes[start..<component.range.upperBound]
  }
}
