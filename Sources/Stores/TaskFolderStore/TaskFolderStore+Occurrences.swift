package import CalendarItems
package import CalendarStores
import ExactText
import LineState
import TaskDates
import UserFiles

/// Recognising the lines of changed occurrences that another machine, or an import, has written.
extension TaskFolderStore {
  package func bindOccurrences(
    of series: [ItemRef: ItemContent], among new: Set<ItemRef>
  ) throws(StoreError) -> Bool {
    var isBound = false
    let lists = Dictionary(grouping: series, by: \.key.list).sorted { $0.key < $1.key }
    for (id, series) in lists {
      for part in try folderList(id).parts {
        let own = series.filter { part.itemName(of: $0.key) != nil }
        if !own.isEmpty, try bind(own, among: new, in: part) { isBound = true }
      }
    }
    if isBound { forgetReadings() }
    return isBound
  }

  private func bind(
    _ series: [(key: ItemRef, value: ItemContent)], among new: Set<ItemRef>, in part: FolderList
  ) throws(StoreError) -> Bool {
    let reading = try current(part.file)
    let lines = FileLines(taskFile(part.file, reading.snapshot), options)
    var binding = OccurrenceBinding(
      reading.known, lines, new: { new.contains(part.ref(to: $0)) }, now: now(), options)
    for (ref, content) in series.sorted(by: { $0.key < $1.key }) {
      if let name = part.itemName(of: ref) { binding.add(content, ofItemNamed: name) }
    }
    guard let bound = binding.result() else { return false }
    return try save(bound, lines, after: reading, part)
  }

  /// Saves a file whose lines are recognised; false if another run has saved it meanwhile.
  private func save(
    _ bound: KnownTaskFile, _ lines: FileLines, after reading: Reading, _ part: FolderList
  ) throws(StoreError) -> Bool {
    var isSaved = false
    let clock = now().seconds
    try attempt { () throws(StateError) in
      _ = try registry.changeTaskFile(part.file.canonical, holding: reading.snapshot.bytes) {
        known, _ in
        guard known.version == reading.known.version else { return }
        var update = LineUpdate(
          bound, lines, .certain(LineOwners(bound, lines) { $0 }), clock: clock, options: options)
        update.run { [] }
        known = update.known
        isSaved = true
      }
    }
    return isSaved
  }
}
