extension PropertyLine {
  /// The zone and the value of a line whose TZID has an unquoted colon; nil for any other line.
  ///
  /// Google wrote `DTSTART;TZID=GMT+05:30:20240101T090000`, which by RFC 5545 is a time of `30:20240101…`.
  /// Exchange writes `DTSTART;TZID=(UTC+01:00) Amsterdam:20240101T090000`.
  public var zoneWithColon: (tzid: String, value: Range<Int>)? {
    guard value.count > 3, parameters.last != nil else { return nil }
    return offsetWithColon ?? displayNameWithColon
  }

  /// The display name of a Windows zone, up to the last colon; parameters may follow it.
  private var displayNameWithColon: (tzid: String, value: Range<Int>)? {
    guard let last = parameters.last, last == parameter("TZID"),
      let close = bytes[value].firstIndex(of: UInt8(ascii: ")")), close - value.lowerBound <= 3,
      let colon = bytes[value].lastIndex(of: UInt8(ascii: ":")), colon > close,
      bytes[colon...].dropFirst().first.map({ 0x30...0x39 ~= $0 }) == true
    else { return nil }
    let start = bytes[last.values].prefix(5).map(\.upper)
    guard ["(UTC+", "(UTC-", "(GMT+", "(GMT-"].contains(where: { start.elementsEqual($0.utf8) })
    else { return nil }
    let end = bytes[close..<colon].firstIndex(of: UInt8(ascii: ";")) ?? colon
    return (
      String(decoding: bytes[last.values.lowerBound..<end], as: UTF8.self),
      colon + 1..<value.upperBound
    )
  }

  private var offsetWithColon: (tzid: String, value: Range<Int>)? {
    guard value.count > 3, bytes[value.lowerBound + 2] == UInt8(ascii: ":"),
      bytes[value.lowerBound..<value.lowerBound + 2].allSatisfy({ 0x30...0x39 ~= $0 }),
      let last = parameters.last, last == parameter("TZID")
    else { return nil }
    let end = value.lowerBound + 2
    let tzid = String(decoding: bytes[last.values.lowerBound..<end], as: UTF8.self)
    guard OffsetText.seconds(tzid: tzid) != nil else { return nil }
    return (tzid, end + 1..<value.upperBound)
  }
}
