import ExactText
import ICalendar
import LineCodec
import TaskBridge

/// The calendars of a feed, and the calendar of each line.
struct FeedGroups {
  /// A calendar.
  struct Group {
    /// The project or file by which the feed is split; empty for the only calendar.
    let name: String
    /// The name that clients show; nil for none.
    let title: String?
    /// The key of the calendar, which is the same in all runs; nil for the only calendar.
    let key: String?
    /// The index of the old calendar that it continues.
    let remembered: Int?
  }

  private(set) var all: [Group] = []
  private var numbers: [Int32] = []
  private var known: ExactDictionary<Int> = [:]
  private let title: String?
  private let isSplit: Bool

  init(_ entries: TaskEntries, _ options: FeedOptions, memory: FeedMemory) {
    title = options.header.name
    isSplit = options.split != nil
    guard let split = options.split else {
      all = [Group(name: "", title: title, key: nil, remembered: memory.feeds.indices.first)]
      return
    }
    numbers = entries.entries.map { entry in
      let (subject, name) = Self.subject(
        of: entry, entries, split: split, classes: options.export.classes)
      return Int32(truncatingIfNeeded: index(of: subject, name, memory: memory))
    }
  }

  /// The calendar of an entry, as an index.
  func group(of entry: Int) -> Int { numbers.isEmpty ? 0 : Int(numbers[entry]) }

  /// The key of an entry's calendar; nil if there is only one calendar.
  func key(of entry: Int) -> String? { all[group(of: entry)].key }

  /// The calendar that continues an old one, even if it has no lines now.
  mutating func group(ofRemembered feed: Int, _ memory: FeedMemory) -> Int {
    if !isSplit { return 0 }
    if let index = all.firstIndex(where: { $0.remembered == feed }) { return index }
    let reader = memory.feeds[feed]
    let name = reader.name ?? ""
    all.append(Group(name: name, title: name, key: memory.keys[feed].split, remembered: feed))
    return all.count - 1
  }

  private mutating func index(of subject: String, _ name: String, memory: FeedMemory) -> Int {
    var hash = SipHash128()
    hash.combine(subject)
    let key = SipHash128.digits(hash.finalize().0)
    if let index = known[key] { return index }
    let title = title.map { "\($0): \(name)" } ?? name
    let remembered =
      memory.keys.firstIndex { $0.split == key }
      ?? memory.feeds.indices.first {
        memory.keys[$0].split == nil && memory.feeds[$0].name == title
      }
    let isFree = remembered.map { old in !all.contains { $0.remembered == old } } ?? false
    all.append(Group(name: name, title: title, key: key, remembered: isFree ? remembered : nil))
    known[key] = all.count - 1
    return all.count - 1
  }

  /// The key and the name of an entry's calendar: its outermost visible project, or the file if there is none.
  private static func subject(
    of entry: TaskEntry, _ entries: TaskEntries, split: FeedOptions.Split,
    classes: Set<String>
  ) -> (subject: String, name: String) {
    let file = entries.file(of: entry)
    if split == .project {
      if let project = entries.path(of: entry, seenBy: classes).first {
        return ("project \(project)", project)
      }
      if entry.isProject {
        let name = LineText(file, line: entry.line.line).title
        return ("project \(name)", name)
      }
    }
    return ("file \(file.identity)", baseName(of: file))
  }

  private static func baseName(of file: TaskFile) -> String {
    let base = file.identity.split(separator: "/").last ?? ""
    let name = base.split(separator: ".", omittingEmptySubsequences: false).dropLast()
    return name.isEmpty ? String(base) : name.joined(separator: ".")
  }
}
