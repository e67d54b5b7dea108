import CalendarItems
import ExactText
import LineCodec
import LineIdentity
import LineState
import TaskBridge
import TaskText
import UserFiles

/// The lines of all changed files of a folder, recognised together.
///
/// So a line keeps its item in whatever file a person has put it, edited or not, and no item goes to a line in its old
/// place while its own line is in another file.
struct FolderMatch {
  /// A file as it was known, and as it is now.
  struct Change {
    let known: KnownTaskFile
    /// Its lines as they were known; nil if it had none.
    let before: FileLines?
    /// Its lines now; nil if it is gone, or if no file had lines.
    let now: FileLines?
    /// The file on the disk; nil if it is gone.
    let stamp: FileStamp?
  }

  /// What a line of the folder was.
  private struct Origin {
    let file: Int
    let owner: LineOwner
  }

  private let known: [KnownTaskFile]
  private let stamps: [FileStamp?]
  /// What the lines of each file were, by entry.
  private var origins: [[Origin?]]
  private let places: ExactDictionary<Int>
  /// The items whose lines are gone, by the files that had them.
  private var strays: [(path: String, item: KnownTaskFile.Item)]

  /// Recognises the lines of some files.
  ///
  /// - Parameters:
  ///   - changes: The files that changed.
  ///   - gone: The items whose lines have been gone for a while, by their files.
  init(_ changes: [Change], gone: [(path: String, item: KnownTaskFile.Item)] = []) {
    strays = gone
    known = changes.map(\.known)
    stamps = changes.map(\.stamp)
    places = ExactDictionary(
      changes.enumerated().map { ($1.known.path, $0) }, uniquingKeysWith: { first, _ in first })
    origins = changes.map { Array(repeating: nil, count: $0.now?.count ?? 0) }
    guard changes.contains(where: { $0.before != nil }) else { return }
    var (old, new) = (FolderTraces(), FolderTraces())
    var owners: [Origin?] = []
    for (file, change) in changes.enumerated() {
      if let before = change.before { owners += Self.add(before, change.known, file, to: &old) }
      if let now = change.now { new.add(now.traces(), of: change.known.path) }
    }
    take(Identity.match(old: old.traces, new: new.traces).map { $0.flatMap { owners[$0] } })
    believe(changes)
  }

  /// Adds the lines that a file had, and returns what they were.
  private static func add(
    _ before: FileLines, _ known: KnownTaskFile, _ file: Int, to traces: inout FolderTraces
  ) -> [Origin?] {
    let owners = LineOwners(known, before) { $0 }
    var uids: [Int: String] = [:]
    for (entry, item) in owners.items.enumerated() {
      if let item { uids[entry] = known.items[item].root }
    }
    traces.add(before.traces(uids), of: known.path)
    return owners.items.indices.map { entry in
      owners.owner(of: entry).map { Origin(file: file, owner: $0) }
    }
  }

  private mutating func take(_ found: [Origin?]) {
    var first = 0
    for file in origins.indices {
      let end = first + origins[file].count
      origins[file] = Array(found[first..<end])
      first = end
    }
  }

  /// Finds the files whose losses can be believed: a file that was cut off, or that has the two sides of a merge, is
  /// going to have its lines again.
  private mutating func believe(_ changes: [Change]) {
    var kept = known.map { _ in Set<Int>() }
    for case .some(let origin) in origins.joined() {
      if case .item(let item) = origin.owner { kept[origin.file].insert(item) }
    }
    var doubted: Set<Int> = []
    for (file, change) in changes.enumerated() {
      let live = known[file].items.indices.filter { known[file].items[$0].line != nil }
      let lost = live.filter { !kept[file].contains($0) }
      guard change.isBelievable(lost: lost.count, of: live.count) else {
        doubted.insert(file)
        continue
      }
      strays += lost.map { (known[file].path, known[file].items[$0]) }
    }
    if !doubted.isEmpty { keepOnlyEqualLines(of: doubted, in: changes) }
  }

  /// Separates lines from those of files in doubt, unless they are equal: these were moved.
  private mutating func keepOnlyEqualLines(of doubted: Set<Int>, in changes: [Change]) {
    for file in origins.indices {
      for (entry, origin) in origins[file].enumerated() {
        guard let origin, origin.file != file, doubted.contains(origin.file) else { continue }
        let isEqual = changes[file].now?.body(entry).utf8.elementsEqual(body(of: origin).utf8)
        if isEqual != true { origins[file][entry] = nil }
      }
    }
  }

  /// The line that an item or an occurrence had.
  private func body(of origin: Origin) -> String {
    let items = known[origin.file].items
    return switch origin.owner {
    case .item(let item): items[item].source.line.body
    case .occurrence(let place):
      items[place.item].occurrences[place.occurrence].source.line.body
    }
  }

  /// True if the lines of a file, as it was known and as it is now, are among those that were recognised.
  func covers(_ known: KnownTaskFile, _ snapshot: FileSnapshot) -> Bool {
    guard let file = places[known.path] else { return false }
    return self.known[file].version == known.version && stamps[file] == snapshot.stamp
  }

  /// The version of a file as it was known; nil for one that is not among those that were recognised.
  func version(of path: String) -> Int? { places[path].map { known[$0].version } }

  /// What the lines of a file are.
  func lines(of path: String, _ count: Int) -> FoundLines {
    var found = FoundLines(LineOwners(count: count))
    found.strays = strays.filter { $0.path != path }.map(\.item)
    guard let file = places[path] else { return found }
    for (entry, origin) in origins[file].enumerated() {
      guard let origin else { continue }
      if origin.file == file {
        found.owners.set(origin.owner, of: entry)
      } else {
        found.arrivals[entry] = arrival(origin)
      }
    }
    return found
  }

  /// Notes that a file has the lines of some items, which are in no other file then.
  mutating func note(_ items: [KnownTaskFile.Item]) {
    guard !strays.isEmpty else { return }
    let live = ExactSet(items.filter { $0.line != nil }.map(\.key))
    strays.removeAll { live.contains($0.item.key) }
  }

  private func arrival(_ origin: Origin) -> FoundLines.Arrival {
    switch origin.owner {
    case .item(let item):
      FoundLines.Arrival(item: known[origin.file].items[item], occurrence: nil)
    case .occurrence(let place):
      FoundLines.Arrival(
        item: known[origin.file].items[place.item], occurrence: place.occurrence)
    }
  }

  /// The keys of the items of a file whose lines are in other files now.
  func carriedAway(from path: String) -> ExactSet {
    guard let file = places[path] else { return [] }
    var carried: ExactSet = []
    for (number, origins) in origins.enumerated() where number != file {
      for case .some(let origin) in origins where origin.file == file {
        if case .item(let item) = origin.owner { carried.insert(known[file].items[item].key) }
      }
    }
    return carried
  }
}

extension FolderMatch.Change {
  /// False if the file is in a state in which no line of it is believed to be gone.
  ///
  /// - Parameters:
  ///   - lost: The number of items whose lines are in no file.
  ///   - live: The number of items that had a line.
  fileprivate func isBelievable(lost: Int, of live: Int) -> Bool {
    guard let document = now?.file.document else { return true }
    let bytes = document.bytes
    if document.mergeConflict != nil || document.firstInvalidByte != nil || bytes.contains(0) {
      return false
    }
    return bytes.isEmpty ? lost == 0 : !FileSafety.isAccident(lost: lost, of: live)
  }
}

/// The traces of the lines of several files.
private struct FolderTraces {
  private(set) var traces: [ItemTrace] = []

  /// Adds the lines of a file.
  mutating func add(_ lines: [ItemTrace], of file: String) {
    let first = traces.count
    traces += lines.map { line in
      var line = line
      line.file = file
      line.parent = line.parent.map { $0 + first }
      return line
    }
  }
}
