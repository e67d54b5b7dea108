import CalendarItems

/// Records what each of some entries became, in four bytes per entry.
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

  private let range: Range<Int>
  private var numbers: [Int32]
  private static let none: Int32 = -1
  private static let reminder: Int32 = -2
  private static let event: Int32 = -3

  /// Records no item for the entries of a range.
  init(_ range: Range<Int>) {
    self.range = range
    numbers = [Int32](repeating: Self.none, count: range.count)
  }

  /// What an entry became; nothing for one out of the range.
  subscript(index: Int) -> Outcome {
    get {
      guard range.contains(index) else { return .none }
      return switch numbers[index - range.lowerBound] {
      case Self.none: .none
      case Self.reminder: .built(.reminder)
      case Self.event: .built(.event)
      case let item: .kept(Int(item))
      }
    }
    set {
      guard range.contains(index) else { return }
      numbers[index - range.lowerBound] =
        switch newValue {
        case .none: Self.none
        case .kept(let item): Int32(truncatingIfNeeded: item)
        case .built(let kind): kind == .event ? Self.event : Self.reminder
        }
    }
  }
}
