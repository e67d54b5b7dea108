/// Texts in XML.
package enum XMLText {
  /// The text with XML escapes; characters that XML does not allow are left out.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text.utf8, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a text in UTF-8 with XML escapes; characters that XML does not allow are left out.
  package static func append(_ text: some Collection<UInt8>, to bytes: inout [UInt8]) {
    let isSimple =
      text.withContiguousStorageIfAvailable { text in
        append(text, to: &bytes)
        return true
      } ?? false
    if !isSimple { Array(text).withUnsafeBufferPointer { append($0, to: &bytes) } }
  }

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var begin = 0
    for (index, byte) in text.enumerated() {
      guard byte < 0x20 || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0xEF else {
        continue
      }
      guard byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\n") else { continue }
      if byte == 0xEF, !isForbidden(text, index) { continue }
      bytes += text[begin..<index]
      bytes += escape(of: byte)
      begin = index + (byte == 0xEF ? 3 : 1)
    }
    bytes += text[min(begin, text.count)...]
  }

  /// True at the bytes of U+FFFE or U+FFFF.
  private static func isForbidden(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index + 2 < text.count && text[index + 1] == 0xBF && text[index + 2] >= 0xBE
  }

  private static func escape(of byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "&"): Array("&amp;".utf8)
    case UInt8(ascii: "<"): Array("&lt;".utf8)
    case UInt8(ascii: ">"): Array("&gt;".utf8)
    case UInt8(ascii: "\r"): Array("&#13;".utf8)
    default: []
    }
  }
}
