import CalendarStores

/// An item of the state as a store has it now.
enum SyncedNow {
  /// Unchanged, and read only if the other side has changed.
  case same(StoredItem?)
  case changed(StoredItem)
  case missing

  var isMissing: Bool { if case .missing = self { true } else { false } }

  var item: StoredItem? {
    switch self {
    case .same(let item): item
    case .changed(let item): item
    case .missing: nil
    }
  }
}
