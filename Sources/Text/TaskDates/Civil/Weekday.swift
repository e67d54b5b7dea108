/// A day of the week; Monday is the first, as in ISO 8601.
public enum Weekday: Int, Sendable, CaseIterable, Comparable {
  /// Monday.
  case monday = 1
  /// Tuesday.
  case tuesday
  /// Wednesday.
  case wednesday
  /// Thursday.
  case thursday
  /// Friday.
  case friday
  /// Saturday.
  case saturday
  /// Sunday.
  case sunday

  public static func < (left: Weekday, right: Weekday) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The weekday in RFC 5545, `MO` to `SU`.
  public var code: String {
    ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue - 1]
  }

  /// Creates a weekday from its two letters in RFC 5545, in either case.
  public init?(code: some StringProtocol) {
    let code = code.uppercased()
    guard let day = Weekday.allCases.first(where: { $0.code == code }) else { return nil }
    self = day
  }

  /// The first three letters of the name, `mon` to `sun`.
  public var shortName: String { String(DateNames.weekdays[rawValue - 1].prefix(3)) }

  /// The weekday that is a number of days later, or earlier.
  public func advanced(by days: Int) -> Weekday {
    let index = ((rawValue - 1 + days) % 7 + 7) % 7
    return Weekday.allCases[index]
  }
}
