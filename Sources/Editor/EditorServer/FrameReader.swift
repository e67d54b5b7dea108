import ExactText

/// Cuts the bytes of a connection into messages: a head with `Content-Length`, an empty line, and so many bytes.
///
/// A head that is wrong is reported and skipped up to the next one, so that no input ends the server.
public struct FrameReader: Sendable {
  /// What was read.
  public enum Frame: Sendable {
    /// The content of a message.
    case message([UInt8])
    /// What is wrong with a head.
    case fault(String)
  }

  private var bytes: [UInt8] = []
  private var start = 0
  /// Where to look for the end of the head, so that a head that arrives in small pieces is not searched again for each.
  private var searched = 0
  /// The bytes of a message that is too large, which are still to come.
  private var skipped = 0
  private let limit: Int
  /// The maximum size of a head.
  private static let headLimit = 1 << 14

  /// Creates a reader.
  ///
  /// - Parameter limit: The maximum number of bytes in a message.
  public init(limit: Int = 256 << 20) { self.limit = limit }

  /// Adds bytes that were read.
  public mutating func append(_ new: some Collection<UInt8>) {
    let rest = new.dropFirst(skipped)
    skipped -= new.count - rest.count
    if start > 1 << 16, start * 2 > bytes.count {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: rest)
  }

  /// The next frame; nil until more bytes arrive.
  public mutating func next() -> Frame? {
    guard let end = headEnd() else {
      guard bytes.count - start > Self.headLimit else { return nil }
      drop(to: laterHead(in: start..<bytes.count) ?? bytes.count)
      return .fault("a head without an end")
    }
    if let later = laterHead(in: start..<end) {
      drop(to: later)
      return .fault("bytes that belong to no message")
    }
    guard let length = length(in: start..<end) else {
      drop(to: end)
      return .fault("a head without one Content-Length")
    }
    guard length <= limit else {
      let there = min(length, bytes.count - end)
      drop(to: end + there)
      skipped = length - there
      return .fault("a message of \(length) bytes, which is more than \(limit)")
    }
    guard bytes.count - end >= length else {
      // Room for all of a large text at once; the rest of an even larger one comes as it needs it.
      bytes.reserveCapacity(min(end + length, 1 << 24))
      return nil
    }
    let message = Array(bytes[end..<end + length])
    drop(to: end + length)
    return .message(message)
  }

  private mutating func drop(to end: Int) {
    (start, searched) = (end, end)
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
      (start, searched) = (0, 0)
    }
  }

  /// The end of the head, after its empty line.
  private mutating func headEnd() -> Int? {
    let limit = min(bytes.count, start + Self.headLimit)
    while searched < limit {
      if bytes[searched] == 0x0A {
        if searched + 1 < limit, bytes[searched + 1] == 0x0A { return searched + 2 }
        if searched + 2 < limit, bytes[searched + 1] == 0x0D, bytes[searched + 2] == 0x0A {
          return searched + 3
        }
        // The line feed may be the end of the head, of which the rest is still to come.
        if searched + 2 >= limit { return nil }
      }
      searched += 1
    }
    return nil
  }

  /// The start of the last head in the middle of a line, which follows bytes that a wrong length has left.
  private func laterHead(in head: Range<Int>) -> Int? {
    head.dropFirst().last { index in
      bytes[index - 1] != 0x0A && bytes[index] | 0x20 == UInt8(ascii: "c")
        && bytes[index..<head.upperBound].prefix(Self.name.count).elementsEqual(Self.name) {
          $0 == $1 || $0 | 0x20 == $1
        }
    }
  }

  private static let name = Array("content-length:".utf8)

  /// The value of `Content-Length`; nil if it is missing, no number, or given twice with different values.
  private func length(in head: Range<Int>) -> Int? {
    var found: Int?
    for line in bytes[head].split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":"),
        text[..<colon].lowercased() == "content-length"
      else { continue }
      let digits = text[text.index(after: colon)...].filter {
        $0 != " " && $0 != "\r" && $0 != "\t"
      }
      guard let number = Int(digits), number >= 0, found == nil || found == number else {
        return nil
      }
      found = number
    }
    return found
  }

  /// A message with its head.
  public static func framed(_ message: [UInt8]) -> [UInt8] { head(of: message) + message }

  /// The head of a message.
  static func head(of message: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(message.count)\r\n\r\n".utf8)
  }
}
