public import Diagnostics

/// A TOML file: the part of TOML 1.0 that a configuration is written in, and nothing that is not TOML.
///
/// Tables, dotted and quoted keys, texts on one line, whole numbers in decimal digits, `true`, `false`,
/// lists and tables in braces. A table is no value here: each value has its whole path.
///
/// ```swift
/// var faults: [Diagnostic] = []
/// let document = TOMLDocument(bytes: Array("[list]\nformat = \"x\"\n".utf8), &faults)
/// // document.entries[0].words is ["list", "format"]
/// ```
public struct TOMLDocument: Sendable {
  /// The values, in the order of the file.
  public let entries: [TOMLEntry]
  /// The tables that have a heading, in the order of the file.
  public let headings: [[TOMLKey]]
  private let bytes: [UInt8]

  /// Reads a file as far as it is TOML that is read here.
  ///
  /// - Parameter diagnostics: Takes the first place where it is none.
  public init(bytes: [UInt8], _ diagnostics: inout [Diagnostic]) {
    self.bytes = bytes
    var reader = TOMLReader(bytes)
    do throws(TOMLFault) {
      try reader.read()
    } catch {
      let place = Self.place(ofByte: error.offset, in: bytes)
      diagnostics.append(Diagnostic(.error, at: place, error.sentence))
    }
    entries = reader.tree.entries
    headings = reader.tree.headings
  }

  /// An empty file.
  public init() {
    (entries, headings, bytes) = ([], [], [])
  }

  /// Where a byte stands.
  public func place(ofByte offset: Int) -> Place { Self.place(ofByte: offset, in: bytes) }

  private static func place(ofByte offset: Int, in bytes: [UInt8]) -> Place {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let mark = start == 0 && bytes.starts(with: TOMLReader.mark) ? 1 : 0
    let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1 - mark
    return Place(line: line, column: max(1, column), byteColumn: offset - start + 1)
  }
}

/// Why a file is not read, and where.
struct TOMLFault: Error {
  let offset: Int
  let sentence: String
}
