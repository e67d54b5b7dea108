import TaskDates
import TaskQuery

/// A small outline for queries: a line each, tabs for depth, `- ` before a task, `:` after a project, and tags as `
/// @name(value)`.
struct SampleOutline: QueryOutline {
  struct Item {
    var text = ""
    var kind = QueryKind.note
    var parent: Int?
    var tags: [String: String] = [:]
  }

  private(set) var items: [Item] = []
  var allowsShortYears: Bool { false }

  init(_ text: String) {
    var open: [Int] = []
    for line in text.split(separator: "\n") {
      let depth = line.prefix { $0 == "\t" }.count
      open.removeLast(max(0, open.count - depth))
      var item = Self.item(line.dropFirst(depth))
      item.parent = open.last
      open.append(items.count)
      items.append(item)
    }
  }

  init(items: [Item]) {
    self.items = items
  }

  private static func item(_ line: Substring) -> Item {
    var item = Item()
    let parts = line.split(separator: " @", omittingEmptySubsequences: false)
    for tag in parts.dropFirst() {
      let halves = tag.split(separator: "(", maxSplits: 1)
      item.tags[String(halves[0])] = halves.count == 2 ? String(halves[1].dropLast()) : ""
    }
    item.text = String(parts[0])
    if item.text.hasPrefix("- ") {
      item.kind = .task
      item.text.removeFirst(2)
    } else if item.text.hasSuffix(":") {
      item.kind = .project
      item.text.removeLast()
    }
    return item
  }

  var count: Int { items.count }
  func parent(of item: Int) -> Int? { items[item].parent }
  func kind(of item: Int) -> QueryKind { items[item].kind }
  func attribute(named name: String) -> String { name }

  func value(of attribute: String, at item: Int) -> String? {
    switch attribute {
    case "text": items[item].text
    case "type": items[item].kind.rawValue
    default: items[item].tags[attribute]
    }
  }
}

/// Wednesday, 4 December 2024, 09:30.
func wednesday() throws(TMError) -> DateTimeParameters {
  try DateTimeParameters(year: 2024, month: 12, day: 4, hour: 9, minute: 30)
}

extension SampleOutline {
  /// The items that match a query, by their texts.
  func find(_ query: String) throws -> [String] {
    try Query(parsing: query).items(in: self, now: wednesday()).map { items[$0].text }
  }
}

/// The error of a query, as `column: sentence`.
func error(of query: String) -> String? {
  do {
    _ = try Query(parsing: query)
    return nil
  } catch {
    return "\(error.column): \(error.sentence)"
  }
}
