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
  /// The first byte of each line.
  private let lineStarts: [Int]

  /// Reads a file as far as it is TOML that is read here.
  ///
  /// - Parameter diagnostics: Takes the first place where it is none.
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

  /// An empty file.
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

  /// Where a byte stands.
  public func place(ofByte offset: Int) -> Place {
    let line = line(ofByte: offset)
    let start = lineStarts[line - 1]
    let before = bytes[start..<max(start, min(offset, bytes.count))]
    let mark = start == 0 && bytes.starts(with: TOMLReader.mark) ? 1 : 0
    let column = before.count { $0 & 0xC0 != 0x80 } + 1 - mark
    return Place(line: line, column: max(1, column), byteColumn: offset - start + 1)
  }
}

/// Why a file is not read, and where.
struct TOMLFault: Error {
  let offset: Int
  let sentence: String
}
