import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates

/// Any bytes can be read; reading them again gives the same result, and a changed field is read back.
enum CoderProperties {
  /// The maximum number of items in a file that are changed.
  private static let most = 4

  static func check(_ bytes: [UInt8], _ faults: inout Faults) {
    let reading = CalendarReading(bytes: bytes)
    checkAgain(reading, &faults)
    faults.expect(CalendarEdit(reading).bytes == bytes, "without a change the file is another one")
    for item in reading.items.prefix(most) {
      checkUnchanged(item, in: reading, &faults)
      ChangedField.check(item, in: reading, &faults)
      EncodedItem.check(item, in: reading, &faults)
      checkSeries(of: item, in: reading, &faults)
    }
  }

  /// The same bytes give the same result, with an earlier reading or without.
  private static func checkAgain(_ reading: CalendarReading, _ faults: inout Faults) {
    let bytes = reading.document.bytes
    check(CalendarReading(bytes: bytes, remembering: reading), like: reading, &faults)
    // Equal bytes are not read; with another line end after them, all items are remembered one by one.
    let longer = CalendarReading(bytes: bytes + [0x0A])
    check(CalendarReading(bytes: bytes, remembering: longer), like: reading, &faults)
  }

  private static func check(
    _ again: CalendarReading, like reading: CalendarReading, _ faults: inout Faults
  ) {
    faults.expect(again.items.map(\.item) == reading.items.map(\.item), "remembered items differ")
    faults.expect(again.items.map(\.kept) == reading.items.map(\.kept), "remembered lines differ")
    faults.expect(again.others == reading.others, "remembered components differ")
    faults.expect(again.isComplete == reading.isComplete, "remembered, it is complete or not")
    faults.expect(
      again.diagnostics.map(\.description) == reading.diagnostics.map(\.description),
      "an earlier reading changes the messages")
  }

  private static func checkUnchanged(
    _ item: ItemReading, in reading: CalendarReading, _ faults: inout Faults
  ) {
    var edit = CalendarEdit(reading)
    edit.replace(item, with: item.item, at: Instant(seconds: 1_800_000_000))
    faults.expect(
      edit.bytes == reading.document.bytes, "an item that did not change is another one")
    var removal = CalendarEdit(reading)
    removal.remove(item)
    let left = CalendarReading(bytes: removal.bytes, remembering: reading).items.map(\.item)
    let others = reading.items.filter { $0.component != item.component }.map(\.item)
    faults.expect(left == others, "without an item the others differ")
  }

  /// The occurrences are in order, and end at their bound.
  private static func checkSeries(
    of item: ItemReading, in reading: CalendarReading, _ faults: inout Faults
  ) {
    let changed = reading.items.map(\.item).filter {
      $0.uid == item.item.uid && $0.occurrence != nil
    }
    guard
      let series = ItemSeries(
        item.item, changed: changed, bound: SeriesDates.Bound(steps: 2000))
    else { return }
    let dates = series.prefix(3000).map(\.date)
    faults.expect(zip(dates, dates.dropFirst()).allSatisfy(<=), "occurrences are out of order")
    let bound = 2002 + changed.count + (item.item.recurrence?.also.count ?? 0)
    faults.expect(dates.count <= bound, "there are more occurrences than the bound allows")
  }
}

/// A change of one field of an item in its file.
private enum ChangedField {
  private static let day = DateParameters(dayNumber: 20_000).map { TMDateType.date($0) }

  private static let changes: [(name: String, apply: @Sendable (inout CalendarItem) -> Void)] = [
    ("title", { $0.title += ", changed; \\ and\nmore" }),
    ("notes", { $0.notes = "one\ntwo, three" }),
    ("no notes", { $0.notes = nil }),
    ("location", { $0.location = "Bern; Zoo" }),
    ("url", { $0.url = "https://example.org/a,b;c" }),
    ("class", { $0.classification = "CONFIDENTIAL" }),
    ("priority", { $0.priority = $0.priority == 3 ? 4 : 3 }),
    ("status", { $0.status = .cancelled }),
    ("category", { $0.categories.append("new, one") }),
    ("no category", { $0.categories = [] }),
    ("parent", { $0.relations = [Relation(.parent, "p@example.org")] }),
    ("alarm", { $0.alarms.append(Alarm(.relative(TimeSpan(seconds: -1234), from: .start))) }),
    ("no alarm", { $0.alarms = [] }),
    ("uid", { $0.uid = "other@example.org" }),
    ("day", { if $0.when != nil { makeDay(&$0) } }),
  ]

  @Sendable private static func makeDay(_ item: inout CalendarItem) {
    item.when = day
    item.anchor = .floating
    item.start = nil
    item.estimate = nil
    item.recurrence = nil
    item.occurrence = nil
    item.replacesFuture = false
  }

  /// Makes a few changes that depend on the bytes; only a few, since each reads the whole file again.
  static func check(_ old: ItemReading, in reading: CalendarReading, _ faults: inout Faults) {
    let place = reading.items.firstIndex { $0.component == old.component } ?? 0
    let first = reading.document.bytes.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF
    for step in 0..<4 {
      let (name, apply) = changes[(first + step * 4) % changes.count]
      var new = old.item
      apply(&new)
      var edit = CalendarEdit(reading)
      edit.replace(old, with: new, at: Instant(seconds: 1_800_000_000))
      let again = CalendarReading(bytes: edit.bytes, remembering: reading).items
      guard again.count == reading.items.count else {
        faults.expect(false, "\(name) changes how many items there are")
        continue
      }
      let left = differences(of: again[place].item, from: new)
      faults.expect(left.isEmpty, "\(name) is read back with other \(left)")
      let others = zip(again, reading.items).enumerated().filter { $0.offset != place }
      faults.expect(
        others.allSatisfy { $0.element.0.item == $0.element.1.item }, "\(name) changes another item"
      )
    }
  }

  /// The fields that are read back differently; a new alarm comes before one that never ends.
  private static func differences(of found: CalendarItem, from new: CalendarItem) -> [String] {
    var found = found
    if Set(found.alarms) == Set(new.alarms) { found.alarms = new.alarms }
    return found.changes(from: new).filter { $0 != "revision" }
  }
}

/// An item that is encoded without its old text.
private enum EncodedItem {
  /// Compares a written item with the item that is read back from it, and the texts with the original.
  ///
  /// What an item has only as an event or a reminder, or only with a date, is not written without one, so the original
  /// cannot be compared as a whole.
  static func check(_ item: ItemReading, in reading: CalendarReading, _ faults: inout Faults) {
    let encoder = ItemEncoder(zones: zones(of: item.item))
    guard let once = read(encoder.lines(of: item.item), &faults) else { return }
    faults.expect(once.title == item.item.title, "the title is written as another one")
    faults.expect(once.notes == item.item.notes, "the notes are written as others")
    faults.expect(once.location == item.item.location, "the location is written as another one")
    faults.expect(once.categories == item.item.categories, "the categories are written as others")
    faults.expect(once.uid == item.item.uid, "the UID is written as another one")
    faults.expect(once.alarms.count == item.item.alarms.count, "alarms are lost")
    guard let twice = read(encoder.lines(of: once), &faults) else { return }
    let changes = twice.changes(from: once)
    faults.expect(changes.isEmpty, "what is written twice has other \(changes)")
  }

  private static func read(_ bytes: [UInt8], _ faults: inout Faults) -> CalendarItem? {
    let document = ICSDocument(bytes: bytes)
    let isFolded = document.lines.allSatisfy { $0.isFolded || $0.content.count <= 75 }
    faults.expect(isFolded, "a line is written longer than 75 octets")
    let items = CalendarReading(bytes: bytes).items
    faults.expect(items.count == 1, "an item is written as \(items.count)")
    return items.first?.item
  }

  private static func zones(of item: CalendarItem) -> ExactDictionary<Zone> {
    guard case .zone(let name) = item.anchor, let zone = try? ZoneDatabase().zone(named: name)
    else { return [:] }
    return [name: zone]
  }
}
