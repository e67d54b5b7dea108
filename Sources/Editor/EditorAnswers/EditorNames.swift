import ExactText
public import TaskBridge
import TaskText

/// The tags and projects of some files, and how often each occurs.
public struct EditorNames: Sendable {
  private var tagCounts: ExactDictionary<Int> = [:]
  private var valueCounts: ExactDictionary<ExactDictionary<Int>> = [:]
  private var projectCounts: ExactDictionary<Int> = [:]
  /// False if a value or the name of a project is left out.
  private var isComplete = true
  /// The tags and projects in order; nil if they have changed since.
  private var sortedTags: [(name: String, count: Int)]?
  private var sortedProjects: [(name: String, count: Int)]?
  /// The maximum number of values that are kept for a tag.
  private static let valueLimit = 500

  /// Creates an empty index.
  public init() {}

  /// Collects the names of a file.
  public init(_ file: TaskFile) {
    let document = file.document
    for span in document.tags where span.form == .at && !span.name.isEmpty {
      let name = document.string(span.name)
      tagCounts[name, default: 0] += 1
      guard let range = span.value, !range.isEmpty, !Self.isDate(document.bytes[range]) else {
        continue
      }
      guard range.count <= 100, valueCounts[name]?.count ?? 0 < Self.valueLimit,
        let value = document.payload(of: span)
      else {
        isComplete = false
        continue
      }
      valueCounts[name, default: [:]][value, default: 0] += 1
    }
    addProjects(file)
  }

  /// True for a value that begins like a date in figures, of which there are too many to keep.
  static func isDate(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.prefix(4).allSatisfy { (0x30...0x39).contains($0) }
      && bytes.dropFirst(4).first == UInt8(ascii: "-")
  }

  private mutating func addProjects(_ file: TaskFile) {
    var paths: [Int: String] = [:]
    for (number, line) in file.document.lines.enumerated() where line.kind == .project {
      let above = file.outline.ancestors(of: number).lazy.compactMap { paths[$0] }.first
      let title = LineText(file, line: number).title
      if title.utf8.count != file.document.lines[number].text.count { isComplete = false }
      guard !title.isEmpty else { continue }
      let path = above.map { "\($0) / \(title)" } ?? title
      paths[number] = path
      projectCounts[path, default: 0] += 1
    }
  }

  /// Adds the names of another file.
  public mutating func add(_ other: NameCounts) { merge(other, 1) }

  /// Removes the names of a file that was added before.
  public mutating func remove(_ other: NameCounts) { merge(other, -1) }

  private mutating func merge(_ other: NameCounts, _ sign: Int) {
    (sortedTags, sortedProjects) = (nil, nil)
    for tag in other.tags { Self.add(sign * Int(tag.count), of: tag.name, to: &tagCounts) }
    for project in other.projects {
      Self.add(sign * Int(project.count), of: project.name, to: &projectCounts)
    }
    for value in other.values {
      Self.add(sign * Int(value.count), of: value.value, to: &valueCounts[value.tag, default: [:]])
    }
  }

  private static func add(_ count: Int, of name: String, to counts: inout ExactDictionary<Int>) {
    let sum = (counts[name] ?? 0) + count
    counts[name] = sum > 0 ? sum : nil
  }

  /// Sorts the names, so that later questions need not.
  public mutating func sort() {
    if sortedTags == nil { sortedTags = Self.sorted(tagCounts) }
    if sortedProjects == nil { sortedProjects = Self.sorted(projectCounts) }
  }

  /// The tags, the most frequent first.
  public var tags: [(name: String, count: Int)] { sortedTags ?? Self.sorted(tagCounts) }

  /// The paths of projects, the most frequent first.
  public var projects: [(name: String, count: Int)] {
    sortedProjects ?? Self.sorted(projectCounts)
  }

  /// The number of times a tag is written.
  public func count(ofTag name: String) -> Int { tagCounts[name] ?? 0 }

  /// The most frequent tags.
  var usualTags: [String] { tags.prefix(30).map(\.name) }

  /// The names as lists, which need less memory.
  public var counts: NameCounts {
    NameCounts(
      tags: tagCounts.map { ($0.key, Int32(truncatingIfNeeded: $0.value)) },
      values: valueCounts.flatMap { name, values in
        values.map { (name, $0.key, Int32(truncatingIfNeeded: $0.value)) }
      },
      projects: projectCounts.map { ($0.key, Int32(truncatingIfNeeded: $0.value)) },
      isComplete: isComplete)
  }

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

/// The names of a file, in less memory than `EditorNames`.
public struct NameCounts: Sendable {
  let tags: [(name: String, count: Int32)]
  let values: [(tag: String, value: String, count: Int32)]
  let projects: [(name: String, count: Int32)]
  /// False if a value or the name of a project is left out.
  let isComplete: Bool

  /// True if the file may name a thing.
  public func mayContain(_ thing: NamedThing) -> Bool {
    switch thing {
    case .tag(let name): return tags.contains { $0.name.utf8.elementsEqual(name.utf8) }
    case .project(let path):
      let joined = Array(path.joined(separator: " / ").utf8)
      return !isComplete || EditorNames.isDate(joined)
        || projects.contains { $0.name.utf8.elementsEqual(joined) }
        || values.contains { $0.value.utf8.starts(with: joined) }
    case .task: return true
    }
  }
}
