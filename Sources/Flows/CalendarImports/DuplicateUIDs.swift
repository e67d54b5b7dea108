import CalendarItems
import CompactDictionary
import Diagnostics
import ExactText
import ICalendar
import LineState
import TaskDates

/// Names for items of some files that have the same UID but are not one series, in whatever file each lies.
///
/// Of several versions of one item only the newest counts. Other items are all imported: one has the UID as its name,
/// and the others have a number after it (`UID #2`). `VersionNumbers` decides which item gets which number.
struct DuplicateUIDs {
  /// An item of the calendars, by its place.
  struct Item: Hashable {
    let input: Int
    let index: Int
  }

  /// What is compared of an item.
  private struct Candidate {
    let item: Item
    let version: ComponentVersion
    /// True if it refers to itself as its sibling.
    let isOwnSibling: Bool

    init(_ item: Item, _ read: CalendarItem, _ uid: String) {
      (self.item, version) = (item, ComponentVersion(read))
      isOwnSibling = read.relations.contains { $0.kind == .sibling && $0.uid == uid }
    }
  }

  /// Older versions of an item.
  struct Older {
    let uid: String
    /// The first of them.
    var first: Item
    var count: Int
  }

  /// The names of items that do not have their UID as name.
  private(set) var names: [Item: String] = [:]
  /// The items that do not count: older versions, and copies.
  private(set) var leftOut: Set<Item> = []
  /// The older versions, together for each UID.
  private(set) var older: [Older] = []
  /// The items that are in another file too, with the same title and dates.
  private(set) var inOtherFiles: [(uid: String, input: Int)] = []

  private let inputs: [CalendarInput]
  private var reader = ImportedItemReader()
  private var known: ItemComponents
  /// The numbers in the names that an earlier import assigned, by UID.
  private var numbers: ExactDictionary<[Int]>
  /// The number of items of each UID.
  private var counts: ExactDictionary<Int> = [:]

  /// Assigns names.
  ///
  /// - Parameters:
  ///   - inputs: The files of a calendar.
  ///   - uids: The UIDs of their items.
  ///   - known: The components of an earlier import, by name.
  init(
    _ inputs: [CalendarInput], _ uids: [[String]], known: ItemComponents
  ) {
    (self.inputs, self.known) = (inputs, known)
    numbers = Self.numbers(known)
    for uid in uids.joined() { counts[uid, default: 0] += 1 }
    for (uid, items) in repeated(uids) { nameItems(items, of: uid) }
    // They are large, and the result stays in memory.
    (numbers, counts, reader) = ([:], [:], ImportedItemReader())
    self.known = [:]
  }

  /// The numbers after the UIDs of names.
  private static func numbers(
    _ known: ItemComponents
  ) -> ExactDictionary<[Int]> {
    var numbers: ExactDictionary<[Int]> = [:]
    for name in known.keys.lazy.map(\.text)
    where name.utf8.last.map({ (0x30...0x39).contains($0) }) == true {
      guard let mark = name.utf8.lastIndex(of: UInt8(ascii: "#")),
        let number = Int(name[name.utf8.index(after: mark)...]), number > 1,
        name[..<mark].utf8.last == UInt8(ascii: " ")
      else { continue }
      numbers[String(name[..<mark].utf8.dropLast()) ?? "", default: []].append(number)
    }
    return numbers
  }

  private static func numberedName(_ uid: String, _ number: Int) -> String {
    number == 1 ? uid : "\(uid) #\(number)"
  }

  /// The items of each UID that has or had several items.
  private func repeated(_ uids: [[String]]) -> [(uid: String, items: [Item])] {
    guard !numbers.isEmpty || counts.contains(where: { $0.value > 1 }) else { return [] }
    var places: ExactDictionary<Int> = [:]
    var found: [(uid: String, items: [Item])] = []
    for (input, own) in uids.enumerated() {
      for (index, uid) in own.enumerated() {
        guard counts[uid, default: 0] > 1 || numbers[uid] != nil else { continue }
        let place = places[uid, default: found.count]
        if place == found.count { found.append((uid, [])) }
        places[uid] = place
        found[place].items.append(Item(input: input, index: index))
      }
    }
    return found
  }

  private mutating func read(_ item: Item) -> CalendarItem {
    reader.reading(at: item.index, of: inputs[item.input].reading.items).item
  }

  private func head(_ item: Item) -> ItemHead { inputs[item.input].heads[item.index] }

  // MARK: One UID

  /// Assigns names to the items of one UID.
  private mutating func nameItems(_ items: [Item], of uid: String) {
    let numbers = (numbers[uid] ?? []).sorted()
    var groups: ExactDictionary<[Item]> = [:]
    // What an earlier import knows by a number keeps its line.
    for item in numbers.isEmpty ? withoutOlderOccurrences(items, of: uid) : items {
      groups[head(item).occurrence, default: []].append(item)
    }
    guard groups.count < items.count || !numbers.isEmpty else { return }
    let remembered = remembered([1] + numbers, uid)
    for key in groups.keys.sorted() {
      guard let group = groups[key], group.count > 1 || !numbers.isEmpty else { continue }
      let versions = withoutHalves(group.map { Candidate($0, read($0), uid) })
      let others = withoutRepeated(withoutCopies(versions), uid)
      nameVersions(others, of: uid, remembered: remembered[key] ?? [])
    }
  }

  /// The components of an earlier import under some names, by occurrence.
  ///
  /// If version 0.1 stored several items under one name, it is unknown which of them it imported.
  private func remembered(
    _ numbers: [Int], _ uid: String
  ) -> ExactDictionary<[VersionNumbers.Remembered]> {
    var remembered: ExactDictionary<[VersionNumbers.Remembered]> = [:]
    for number in numbers {
      guard let component = known[Self.numberedName(uid, number)] else { continue }
      let items = CalendarReading(components: component).items
      var versions: ExactDictionary<[ComponentVersion]> = [:]
      for item in items.map(\.item) {
        versions[ComponentVersion.occurrence(of: item), default: []].append(ComponentVersion(item))
      }
      for (occurrence, versions) in versions where versions.count == 1 {
        remembered[occurrence, default: []].append((number, versions[0]))
      }
    }
    return remembered
  }

  /// The items of an occurrence without to-dos whose event refers to itself as its sibling: version 0.1 wrote such
  /// pairs for lines with `@uid`.
  private mutating func withoutHalves(
    _ group: [Candidate]
  ) -> [(item: Item, version: ComponentVersion)] {
    let hasEvent = group.contains { $0.version.kind == .event && $0.isOwnSibling }
    let left = hasEvent ? group.filter { $0.version.kind == .reminder } : []
    leftOut.formUnion(left.map(\.item))
    return group.filter { !hasEvent || $0.version.kind != .reminder }.map { ($0.item, $0.version) }
  }

  private mutating func withoutCopies(
    _ group: [(item: Item, version: ComponentVersion)]
  ) -> [(item: Item, version: ComponentVersion)] {
    var seen: Set<[UInt8]> = []
    return group.filter { item, version in
      let isNew = seen.insert(version.content).inserted
      if !isNew { leftOut.insert(item) }
      return isNew
    }
  }

  /// Leaves out an item that another file has with the same title and dates.
  ///
  /// Two calendars may have one appointment, with alarms of their own. The newest counts; of equally new ones the order
  /// of the files does not decide.
  private mutating func withoutRepeated(
    _ group: [(item: Item, version: ComponentVersion)], _ uid: String
  ) -> [(item: Item, version: ComponentVersion)] {
    guard group.contains(where: { $0.item.input != group[0].item.input }) else { return group }
    var best: [ComponentVersion.Appearance: Int] = [:]
    for (index, one) in group.enumerated() {
      let other = best[one.version.appearance].map { group[$0].version }
      if other?.isPreferred(to: one.version) != true { best[one.version.appearance] = index }
    }
    return group.enumerated().filter { index, one in
      guard let kept = best[one.version.appearance], kept != index,
        group[kept].item.input != one.item.input, one.version.stamp == group[kept].version.stamp
      else { return true }
      leftOut.insert(one.item)
      inOtherFiles.append((uid, one.item.input))
      return false
    }.map(\.element)
  }

  /// The items without older versions of occurrences, which may be named in UTC and in a zone.
  ///
  /// A series has one on each date. The newest counts, and of equally new ones with one title the last; other titles
  /// stay, so that nothing is lost.
  private mutating func withoutOlderOccurrences(_ items: [Item], of uid: String) -> [Item] {
    var groups: [OccurrenceKey: [Item]] = [:]
    for item in items where !head(item).occurrence.isEmpty {
      groups[head(item).key(inputs[item.input].reading.anchors), default: []].append(item)
    }
    var left: Set<Item> = []
    for group in groups.values where group.count > 1 {
      for kind in Set(group.map { head($0).kind }) {
        let own = group.filter { head($0).kind == kind }.map { ($0, ComponentVersion(read($0))) }
        guard let most = own.map(\.1.stamp).max() else { continue }
        var kept: [ComponentVersion.Title: ComponentVersion] = [:]
        for (item, version) in own.reversed() {
          if version.stamp == most, kept[version.title] == nil {
            kept[version.title] = version
          } else if !kept.values.contains(where: version.isCopy) {
            left.insert(item)
          }
        }
      }
    }
    for item in items where left.contains(item) { leaveOut(item, uid) }
    return items.filter { !left.contains($0) }
  }

  /// Assigns names to the items of one occurrence.
  private mutating func nameVersions(
    _ group: [(item: Item, version: ComponentVersion)], of uid: String,
    remembered: [VersionNumbers.Remembered]
  ) {
    let found = VersionNumbers(
      group.map(\.version), remembered,
      isFree: { $0 == 1 || counts[Self.numberedName(uid, $0)] == nil })
    for (place, (item, _)) in group.enumerated() {
      switch found.numbers[place] {
      case nil: leaveOut(item, uid)
      case 1: break
      case let number?: names[item] = Self.numberedName(uid, number)
      }
    }
  }

  private mutating func leaveOut(_ item: Item, _ uid: String) {
    leftOut.insert(item)
    if let last = older.indices.last, older[last].uid.utf8.elementsEqual(uid.utf8) {
      older[last].count += 1
    } else {
      older.append(Older(uid: uid, first: item, count: 1))
    }
  }
}

extension DuplicateUIDs {
  /// The diagnostics, each at the first of its versions.
  var diagnostics: [(input: Int, diagnostic: Diagnostic)] {
    var places = inputs.map { LinePlaces($0.reading.document) }
    let all = older.map { (start: start(of: $0.first), versions: $0) }
    return all.sorted { ($0.versions.first.input, $0.start) < ($1.versions.first.input, $1.start) }
      .map { start, versions in
        let input = versions.first.input
        let place = places[input].place(ofByte: start)
        return (input, Diagnostic(.warning, at: place, message: versions.sentence))
      }
  }

  /// The first byte of an item.
  private func start(of item: Item) -> Int {
    let reading = inputs[item.input].reading
    return reading.document.range(of: reading.items.component(at: item.index)).lowerBound
  }
}

extension DuplicateUIDs.Older {
  fileprivate var sentence: String {
    let them =
      count == 1
      ? "this is an older version of the item with the UID \(uid.quoted), and is"
      : "this and \(count - 1) more are older versions of the item with the UID \(uid.quoted), and are"
    return "\(them) left out; expected one version of each item"
  }
}
