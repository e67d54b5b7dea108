import ExactText
public import TaskBridge
import TaskText

/// The tags and projects of some files, and how often each occurs.
public struct EditorNames: Sendable {
  private var tagCounts: ExactDictionary<Int> = [:]
  private var valueCounts: ExactDictionary<ExactDictionary<Int>> = [:]
  private var projectCounts: ExactDictionary<Int> = [:]
  /// The maximum number of values that are kept for a tag.
  private static let valueLimit = 500

  /// Creates an empty index.
  public init() {}

  /// Collects the names of a file.
  public init(_ file: TaskFile) {
    let document = file.document
    for span in document.tags where !span.name.isEmpty {
      let name = document.string(span.name)
      tagCounts[name, default: 0] += 1
      guard let value = document.payload(of: span), !value.isEmpty, value.utf8.count <= 100,
        valueCounts[name]?.count ?? 0 < Self.valueLimit
      else { continue }
      valueCounts[name, default: [:]][value, default: 0] += 1
    }
    addProjects(file)
  }

  private mutating func addProjects(_ file: TaskFile) {
    var paths: [Int: String] = [:]
    for (number, line) in file.document.lines.enumerated() where line.kind == .project {
      let above = file.outline.ancestors(of: number).lazy.compactMap { paths[$0] }.first
      let title = LineText(file, line: number).title
      guard !title.isEmpty else { continue }
      let path = above.map { "\($0) / \(title)" } ?? title
      paths[number] = path
      projectCounts[path, default: 0] += 1
    }
  }

  /// Adds the names of another file.
  public mutating func add(_ other: EditorNames) { merge(other, 1) }

  /// Removes the names of a file that was added before.
  public mutating func remove(_ other: EditorNames) { merge(other, -1) }

  private mutating func merge(_ other: EditorNames, _ sign: Int) {
    Self.merge(&tagCounts, other.tagCounts, sign)
    Self.merge(&projectCounts, other.projectCounts, sign)
    for (name, values) in other.valueCounts {
      Self.merge(&valueCounts[name, default: [:]], values, sign)
    }
  }

  private static func merge(
    _ counts: inout ExactDictionary<Int>, _ others: ExactDictionary<Int>, _ sign: Int
  ) {
    for (name, count) in others {
      let sum = (counts[name] ?? 0) + sign * count
      counts[name] = sum > 0 ? sum : nil
    }
  }

  /// The tags, the most frequent first.
  public var tags: [(name: String, count: Int)] { Self.sorted(tagCounts) }

  /// The paths of projects, the most frequent first.
  public var projects: [(name: String, count: Int)] { Self.sorted(projectCounts) }

  /// The values of a tag, the most frequent first.
  public func values(of tag: String) -> [(name: String, count: Int)] {
    Self.sorted(valueCounts[tag] ?? [:])
  }

  private static func sorted(_ counts: ExactDictionary<Int>) -> [(name: String, count: Int)] {
    counts.map { (name: $0.key, count: $0.value) }.sorted { left, right in
      (right.count, ExactString(left.name)) < (left.count, ExactString(right.name))
    }
  }
}
