/// The lists in which a task is shown: `@show(day,week)`.
public struct ListMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The lists of one unit.
  public init(_ unit: DatePeriod.Unit) {
    self.init(rawValue: 1 << UInt8(unit.rawValue))
  }

  /// All lists, as without `@show`.
  public static let all = ListMask(DatePeriod.Unit.allCases.map { ListMask($0) })

  /// True if the task is shown in lists of a unit.
  public func admits(_ unit: DatePeriod.Unit) -> Bool { contains(ListMask(unit)) }
}

extension ListMask {
  /// The result of reading the payload of `@show`.
  public struct Reading: Hashable, Sendable {
    /// The lists; nil if the payload names no list.
    public let mask: ListMask?
    /// The words that are not the name of a list, in order.
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
    DatePeriod.Unit.allCases.first { $0.name.utf8.elementsEqual(word.lowercased().utf8) }
  }
}
