/// A length of time: calendar days, and seconds.
///
/// They are separate because a day does not always have 24 hours (RFC 5545, section 3.3.6).
public struct TimeSpan: Hashable, Sendable {
  /// The number of calendar days; it has the same sign as the seconds.
  public let days: Int
  /// The number of seconds.
  public let seconds: Int

  /// Creates a length.
  public init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// The same length with the opposite sign.
  public var negated: TimeSpan { TimeSpan(days: -days, seconds: -seconds) }

  /// The length in seconds, if clocks do not change.
  public var nominalSeconds: Int { days * 86_400 + seconds }

  /// Reads `15m`, `1h30m`, `2 days`, `1 week`, `90 min`, or a duration of RFC 5545 (`PT15M`).
  ///
  /// `m` means minutes. A sign is not allowed. The result is nil if the text is not a length.
  public init?(parsing text: some StringProtocol) {
    let text = text.lowercased()
    guard let span = Self.words(text) ?? Self.duration(text) else { return nil }
    self = span
  }

  /// The largest number of a unit.
  private static let most = 100_000_000

  private static func words(_ text: String) -> TimeSpan? {
    var rest = text[...]
    var span = TimeSpan()
    repeat {
      rest = rest.drop { $0 == " " }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let unitText = rest.dropFirst(digits.count).drop { $0 == " " }
      let word = unitText.prefix { $0.isASCII && $0.isLetter }
      guard let number = Int(digits), number <= most, let unit = unit(word) else { return nil }
      span = TimeSpan(
        days: span.days + unit.days * number, seconds: span.seconds + unit.seconds * number)
      // The whole length in its largest unit must be readable again.
      guard span.days <= most, span.seconds / 3600 <= most else { return nil }
      rest = unitText.dropFirst(word.count).drop { $0 == " " }
    } while !rest.isEmpty
    return span
  }

  private static func unit(_ word: Substring) -> (days: Int, seconds: Int)? {
    switch word {
    case "s", "sec", "secs", "second", "seconds": (0, 1)
    case "m", "min", "mins", "minute", "minutes": (0, 60)
    case "h", "hr", "hrs", "hour", "hours": (0, 3600)
    case "d", "day", "days": (1, 0)
    case "w", "week", "weeks": (7, 0)
    default: nil
    }
  }

  /// A duration of RFC 5545 in lower case, without a sign.
  private static func duration(_ text: String) -> TimeSpan? {
    guard text.first == "p" else { return nil }
    let parts = text.dropFirst().split(separator: "t", omittingEmptySubsequences: false)
    let date = parts[0].isEmpty && parts.count == 2 ? TimeSpan() : words(String(parts[0]))
    let clock = parts.count == 2 ? words(String(parts[1])) : TimeSpan()
    guard parts.count <= 2, let date, let clock, date.seconds == 0, clock.days == 0 else {
      return nil
    }
    return TimeSpan(days: date.days, seconds: clock.seconds)
  }
}

extension TimeSpan {
  /// The length as RFC 5545 writes it (section 3.3.6): `PT15M`, `-P1D`, `P1DT2H`, `P2W`.
  public var duration: String {
    let sign = days < 0 || seconds < 0 ? "-" : ""
    let days = abs(days)
    if days > 0, days % 7 == 0, seconds == 0 { return "\(sign)P\(days / 7)W" }
    let date = days > 0 ? "\(days)D" : ""
    let clock = Self.clock(abs(seconds))
    if date.isEmpty, clock.isEmpty { return "PT0S" }
    return "\(sign)P\(date)\(clock.isEmpty ? "" : "T\(clock)")"
  }

  /// Hours, minutes and seconds.
  ///
  /// By the grammar of the RFC, seconds can follow hours only if minutes are between them.
  private static func clock(_ seconds: Int) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    let needsMinutes = minutes > 0 || (hours > 0 && rest > 0)
    return (hours > 0 ? "\(hours)H" : "") + (needsMinutes ? "\(minutes)M" : "")
      + (rest > 0 ? "\(rest)S" : "")
  }

  /// The length in short form: `15m`, `1h30m`, `2d`, `1w`.
  public var text: String {
    let (days, seconds) = (abs(days), abs(seconds))
    let weeks = days % 7 == 0 ? days / 7 : 0
    let parts = [
      (weeks, "w"), (days - weeks * 7, "d"), (seconds / 3600, "h"), (seconds / 60 % 60, "m"),
      (seconds % 60, "s"),
    ]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return text.isEmpty ? "0m" : text
  }
}
