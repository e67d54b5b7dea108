import CalendarItems

/// Records what each entry became, in four bytes per entry.
struct EntryOutcomes {
  /// What an entry became.
  enum Outcome {
    /// No item: it was left out, or is not built yet.
    case none
    /// The old item, byte for byte.
    case kept(Int)
    /// New components, the first of which is of this kind.
    case built(CalendarItem.Kind)
  }

  private var numbers: [Int32]
  private static let none: Int32 = -1
  private static let reminder: Int32 = -2
  private static let event: Int32 = -3

  /// Records no item for all entries.
  init(count: Int) {
    numbers = [Int32](repeating: Self.none, count: count)
  }

  subscript(index: Int) -> Outcome {
    get {
      switch numbers[index] {
      case Self.none: .none
      case Self.reminder: .built(.reminder)
      case Self.event: .built(.event)
      case let item: .kept(Int(item))
      }
    }
    set {
      switch newValue {
      case .none: numbers[index] = Self.none
      case .kept(let item): numbers[index] = Int32(truncatingIfNeeded: item)
      case .built(let kind): numbers[index] = kind == .event ? Self.event : Self.reminder
      }
    }
  }
}
