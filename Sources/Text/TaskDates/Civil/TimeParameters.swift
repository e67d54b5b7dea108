/// A local time of day.
///
/// Every value is an existing time: 00:00:00 to 23:59:59.
public struct TimeParameters: Hashable, Sendable {
  /// The seconds since 00:00, 0 to 86,399.
  private let stored: Int32

  /// The hour, 0 to 23.
  public var hour: Int { secondOfDay / 3600 }
  /// The minute, 0 to 59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// The second, 0 to 59.
  public var second: Int { secondOfDay % 60 }
  /// The seconds since 00:00.
  public var secondOfDay: Int { Int(stored) }

  /// 00:00.
  public static let midnight = TimeParameters(known: 0)

  /// Creates a time.
  ///
  /// - Throws: `TMError.noSuchTime`; there is no 24:00 and no leap second.
  public init(hour: Int, minute: Int, second: Int = 0) throws(TMError) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
      throw .noSuchTime(hour: hour, minute: minute, second: second)
    }
    self.init(known: (hour * 60 + minute) * 60 + second)
  }

  /// Creates the time that is a number of seconds after 00:00; nil outside of a day.
  public init?(secondOfDay: Int) {
    guard (0..<86_400).contains(secondOfDay) else { return nil }
    self.init(known: secondOfDay)
  }

  fileprivate init(known secondOfDay: Int) {
    stored = Int32(truncatingIfNeeded: secondOfDay)
  }
}

extension TimeParameters: Comparable {
  public static func < (left: TimeParameters, right: TimeParameters) -> Bool {
    left.stored < right.stored
  }
}

extension TimeParameters: FormattedDateRepresentable {
  /// `12:01`, or `12:01:30` if there are seconds.
  public var formattedDate: String {
    let time = "\(hour.zeroPadded()):\(minute.zeroPadded())"
    return second == 0 ? time : "\(time):\(second.zeroPadded())"
  }
}
