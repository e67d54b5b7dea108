import CalendarItems
import ExactText
import ICalendar
import TaskDates

/// A new component, compared with the old one.
struct FeedDraft {
  private let item: CalendarItem
  private let encoder: ItemEncoder
  private let hasKey: Bool

  init(_ item: CalendarItem, _ encoder: ItemEncoder, hasKey: Bool) {
    self.item = item
    self.encoder = encoder
    self.hasKey = hasKey
  }

  /// The old component in the feed.
  struct Predecessor {
    let component: FeedComponent
    let feed: FeedReader
  }

  /// An item with its version and its bytes.
  struct Version {
    let item: CalendarItem
    let lines: [UInt8]
    /// The differences from the old component; nil if there are none.
    let change: FeedChange?
  }

  /// The component of the same kind in an old item.
  func predecessor(in memory: FeedMemory, _ old: Int) -> Predecessor? {
    memory.components(of: old).first { $0.isEvent == (item.kind == .event) }
      .map { Predecessor(component: $0, feed: memory.feed(of: old)) }
  }

  /// The next version of the item after the old component.
  ///
  /// - Parameter modified: When the item's file was changed.
  func version(after before: Predecessor?, _ modified: Instant) -> Version {
    guard let before, before.feed.text(before.component.uid) == item.uid else {
      let lines = lines(of: Revision(modified: modified))
      return Version(item: item, lines: lines, change: change(.added))
    }
    let old = before.component
    let same = Revision(modified: old.modified, sequence: old.sequence)
    let lines = lines(of: same)
    let differing = difference(lines, before)
    if differing.isEmpty { return version(same, lines) }
    let next = old.nextRevision(after: modified)
    return Version(
      item: revised(next), lines: self.lines(of: next), change: change(.changed, differing))
  }

  private func version(_ revision: Revision, _ lines: [UInt8]) -> Version {
    Version(item: revised(revision), lines: lines, change: nil)
  }

  private func change(_ kind: FeedChange.Kind, _ properties: [String] = []) -> FeedChange {
    FeedChange(kind: kind, uid: item.uid, title: item.title, properties: properties)
  }

  private func revised(_ revision: Revision) -> CalendarItem {
    var item = item
    item.revision = revision
    return item
  }

  private func lines(of revision: Revision) -> [UInt8] {
    var lines = encoder.lines(of: revised(revision))
    if hasKey { FeedKey.seal(&lines) }
    return lines
  }

  /// The names of the properties that differ, except for versions and keys.
  private func difference(_ lines: [UInt8], _ before: Predecessor) -> [String] {
    let frame = Array("BEGIN:VCALENDAR\r\n".utf8)
    let feed = FeedReader(bytes: frame + lines)
    guard let component = feed.components.first else { return ["component"] }
    let isSame =
      FeedMemory.content(of: component, feed.bytes)
      == FeedMemory.content(of: before.component, before.feed.bytes)
    return isSame
      ? []
      : ContentLineComparison(feed, component).names(
        unlike: ContentLineComparison(before.feed, before.component))
  }
}

extension FeedComponent {
  /// The next version, for a line that changed at a time.
  func nextRevision(after modified: Instant) -> Revision {
    Revision(
      modified: min(max(modified, self.modified.advanced(by: 1)), .lastStamp),
      sequence: min(sequence + 1, Int(Int32.max)))
  }
}

extension FeedDraft {
  /// True if a repeating to-do had a length before and now begins when it is due.
  func losesLength(_ before: Predecessor?, _ lines: [UInt8]) -> Bool {
    guard let before, before.component.repeats, item.kind == .reminder else { return false }
    let new = ContentLineComparison(FeedReader(bytes: Array("BEGIN:VCALENDAR\r\n".utf8) + lines))
    let old = ContentLineComparison(before.feed, before.component)
    return new?.beginsWhenDue == true && old.hasShortLength
  }
}

/// Compares the content lines of two components.
private struct ContentLineComparison {
  private let lines: ExactSet

  init(_ feed: FeedReader, _ component: FeedComponent) {
    let document = ICSDocument(bytes: Array(feed.bytes[component.range]))
    lines = ExactSet(
      document.lines.map { String(decoding: document.unfolded($0), as: UTF8.self) }
        .filter { !Self.isVersion($0) })
  }

  init?(_ feed: FeedReader) {
    guard let component = feed.components.first else { return nil }
    self.init(feed, component)
  }

  /// The text after the name of a property; nil if there is no such property.
  private func content(of name: String) -> String? {
    lines.first { $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";") }
      .map { String($0.dropFirst(name.count)) }
  }

  /// True if DTSTART and DUE are equal.
  var beginsWhenDue: Bool { content(of: "DTSTART").map { $0 == content(of: "DUE") } ?? false }

  /// True for the lengths of `--recurring-due duration`: a day, a minute, or a minute before the due date.
  var hasShortLength: Bool {
    if let length = content(of: "DURATION") { return [":P1D", ":PT1M"].contains(length) }
    guard let due = content(of: "DUE"), let start = content(of: "DTSTART") else { return false }
    return due != start && due.hasSuffix("00") == start.hasSuffix("00")
      && Self.minutes(due).map { $0 - 1 == Self.minutes(start) } ?? false
  }

  /// The minute of the day of a time such as `20261201T090000`; nil for a day.
  private static func minutes(_ content: String) -> Int? {
    let clock = content.split(separator: "T").last?.prefix(4) ?? ""
    guard clock.count == 4, let number = Int(clock) else { return nil }
    return number / 100 * 60 + number % 100
  }

  private static func isVersion(_ line: String) -> Bool {
    ["DTSTAMP:", "LAST-MODIFIED:", "SEQUENCE:", "X-DUECAL-KEY:"].contains { line.hasPrefix($0) }
  }

  /// The names of lines that only one of the two components has.
  func names(unlike other: ContentLineComparison) -> [String] {
    let unlike = lines.subtracting(other.lines).union(other.lines.subtracting(lines))
    let names = unlike.map { line in
      String(line.prefix { $0 != ":" && $0 != ";" })
    }
    let sorted = ExactSet(names).sorted()
    return sorted.isEmpty ? ["order"] : sorted
  }
}
