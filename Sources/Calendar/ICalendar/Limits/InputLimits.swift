import ExactText

/// The limits for reading a calendar.
///
/// A limit concerns only the interpretation: what exceeds it is reported and kept unchanged. Each is higher than
/// people's calendars need, and low enough for two seconds and 256 MiB.
public struct InputLimits: Hashable, Sendable {
  /// The bytes of a file; a larger one is not read at all.
  public var bytes = 64 << 20
  /// The line ends of a file; one with more is not read at all.
  public var lineEnds = 4_000_000
  /// The components of a file.
  public var components = 200_000
  /// The depth of nested components.
  public var depth = 32
  /// The bytes of an unfolded content line; a longer one is kept without interpretation.
  public var line = 1 << 20
  /// The lines of a component itself.
  public var properties = 10_000
  /// The parameters of a line.
  public var parameters = 64
  /// The bytes of a UID.
  public var uid = 1024
  /// The alarms of an item.
  public var alarms = 100
  /// The rules of an item, and the rules for excluded dates.
  public var rules = 100
  /// The excluded and additional dates of an item.
  public var dates = 10_000
  /// The limits for VTIMEZONEs.
  public var zones = TimeZoneLimits()
  /// The diagnostics of a file.
  public var messages = 1000

  /// Creates the default limits.
  public init() {}
}

extension InputLimits {
  /// The limits by their names on the command line.
  public static let names:
    [(name: String, limit: any WritableKeyPath<InputLimits, Int> & Sendable)] = [
      ("bytes", \.bytes), ("line-ends", \.lineEnds), ("components", \.components),
      ("depth", \.depth),
      ("line", \.line),
      ("properties", \.properties), ("parameters", \.parameters), ("uid", \.uid),
      ("alarms", \.alarms), ("rules", \.rules), ("dates", \.dates), ("messages", \.messages),
      ("observances", \.zones.observances), ("zone-dates", \.zones.dates),
      ("zone-rules", \.zones.rules), ("zone-bytes", \.zones.bytes),
      ("zones", \.zones.definitions), ("zone-changes", \.zones.changes),
      ("all-zone-rules", \.zones.allRules), ("zone-names", \.zones.names),
    ]

  /// Limits only the number of line ends, for a file of which only the lines are needed.
  public static func lineEndsAlone(_ most: Int = InputLimits().lineEnds) -> InputLimits {
    var limits = InputLimits()
    (limits.bytes, limits.lineEnds) = (.max, most)
    return limits
  }

  /// The reason why a file is too large to be read; nil if it is not.
  public func refusal(of bytes: [UInt8]) -> String? {
    guard bytes.count <= self.bytes else {
      return "the file has \(bytes.count) bytes and is not read; expected \(self.bytes) at most"
    }
    guard bytes.count > lineEnds else { return nil }
    let ends = bytes.withUnsafeBufferPointer { bytes in
      var (feeds, returns) = (0, 0)
      for byte in bytes {  // without a branch, so that many bytes are compared at once
        feeds &+= byte == 0x0A ? 1 : 0
        returns &+= byte == 0x0D ? 1 : 0
      }
      return max(feeds, returns)
    }
    return ends <= lineEnds
      ? nil : "the file has \(ends) lines and is not read; expected \(lineEnds) at most"
  }

  /// Sets a limit by its name; false if there is no such limit.
  public mutating func set(_ name: String, to number: Int) -> Bool {
    guard let limit = Self.names.first(where: { $0.name == name })?.limit,
      (0...1 << 40).contains(number)
    else { return false }
    self[keyPath: limit] = number
    return true
  }
}
