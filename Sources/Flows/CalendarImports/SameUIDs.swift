import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates

/// Items of one calendar with the same UID that are not parts of one series: each gets a name of its own.
///
/// Of several versions of one item only the newest counts. Other items are all imported: the first has
/// the UID as its name, and the second has a number behind it (`UID #2`). An item that an earlier import
/// knows by its text keeps its name, also if it has another place in the calendar now.
struct SameUIDs {
  /// An item of the calendars, by its place.
  struct Item: Hashable {
    let input: Int
    let index: Int
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

  private let inputs: [CalendarInput]
  private let known: ExactDictionary<ArraySlice<UInt8>>
  /// The numbers in the names that an earlier import gave, by UID.
  private var numbers: ExactDictionary<[Int]>
  /// The UIDs of the calendars.
  private var counts: ExactDictionary<Int> = [:]

  /// Names items.
  ///
  /// - Parameters:
  ///   - inputs: The calendars; only the first one with a UID has its items.
  ///   - uids: The UIDs of their items.
  ///   - known: The components of an earlier import, by name.
  init(
    _ inputs: [CalendarInput], _ uids: [[String]], known: ExactDictionary<ArraySlice<UInt8>>
  ) {
    (self.inputs, self.known) = (inputs, known)
    numbers = Self.numbers(known)
    var owners: ExactDictionary<Int> = [:]
    for (input, own) in uids.enumerated() {
      for uid in own where owners[uid, default: input] == input {
        if inputs.count > 1 { owners[uid] = input }
        counts[uid, default: 0] += 1
      }
    }
    for (uid, items) in repeated(uids, owners) { name(items, called: uid) }
  }

  /// The numbers behind the UIDs of names.
  private static func numbers(
    _ known: ExactDictionary<ArraySlice<UInt8>>
  ) -> ExactDictionary<[Int]> {
    var numbers: ExactDictionary<[Int]> = [:]
    for name in known.keys where name.utf8.last.map({ (0x30...0x39).contains($0) }) == true {
      guard let mark = name.utf8.lastIndex(of: UInt8(ascii: "#")),
        let number = Int(name[name.utf8.index(after: mark)...]), number > 1,
        name[..<mark].utf8.last == UInt8(ascii: " ")
      else { continue }
      numbers[String(name[..<mark].utf8.dropLast()) ?? "", default: []].append(number)
    }
    return numbers
  }

  private static func name(_ uid: String, _ number: Int) -> String {
    number == 1 ? uid : "\(uid) #\(number)"
  }

  /// The items of each UID that several items have, or had.
  private func repeated(
    _ uids: [[String]], _ owners: ExactDictionary<Int>
  ) -> [(uid: String, items: [Item])] {
    guard !numbers.isEmpty || counts.contains(where: { $0.value > 1 }) else { return [] }
    var places: ExactDictionary<Int> = [:]
    var found: [(uid: String, items: [Item])] = []
    for (input, own) in uids.enumerated() {
      for (index, uid) in own.enumerated() where owners[uid, default: input] == input {
        guard counts[uid, default: 0] > 1 || numbers[uid] != nil else { continue }
        let place = places[uid, default: found.count]
        if place == found.count { found.append((uid, [])) }
        places[uid] = place
        found[place].items.append(Item(input: input, index: index))
      }
    }
    return found
  }

  private func read(_ item: Item) -> CalendarItem {
    inputs[item.input].reading.items[item.index].item
  }

  // MARK: One UID

  /// A component without its stamps, and the occurrence that it is.
  private struct Form: Hashable {
    let occurrence: String
    let content: [UInt8]

    static func occurrence(_ item: CalendarItem) -> String {
      item.occurrence.map { "\($0)" } ?? ""
    }

    init(_ item: CalendarItem) {
      occurrence = Self.occurrence(item)
      content = item.original.bytes?.withoutStamps ?? []
    }
  }

  private mutating func name(_ items: [Item], called uid: String) {
    let numbers = (numbers[uid] ?? []).sorted()
    var groups: ExactDictionary<[Item]> = [:]
    for item in items { groups[Form.occurrence(read(item)), default: []].append(item) }
    guard groups.count < items.count || !numbers.isEmpty else { return }
    let places = places(of: [1] + numbers, uid)
    for key in groups.keys.sorted() {
      guard let group = groups[key], group.count > 1 || !numbers.isEmpty else { continue }
      let items = withoutHalves(group, called: uid)
      name(
        withoutCopies(items.map { ($0, Form(read($0))) }), called: uid, places: places[key] ?? [:])
    }
  }

  /// The numbers of the names that an earlier import knows, by occurrence and by the text of the component.
  ///
  /// Where version 0.1 remembered several items under one name, nobody knows which of them it took.
  private func places(of numbers: [Int], _ uid: String) -> ExactDictionary<[[UInt8]: Int]> {
    var places: ExactDictionary<[[UInt8]: Int]> = [:]
    for number in numbers {
      guard let component = known[Self.name(uid, number)] else { continue }
      let bytes = CalendarWriter.start + Array("\r\n".utf8) + component + CalendarWriter.end
      let items = CalendarReading(bytes: bytes, limits: .unlimitedSize).items.map { Form($0.item) }
      let counts = ExactDictionary(items.map { ($0.occurrence, 1) }, uniquingKeysWith: +)
      for form in items where counts[form.occurrence] == 1 {
        places[form.occurrence, default: [:]][form.content] = number
      }
    }
    return places
  }

  /// The items of an occurrence without a to-do whose event names itself as its sibling: version 0.1 wrote
  /// such pairs of lines with `@uid`.
  private mutating func withoutHalves(_ group: [Item], called uid: String) -> [Item] {
    let hasEvent = group.contains { item in
      read(item).kind == .event
        && read(item).relations.contains { $0.kind == .sibling && $0.uid == uid }
    }
    guard hasEvent else { return group }
    leftOut.formUnion(group.filter { read($0).kind == .reminder })
    return group.filter { read($0).kind != .reminder }
  }

  private mutating func withoutCopies(
    _ group: [(item: Item, form: Form)]
  ) -> [(item: Item, form: Form)] {
    var seen: Set<[UInt8]> = []
    return group.filter { item, form in
      let isNew = seen.insert(form.content).inserted
      if !isNew { leftOut.insert(item) }
      return isNew
    }
  }

  /// Gives the items of one occurrence their names.
  ///
  /// An item that an earlier import knows is no older version, nor is the newest of the others where such
  /// an item is gone: it may be that one.
  private mutating func name(
    _ group: [(item: Item, form: Form)], called uid: String, places: [[UInt8]: Int]
  ) {
    var taken: Set<Int> = []
    var left: [Item] = []
    for (item, form) in group {
      if let number = places[form.content], !isTaken(uid, number) {
        taken.insert(number)
        take(item, uid, number: number)
      } else {
        left.append(item)
      }
    }
    left = withoutOlder(left, of: group.map(\.item), spared: places.count - taken.count, uid: uid)
    var number = 1
    for item in lastFirst(left) {
      while taken.contains(number) || isTaken(uid, number) { number += 1 }
      take(item, uid, number: number)
      number += 1
    }
  }

  /// True if another item has a name as its UID.
  private func isTaken(_ uid: String, _ number: Int) -> Bool {
    number > 1 && counts[Self.name(uid, number)] != nil
  }

  private mutating func take(_ item: Item, _ uid: String, number: Int) {
    if number > 1 { names[item] = Self.name(uid, number) }
  }

  /// The items with that one first which version 0.1 imported; it knew only one.
  private func lastFirst(_ items: [Item]) -> [Item] {
    func sequence(_ place: Int) -> Int { read(items[place]).revision?.sequence ?? 0 }
    guard
      let first = items.indices.max(by: { (sequence($0), $0) < (sequence($1), $1) })
    else { return items }
    return [items[first]] + items[..<first] + items[(first + 1)...]
  }

  // MARK: Versions

  /// Some items of one occurrence without older versions of any other.
  ///
  /// A version is older if its SEQUENCE is lower, or if its title is the same and its stamp is earlier.
  ///
  /// - Parameter spared: How many of the newest stay in any case.
  private mutating func withoutOlder(
    _ items: [Item], of all: [Item], spared: Int, uid: String
  ) -> [Item] {
    let (newest, last) = newest(all.map { Version(read($0)) })
    let versions = items.map { Version(read($0)) }
    let inOrder = versions.indices.sorted { (versions[$1], $1) < (versions[$0], $0) }
    let isSpared = Set(inOrder.prefix(spared))
    return items.indices.filter { place in
      let version = versions[place]
      let isOlder =
        version.sequence < last[version.kind] ?? 0
        || newest[version.line].map { version < $0 } ?? false
      guard isOlder, !isSpared.contains(place) else { return true }
      leaveOut(items[place], uid)
      return false
    }.map { items[$0] }
  }

  /// The newest version of each title, and the highest SEQUENCE of each kind.
  private func newest(
    _ versions: [Version]
  ) -> (newest: [Version.Line: Version], last: [CalendarItem.Kind: Int]) {
    var newest: [Version.Line: Version] = [:]
    var last: [CalendarItem.Kind: Int] = [:]
    for version in versions {
      newest[version.line] = max(newest[version.line] ?? version, version)
      last[version.kind] = max(last[version.kind] ?? 0, version.sequence)
    }
    return (newest, last)
  }

  private mutating func leaveOut(_ item: Item, _ uid: String) {
    leftOut.insert(item)
    if let last = older.indices.last, older[last].uid.utf8.elementsEqual(uid.utf8) {
      older[last].count += 1
    } else {
      older.append(Older(uid: uid, first: item, count: 1))
    }
  }

  /// Which version of an item a component is.
  private struct Version: Comparable {
    /// What all versions have in common that differ in their stamps alone.
    struct Line: Hashable {
      let kind: CalendarItem.Kind
      let title: ExactString
    }

    let line: Line
    let sequence: Int
    let modified: Instant

    var kind: CalendarItem.Kind { line.kind }

    init(_ item: CalendarItem) {
      line = Line(kind: item.kind, title: ExactString(item.title))
      sequence = item.revision?.sequence ?? 0
      modified = item.revision?.modified ?? Instant(seconds: .min)
    }

    static func < (left: Version, right: Version) -> Bool {
      (left.sequence, left.modified) < (right.sequence, right.modified)
    }
  }
}

extension SameUIDs {
  /// The sentences for a person, each at the first of its versions.
  var diagnostics: [(input: Int, diagnostic: Diagnostic)] {
    var places = inputs.map { LinePlaces($0.reading.document) }
    let all = older.map { (start: read($0.first).original.bytes?.startIndex ?? 0, versions: $0) }
    return all.sorted { ($0.versions.first.input, $0.start) < ($1.versions.first.input, $1.start) }
      .map { start, versions in
        let input = versions.first.input
        let place = places[input].place(ofByte: start)
        return (input, Diagnostic(.warning, at: place, message: versions.sentence))
      }
  }
}

extension SameUIDs.Older {
  fileprivate var sentence: String {
    let them =
      count == 1
      ? "this is an older version of the item with the UID \(uid.quoted), and is"
      : "this and \(count - 1) more are older versions of the item with the UID \(uid.quoted), and are"
    return "\(them) left out; expected one version of each item"
  }
}
