import CalendarItems
import ExactText
import ICalendar
import TaskBridge
import TaskText

/// The projects in calendars that duecal wrote, with their tags and notes (`X-DUECAL-PROJECT`).
struct ProjectHints {
  /// A project of a hint.
  struct Hint {
    let line: ItemLine
    /// The number of projects that contain it.
    let depth: Int
    /// The item before which it is, if the items in it do not show its place.
    let before: String?
    /// The task that contains it.
    let below: String?
  }

  private var hints: [Hint] = []
  /// The first hint that was not taken yet.
  private var next = 0
  /// The last hint directly before each item.
  private var lastByItem: ExactDictionary<Int> = [:]
  /// The hints of each name, in order; the items in a project show its place.
  private var byName: [Key: [Int]] = [:]

  private struct Key: Hashable {
    let name: String
    let depth: Int
  }

  init(_ inputs: [CalendarInput]) {
    for input in inputs { collect(input.reading.document) }
    for (index, hint) in hints.enumerated() {
      if let uid = hint.before {
        lastByItem[uid] = index
      } else {
        byName[Key(name: hint.line.title, depth: hint.depth), default: []].append(index)
      }
    }
  }

  private mutating func collect(_ document: ICSDocument) {
    for index in document.components.indices.dropFirst()
    where document.components[index].parent == 0 && document.components[index].isNamed("VCALENDAR")
    {
      for line in document.propertyLines(of: index) {
        let property = document.property(document.lines[line])
        guard property.isNamed("X-DUECAL-PROJECT") else { continue }
        let text = TextValue.text(property.bytes[property.value])
        let (before, below) = (property.text(of: "BEFORE"), property.text(of: "BELOW"))
        if let hint = Self.hint(text, before: before, below: below) { hints.append(hint) }
      }
    }
  }

  private static func hint(_ text: String, before: String?, below: String?) -> Hint? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first else { return nil }
    let depth = first.prefix { $0 == "\t" }.count
    let notes = lines.dropFirst().map { line in
      String(line.dropFirst(min(depth + 1, line.prefix { $0 == "\t" }.count)))
    }
    let line = ItemLine(body: String(first.dropFirst(depth)), notes: notes)
    return line.isProject ? Hint(line: line, depth: depth, before: before, below: below) : nil
  }

  /// Takes the hints before an item.
  ///
  /// Hints are in the order of the file, so all earlier hints are taken too.
  ///
  /// - Parameters:
  ///   - uid: The item.
  ///   - path: The projects that contain it; those from `depth` on are not open.
  mutating func take(before uid: String, in path: [String], from depth: Int) -> [Hint] {
    var last = lastByItem[uid]
    var first = next
    for level in path.indices.dropFirst(depth) {
      let known = byName[Key(name: path[level], depth: level)] ?? []
      let place = known.partitionPoint { $0 < first }
      guard known.indices.contains(place) else { break }
      let index = known[place]
      last = max(last ?? index, index)
      first = index + 1
    }
    return take(through: last)
  }

  /// Takes the remaining hints.
  mutating func takeRest() -> [Hint] { take(through: hints.indices.last) }

  private mutating func take(through last: Int?) -> [Hint] {
    guard let last, last >= next else { return [] }
    defer { next = last + 1 }
    return Array(hints[next...last])
  }
}
