import TaskBridge

/// Into which calendar each line goes.
struct FeedGroups {
  /// The names of the calendars; one without a name where all go into one.
  private(set) var names: [String] = []
  private var groups: [Int] = []

  init(_ entries: TaskEntries, _ split: FeedOptions.Split?) {
    guard let split else {
      names = [""]
      return
    }
    var numbers: [String: Int] = [:]
    groups = entries.entries.map { entry in
      let name = Self.name(of: entry, entries, split)
      if let number = numbers[name] { return number }
      names.append(name)
      numbers[name] = names.count - 1
      return names.count - 1
    }
  }

  /// The calendar of an entry, as an index.
  func group(of entry: Int) -> Int { groups.isEmpty ? 0 : groups[entry] }

  /// The outermost project, or the file where there is none.
  private static func name(
    of entry: TaskEntry, _ entries: TaskEntries, _ split: FeedOptions.Split
  ) -> String {
    let file = entries.file(of: entry)
    if split == .project {
      if let project = entries.path(of: entry).first { return project }
      if entry.isProject { return LineText(file, line: entry.line.line).title }
    }
    let base = file.identity.split(separator: "/").last ?? ""
    let name = base.split(separator: ".", omittingEmptySubsequences: false).dropLast()
    return name.isEmpty ? String(base) : name.joined(separator: ".")
  }
}
