public import Diagnostics

/// A TOML file; only the part of TOML 1.0 that a configuration needs is supported, and nothing beyond TOML.
///
/// Supported are tables, dotted and quoted keys, strings on one line, decimal integers, `true`, `false`, arrays and
/// inline tables. A table is not a value here: each value has its full path.
///
/// ```swift
/// var faults: [Diagnostic] = []
/// let document = TOMLDocument(bytes: Array("[list]\nformat = \"x\"\n".utf8), &faults)
/// // document.entries[0].words is ["list", "format"]
/// ```
public struct TOMLDocument: Sendable {
  /// The values, in file order.
  public let entries: [TOMLEntry]
  /// The tables that have a heading, in file order.
  public let headings: [[TOMLKey]]
  private let bytes: [UInt8]
  /// The offset of the first byte of each line.
  private let lineStarts: [Int]

  /// Reads a file up to the first error.
  ///
  /// - Parameter diagnostics: Receives the first place that is not TOML, or not supported.
  public init(bytes: [UInt8], _ diagnostics: inout [Diagnostic]) {
    self.bytes = bytes
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    var reader = TOMLReader(bytes)
    var fault: TOMLFault?
    do throws(TOMLFault) {
      try reader.read()
    } catch {
      fault = error
    }
    entries = reader.tree.entries
    headings = reader.tree.headings
    if let fault {
      diagnostics.append(
        Diagnostic(.error, at: place(ofByte: fault.offset), message: fault.sentence))
    }
  }

  /// Creates an empty file.
  public init() {
    (entries, headings, bytes, lineStarts) = ([], [], [], [0])
  }

  /// The line of a byte, from 1.
  public func line(ofByte offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(1, low)
  }

  /// The line and the column of a byte.
  public func place(ofByte offset: Int) -> Place {
    let line = line(ofByte: offset)
    let start = lineStarts[line - 1]
    let before = bytes[start..<max(start, min(offset, bytes.count))]
    let mark = start == 0 && bytes.starts(with: TOMLReader.mark) ? 1 : 0
    let column = before.count { $0 & 0xC0 != 0x80 } + 1 - mark
    return Place(line: line, column: max(1, column), byteColumn: offset - start + 1)
  }
}

/// The reason why a file cannot be read, and where.
struct TOMLFault: Error {
  let offset: Int
  let sentence: String
}
