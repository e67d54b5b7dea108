import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import ICalendar
import LineCodec
import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import TestSupport

/// Random items with a change on each of two sides, merged by each part of the product that merges, and compared with what
/// a few plain rules say about each field.
enum MergeTriples {
  /// The differences that a number of triples have shown.
  static func run(_ count: Int, seed: UInt64) -> [String] {
    var generator = SeededGenerator(seed: seed)
    var faults: [String] = []
    for number in 0..<count {
      let triple = MergeTriple(&generator)
      faults += (triple.syncFaults + triple.lineFaults + triple.storedFaults + triple.textFaults)
        .map { "triple \(number): \($0)" }
      if faults.count > 20 { break }
    }
    print("\(count) triples of a sync, an import, a stored line and a text, \(faults.count) faults")
    return faults
  }
}

/// An item, and what each side made of it.
private struct MergeTriple {
  var base = CalendarItem(kind: .reminder, uid: "1", title: "Title")
  var a: CalendarItem
  var b: CalendarItem

  init(_ generator: inout SeededGenerator) {
    // A series needs a date.
    TripleField.when.set(&base, &generator)
    for field in TripleField.allCases where Int.random(in: 0..<3, using: &generator) > 0 {
      field.set(&base, &generator)
    }
    (a, b) = (base, base)
    for field in TripleField.allCases {
      if Int.random(in: 0..<4, using: &generator) == 0 { field.set(&a, &generator) }
      if Int.random(in: 0..<4, using: &generator) == 0 { field.set(&b, &generator) }
    }
  }

  /// What becomes of a field that has one value.
  ///
  /// - Parameter winner: The item whose value counts if both changed it.
  private func expected(_ field: TripleField, winner: CalendarItem) -> String {
    let (was, left, right) = (field.text(base), field.text(a), field.text(b))
    if left == was { return right }
    return right == was || left == right ? left : field.text(winner)
  }

  /// The members of a list: those that both kept, and those that one added.
  private func expectedMembers(_ field: TripleField) -> Set<String> {
    let (was, left, right) = (field.members(base), field.members(a), field.members(b))
    return was.intersection(left).intersection(right)
      .union(left.subtracting(was)).union(right.subtracting(was))
  }

  // MARK: Sync

  private func merged(_ a: CalendarItem, _ b: CalendarItem, _ winner: SyncPreference)
    -> SyncSides<CalendarItem>
  {
    ContentMerge(
      base: SyncSides(a: ItemContent(base), b: ItemContent(base)),
      now: SyncSides(a: ItemContent(a), b: ItemContent(b)), preference: winner
    ).contents.map(\.item)
  }

  var syncFaults: [String] {
    let items = merged(a, b, .a)
    var faults = check(items.a, "sync a", winner: a) + check(items.b, "sync b", winner: a)
    if !Self.isSame(items.a, items.b) { faults.append("sync: the sides differ") }
    if !Self.isSame(merged(a, base, .b).b, a) { faults.append("sync: a is not taken") }
    if !Self.isSame(merged(base, b, .a).a, b) { faults.append("sync: b is not taken") }
    return faults + check(merged(b, a, .b).a, "mirrored sync", winner: a)
  }

  /// True if two items are equal in a sync, in whatever order their alarms are.
  private static func isSame(_ left: CalendarItem, _ right: CalendarItem) -> Bool {
    sorted(left).isEqual(to: sorted(right), under: .store)
  }

  private static func sorted(_ item: CalendarItem) -> CalendarItem {
    var item = item
    item.alarms.sort { "\($0.trigger)" < "\($1.trigger)" }
    return item
  }

  /// True if one side has completed an occurrence of a series that the other has moved on, which then stays open.
  private var goesOn: Bool {
    [(a, b), (b, a)].contains { done, moved in
      done.isClosed && done.status != base.status && moved.recurs && !moved.isClosed
        && moved.when != base.when
    }
  }

  private func check(_ item: CalendarItem, _ name: String, winner: CalendarItem) -> [String] {
    TripleField.allCases.compactMap { field in
      let isRight =
        field.isList
        ? field.members(item) == expectedMembers(field)
        : field == .notes
          ? allowsNotes(item)
          : field == .status && goesOn || field.text(item) == expected(field, winner: winner)
      return isRight ? nil : "\(name): \(field) is \(field.text(item)), of \(all(field))"
    }
  }

  private func all(_ field: TripleField) -> [String] { [base, a, b].map(field.text) }

  /// True if the notes have what one side alone made of them, or only lines of both.
  private func allowsNotes(_ item: CalendarItem) -> Bool {
    if base.notes == b.notes { return item.notes == a.notes }
    if base.notes == a.notes { return item.notes == b.notes }
    let lines = TripleField.notes.members(a).union(TripleField.notes.members(b))
    return TripleField.notes.members(item).isSubset(of: lines)
  }

  // MARK: A line, and the item that a store keeps of it

  /// The calendar has a, the person's line has b: the line's own values win.
  var lineFaults: [String] {
    let mapping = LineMapping(LineMapping.Options(zone: .utc))
    let reader = LineFieldReader { _ in nil }
    func body(_ item: CalendarItem) -> String { mapping.line(of: item).body }
    let merge = LineMerge(
      body(base), then: body(base), now: body(a), mine: body(b), reader: reader)
    var wanted = b
    for field in TripleField.allCases where !field.isList && field != .notes {
      if field.text(b) == field.text(base) { field.copy(from: a, to: &wanted) }
    }
    // What the person has completed stays completed.
    if b.isClosed, !base.isClosed { TripleField.status.copy(from: b, to: &wanted) }
    for field in TripleField.allCases where field.isList {
      field.set(&wanted, members: expectedMembers(field))
    }
    let (left, right) = (Self.words(merge.body), Self.words(body(wanted)))
    return left == right ? [] : ["import: \(merge.body) instead of \(body(wanted))"]
  }

  private static func words(_ line: String) -> [String] {
    let document = TaskDocument(line)
    guard let first = document.lines.first else { return [] }
    return [document.string(first.text)]
      + document.tags[first.tags].map { document.tag($0).toString }.sorted()
  }

  /// The line changes from base to a, the store has b: only what the line changed is written.
  var storedFaults: [String] {
    var item = b
    ItemDifference(from: base, to: a).write(
      into: &item, of: ItemDifference.LineContext(zones: [:], movesAlarms: false))
    return TripleField.allCases.compactMap { field in
      let isRight =
        field.isList
        ? field.members(item) == expectedMembers(field)
        : field == .notes || field.text(item) == expected(field, winner: a)
      return isRight ? nil : "store: \(field) is \(field.text(item)), of \(all(field))"
    }
  }

  // MARK: The text of an item

  /// The text of base with the change to a, then that to b, is read as b.
  var textFaults: [String] {
    guard var text = text(of: base) else { return ["text: base is not written"] }
    for item in [a, b] {
      let reading = CalendarReading(bytes: text)
      guard let old = reading.items.first else { return ["text: nothing is read"] }
      var edit = CalendarEdit(reading)
      edit.replace(old, with: item, at: Instant(seconds: 1_800_000_000))
      text = edit.bytes
    }
    guard let read = CalendarReading(bytes: text).items.first?.item else {
      return ["text: nothing is read"]
    }
    let isKept = String(decoding: text, as: UTF8.self).contains("X-OTHER:kept")
    let other = read.difference(from: b, under: .store).map(\.name)
    return (Self.isSame(read, b) ? [] : ["text: \(other) differ"])
      + (isKept ? [] : ["text: X-OTHER is lost"])
  }

  private func text(of item: CalendarItem) -> [UInt8]? {
    let start = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x\r\nEND:VCALENDAR\r\n"
    var edit = CalendarEdit(CalendarReading(bytes: Array(start.utf8)))
    guard edit.add(item) else { return nil }
    let text = String(decoding: edit.bytes, as: UTF8.self)
      .replacing("END:VTODO", with: "X-OTHER:kept\r\nEND:VTODO")
    return Array(text.utf8)
  }
}

/// A field of a triple, with a few values.
private enum TripleField: CaseIterable {
  case title, notes, when, status, priority, location, url, color, categories, alarms, recurrence

  /// True for a field whose values are merged one by one.
  var isList: Bool { [.categories, .alarms].contains(self) }

  private static let minutes = [5, 15, 30, 60]
  private static let words = ["home", "work", "phone", "garden"]

  /// Sets a random value.
  func set(_ item: inout CalendarItem, _ generator: inout SeededGenerator) {
    let number = Int.random(in: 1...4, using: &generator)
    let day = DateParameters(dayNumber: 20_700 + number)
    switch self {
    case .title: item.title = "Title \(number)"
    case .notes: setNotes(&item, &generator)
    case .when:
      item.when = day.map { .dateTime(DateTimeParameters(date: $0, time: .midnight)) }
    case .status: item.status = [nil, .inProcess, .cancelled, .completed][number - 1]
    case .priority: item.priority = number == 4 ? nil : number * 2
    case .location: item.location = number == 4 ? nil : "Place \(number)"
    case .url: item.url = number == 4 ? nil : "https://example.org/\(number)"
    case .color: item.color = [nil, "red", "blue", "green"][number - 1]
    case .categories, .alarms:
      set(&item, members: Set(Self.pool(of: self).filter { _ in Bool.random(using: &generator) }))
    case .recurrence:
      item.recurrence =
        number == 4 ? nil : Recurrence(rule: RecurrenceRule(.daily, interval: number))
    }
  }

  private func setNotes(_ item: inout CalendarItem, _ generator: inout SeededGenerator) {
    let lines = ["one", "two", "three", "four"].filter { _ in Bool.random(using: &generator) }
    item.notes = lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func pool(of field: TripleField) -> [String] {
    field == .alarms ? minutes.map(String.init) : words
  }

  /// Sets the values of a list.
  func set(_ item: inout CalendarItem, members: Set<String>) {
    let members = Self.pool(of: self).filter(members.contains)
    if self == .categories { item.categories = members }
    if self == .alarms {
      item.alarms = members.compactMap(Int.init).map {
        Alarm(.relative(TimeSpan(seconds: -60 * $0), from: .due))
      }
    }
  }

  /// The values of a list, or the lines of notes.
  func members(_ item: CalendarItem) -> Set<String> {
    switch self {
    case .categories: Set(item.categories)
    case .alarms: Set(item.alarms.compactMap(Self.minutes))
    case .notes: Set((item.notes ?? "").split(separator: "\n").map(String.init))
    default: []
    }
  }

  private static func minutes(_ alarm: Alarm) -> String? {
    guard case .relative(let span, _) = alarm.trigger else { return nil }
    return "\(-span.nominalSeconds / 60)"
  }

  /// The value as a text.
  func text(_ item: CalendarItem) -> String {
    switch self {
    case .title: item.title
    case .notes: item.notes ?? ""
    case .when: item.when.map { "\(DatePayload($0))" } ?? ""
    case .status: item.status?.rawValue ?? ""
    case .priority: item.priority.map(String.init) ?? ""
    case .location: item.location ?? ""
    case .url: item.url ?? ""
    case .color: item.color ?? ""
    case .categories, .alarms: members(item).sorted().joined(separator: ",")
    case .recurrence: item.recurrence?.rule.map { "\($0.interval)" } ?? ""
    }
  }

  /// Copies the value of another item.
  func copy(from other: CalendarItem, to item: inout CalendarItem) {
    switch self {
    case .title: item.title = other.title
    case .notes: item.notes = other.notes
    case .when: item.when = other.when
    case .status: item.status = other.status
    case .priority: item.priority = other.priority
    case .location: item.location = other.location
    case .url: item.url = other.url
    case .color: item.color = other.color
    case .categories: item.categories = other.categories
    case .alarms: item.alarms = other.alarms
    case .recurrence: item.recurrence = other.recurrence
    }
  }
}
