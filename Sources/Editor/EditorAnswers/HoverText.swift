/// The text of a hover: paragraphs and blocks of code, as Markdown or as plain text.
///
/// Titles and notes may come from calendars of other people. In Markdown their words stay words: they never become a
/// link, an image or HTML.
///
/// ```swift
/// HoverText(["\(strong: "Call [Ann](http://example.org)")"]).markdown  // **Call \[Ann\](http\://example.org)**
/// ```
public struct HoverText: Sendable {
  private(set) var blocks: [HoverBlock]

  init(_ blocks: [HoverBlock]) { self.blocks = blocks }

  /// The text in Markdown.
  public var markdown: String { blocks.map(\.markdown).joined(separator: "\n\n") }

  /// The text without any marks.
  public var plain: String { blocks.map(\.plain).joined(separator: "\n\n") }
}

/// A paragraph, whose words may be strong or code, or a block of code.
struct HoverBlock: Sendable {
  enum Style: Sendable { case words, strong, code, block(language: String) }

  private var parts: [(style: Style, text: String)]

  /// A block of code.
  static func code(_ text: String, in language: String) -> HoverBlock {
    HoverBlock(parts: [(.block(language: language), text)])
  }

  private init(parts: [(style: Style, text: String)]) { self.parts = parts }

  var plain: String { parts.map(\.text).joined() }

  var markdown: String { parts.map { Self.markdown($0.style, $0.text) }.joined() }

  private static func markdown(_ style: Style, _ text: String) -> String {
    switch style {
    case .words: return text.escapedForMarkdown
    case .strong: return "**\(text.escapedForMarkdown)**"
    case .code:
      let fence = text.backticks(atLeast: 1)
      let blank = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
      return fence + blank + text + blank + fence
    case .block(let language):
      let fence = text.backticks(atLeast: 3)
      return "\(fence)\(language)\n\(text)\n\(fence)"
    }
  }
}

extension HoverBlock: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self.init(parts: [(.words, text)]) }

  init(stringInterpolation text: Interpolation) { self.init(parts: text.parts) }

  /// Words with values in them; a value that is not marked is words, too.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var parts: [(style: Style, text: String)] = []

    init(literalCapacity _: Int, interpolationCount _: Int) {}

    mutating func appendLiteral(_ text: String) { append(.words, text) }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      append(.words, value.description)
    }

    mutating func appendInterpolation(strong text: String) { append(.strong, text) }

    mutating func appendInterpolation(code text: String) { append(.code, text) }

    private mutating func append(_ style: Style, _ text: String) {
      if !text.isEmpty { parts.append((style, text)) }
    }
  }
}

extension String {
  /// The text with a backslash before each sign that Markdown may read, so that it shows the sign itself.
  ///
  /// Many editors make links of addresses, so the signs in `http://`, `www.` and `ann@example.org` are among them.
  fileprivate var escapedForMarkdown: String {
    let bytes = Array(utf8)
    var escaped: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if Self.signs.contains(byte) || Self.isInAddress(bytes, index) {
        escaped.append(UInt8(ascii: "\\"))
      }
      escaped.append(byte < 32 ? UInt8(ascii: " ") : byte)
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static let signs = Set("\\`*_[]<>&!#~|$".utf8)

  /// True for a sign that makes the text around it an address.
  private static func isInAddress(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index > 0, index + 1 < bytes.count, bytes[index + 1] > 32 else { return false }
    switch bytes[index] {
    case UInt8(ascii: ":"): return !(48...57).contains(bytes[index + 1])
    case UInt8(ascii: "@"): return bytes[index - 1] > 32
    case UInt8(ascii: "."): return bytes[..<index].suffix(3).elementsEqual("www".utf8)
    default: return false
    }
  }

  /// A fence of backticks that does not occur in the text.
  fileprivate func backticks(atLeast least: Int) -> String {
    var longest = 0
    var run = 0
    for byte in utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: max(least, longest + 1))
  }
}
