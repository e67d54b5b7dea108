import CalendarItems
import ExactText
import Foundation
import ICalendar
import TaskDates

/// Reads every calendar below a folder, counts how each line is read, changes each field of each item in turn, and
/// checks which lines differ then.
///
/// Prints a row for each source, `name files items understood kept refused changes faults`, and the faults on standard
/// error.
struct CoderCheck {
  private var counts = Counts()

  private struct Counts {
    var files = 0
    var items = 0
    var understood = 0
    var kept = 0
    var refused = 0
    var changes = 0
    var faults = 0

    static func + (left: Counts, right: Counts) -> Counts {
      var sum = left
      sum.files += right.files
      sum.items += right.items
      sum.understood += right.understood
      sum.kept += right.kept
      sum.refused += right.refused
      sum.changes += right.changes
      sum.faults += right.faults
      return sum
    }

    var row: String { "\(files) \(items) \(understood) \(kept) \(refused) \(changes) \(faults)" }
  }

  static func run(_ folder: String) -> [String] {
    var total = Counts()
    let sources = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for source in sources.sorted() {
      var check = CoderCheck()
      let files = FileManager.default.enumerator(atPath: "\(folder)/\(source)")
      for case let name as String in files ?? .init() {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(source)/\(name)") else {
          continue
        }
        check.look(at: Array(data), "\(source)/\(name)")
      }
      guard check.counts.files > 0 else { continue }
      print(source, check.counts.row)
      total = total + check.counts
    }
    print("all", total.row)
    return total.faults == 0 ? [] : ["\(total.faults) faults"]
  }

  private mutating func look(at bytes: [UInt8], _ name: String) {
    let reading = CalendarReading(bytes: bytes)
    counts.files += 1
    if CalendarEdit(reading).bytes != bytes || reading.document.printed != bytes {
      fault(name, "does not come back")
    }
    // Each change reads the whole file again, so only a few items of a large file are changed.
    let step = max(1, reading.items.count * bytes.count / 200_000)
    for (place, item) in reading.items.enumerated() {
      count(item, of: reading)
      guard place % step == 0 else { continue }
      for change in FieldChange.all { make(change, of: item, in: reading, name) }
    }
  }

  private mutating func count(_ item: ItemReading, of reading: CalendarReading) {
    counts.items += 1
    counts.kept += item.kept.count
    counts.refused += item.refused.count
    let component = reading.document.components[item.component]
    let tree = item.component..<component.end
    counts.understood +=
      component.lines.count - 2 * tree.count - item.kept.count - item.refused.count
  }

  private mutating func fault(_ name: String, _ sentence: String) {
    counts.faults += 1
    FileHandle.standardError.write(Data("\(name): \(sentence)\n".utf8))
  }

  /// Changes one field, and checks the lines that differ and what is read from them.
  private mutating func make(
    _ change: FieldChange, of old: ItemReading, in reading: CalendarReading, _ name: String
  ) {
    var new = old.item
    change.apply(&new)
    guard !new.changes(from: old.item).isEmpty else { return }
    counts.changes += 1
    var edit = CalendarEdit(reading, zones: FieldChange.zones)
    edit.replace(old, with: new, at: Instant(seconds: 1_800_000_000))
    // A VTIMEZONE that does not say what the item means is replaced, or the item gets a zone of another name.
    let correctsZones = edit.correctsZones
    let differing = Self.names(of: reading.document.bytes, edit.bytes, besidesZones: correctsZones)
    let allowed = correctsZones ? change.names.union(FieldChange.dates) : change.names
    if let other = differing.first(where: { !allowed.contains($0) }) {
      return fault("\(name) \(old.item.uid)", "\(change.name) changes \(other)")
    }
    // Without its title, a to-do that has only a priority is left out.
    if Self.isEmpty(new) { return }
    let again = CalendarReading(bytes: edit.bytes)
    let place = reading.items.firstIndex { $0.component == old.component } ?? 0
    guard again.items.count == reading.items.count else {
      return fault("\(name) \(old.item.uid)", "\(change.name) changes how many items there are")
    }
    let read = again.items[place].item
    let isRenamed = correctsZones && Self.isSameInstant(new, reading, read, again)
    let left = read.changes(from: new).filter {
      $0 != "revision" && !(isRenamed && $0 == "anchor")
        && !(change.name == "when" && $0 == "recurrence" && Self.countsStartsNow(read, new))
    }
    if !left.isEmpty {
      fault("\(name) \(old.item.uid)", "\(change.name) is read back otherwise: \(left)")
      if ProcessInfo.processInfo.environment["DUECAL_VERBOSE"] != nil {
        dump((new, read))
        print(String(decoding: edit.bytes, as: UTF8.self))
      }
    }
  }

  private static func isEmpty(_ item: CalendarItem) -> Bool {
    ItemField.allCases.allSatisfy {
      !item.has($0) || sayNothing.contains($0)
    }
  }

  private static let sayNothing: Set<ItemField> = [
    .core(.revision), .core(.blocksTime), .core(.status), .core(.percent), .detail(.priority),
    .detail(.classification),
  ]

  /// True if a series differs only in what it counts: a due date that moves away from a start makes a series of starts,
  /// because RFC 5545 counts DTSTART.
  private static func countsStartsNow(_ read: CalendarItem, _ new: CalendarItem) -> Bool {
    var recurrence = read.recurrence
    recurrence?.countsStarts = false
    return read.recurrence?.countsStarts == true && new.start != nil && recurrence == new.recurrence
  }

  /// True if the times of two items are the same instants: a zone that is written again may get its main name.
  private static func isSameInstant(
    _ old: CalendarItem, _ before: CalendarReading, _ new: CalendarItem, _ after: CalendarReading
  ) -> Bool {
    let zones = (old.anchor.zone(before.anchors), new.anchor.zone(after.anchors))
    guard let mine = zones.0, let theirs = zones.1, let date = old.when ?? old.start else {
      return false
    }
    return mine.instant(of: date.startDate) == theirs.instant(of: date.startDate)
  }

  /// The lines of a file.
  private static func lines(of bytes: [UInt8], besidesZones: Bool) -> [[UInt8]] {
    let document = ICSDocument(bytes: bytes)
    var isZone = false
    return document.lines.compactMap { line in
      let own = Array(bytes[line.range])
      guard besidesZones else { return own }
      let text = String(decoding: own, as: UTF8.self).uppercased()
      if text.hasPrefix("BEGIN:VTIMEZONE") { isZone = true }
      defer { if text.hasPrefix("END:VTIMEZONE") { isZone = false } }
      return isZone ? nil : own
    }
  }

  /// The properties whose lines are in only one of two files.
  private static func names(
    of old: [UInt8], _ new: [UInt8], besidesZones: Bool
  ) -> Set<String> {
    let before = lines(of: old, besidesZones: besidesZones)
    let after = lines(of: new, besidesZones: besidesZones)
    var start = 0
    while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
    var end = 0
    while end < min(before.count, after.count) - start,
      before[before.count - 1 - end] == after[after.count - 1 - end]
    {
      end += 1
    }
    let difference = Array(after[start..<after.count - end]).difference(
      from: Array(before[start..<before.count - end]))
    return Set(
      difference.map { change in
        switch change {
        case .insert(_, let line, _), .remove(_, let line, _):
          PropertyLine(
            ICSDocument(bytes: line).lines.first.map { ICSDocument(bytes: line).unfolded($0) } ?? []
          )
          .upperName
        }
      })
  }
}

/// A change of one field, and the properties whose lines may differ then.
struct FieldChange: Sendable {
  let name: String
  let names: Set<String>
  let apply: @Sendable (inout CalendarItem) -> Void

  private init(
    _ name: String, _ names: Set<String>, _ apply: @escaping @Sendable (inout CalendarItem) -> Void
  ) {
    self.name = name
    self.names = names.union(["DTSTAMP", "LAST-MODIFIED", "LAST-MOD", "SEQUENCE"])
    self.apply = apply
  }

  private static let day = DateParameters(dayNumber: 20_000).map { TMDateType.date($0) }
  static let dates: Set<String> = [
    "DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "EXRULE", "EXDATE", "RDATE", "RECURRENCE-ID",
  ]

  /// The lines of the VTIMEZONE that a calendar needs then.
  private static let zoneLines: Set<String> = [
    "BEGIN", "END", "TZID", "TZNAME", "TZOFFSETFROM", "TZOFFSETTO", "TRIGGER",
  ]

  /// The zones that items are moved to.
  static let zones: ExactDictionary<Zone> =
    (try? ZoneDatabase().zone(named: "Asia/Tokyo")).map { ["Asia/Tokyo": $0] } ?? [:]

  static let all: [FieldChange] = [
    FieldChange("nothing", []) { _ in },
    FieldChange("title", ["SUMMARY"]) { $0.title += ", changed; \\ and\nmore é" },
    FieldChange("no title", ["SUMMARY"]) { $0.title = "" },
    FieldChange("notes", ["DESCRIPTION"]) { $0.notes = "one\ntwo, three" },
    FieldChange("no notes", ["DESCRIPTION"]) { $0.notes = nil },
    FieldChange("location", ["LOCATION"]) { $0.location = "Bern; Zoo" },
    FieldChange("url", ["URL"]) { $0.url = "https://example.org/a,b;c" },
    FieldChange("class", ["CLASS"]) { $0.classification = "CONFIDENTIAL" },
    FieldChange("priority", ["PRIORITY"]) { $0.priority = $0.priority == 3 ? 4 : 3 },
    FieldChange("no priority", ["PRIORITY"]) { $0.priority = nil },
    FieldChange("status", ["STATUS"]) { $0.status = .cancelled },
    FieldChange("done", ["STATUS", "PERCENT-COMPLETE", "PERCENT_COMPLETE", "COMPLETED"]) {
      guard $0.kind == .reminder else { return }
      $0.status = .completed
      $0.percent = 100
      $0.completed = Instant(seconds: 1_750_000_000)
    },
    FieldChange("category", ["CATEGORIES"]) { $0.categories.append("new, one") },
    FieldChange("one category less", ["CATEGORIES"]) { _ = $0.categories.popLast() },
    FieldChange("categories", ["CATEGORIES"]) { $0.categories = ["a", "b,c"] },
    FieldChange("parent", ["RELATED-TO"]) { $0.relations = [Relation(.parent, "p@example.org")] },
    FieldChange("alarm", ["BEGIN", "END", "ACTION", "DESCRIPTION", "TRIGGER"]) {
      $0.alarms.append(Alarm(.relative(TimeSpan(seconds: -1234), from: .start)))
    },
    FieldChange("trigger", ["TRIGGER"]) {
      guard !$0.alarms.isEmpty else { return }
      $0.alarms[0].trigger = .relative(TimeSpan(days: -1), from: .due)
    },
    FieldChange("acknowledged", ["ACKNOWLEDGED"]) {
      guard !$0.alarms.isEmpty else { return }
      $0.alarms[0].acknowledged = Instant(seconds: 1_760_000_000)
    },
    FieldChange("when", dates) { $0.when = $0.when.flatMap { moved($0) } },
    FieldChange("a day", dates) {
      guard $0.when != nil else { return }
      $0.when = day
      $0.anchor = .floating
      $0.start = nil
      $0.estimate = nil
      $0.recurrence = nil
      $0.occurrence = nil
      $0.replacesFuture = false
    },
    FieldChange("zone", dates.union(zoneLines)) {
      guard $0.when?.isAllDay == false, $0.start?.isAllDay != true,
        $0.recurrence?.except.contains(where: \.isAllDay) != true
      else { return }
      $0.anchor = .zone("Asia/Tokyo")
      guard var recurrence = $0.recurrence else { return }
      recurrence.rules = recurrence.rules.map { ending($0) }
      recurrence.exceptRules = recurrence.exceptRules.map { ending($0) }
      $0.recurrence = recurrence
    },
    FieldChange("rule", ["RRULE"]) {
      guard $0.recurrence?.rules.isEmpty == false else { return }
      $0.recurrence?.rule?.interval += 1
    },
    FieldChange("exception", ["EXDATE"]) {
      guard let recurrence = $0.recurrence, !recurrence.rules.isEmpty,
        let date = ($0.start ?? $0.when).flatMap({ moved($0) })
      else { return }
      let start: TMDateType = date.isAllDay ? .date(date.firstDay) : .dateTime(date.startDate)
      if !recurrence.except.contains(start) { $0.recurrence?.except.append(start) }
    },
    FieldChange("no exception", ["EXDATE"]) {
      guard $0.recurrence?.except.isEmpty == false else { return }
      $0.recurrence?.except.removeFirst()
    },
    FieldChange("uid", ["UID"]) { $0.uid = "other@example.org" },
    FieldChange("transparency", ["TRANSP"]) {
      if $0.kind == .event { $0.blocksTime.toggle() }
    },
  ]

  /// A rule that ends on a day, if at all: an end at a moment would change with the zone.
  private static func ending(_ rule: RecurrenceRule) -> RecurrenceRule {
    guard case .at(let moment, _) = rule.end else { return rule }
    var rule = rule
    rule.end = .onDay(moment.date)
    return rule
  }

  /// A date seven days later.
  private static func moved(_ date: TMDateType) -> TMDateType? {
    switch date {
    case .date(let day): return day.advanced(byDays: 7).map { .date($0) }
    case .dateTime(let moment): return moment.advanced(bySeconds: 7 * 86_400).map { .dateTime($0) }
    case .beginEndDate(let begin, let end):
      guard let begin = begin.advanced(bySeconds: 7 * 86_400),
        let end = end.advanced(bySeconds: 7 * 86_400)
      else { return nil }
      return .beginEndDate(begin, end)
    case .days(let first, let last):
      guard let first = first.advanced(byDays: 7), let last = last.advanced(byDays: 7) else {
        return nil
      }
      return .days(first, last)
    case .period: return date
    }
  }
}
