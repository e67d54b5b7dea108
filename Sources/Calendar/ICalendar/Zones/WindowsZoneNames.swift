/// The names that Windows, and so Outlook and Exchange, have for zones.
enum WindowsZoneNames {
  /// The IANA name of what Windows calls so, in either case: `W. Europe Standard Time`, or as it is
  /// shown, `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`.
  static func name(of text: String) -> String? {
    let folded = withoutScheme(text.lowercased())
    if let name = names[folded] { return name }
    if folded.hasSuffix(daylight) {
      return names[folded.dropLast(daylight.utf8.count) + " standard time"]
    }
    return names[withoutOffset(folded)]
  }

  private static let daylight = " daylight time"
  private static let scheme = "tzone://microsoft/"

  /// Exchange writes `tzone://Microsoft/Utc`.
  private static func withoutScheme(_ folded: String) -> String {
    folded.hasPrefix(scheme) ? String(folded.dropFirst(scheme.utf8.count)) : folded
  }

  /// What stands behind `(UTC+01:00) `, which says what clocks showed when the name was given.
  private static func withoutOffset(_ folded: String) -> String {
    guard folded.hasPrefix("(utc") || folded.hasPrefix("(gmt"),
      let close = folded.firstIndex(of: ")")
    else { return folded }
    return String(folded[folded.index(after: close)...].drop { $0 == " " })
  }

  /// The IANA names by all others, these in small letters.
  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for (zone, others) in rows {
      for other in others { names[other.lowercased()] = zone }
    }
    return names
  }()

  /// The table's IANA names, each with Windows' own name first.
  static var rows: [(zone: String, names: [String])] {
    table.split(separator: "\n").map { line in
      let words = line.split(separator: "|").map { String($0.trimmingBlanks) }
      return (words[0], Array(words.dropFirst()))
    }
  }
}

extension StringProtocol {
  /// The text without blanks at either end.
  var trimmingBlanks: SubSequence {
    let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
    let end = lastIndex { $0 != " " && $0 != "\t" }.map { index(after: $0) } ?? endIndex
    return start < end ? self[start..<end] : self[endIndex..<endIndex]
  }
}
