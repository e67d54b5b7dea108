import ExactText
import TaskBridge
import TaskText

/// An address in the text that an editor can open.
public struct EditorLink: Hashable, Sendable {
  /// The bytes of the address.
  public let range: Range<Int>
  /// The address, or the path of a file relative to the folder of the text.
  public let target: String
}

extension EditorDocument {
  /// The addresses in the file: those of the web and of mail, those of tags such as `@url`, and files beside it.
  public func links() -> [EditorLink] {
    var found: [EditorLink] = []
    for line in text.lines where line.kind != .blank {
      if text.dialect == .markdown, line.kind == .note { continue }
      guard text.bytes[line.body].contains(where: { $0 == Self.colon || $0 == Self.slash }) else {
        continue
      }
      found += links(in: line)
    }
    return found
  }

  private static let colon = UInt8(ascii: ":")
  private static let slash = UInt8(ascii: "/")
  private static let schemes = ["https://", "http://", "mailto:", "file://", "tel:", "message:"]
    .map { Array($0.utf8) }

  private func links(in line: TaskLine) -> [EditorLink] {
    var found: [EditorLink] = []
    var index = line.body.lowerBound
    while index < line.body.upperBound {
      let isStart = index == line.body.lowerBound || !Self.isWordByte(text.bytes[index - 1])
      if isStart, let link = link(at: index, line) {
        found.append(link)
        index = link.range.upperBound
      } else {
        index += 1
      }
    }
    return found
  }

  private func link(at start: Int, _ line: TaskLine) -> EditorLink? {
    let rest = text.bytes[start..<line.body.upperBound]
    if let scheme = Self.schemes.first(where: { rest.starts(with: $0) }) {
      let end = addressEnd(from: start, line.body.upperBound)
      guard end > start + scheme.count else { return nil }
      return EditorLink(range: start..<end, target: target(start..<end))
    }
    let isPath = rest.starts(with: "./".utf8) || rest.starts(with: "../".utf8)
    guard isPath else { return nil }
    let end = addressEnd(from: start, line.body.upperBound)
    return EditorLink(range: start..<end, target: target(start..<end))
  }

  /// An address without the backslashes before marks that Markdown reads as escapes.
  private func target(_ range: Range<Int>) -> String {
    let bytes = range.filter { !isEscape(at: $0) }.map { text.bytes[$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True for a backslash of Markdown that only keeps the next mark from having a meaning.
  private func isEscape(at index: Int) -> Bool {
    text.dialect == .markdown && text.bytes[index] == UInt8(ascii: "\\")
      && text.bytes.indices.contains(index + 1) && Self.isMark(text.bytes[index + 1])
  }

  /// The end of an address: before a space, or a closing bracket or a mark that belongs to the sentence.
  private func addressEnd(from start: Int, _ limit: Int) -> Int {
    var end = start
    var open: [UInt8] = []
    loop: while end < limit {
      switch text.bytes[end] {
      case 0...0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): break loop
      case UInt8(ascii: "\\") where isEscape(at: end): end += 1
      case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case let mark where ")]".utf8.contains(mark):
        guard open.popLast() == mark else { break loop }
      default: break
      }
      end += 1
    }
    end = min(end, limit)
    while end > start, ".,;:!?'".utf8.contains(text.bytes[end - 1]) { end -= 1 }
    return end
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !(0x30...0x39).contains(byte)
      && !(0x61...0x7A).contains(byte | 0x20)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
      || byte == slash || byte == UInt8(ascii: ".")
  }
}
