import Agenda
import ExactText
import Glibc
import TaskDates
import TaskText
import TestSupport
import UserFiles

/// Damages the index of the backups and the ledger of reminders in random ways.
///
/// After each damage, the state must be read or refused. Nothing traps, each file of a person keeps its contents, with
/// at most the line that an edit added, and an undo has the result that it has with the undamaged index.
struct StateMutations {
  private let folder: String
  private let count: Int
  private var random: SeededGenerator
  private var faults: [String] = []
  private static let texts = ["A:\n- a\n", "B:\n- b\n- c\n"]

  private init(_ folder: String, _ count: Int, _ seed: UInt64) {
    self.folder = folder
    self.count = count
    random = SeededGenerator(seed: seed)
  }

  /// Damages both files `count` times, in an existing empty folder.
  static func run(in folder: String, _ count: Int, seed: UInt64) -> [String] {
    var check = StateMutations(folder, count, seed)
    do throws(FileError) {
      try check.damageIndex()
    } catch {
      check.faults.append("\(error)")
    }
    check.damageLedger()
    print("\(count) damaged indexes, \(count) damaged ledgers, \(check.faults.count) faults")
    return check.faults
  }

  // MARK: The index

  private var files: [String] { ["a", "b"].map { "\(folder)/\($0)" } }
  private var backups: Backups { Backups(folder: "\(folder)/backups") }

  private func edits(_ purpose: BackedUpEdit.Purpose = .change) -> FileEdits {
    FileEdits(keepingIn: backups, command: "check", time: 1_700_000_000, purpose: purpose)
  }

  /// Three runs over both files; one is undone and redone.
  private func makeHistory() throws(FileError) {
    for (file, text) in zip(files, Self.texts) {
      _ = try FileReplacement.write(Array(text.utf8), to: file)
    }
    for number in 1...3 {
      let run = edits()
      for file in files {
        _ = try run.edit(file) { $0.bytes + Array("- line \(number)\n".utf8) }
      }
    }
    for purpose in [BackedUpEdit.Purpose.undo(3), .redo(3)] {
      let run = edits(purpose)
      for file in files {
        let line = Array("- line 3\n".utf8)
        _ = try run.edit(file) { purpose == .undo(3) ? $0.bytes.dropLast(9) : $0.bytes + line }
      }
    }
  }

  private mutating func damageIndex() throws(FileError) {
    try makeHistory()
    let index = try FileSnapshot.read(backups.indexPath).bytes
    var contents: [[UInt8]] = []
    for file in files { contents.append(try FileSnapshot.read(file).bytes) }
    let expected = try undone(contents)
    for number in 0..<count {
      let damaged = mutant(of: index)
      _ = try FileReplacement.write(damaged, to: backups.indexPath)
      for (file, bytes) in zip(files, contents) {
        _ = try FileReplacement.write(bytes, to: file)
      }
      if let fault = try fault(contents, expected) {
        faults.append("index \(number): \(fault): \(String(decoding: damaged, as: UTF8.self))")
      }
    }
  }

  /// The contents of each file after an undo, by run and file.
  private func undone(_ contents: [[UInt8]]) throws(FileError) -> [String: [UInt8]] {
    var results: [String: [UInt8]] = [:]
    let history = try backups.history()
    guard history.damagedLines.isEmpty else { return [:] }
    for run in history.replay.undoable {
      for change in run.changes where !change.isUndone {
        guard let file = files.firstIndex(where: { FileName(real($0)) == change.name }) else {
          continue
        }
        results["\(run.number) \(file)"] = try undone(change, contents[file])
      }
    }
    return results
  }

  private func real(_ path: String) -> String { FileTree.realPath(path) ?? path }

  private func undone(
    _ change: EditHistory.Change, _ present: [UInt8]
  ) throws(FileError) -> [UInt8]? {
    var text = present
    for span in change.spans.reversed() {
      guard let before = try backups.version(span.before),
        let after = try backups.version(span.after),
        let result = try? TextPatch(from: after, to: before).applied(to: text)
      else { return nil }
      text = result
    }
    return text
  }

  /// The failure of commands with a damaged index; nil if there is none.
  private func fault(
    _ contents: [[UInt8]], _ expected: [String: [UInt8]]
  ) throws(FileError) -> String? {
    for (key, bytes) in try undone(contents) where bytes != expected[key] {
      return "run and file \(key) are undone to another text"
    }
    let line = Array("- more\n".utf8)
    _ = try? edits().edit(files[0]) { $0.bytes + line }
    let first = try FileSnapshot.read(files[0]).bytes
    guard first == contents[0] || first == contents[0] + line else { return "a file lost bytes" }
    return try FileSnapshot.read(files[1]).bytes == contents[1] ? nil : "another file was changed"
  }

  // MARK: The ledger

  private mutating func damageLedger() {
    guard let reading = try? DatePayload(parsing: "2026-12-05 10:00").value.startDate else {
      return faults.append("no date")
    }
    let now = Zone.utc.instant(of: reading)
    let run = ReminderLedger.Run(now: now, home: .utc, catchUp: 7 * 86_400)
    let keys = (0..<6).map { number in
      ReminderKey(
        instant: now.advanced(by: -60 * number), reading: reading, source: "/\(number % 2)\t",
        name: "name \(number)")
    }
    var ledger = ReminderLedger()
    ledger.begin(run)
    for (number, key) in keys.enumerated() { ledger.note(key, nil, tries: number % 3, run: run) }
    ledger.finish(["/0\t", "/1\t"], run)
    for number in 0..<count {
      let damaged = mutant(of: ledger.bytes)
      guard var found = ReminderLedger(bytes: damaged) else { continue }
      let verdicts = found.verdicts(on: keys.map { ReminderCandidate($0) }, run)
      for (key, verdict) in zip(keys, verdicts) {
        _ = found.scanStart(of: key.source, run)
        if case .due(let former) = verdict { found.note(key, former, run: run) }
      }
      found.finish(["/0\t"], run)
      guard ReminderLedger(bytes: found.bytes) == found else {
        faults.append("ledger \(number) does not come back")
        continue
      }
    }
  }

  // MARK: Damage

  private mutating func mutant(of bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard !bytes.isEmpty else { return bytes }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: flip(&bytes)
      case 1: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
      case 2: setField(&bytes)
      default: moveLine(&bytes)
      }
    }
    return bytes
  }

  private mutating func flip(_ bytes: inout [UInt8]) {
    let place = Int.random(in: bytes.indices, using: &random)
    bytes[place] = [0, 0x09, 0x0A, 0x2F, 0x39, 0xC3, 0xFF].randomElement(using: &random) ?? 0
  }

  private static let fields = [
    "9223372036854775807", "-9223372036854775808", "999999999999", "1000000000000", "0", "-1", "",
    "1e9", "/etc/passwd", "../..", "inPlace", "\u{301}", "undo 1", "true",
  ]

  /// Replaces a field with foreign text.
  private mutating func setField(_ bytes: inout [UInt8]) {
    var lines = Self.lines(bytes)
    let line = Int.random(in: lines.indices, using: &random)
    var fields = lines[line].split(separator: 0x09, omittingEmptySubsequences: false).map(
      Array.init)
    let field = Int.random(in: fields.indices, using: &random)
    fields[field] = Array((Self.fields.randomElement(using: &random) ?? "").utf8)
    lines[line] = Array(fields.joined(separator: [0x09]))
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  /// Removes, doubles or moves a line.
  private mutating func moveLine(_ bytes: inout [UInt8]) {
    var lines = Self.lines(bytes)
    let line = Int.random(in: lines.indices, using: &random)
    let copy = lines[line]
    if Bool.random(using: &random) { lines.remove(at: line) }
    if Bool.random(using: &random) {
      lines.insert(copy, at: Int.random(in: 0...lines.count, using: &random))
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  }
}
