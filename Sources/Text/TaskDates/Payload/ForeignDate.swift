/// A date in a form that payloads do not have, such as `12/01/2026`, `26-12-01` or `2026-12-01T10:00Z`.
///
/// It is never read as the date of a task, because its writer may mean another day. An editor offers what it may mean.
///
/// ```swift
/// ForeignDate("12/01/2026")?.values  // 2026-12-01 and 2026-01-12
/// ```
public struct ForeignDate: Hashable, Sendable {
  /// The days or times that the text may mean, the likeliest first; at least one.
  public let values: [TMDateType]
  /// How far the clock of the text is ahead of UTC, in seconds, as in `10:00+02:00`; nil for a local time.
  public let offset: Int?

  /// Reads the whole of a text; nil if it is not a date.
  public init?(_ text: String) {
    var scanner = FigureScanner(text)
    scanner.skipBlanks()
    guard text.utf8.count <= Self.longest, let days = scanner.days(), let clock = scanner.clock()
    else { return nil }
    let values = days.compactMap { try? DatePayload(parsing: $0 + clock.time).value }
    guard !values.isEmpty else { return nil }
    (self.values, offset) = (values, clock.offset)
  }

  /// The most bytes that a date has.
  private static let longest = 48
}

extension FigureScanner {
  /// Reads a day, and returns the days that it may mean, as `2026-12-01`; nil if there is none.
  fileprivate mutating func days() -> [String]? {
    let first = digits()
    if first.utf8.count == 8 {
      return [Self.day(first.prefix(4), first.dropFirst(4).prefix(2), first.suffix(2))]
    }
    guard let separator = skip(oneOf: "-/.") else { return nil }
    let second = digits()
    guard (1...2).contains(second.utf8.count), skip(separator) else { return nil }
    return Self.days(first, second, digits(), separator)
  }

  /// The days that three numbers may mean: the year is first or last, and after a year that is last the separator tells
  /// whether the day or the month is likely to be first.
  private static func days(
    _ first: Substring, _ second: Substring, _ third: Substring, _ separator: Character
  ) -> [String]? {
    let yearFirst = day(first, second, third)
    let dayFirst = day(third, second, first)
    let monthFirst = day(third, first, second)
    let yearLast: [Character: [String]] = [
      ".": [dayFirst], "-": [dayFirst, monthFirst], "/": [monthFirst, dayFirst],
    ]
    let anyOrder: [Character: [String]] = [
      ".": [dayFirst, yearFirst], "-": [yearFirst, dayFirst],
      "/": [monthFirst, dayFirst, yearFirst],
    ]
    switch (first.utf8.count, third.utf8.count) {
    case (4, 1...2), (2, 1): return [yearFirst]
    case (1...2, 4), (1, 2): return yearLast[separator]
    case (2, 2): return anyOrder[separator]
    default: return nil
    }
  }

  private static func day(_ year: Substring, _ month: Substring, _ day: Substring) -> String {
    "\(year.utf8.count == 2 ? "20" : "")\(year)-\(month)-\(day)"
  }

  /// Reads the rest as a time after a day; nil if it is not one.
  ///
  /// - Returns: The time as payloads have it, after a space, or an empty text for none; and its offset from UTC.
  fileprivate mutating func clock() -> (time: String, offset: Int?)? {
    if isAtEnd { return ("", nil) }
    let isMarked = skip("t")
    if !isMarked { skip(",") }
    guard skipBlanks() || isMarked, let time = time() else { return nil }
    skipBlanks()
    if isAtEnd { return (" \(time)", nil) }
    // Without the letter, `10:00-11:30` is a range.
    return utcOffset(signs: isMarked ? "+-" : "+").map { (" \(time)", $0) }
  }

  private mutating func time() -> String? {
    guard let figures = hoursToSeconds() else { return nil }
    skipBlanks()
    if let half = skip(oneOf: "ap") { return skip("m") ? "\(figures)\(half)m" : nil }
    return figures.contains(":") ? figures : "\(figures):00"
  }

  /// Reads hours, minutes and seconds, without the fraction of a second.
  private mutating func hoursToSeconds() -> String? {
    let first = digits()
    var parts = [first]
    if first.utf8.count == 4 || first.utf8.count == 6 {
      parts = [first.prefix(2), first.dropFirst(2).prefix(2), first.dropFirst(4)]
        .filter { !$0.isEmpty }
    } else if !(1...2).contains(first.utf8.count) {
      return nil
    }
    while parts.count < 3, let separator = skip(oneOf: ":.h") {
      let next = digits()
      if separator == "h", next.isEmpty { break }
      parts.append(next)
    }
    if parts.count == 3, skip(oneOf: ".,") != nil, digits().isEmpty { return nil }
    return parts.joined(separator: ":")
  }

  /// Reads the rest as an offset from UTC such as `Z` or `+02:00`, in seconds; nil if no zone has it.
  private mutating func utcOffset(signs: String) -> Int? {
    let isUTC =
      skip("z") || skip("u") && skip("t") && skip("c") || skip("g") && skip("m") && skip("t")
    if isUTC { return isAtEnd ? 0 : nil }
    guard let sign = skip(oneOf: signs) else { return nil }
    var figures = digits()
    if figures.utf8.count == 2 { figures += skip(":") ? digits() : "00" }
    guard isAtEnd, figures.utf8.count == 4, let hours = Int(figures.prefix(2)),
      let minutes = Int(figures.suffix(2)), minutes < 60
    else { return nil }
    let seconds = (sign == "-" ? -1 : 1) * (hours * 60 + minutes) * 60
    return (-12 * 3600...14 * 3600).contains(seconds) ? seconds : nil
  }
}

/// Reads figures and the signs between them.
private struct FigureScanner {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.allSatisfy { $0 == " " || $0 == "\t" } }

  /// Skips spaces and tabs; false if there are none.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let count = rest.utf8.count
    rest = rest.drop { $0 == " " || $0 == "\t" }
    return rest.utf8.count < count
  }

  /// Reads the figures at the beginning; empty if there are none.
  mutating func digits() -> Substring {
    let digits = rest.prefix { ("0"..."9").contains($0) && $0.isASCII }
    rest = rest[digits.endIndex...]
    return digits
  }

  /// Skips one of some signs, in either case; nil if none of them is at the beginning.
  mutating func skip(oneOf signs: String) -> Character? {
    guard let sign = rest.first, let lower = sign.lowercased().first, signs.contains(lower) else {
      return nil
    }
    rest.removeFirst()
    return lower
  }

  /// Skips a sign, in either case; false if it is not at the beginning.
  @discardableResult
  mutating func skip(_ sign: Character) -> Bool { skip(oneOf: String(sign)) != nil }
}
