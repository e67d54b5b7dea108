public import ExactText
public import ICalendar
import LineCodec
public import LineState
import TaskBridge

/// A feed as it was last written: its items, located but not decoded.
public struct FeedMemory: Sendable {
  /// An item: a component, or the to-do and the event of one task.
  struct Item: Sendable {
    /// The index of the calendar.
    let feed: Int
    /// Its components.
    var components: Range<Int>
    /// Its key; nil if it has none.
    var key: FeedKey?
    /// True if nobody changed its bytes since they were written.
    var isIntact: Bool
  }

  /// The calendars.
  public let feeds: [FeedReader]
  /// The key of each calendar.
  private(set) var keys: [CalendarKey]
  private(set) var items: [Item] = []
  /// The number of components without a unique UID.
  private var namelessCount = 0
  /// The file of each item; empty if no file is known.
  private var files: [UInt64?] = []
  /// The notes from the state, by item.
  private var notes: [Int: FeedNotes.Item] = [:]
  /// A hash of how the lines were chosen; empty if unknown.
  let selection: String
  /// The zones whose data have changed since the feed was written, each with the number of its components that have other
  /// instants now.
  public let changedZones: [(name: String, count: Int)]

  /// Reads the calendars of one feed.
  ///
  /// A component without a UID, or with a UID that another component already has, is skipped: duecal writes no such
  /// component, and a UID identifies only one item.
  ///
  /// - Parameters:
  ///   - feeds: The calendars.
  ///   - notes: The notes about their items from the state.
  public init(_ feeds: [FeedReader] = [], noting notes: FeedNotes = FeedNotes()) {
    self.feeds = feeds
    selection = notes.selection
    changedZones = feeds.flatMap { $0.changedZones() }
    keys = feeds.map { CalendarKey($0.key) }
    let count = feeds.reduce(0) { $0 + $1.components.count }
    items.reserveCapacity(count)
    var names = NameSet(expecting: count)
    var runs = FileRuns()
    for (number, feed) in feeds.enumerated() {
      let before = items.count
      for index in feed.components.indices { add(index, of: feed, number: number, names: &names) }
      let files = keys[number].files
      if files.count == items.count - before { runs.append(files) }
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

  /// True if the feed had no items.
  public var isEmpty: Bool { items.isEmpty }

  /// The number of items.
  public var count: Int { items.count }

  /// The zone of the feed's times; nil if the feed does not name one.
  public var zone: String? {
    let named = feeds.lazy.compactMap(\.zone).first
    return named ?? (zoneNames.count == 1 ? zoneNames.first : nil)
  }

  /// The zones that the feed defines.
  public var zoneNames: ExactSet { ExactSet(feeds.flatMap(\.zoneNames)) }

  /// The number of items that were edited since they were written.
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

  /// The files of the items.
  var allFiles: Set<UInt64> { Set(files.compactMap(\.self)) }

  // MARK: An item

  /// The file of an item; nil if unknown.
  func file(of item: Int) -> UInt64? { files.isEmpty ? nil : files[item] }

  /// The hashes of the files that items come from, by the UIDs of the items; without those that are not known.
  var filesOfItems: ExactDictionary<UInt64> {
    let known = items.indices.flatMap { item in
      file(of: item).map { file in names(of: item).map { ($0, file) } } ?? []
    }
    return ExactDictionary(known) { first, _ in first }
  }

  /// The note about an item from the state; nil if there is none.
  func note(of item: Int) -> FeedNotes.Item? { notes[item] }

  /// True if the source line of some item is known.
  var knowsLines: Bool {
    !notes.isEmpty || feeds.contains { $0.components.contains { !$0.line.isEmpty } }
  }

  /// True if all projects of items are known, and not only the nearest.
  var knowsPaths: Bool {
    !notes.isEmpty || feeds.contains { $0.components.contains { !$0.keyLine.isEmpty } }
  }

  /// The names of an item's hints that a scope does not allow.
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

  /// The range of all its components, which are contiguous.
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

  /// True if nobody changed the bytes of an item, or removed one of a pair.
  func isIntact(_ item: Int) -> Bool {
    let isPair = items[item].components.count == 2
    return items[item].isIntact && items[item].key?.marks.contains(.paired) == isPair
  }

  /// The UIDs of all items.
  public var uids: ExactSet { ExactSet(items.indices.flatMap(names)) }

  /// The UIDs by which an import may know an item: that of its line, and that of its first component.
  func names(of item: Int) -> [String] { [uid(of: item), firstUID(of: item)] }

  /// The UID of an item's line: the UID of its to-do, even if there is only an event.
  func uid(of item: Int) -> String {
    let uid = firstUID(of: item)
    let isEvent = components(of: item).first?.isEvent == true
    return isEvent && uid.hasSuffix("-event") ? String(uid.dropLast(6)) : uid
  }

  /// The UID of an item without all `-event` suffixes, which distinguishes it from all others.
  func root(of item: Int) -> String {
    String(decoding: ExplicitUIDs.root(Array(firstUID(of: item).utf8)[...]), as: UTF8.self)
  }

  /// The UID of an item's first component, to which other items refer.
  func firstUID(of item: Int) -> String {
    components(of: item).first.map { feed(of: item).text($0.uid) } ?? ""
  }

  /// The UID of the item's parent; nil if it has none.
  func parentUID(of item: Int) -> String? {
    guard let component = components(of: item).first, !component.parent.isEmpty else { return nil }
    return feed(of: item).text(component.parent)
  }

  /// The texts that a person wrote in an item, without hints that a scope does not allow.
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
