import CalendarItems
import ICalendar
import TaskBridge

/// The projects that calendars of ours carry with their tags and notes (`X-DUECAL-PROJECT`).
struct ProjectHints {
  /// A project as it stood.
  struct Hint {
    let line: ItemLine
    /// How many projects it stands in.
    let depth: Int
    /// The item that it stands before, where the items in it do not say.
    let before: String?
  }

  private struct Key: Hashable {
    let name: String
    let depth: Int
  }

  private var hints: [Hint?] = []
  private var byItem: [String: [Int]] = [:]
  private var byName: [Key: [Int]] = [:]

  init(_ inputs: [CalendarInput]) {
    for input in inputs { collect(input.reading.document) }
    for (index, hint) in hints.enumerated() {
      guard let hint else { continue }
      if let uid = hint.before {
        byItem[uid, default: []].append(index)
      } else {
        byName[Key(name: hint.line.title, depth: hint.depth), default: []].append(index)
      }
    }
  }

  private mutating func collect(_ document: ICSDocument) {
    for index in document.components.indices.dropFirst()
    where document.components[index].parent == 0 && document.components[index].name == "VCALENDAR" {
      for line in document.propertyLines(of: index) {
        let property = document.property(document.lines[line])
        guard property.isNamed("X-DUECAL-PROJECT") else { continue }
        let text = TextValue.text(property.bytes[property.value])
        hints.append(Self.hint(text, before: property.text(of: "BEFORE")))
      }
    }
  }

  private static func hint(_ text: String, before: String?) -> Hint? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first else { return nil }
    let depth = first.prefix { $0 == "\t" }.count
    let notes = lines.dropFirst().map { line in
      String(line.dropFirst(min(depth + 1, line.prefix { $0 == "\t" }.count)))
    }
    let line = ItemLine(body: String(first.dropFirst(depth)), notes: notes)
    return line.isProject ? Hint(line: line, depth: depth, before: before) : nil
  }

  /// Takes those that stand before an item.
  mutating func take(before uid: String) -> [Hint] {
    take(byItem.removeValue(forKey: uid) ?? [])
  }

  /// Takes the first of a name and a depth whose place its items say.
  mutating func take(named name: String, depth: Int) -> Hint? {
    let key = Key(name: name, depth: depth)
    guard byName[key]?.isEmpty == false else { return nil }
    return take([byName[key]?.removeFirst() ?? 0]).first
  }

  /// Takes what is left.
  mutating func takeRest() -> [Hint] { take(Array(hints.indices)) }

  private mutating func take(_ indices: [Int]) -> [Hint] {
    indices.compactMap { index in
      defer { hints[index] = nil }
      return hints[index]
    }
  }
}
