import TaskBridge
import TaskText

/// The names that items get when a feed sees them first: a function of file, path, title and number
/// among equals, which names no host and no person.
struct FirstUIDs {
  /// The names by entry.
  let uids: [String]

  /// Names all entries, none as a line has named itself or as an item is named already.
  init(_ entries: TaskEntries, besides own: OwnUIDs, _ memory: FeedMemory) {
    var equals: [String: Int] = [:]
    let remembered = Set((0..<memory.count).map { memory.uid(of: $0) })
    uids = entries.entries.map { entry in
      let file = entries.file(of: entry)
      let line = file.document.lines[entry.line.line]
      var hash = StableHash()
      hash.combine(file.identity)
      for name in entries.path(of: entry) { hash.combine(name) }
      hash.combine(line.text.count)
      hash.combine(bytes: file.document.bytes[line.text])
      let first = hash.uuid()
      var uid = first
      while true {
        let number = equals[first, default: 0]
        equals[first] = number + 1
        if number > 0 {
          var numbered = hash
          numbered.combine(number)
          uid = numbered.uuid()
        }
        if !own.contains(uid), !remembered.contains(uid) { return uid }
      }
    }
  }
}
