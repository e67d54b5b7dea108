extension PropertyLine {
  /// The zone and the value of a line whose TZID has an unquoted colon; nil for any other line.
  ///
  /// Google wrote `DTSTART;TZID=GMT+05:30:20240101T090000`, which by RFC 5545 is a time of `30:20240101…`.
  public var zoneWithColon: (tzid: String, value: Range<Int>)? {
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
