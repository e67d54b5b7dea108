import EditedOutlines
import TaskText

/// Random changes of texts in every dialect, each compared with a text that is read again.
enum ReplacementSteps {
  private static let changesOfText = 50

  /// The differences that a number of changes have shown.
  static func run(_ count: Int) -> [String] {
    let dialects = TaskDialect.allCases
    let texts = max(1, count / changesOfText)
    var faults: [String] = []
    for seed in 0..<texts {
      faults += ReplacementCheck.faults(
        dialects[seed % dialects.count], seed: UInt64(seed), changes: changesOfText)
    }
    print("\(texts * changesOfText) changes, \(faults.count) differences")
    return faults
  }
}
