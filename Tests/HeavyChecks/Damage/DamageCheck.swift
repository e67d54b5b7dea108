import Foundation
import TestSupport

/// Damages SQLite files, and checks that each is read or refused without ending the process.
///
/// It prints each number before the file is checked: if the process ends by a trap, the last number is the cause.
struct DamageCheck {
  /// The kind of file that is damaged.
  enum Kind: String, CaseIterable {
    case state, store, mirror
  }

  let kind: Kind
  let numbers: Range<UInt64>

  /// Reads `KIND FIRST COUNT`.
  init?(_ words: [String]) {
    guard words.count == 3, let kind = Kind(rawValue: words[0]), let first = UInt64(words[1]),
      let count = UInt64(words[2])
    else { return nil }
    self.kind = kind
    numbers = first..<(first + count)
  }

  /// Checks a damaged file for each number, and returns the failures.
  func run() async throws -> [String] {
    let folder = try ScratchFolder()
    let subject = try await subject(folder)
    var counts = (read: 0, refused: 0)
    var faults: [String] = []
    for number in numbers {
      print(number)
      fflush(nil)
      let file = DamagedFile(
        folder.at("damaged"), from: subject.whole, seed: number, tables: subject.tables)
      switch await subject.use(file.path) {
      case .read: counts.read += 1
      case .refused: counts.refused += 1
      case .wrong(let fault): faults.append("\(kind.rawValue) \(number): \(fault)")
      }
    }
    print("\(kind.rawValue): \(counts.read) read, \(counts.refused) refused, \(faults.count) wrong")
    return faults
  }

  private func subject(_ folder: ScratchFolder) async throws -> any DamageSubject {
    switch kind {
    case .state: try StateDamage(folder)
    case .store: try await StoreDamage(folder)
    case .mirror: try await MirrorDamage(folder)
    }
  }
}

/// The result of using a damaged file.
enum DamageResult {
  case read, refused, wrong(String)
}

/// A kind of file that can be damaged.
protocol DamageSubject {
  /// The bytes of an undamaged file.
  var whole: [UInt8] { get }
  /// Its tables.
  var tables: [String] { get }

  /// Uses a file in every possible way.
  func use(_ path: String) async -> DamageResult
}
