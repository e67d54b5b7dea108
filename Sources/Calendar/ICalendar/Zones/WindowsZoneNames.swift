/// The zone names of Windows, and so of Outlook and Exchange.
enum WindowsZoneNames {
  /// The IANA name for a Windows name, in either case.
  ///
  /// The name is an identifier, `W. Europe Standard Time`, or a display name,
  /// `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`.
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

  /// The name without the prefix of Exchange, as in `tzone://Microsoft/Utc`.
  private static func withoutScheme(_ folded: String) -> String {
    folded.hasPrefix(scheme) ? String(folded.dropFirst(scheme.utf8.count)) : folded
  }

  /// The text after `(UTC+01:00) `, which is the offset at the time when the name was given.
  static func withoutOffset(_ folded: String) -> String {
    guard folded.hasPrefix("(utc") || folded.hasPrefix("(gmt"),
      let close = folded.firstIndex(of: ")")
    else { return folded }
    return String(folded[folded.index(after: close)...].drop { $0 == " " })
  }

  /// The IANA names by all other names, in lower case.
  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for (zone, others) in rows {
      for other in others { names[other.lowercased()] = zone }
    }
    return names
  }()

  /// The table's IANA names, each with its Windows names; the identifier comes first.
  static var rows: [(zone: String, names: [String])] {
    table.split(separator: "\n").map { line in
      let words = line.split(separator: "|").map { String($0.trimmingBlanks) }
      return (words[0], Array(words.dropFirst()))
    }
  }
}

extension StringProtocol {
  /// The text without surrounding white space.
  var trimmingBlanks: SubSequence {
    let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
    let end = lastIndex { $0 != " " && $0 != "\t" }.map { index(after: $0) } ?? endIndex
    return start < end ? self[start..<end] : self[endIndex..<endIndex]
  }
}
