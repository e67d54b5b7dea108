import ExactText

/// How much of a calendar is looked at.
///
/// A limit is about meaning alone: what is beyond it is said and kept as it stands. Each is more than
/// people's calendars need, and little enough for two seconds and 256 MiB.
public struct InputLimits: Hashable, Sendable {
  /// Bytes of a file; a larger one is not read at all.
  public var bytes = 64 << 20
  /// Line ends of a file; one with more is not read at all.
  public var lineEnds = 4_000_000
  /// Components of a file.
  public var components = 200_000
  /// How deep components stand in each other.
  public var depth = 32
  /// Bytes of a content line, unfolded; a longer one is kept and not understood.
  public var line = 1 << 20
  /// Lines of a component that are its own.
  public var properties = 10_000
  /// Parameters of a line.
  public var parameters = 64
  /// Bytes of a UID.
  public var uid = 1024
  /// Alarms of an item.
  public var alarms = 100
  /// Rules of an item, and rules of what does not take place.
  public var rules = 100
  /// Exceptions and additional dates of an item.
  public var dates = 10_000
  /// What is looked at of VTIMEZONEs.
  public var zones = TimeZoneLimits()
  /// What is said of a file, in lines.
  public var messages = 1000

  /// The limits as they are without an option.
  public init() {}
}

extension InputLimits {
  /// A limit with the name that it has on the command line.
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

  /// No limit but on line ends: for a file of which nothing is asked but its lines.
  public static func lineEndsAlone(_ most: Int = InputLimits().lineEnds) -> InputLimits {
    var limits = InputLimits()
    (limits.bytes, limits.lineEnds) = (.max, most)
    return limits
  }

  /// Why a file is too large to be read; nil for one that is not.
  public func refusal(of bytes: [UInt8]) -> String? {
    guard bytes.count <= self.bytes else {
      return "the file has \(bytes.count) bytes; it is not read, expected \(self.bytes) at most"
    }
    guard bytes.count > lineEnds else { return nil }
    let ends = bytes.withUnsafeBufferPointer { bytes in
      var (feeds, returns) = (0, 0)
      for byte in bytes {  // without a branch, so that many bytes are looked at at once
        feeds &+= byte == 0x0A ? 1 : 0
        returns &+= byte == 0x0D ? 1 : 0
      }
      return max(feeds, returns)
    }
    return ends <= lineEnds
      ? nil : "the file has \(ends) lines; it is not read, expected \(lineEnds) at most"
  }

  /// Sets a limit by its name; false where there is none.
  public mutating func set(_ name: String, to number: Int) -> Bool {
    guard let limit = Self.names.first(where: { $0.name == name })?.limit,
      (0...1 << 40).contains(number)
    else { return false }
    self[keyPath: limit] = number
    return true
  }
}
