import CalendarItems
import CompactDictionary
import ExactText
import ICalendar
public import LineState

/// Series of which a part lies in another calendar of the same import, such as calendars of two years.
///
/// A changed occurrence belongs to its series, in whatever calendar each lies. So each of these calendars is imported with the
/// parts of the others, as if each had the whole series; its lines are then those of an item that several calendars have.
/// Calendars that both have a series are not joined: each has its own version of it.
public struct PartedSeries {
  /// The parts that other calendars have, for each calendar.
  public private(set) var additions: [[CalendarInput]]

  /// Finds the parts.
  ///
  /// - Parameter calendars: The files of each calendar.
  public init(_ calendars: [[CalendarInput]]) {
    additions = calendars.map { _ in [] }
    let keys = calendars.map(Keys.init)
    let parted = Self.parted(keys)
    guard !parted.isEmpty else { return }
    for (own, other) in keys.indices.flatMap({ own in keys.indices.map { (own, $0) } })
    where own != other {
      let wanted = keys[own].all(among: parted).intersection(keys[other].all(among: parted))
      guard !wanted.isEmpty else { continue }
      additions[own] += calendars[other].compactMap { input in
        input.only { wanted.contains($0.key) }
      }
    }
  }

  /// The keys of series that are whole in no calendar with a changed occurrence of them.
  private static func parted(_ keys: [Keys]) -> ExactSet {
    let strays = keys.reduce(into: ExactSet()) { $0.formUnion($1.strays) }
    return strays.isEmpty
      ? [] : ExactSet(strays.filter { key in keys.contains { $0.series.contains(key) } })
  }

  /// The kinds and UIDs in a calendar.
  private struct Keys {
    private(set) var series: ExactSet = []
    /// Those of changed occurrences whose series is not in the calendar.
    private(set) var strays: ExactSet = []

    init(_ inputs: [CalendarInput]) {
      let heads = inputs.flatMap(\.heads).filter { !$0.uid.isMissing }
      strays = ExactSet(heads.filter { !$0.occurrence.isEmpty }.map(\.key))
      series = ExactSet(heads.filter { $0.occurrence.isEmpty }.map(\.key))
      strays.subtract(series)
    }

    func all(among keys: ExactSet) -> ExactSet {
      ExactSet(keys.filter { series.contains($0) || strays.contains($0) })
    }
  }
}

extension [CalendarInput] {
  /// The names of the items.
  public var names: Set<ItemName> {
    var names: Set<ItemName> = []
    forEachItem(ImportUIDs(self)) { uid, input, index in
      names.insert(ItemName(uid: uid, occurrence: self[input].heads[index].occurrence))
    }
    return names
  }

  /// The parts of series that this calendar had in its last import and now lacks, but another calendar still has that is
  /// not imported now, and the series of changed occurrences that come without it.
  ///
  /// - Parameters:
  ///   - memory: The last import of this calendar.
  ///   - others: The last imports of calendars that are not imported now.
  ///   - name: The name of the calendar.
  public func remainders(
    of memory: ImportMemory, in others: [ImportMemory], name: String
  ) -> [CalendarInput] {
    guard !others.isEmpty else { return [] }
    let here = names
    let uids = ExactSet(here.map(\.uid))
    let missing = memory.items.keys.filter { name in
      uids.contains(name.uid) && !here.contains(name)
        && others.contains { $0.items[name].map { $0.place != nil && !$0.isGone } ?? false }
    }
    let wanted = Set(missing)
    let parts = ExactSet(missing.map(\.uid)).sorted().compactMap { uid in
      memory.part(of: uid, called: name) {
        wanted.contains(ItemName(uid: $0.uid, occurrence: $0.occurrence))
      }
    }
    return parts + Self.series(of: here.union(wanted), in: others, name: name)
  }

  /// The series of changed occurrences that come without it, as they were in the last imports of other calendars.
  private static func series(
    of names: Set<ItemName>, in others: [ImportMemory], name: String
  ) -> [CalendarInput] {
    let strays = ExactSet(names.filter { !$0.occurrence.isEmpty }.map(\.uid))
    return strays.sorted().compactMap { uid in
      let series = ItemName(uid: uid)
      guard !names.contains(series),
        let other = others.first(where: { $0.items[series]?.place != nil })
      else { return nil }
      return other.part(of: uid, called: name) { $0.occurrence.isEmpty }
    }
  }
}

extension ImportMemory {
  /// Some items of a UID as they were in the last import; nil if there are none.
  fileprivate func part(
    of uid: String, called name: String, where isWanted: (ItemHead) -> Bool
  ) -> CalendarInput? {
    guard let component = components[uid] else { return nil }
    let reading = CalendarReading(components: definitions + component)
    return CalendarInput(name: name, reading: reading).only(isWanted)
  }
}

extension CalendarInput {
  /// The calendar with some of its items; nil if it has none of them.
  fileprivate func only(_ isWanted: (ItemHead) -> Bool) -> CalendarInput? {
    guard heads.contains(where: isWanted) else { return nil }
    let document = reading.document
    let left = heads.indices.filter { !isWanted(heads[$0]) }
      .map { document.range(of: reading.items.component(at: $0)) }
      .sorted { $0.lowerBound < $1.lowerBound }
    var (bytes, lines): ([UInt8], [Int]) = ([], [])
    var (next, line) = (0, 0)
    func take(until end: Int) {
      for byte in document.bytes[next..<max(next, end)] {
        if bytes.isEmpty || bytes.last == UInt8(ascii: "\n") { lines.append(number(of: line)) }
        bytes.append(byte)
        if byte == UInt8(ascii: "\n") { line += 1 }
      }
    }
    for range in left {
      take(until: range.lowerBound)
      line += document.bytes[range].count { $0 == UInt8(ascii: "\n") }
      next = range.upperBound
    }
    take(until: document.bytes.count)
    var input = CalendarInput(
      name: name, reading: CalendarReading(bytes: bytes, limits: .unlimitedSize))
    input.sourceLines = lines
    return input
  }

  /// The number of a line in the text that the calendar was made from.
  private func number(of line: Int) -> Int {
    guard let sourceLines else { return line + 1 }
    return sourceLines.indices.contains(line) ? sourceLines[line] : 1
  }
}

extension ItemHead {
  /// The kind and the UID.
  fileprivate var key: String { (kind == .event ? "e" : "r") + uid }
}
