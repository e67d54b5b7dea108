import CalendarStores

/// Finding out that the registry of lines, or the state of syncs, was lost or restored from a backup.
extension SyncRun {
  private var lineStores: SyncSides<(any LineStore)?> { stores.map { $0 as? any LineStore } }

  /// Gives a registry that is older than the state of syncs what it knew of the lines.
  ///
  /// Without that, all that only the registry knew would look as if it had been removed from the lines.
  ///
  /// - Returns: True if the state is older than the registry: another run may have synced the lines meanwhile.
  func restoreLines() async throws(StoreError) -> Bool {
    let marks = try state.marks(of: number)
    var isOlder = false
    for side in SyncSide.allCases {
      guard let lines = lineStores[side] else { continue }
      let mark = try await lines.mark()
      if let mark, mark >= marks.last, !marks.hasLostLines {
        isOlder = isOlder || mark > marks.begun
      } else {
        let items = try state.items(on: side, of: number)
        if !items.isEmpty { try await lines.restore(items) }
      }
    }
    return isOlder
  }

  /// Gives a run a number in both places, and remembers for the other syncs that the registry was lost.
  ///
  /// - Parameter hasChanges: Whether the run changes anything; otherwise only a registry that was lost gets a number.
  func mark(hasChanges: Bool) async throws(StoreError) {
    let lines = SyncSide.allCases.compactMap { lineStores[$0] }
    guard !lines.isEmpty else { return }
    let marks = try state.marks(of: number)
    var known: [Int] = []
    for lines in lines { known.append(try await lines.mark() ?? 0) }
    if known.contains(where: { $0 < marks.last }) {
      try state.noteLostLines()
    } else if !hasChanges, !marks.hasLostLines {
      return
    }
    let next = known.reduce(marks.begun, max) + 1
    try state.begin(mark: next, of: number)
    for lines in lines { try await lines.setMark(next) }
    try state.save(mark: next, of: number)
  }
}
