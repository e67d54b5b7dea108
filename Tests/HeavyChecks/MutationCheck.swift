import Glibc
import TaskText

/// Checks that every file comes back byte for byte: with each token dropped or doubled, with each line ending swapped,
/// and, if it is small, truncated at every byte.
enum MutationCheck {
  static func run(files: [String]) -> [String] {
    var faults: [String] = []
    var count = 0
    for file in files {
      let bytes = Files.read(file)
      for dialect in TaskDialect.allCases {
        let document = TaskDocument(bytes: bytes, dialect: dialect)
        for mutant in mutants(of: document) {
          count += 1
          if let fault = fault(of: mutant, dialect) { faults.append("\(file): \(fault)") }
        }
      }
    }
    print("\(files.count) files, \(count) mutants, \(faults.count) faults")
    return faults
  }

  private static func mutants(of document: TaskDocument) -> [[UInt8]] {
    var mutants = [document.bytes]
    let tokens = document.bytes.count <= 20_000 ? Self.tokens(of: document) : []
    for token in tokens {
      for bytes in [[], document.bytes[token] + document.bytes[token]] {
        mutants.append(document.applying(TaskEdit([TaskEdit.Splice(token, bytes)])).bytes)
      }
    }
    for line in document.lines where !tokens.isEmpty {
      for ending in ["\n", "\r\n", "\r", ""] {
        let edit = TaskEdit([TaskEdit.Splice(line.ending, ending.utf8)])
        mutants.append(document.applying(edit).bytes)
      }
    }
    if document.bytes.count <= 4096 {
      mutants += document.bytes.indices.map { Array(document.bytes[..<$0]) }
    }
    return mutants
  }

  private static func tokens(of document: TaskDocument) -> [Range<Int>] {
    document.lines.flatMap { line in
      let tags = document.tags[line.tags].flatMap { [$0.range, $0.leading, $0.name] }
      return [line.indent, line.bullet, line.text, line.ending, line.range] + tags
    }.filter { !$0.isEmpty }
  }

  private static func fault(of bytes: [UInt8], _ dialect: TaskDialect) -> String? {
    let document = TaskDocument(bytes: bytes, dialect: dialect)
    if document.printed != bytes { return "does not come back" }
    var end = document.lines.first?.range.lowerBound ?? bytes.count
    for line in document.lines {
      guard line.range.lowerBound == end else { return "leaves bytes out" }
      end = line.range.upperBound
    }
    _ = Outline(document)
    return end == bytes.count ? nil : "leaves bytes out at its end"
  }
}

enum Files {
  static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}

func fatalExit() -> Never { exit(1) }
