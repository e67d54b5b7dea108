import CalendarStores

/// Finding out that the registry of lines, or the state of syncs, was lost or restored from a backup.
extension SyncRun {
  /// Gives a registry that is older than the state of syncs what it knew of the lines.
  ///
  /// Without that, all that only the registry knew would look as if it had been removed from the lines.
  ///
  /// - Returns: True if the state is older than the registry: another run may have synced the lines meanwhile.
  func restoreLines() async throws(StoreError) -> Bool {
    let marks = try state.marks()
    var isOlder = false
    for side in SyncSide.allCases {
      guard let lines = stores[side] as? any LineStore else { continue }
      let mark = try await lines.mark()
      if (mark ?? -1) < marks.last || mark == nil {
        let items = try state.items(on: side, of: number)
        if !items.isEmpty { try await lines.restore(items) }
        try await lines.setMark(marks.last)
      } else if let mark, mark > marks.begun {
        isOlder = true
      }
    }
    return isOlder
  }

  /// Gives a run that changes anything a number in both places.
  func mark() async throws(StoreError) {
    let lines = SyncSide.allCases.compactMap { stores[$0] as? any LineStore }
    guard !lines.isEmpty else { return }
    var last = try state.marks().begun
    for lines in lines { last = max(last, try await lines.mark() ?? 0) }
    try state.begin(mark: last + 1, of: number)
    for lines in lines { try await lines.setMark(last + 1) }
    try state.save(mark: last + 1, of: number)
  }
}
