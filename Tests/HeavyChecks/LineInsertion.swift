import Glibc
import UserFiles

/// Inserts lines into a person's file as an import does: `Tests/Torture` kills and disturbs it.
struct LineInsertion {
  private let edits: FileEdits
  private let files: [String]
  private let lines: [String]

  /// Reads `STATE FILE:FILE... TEXT`, and a count if there are several lines, `TEXT 1` and so on.
  init?(_ arguments: [String]) {
    guard arguments.count == 3 || arguments.count == 4 else { return nil }
    edits = FileEdits(
      keepingIn: Backups(folder: "\(arguments[0])/backups"), command: "insert", time: 1_700_000_000)
    files = arguments[1].split(separator: ":").map(String.init)
    let count = arguments.count == 4 ? Int(arguments[3]) : nil
    lines = count.map { (1...$0).map { "\(arguments[2]) \($0)" } } ?? [arguments[2]]
  }

  /// Inserts each missing line, and ends with the exit status of the command.
  func run() -> Never {
    signal(SIGXFSZ, SIG_IGN)
    var status: Int32 = 0
    do throws(FileError) {
      try edits.recover()
      for file in files {
        for line in lines { status = max(status, try insert(line, file)) }
      }
    } catch {
      status = exit(error)
    }
    for recovery in edits.recovered { printLine("\(recovery.edit.number) \(recovery.kind)") }
    Glibc.exit(status)
  }

  /// Inserts a line; where there are many, a line that would have to wait is left to the next run.
  private func insert(_ line: String, _ file: String) throws(FileError) -> Int32 {
    do throws(FileError) {
      _ = try edits.edit(file) { Self.inserting(Array("- \(line)\n".utf8), into: $0.bytes) }
      return 0
    } catch {
      guard lines.count > 1, error.isPassing else { throw error }
      return exit(error)
    }
  }

  /// The bytes with a line inserted after the first one; nil if it is already there.
  private static func inserting(_ line: [UInt8], into bytes: [UInt8]) -> [UInt8]? {
    var ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    ends.insert(0, at: 0)
    let isThere = zip(ends, ends.dropFirst()).contains { bytes[$0..<$1].elementsEqual(line) }
    guard !isThere else { return nil }
    let place = ends.count > 1 ? ends[1] : 0
    return bytes[..<place] + line + bytes[place...]
  }

  private func exit(_ error: FileError) -> Int32 {
    printLine("\(error)")
    if error.isPassing { return 75 }
    if error.isForbidden { return 77 }
    if error.isMissing { return 66 }
    return error.isMisplaced ? 73 : 74
  }

  private func printLine(_ line: String) {
    try? ByteWriting.write(Array("\(line)\n".utf8), to: STDERR_FILENO, called: "standard error")
  }
}
