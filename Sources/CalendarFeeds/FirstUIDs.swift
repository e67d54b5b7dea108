import TaskBridge
import TaskText

/// The names that items get when a feed sees them first: a function of file, path, title and number
/// among equals, which names no host and no person.
struct FirstUIDs {
  /// The names by entry.
  let uids: [String]

  init(_ entries: TaskEntries) {
    var equals: [String: Int] = [:]
    uids = entries.entries.map { entry in
      let file = entries.file(of: entry)
      let line = file.document.lines[entry.line.line]
      var hash = StableHash()
      hash.combine(file.identity)
      for name in entries.path(of: entry) { hash.combine(name) }
      hash.combine(line.text.count)
      hash.combine(bytes: file.document.bytes[line.text])
      let first = hash.uuid()
      let number = equals[first, default: 0]
      equals[first] = number + 1
      guard number > 0 else { return first }
      hash.combine(number)
      return hash.uuid()
    }
  }
}
