/// Reads a payload byte by byte.
struct DateScanner {
  private let shortYears: Bool
  private var index = 0
  private var spelling = DateSpelling()
  private var isSecond = false

  /// The spelling of the end of the range that is being read: the first or the second.
  private var point: DateSpelling.Point {
    get { isSecond ? spelling.second : spelling.first }
    set { if isSecond { spelling.second = newValue } else { spelling.first = newValue } }
  }

  /// The words at the end of the range that is being read: the first or the second.
  private var words: DateSpelling.Words.Point {
    get { isSecond ? spelling.words.second : spelling.words.first }
    set {
      if isSecond { spelling.words.second = newValue } else { spelling.words.first = newValue }
    }
  }

  init(shortYears: Bool) {
    self.shortYears = shortYears
  }

  /// Reads the whole of `bytes` as one payload.
  mutating func payload(_ bytes: Span<UInt8>) throws(TMError) -> DatePayload {
    if blanks(bytes) { spelling.words.leading = text(bytes, from: 0) }
    let value = try value(bytes)
    let end = index
    if blanks(bytes) { spelling.words.trailing = text(bytes, from: end) }
    guard index == bytes.count else { throw unexpected(bytes) }
    return DatePayload(value, spelling: spelling)
  }

  private mutating func value(_ bytes: Span<UInt8>) throws(TMError) -> TMDateType {
    let year = try year(bytes)
    guard skip("-", bytes) else {
      if point.hasShortYear { throw unexpected(bytes) }
      return .period(try DatePeriod(year: year))
    }
    if !point.hasShortYear, peek(bytes) == UInt8(ascii: "W"), skip("W", bytes) {
      return .period(try week(bytes, of: year))
    }
    guard let month = number(bytes, digits: 1...2) else { throw unexpected(bytes) }
    point.padsMonth = month.digits == 2
    guard skip("-", bytes) else { return .period(try DatePeriod(year: year, month: month.value)) }
    let day = try day(bytes, year, month: month.value)
    guard let time = try time(bytes) else {
      return try lastDay(bytes, after: day)
    }
    return try end(bytes, after: DateTimeParameters(date: day, time: time))
  }

  // MARK: Days

  private mutating func year(_ bytes: Span<UInt8>) throws(TMError) -> Int {
    guard let year = number(bytes, digits: 1...18) else { throw unexpected(bytes) }
    if year.digits == 4 { return year.value }
    if year.digits > 4 { throw .noSuchYear(year.value) }
    guard shortYears, year.digits == 2 else {
      throw .invalidFormattedString(
        whole(bytes), "a date that begins with a year of four digits, such as 2024-12-01")
    }
    point.hasShortYear = true
    return 2000 + year.value
  }

  private mutating func week(_ bytes: Span<UInt8>, of year: Int) throws(TMError) -> DatePeriod {
    guard let week = number(bytes, digits: 2...2) else {
      throw .invalidFormattedString(whole(bytes), "a week of two digits, as in 2024-W48")
    }
    return try DatePeriod(year: year, week: week.value)
  }

  private mutating func day(
    _ bytes: Span<UInt8>, _ year: Int, month: Int
  ) throws(TMError) -> DateParameters {
    guard let day = number(bytes, digits: 1...2) else { throw unexpected(bytes) }
    point.padsDay = day.digits == 2
    return try DateParameters(year: year, month: month, day: day.value)
  }

  /// Reads a full date at the second end of a range; nil if none begins here.
  private mutating func secondDay(_ bytes: Span<UInt8>) throws(TMError) -> DateParameters? {
    let start = index
    guard let year = number(bytes, digits: shortYears ? 2...4 : 4...4), skip("-", bytes) else {
      index = start
      return nil
    }
    guard let month = number(bytes, digits: 1...2), skip("-", bytes) else {
      throw unexpected(bytes)
    }
    point.hasShortYear = year.digits == 2
    point.padsMonth = month.digits == 2
    let full = year.digits == 2 ? 2000 + year.value : year.value
    return try day(bytes, full, month: month.value)
  }

  // MARK: Ranges

  /// Reads the second day of a range of days; the first day alone if nothing follows.
  private mutating func lastDay(
    _ bytes: Span<UInt8>, after first: DateParameters
  ) throws(TMError) -> TMDateType {
    guard separator(bytes) else { return .date(first) }
    guard let last = try secondDay(bytes) else {
      throw .invalidFormattedString(whole(bytes), "a second day, as in 2024-11-23 thru 2024-11-25")
    }
    guard try time(bytes) == nil else {
      throw .invalidFormattedString(whole(bytes), "a time on both days or on neither")
    }
    try expectEnd(bytes)
    return try TMDateType.range(first, last)
  }

  /// Reads the end of a range of times; the beginning alone if nothing follows.
  private mutating func end(
    _ bytes: Span<UInt8>, after begin: DateTimeParameters
  ) throws(TMError) -> TMDateType {
    guard separator(bytes) else { return .dateTime(begin) }
    guard let day = try secondDay(bytes) else {
      let end = try clock(bytes)
      try expectEnd(bytes)
      let first = sharing(begin, end)
      return try TMDateType.range(first, DateTimeParameters(date: begin.date, time: end))
    }
    guard let end = try time(bytes) else {
      throw .invalidFormattedString(whole(bytes), "a time on both days or on neither")
    }
    spelling.namesEndDay = true
    try expectEnd(bytes)
    return try TMDateType.range(begin, DateTimeParameters(date: day, time: end))
  }

  /// Refuses text after a range: what is wrong with the range would say nothing about it.
  private mutating func expectEnd(_ bytes: Span<UInt8>) throws(TMError) {
    let start = index
    blanks(bytes)
    guard index == bytes.count else { throw unexpected(bytes) }
    index = start
  }

  /// Reads the separator between two ends with the spaces around it; false, and nothing read, if there is none.
  private mutating func separator(_ bytes: Span<UInt8>) -> Bool {
    guard index < bytes.count else { return false }
    let start = index
    blanks(bytes)
    for word in Self.separators where skip(word, bytes) {
      blanks(bytes)
      isSecond = true
      let between = text(bytes, from: start)
      if between != spelling.between { spelling.between = between }
      return true
    }
    index = start
    return false
  }

  /// The separators; a longer one comes before its prefix.
  private static let separators: [StaticString] = ["-", "\u{2013}", "through", "thru", "to"]

  // MARK: Times

  /// Reads the time after a day; nil, and nothing read, if none follows.
  private mutating func time(_ bytes: Span<UInt8>) throws(TMError) -> TimeParameters? {
    let start = index
    let isMarked = peek(bytes) == UInt8(ascii: "T")
    if isMarked { index += 1 } else { blanks(bytes) }
    guard index > start, isDigit(peek(bytes)) else {
      index = start
      return nil
    }
    if index - start != 1 || bytes[start] != 0x20 {
      words.beforeTime = text(bytes, from: start)
    }
    return try clock(bytes)
  }

  /// Reads a time of day; midnight is 12am, noon is 12pm, and 13pm is an error.
  private mutating func clock(
    _ bytes: Span<UInt8>
  ) throws(TMError) -> TimeParameters {
    guard let hour = number(bytes, digits: 1...2) else { throw unexpected(bytes) }
    point.padsHour = hour.digits == 2
    var minute = 0
    var second = 0
    point.hasMinutes = skip(":", bytes)
    if point.hasMinutes {
      minute = try sixtieth(bytes)
      point.hasSeconds = skip(":", bytes)
      if point.hasSeconds { second = try sixtieth(bytes) }
    }
    if let isAfternoon = meridiem(bytes) {
      guard (1...12).contains(hour.value) else {
        throw .invalidFormattedString(whole(bytes), "an hour from 1am to 12pm")
      }
      return try TimeParameters(
        hour: hour.value % 12 + (isAfternoon ? 12 : 0), minute: minute, second: second)
    }
    guard point.hasMinutes else {
      throw .invalidFormattedString(whole(bytes), "a time such as 10:00 or 10am")
    }
    return try TimeParameters(hour: hour.value, minute: minute, second: second)
  }

  /// The beginning of `3:30 - 5pm`, whose am or pm is that of the end.
  private mutating func sharing(
    _ begin: DateTimeParameters, _ end: TimeParameters
  ) -> DateTimeParameters {
    guard spelling.words.first.meridiem.isEmpty, !spelling.words.second.meridiem.isEmpty else {
      return begin
    }
    let time = begin.time.sharingHalf(of: end)
    if time != begin.time { spelling.first.sharesHalf = true }
    return DateTimeParameters(date: begin.date, time: time)
  }

  private mutating func sixtieth(_ bytes: Span<UInt8>) throws(TMError) -> Int {
    guard let number = number(bytes, digits: 2...2) else { throw unexpected(bytes) }
    return number.value
  }

  /// Reads `am` or `pm` in either case, with spaces before it; nil, and nothing read, if there is none.
  private mutating func meridiem(
    _ bytes: Span<UInt8>
  ) -> Bool? {
    guard index < bytes.count else { return nil }
    let start = index
    blanks(bytes)
    let isAfternoon = skip("pm", bytes)
    guard isAfternoon || skip("am", bytes), !isWordCharacter(peek(bytes)) else {
      index = start
      return nil
    }
    words.meridiem = text(bytes, from: start)
    return isAfternoon
  }

  // MARK: Bytes

  private func peek(_ bytes: Span<UInt8>) -> UInt8 {
    index < bytes.count ? bytes[index] : 0
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private func isWordCharacter(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80
  }

  /// Reads spaces and tabs; false if there are none.
  @discardableResult
  private mutating func blanks(_ bytes: Span<UInt8>) -> Bool {
    let start = index
    while peek(bytes) == 0x20 || peek(bytes) == 0x09 { index += 1 }
    return index > start
  }

  /// Reads a run of digits; nil, and nothing read, if it is not of one of these lengths.
  private mutating func number(
    _ bytes: Span<UInt8>, digits: ClosedRange<Int>
  ) -> (value: Int, digits: Int)? {
    let start = index
    var value = 0
    while isDigit(peek(bytes)), index - start < digits.upperBound {
      value = value * 10 + Int(bytes[index] & 0x0F)
      index += 1
    }
    guard index - start >= digits.lowerBound, !isDigit(peek(bytes)) else {
      index = start
      return nil
    }
    return (value, index - start)
  }

  /// Reads a word in either case; false, and nothing read, if it is not here.
  private mutating func skip(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
    guard index + word.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount {
      let expected = word.utf8Start[offset]
      let byte = bytes[index + offset]
      let isLetter = (expected | 0x20) &- 0x61 < 26
      guard byte == expected || (isLetter && byte | 0x20 == expected | 0x20) else { return false }
    }
    index += word.utf8CodeUnitCount
    return true
  }

  /// The text that was read since `start`.
  private func text(_ bytes: Span<UInt8>, from start: Int) -> String {
    bytes.extracting(start..<index).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  private func whole(_ bytes: Span<UInt8>) -> String {
    bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Errors

  /// The error at the place where reading stopped.
  private func unexpected(_ bytes: Span<UInt8>) -> TMError {
    let whole = whole(bytes)
    let rest = bytes.extracting(index..<bytes.count)
    let isZone = index > 9 && whole.utf8.contains(UInt8(ascii: ":")) && Self.beginsZone(rest)
    return isZone
      ? .invalidFormattedString(whole, "a time without a zone; write the zone as @tz(Area/City)")
      : .invalidFormattedString(whole)
  }

  private static func beginsZone(_ rest: Span<UInt8>) -> Bool {
    var start = 0
    while start < rest.count, rest[start] == 0x20 { start += 1 }
    guard start < rest.count else { return false }
    return rest[start] == UInt8(ascii: "Z") || rest[start] == UInt8(ascii: "+")
  }
}
