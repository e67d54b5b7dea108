/// The lists that a task wants to be seen in: `@show(day,week)`.
public struct ListMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The lists of one unit.
  public init(_ unit: DatePeriod.Unit) {
    self.init(rawValue: 1 << UInt8(unit.rawValue))
  }

  /// All lists, as without a `@show`.
  public static let all = ListMask(DatePeriod.Unit.allCases.map { ListMask($0) })

  /// True if the task wants to be seen in lists of a unit.
  public func admits(_ unit: DatePeriod.Unit) -> Bool { contains(ListMask(unit)) }
}

extension ListMask {
  /// What the payload of a `@show` says, and which of its words name no list.
  public struct Reading: Hashable, Sendable {
    /// The lists; nil where the payload names none, and so is no mask at all.
    public let mask: ListMask?
    /// The words that name no list, in order.
    public let unknown: [String]
  }

  /// Reads the words of a `@show`, in either case: `day`, `week`, `month`, `year`.
  public static func reading(_ words: [String]) -> Reading {
    let units = words.map { unit($0) }
    let masks = units.compactMap { $0.map { ListMask($0) } }
    return Reading(
      mask: masks.isEmpty ? nil : ListMask(masks),
      unknown: zip(words, units).filter { $0.1 == nil }.map(\.0))
  }

  private static func unit(_ word: String) -> DatePeriod.Unit? {
    switch word.lowercased() {
    case "day": .day
    case "week": .week
    case "month": .month
    case "year": .year
    default: nil
    }
  }
}
