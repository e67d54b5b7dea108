/// Decodes texts in the form of vCalendar 1.0: `ENCODING=QUOTED-PRINTABLE` or `BASE64`, and `CHARSET`.
///
/// RFC 5545 has none of these, so a changed text is written without them.
extension PropertyLine {
  /// The value as UTF-8 bytes, decoded according to the parameters of the line.
  var text: ArraySlice<UInt8> {
    guard parameters.contains(where: isOfEncoding) else { return bytes[value] }
    return Charset(word(of: "CHARSET")).utf8(decoded).withLineFeeds
  }

  /// True if a parameter gives the encoding of the value, so that a new value must not keep it.
  func isOfEncoding(_ parameter: Parameter) -> Bool {
    if isNamed("CHARSET", at: parameter.name) { return true }
    let isNameless = parameter.name.isEmpty
    guard isNameless || isNamed("ENCODING", at: parameter.name) else { return false }
    return Encoding(bytes[parameter.values]) != nil
  }

  private var decoded: ArraySlice<UInt8> {
    let encodings = parameters.filter(isOfEncoding).compactMap { Encoding(bytes[$0.values]) }
    switch encodings.first {
    case .quotedPrintable: return bytes[value].withoutQuotation
    case .base64: return bytes[value].fromBase64 ?? bytes[value]
    case nil: return bytes[value]
    }
  }

  private func word(of name: StaticString) -> ArraySlice<UInt8>? {
    parameter(name).map { bytes[$0.values] }
  }

  /// The encoding of the bytes of a text.
  private enum Encoding {
    case quotedPrintable, base64

    init?(_ word: ArraySlice<UInt8>) {
      if ("QUOTED-PRINTABLE" as StaticString).isSpelled(by: word) {
        self = .quotedPrintable
      } else if ("BASE64" as StaticString).isSpelled(by: word) {
        self = .base64
      } else {
        return nil
      }
    }
  }
}

/// The character sets of old calendars.
private enum Charset {
  /// UTF-8, or an unknown one.
  case unicode
  /// ISO 8859-1, read as Windows 1252 as usual.
  case latin

  init(_ name: ArraySlice<UInt8>?) {
    let names: [StaticString] = ["ISO-8859-1", "ISO8859-1", "LATIN1", "WINDOWS-1252", "CP1252"]
    let word: [UInt8] = name?.filter { $0 != 0x22 } ?? []
    self = names.contains { $0.isSpelled(by: word) } ? .latin : .unicode
  }

  func utf8(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard self == .latin else { return text }
    var utf8: [UInt8] = []
    for byte in text { utf8 += Array(String(Self.scalar(byte)).utf8) }
    return utf8[...]
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard 0x80...0x9F ~= byte else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(windows[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }

  /// The characters of Windows 1252 from 0x80 to 0x9F, where ISO 8859-1 has control characters.
  private static let windows: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

extension ArraySlice<UInt8> {
  /// Decodes quoted-printable text (RFC 2045, section 6.7).
  ///
  /// A `=` before anything but two digits is kept; a `=` at the end is removed.
  fileprivate var withoutQuotation: ArraySlice<UInt8> {
    var text: [UInt8] = []
    var index = startIndex
    while index < endIndex {
      let digits = self[(index + 1)...].prefix(2).compactMap(\.hexValue)
      if self[index] == UInt8(ascii: "="), digits.count == 2 {
        text.append(digits[0] << 4 | digits[1])
        index += 3
      } else {
        let isLast = self[index] == UInt8(ascii: "=") && index == endIndex - 1
        if !isLast { text.append(self[index]) }
        index += 1
      }
    }
    return text[...]
  }

  /// Decodes base 64; nil if it is not valid.
  fileprivate var fromBase64: ArraySlice<UInt8>? {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in self where byte != UInt8(ascii: "=") && byte != 0x20 {
      guard let value = byte.base64Value else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes[...]
  }

  /// The text with one line feed for each CR LF or CR.
  fileprivate var withLineFeeds: ArraySlice<UInt8> {
    guard contains(0x0D) else { return self }
    var text: [UInt8] = []
    for (index, byte) in zip(indices, self) {
      if byte == 0x0A, index > startIndex, self[index - 1] == 0x0D { continue }
      text.append(byte == 0x0D ? 0x0A : byte)
    }
    return text[...]
  }
}

extension UInt8 {
  /// The value of a base 64 digit.
  fileprivate var base64Value: UInt8? {
    switch self {
    case 0x41...0x5A: self - 0x41
    case 0x61...0x7A: self - 0x61 + 26
    case 0x30...0x39: self - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
