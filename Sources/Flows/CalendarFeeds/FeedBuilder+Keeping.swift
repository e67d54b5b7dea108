import Diagnostics
import ExactText
import ICalendar
import LineCodec
import LineState
import TaskBridge
import TaskText

/// Keeping the items of lines that did not change, or that cannot be read.
extension FeedBuilder {
  /// True if an entry is unchanged, so that its tags need not be read.
  func staysUnread(_ index: Int, _ old: Int) -> Bool {
    let entry = entries.entries[index]
    guard !readsAll, !entry.isWordless,
      !selection.needsFields(
        of: entry, hasEvent: memory.components(of: old).contains(where: \.isEvent),
        isPair: memory.components(of: old).count == 2),
      selection.isAsked(entry, in: entries), selection.mayBeSeen(entry),
      let known = memory.key(of: old), !known.marks.contains(.reported), memory.isIntact(old)
    else { return false }
    if matching.isExact[index], hasParentAsItWas(index) { return true }
    return key(index, parentUID(of: index)) == known.hash
  }

  /// True if the parent of an entry is the item that was used for the lookup of its key.
  private func hasParentAsItWas(_ index: Int) -> Bool {
    guard let parent = entries.entries[index].parent else { return true }
    if case .kept = outcomes[parent] { return matching.isExact[parent] }
    return false
  }

  func parentUID(of index: Int) -> String? {
    entries.entries[index].parent.flatMap { firstUID(of: $0) }
  }

  /// Keeps items without a line that may come from a file that could not be read; removes the others.
  mutating func finish() {
    for old in matching.gone where staysUnread(old) { keepUnread(old) }
    for old in goneItems where keepsChanges && !staysUnread(old) {
      changes.append(
        FeedChange(
          kind: .removed, uid: memory.uid(of: old), title: memory.title(of: old), properties: []))
    }
  }

  /// True if an item without a line stays, because it may come from a file that could not be read.
  ///
  /// In a feed that leaves lines out it stays only if lines are still chosen in the same way.
  private func staysUnread(_ old: Int) -> Bool {
    matching.mayBeUnread(old) && (selection.isEverything || memory.selection == choice)
  }

  /// The number of items of unreadable files that are removed from the feed.
  var droppedUnread: Int {
    matching.gone.count { matching.mayBeUnread($0) && !staysUnread($0) }
  }

  /// The files of old items that have no tasks any more.
  func emptiedFiles() -> [Feed.EmptiedFile] {
    guard !memory.allFiles.isEmpty else { return [] }
    let full = Set(
      entries.files.indices.filter { entries.files[$0].hasTask }.map { fileHashes[$0] })
    var lost: [UInt64: [Int]] = [:]
    var found: Set<UInt64> = []
    let gone = Set(matching.gone)
    for item in 0..<memory.count {
      guard let file = memory.file(of: item), !full.contains(file), !matching.mayBeUnread(item)
      else { continue }
      if gone.contains(item) { lost[file, default: []].append(item) } else { found.insert(file) }
    }
    return lost.filter { !found.contains($0.key) }.sorted { $0.value[0] < $1.value[0] }
      .map { emptied($0.key, items: $0.value) }
  }

  private func emptied(_ hash: UInt64, items: [Int]) -> Feed.EmptiedFile {
    let file = fileHashes.firstIndex(of: hash).map { entries.files[$0].name }
    return Feed.EmptiedFile(
      key: SipHash128.digits(hash), name: file, count: items.count,
      title: memory.title(of: items[0]))
  }

  /// Keeps an item in its calendar.
  private mutating func keepUnread(_ old: Int) {
    let group = groups.group(ofRemembered: memory.items[old].feed, memory)
    while bodies.count <= group { bodies.append(FeedBody(zones, waitingIn: folder)) }
    keep(old, in: group, file: memory.file(of: old) ?? 0)
    if let note = memory.note(of: old) { notes[name(ofRemembered: old)] = note }
  }

  private func name(ofRemembered old: Int) -> [UInt8] { Array(memory.firstUID(of: old).utf8) }

  /// Keeps an item unchanged, but without hints that this feed must not publish.
  private mutating func keep(_ old: Int, in group: Int, file: UInt64) {
    let lost = memory.hints(of: old, beyond: hints)
    if lost.isEmpty {
      bodies[group].keep(old, of: memory, file: file)
    } else {
      bodies[group].keep(old, of: memory, file: file, withoutHints: lost)
    }
  }

  /// Items without a line, and those whose line is left out now.
  private var goneItems: [Int] {
    let left = matching.old.indices.compactMap { isExported($0) ? nil : matching.old[$0] }
    return (matching.gone + left).sorted()
  }

  mutating func keep(_ old: Int, _ index: Int) {
    outcomes[index] = .kept(old)
    keep(old, in: groups.group(of: index), file: fileHashes[entries.entries[index].line.file])
    guard keepsNotes, var note = memory.note(of: old) else { return }
    note.file = SipHash128.digits(fileHashes[entries.entries[index].line.file])
    note.calendar = groups.key(of: index)
    notes[name(ofRemembered: old)] = note
  }

  /// Keeps the old form of an item although its line changed, and notes the line as it is now.
  ///
  /// Otherwise the next run would match the item's old hints to another line.
  mutating func hold(_ old: Int, _ index: Int) {
    keep(old, index)
    let hash = key(index, parentUID(of: index))
    let isItsLine =
      hints == .outline && memory.note(of: old) == nil
      && memory.key(of: old)?.hash == hash
    guard keepsNotes, !isItsLine else { return }
    var marks: FeedKey.Marks = [.reported]
    if memory.components(of: old).count == 2 { marks.insert(.paired) }
    let bytes = bodies[groups.group(of: index)].last
    note(index, name(ofRemembered: old), key: FeedKey.text(hash, marks, ofBytes: bytes))
  }

  /// Notes the line from which an item was made.
  mutating func note(_ index: Int, _ uid: [UInt8], key: String) {
    let entry = entries.entries[index]
    let text = LineText(entries.file(of: entry), line: entry.line.line)
    notes[uid] = FeedNotes.Item(
      title: entries.title(of: entry), line: text.verbatim, path: entries.path(of: entry), key: key,
      file: SipHash128.digits(fileHashes[entry.line.file]), calendar: groups.key(of: index))
  }

  /// Leaves a line out and reports its errors.
  ///
  /// Keeps the old item if the line's date is incomplete because it is being typed.
  mutating func leaveOut(
    _ index: Int, isUnread: Bool, reported: [Diagnostic], diagnostics: inout [Diagnostic]
  ) {
    let entry = entries.entries[index]
    guard selection.mayBeAsked(entry, in: entries) else { return }
    var errors = reported.filter { $0.severity == .error }
    if let old = matching.old[index], isUnread, selection.mayBeSeen(entry), mayHold(old, index) {
      hold(old, index)
      errors = errors.map { explained($0, ofKept: old) }
    }
    diagnostics += errors
  }

  /// Adds to an error what happened to the item, unless the item never had a date.
  func explained(_ diagnostic: Diagnostic, ofKept old: Int) -> Diagnostic {
    guard diagnostic.severity == .error else { return diagnostic }
    return diagnostic.appending(
      memory.isDated(old) ? "; the item stays as it was" : "; the item stays without a date")
  }

  /// True if the old form of an item may stay although its line changed: duecal wrote it, and no word of it occurs
  /// only in left-out lines.
  mutating func mayHold(_ old: Int, _ index: Int) -> Bool {
    trusts(old) && !leftOutWords.containsWords(by: old, of: memory, keptFor: index, scope: hints)
  }

  /// True if duecal wrote an item and, by its checksum, nobody changed it.
  private func trusts(_ old: Int) -> Bool {
    memory.isIntact(old) || (hints != .outline && memory.key(of: old) == nil)
  }
}

extension Diagnostic {
  /// The diagnostic with text appended to its sentence.
  fileprivate func appending(_ more: String) -> Diagnostic {
    Diagnostic(severity, at: place, message: sentence + more, fix: fix)
  }
}
