/// Counts how many lines were recognised, compared with the truth.
public struct MatchScore: Sendable {
  /// The number of tasks in both snapshots, and of those that were recognised.
  public private(set) var remaining = 0, survived = 0
  /// The number of these tasks whose line or place was edited, and of those that were recognised.
  public private(set) var edited = 0, editedSurvived = 0
  /// The number of lines in the new snapshots, and of those that were matched with a wrong line.
  public private(set) var lines = 0, wrong = 0
  /// The number of wrong matches between lines with the same text, which nobody could tell apart.
  public private(set) var twins = 0

  /// Creates an empty score.
  public init() {}

  /// Adds one pair of snapshots and its match.
  public mutating func add(old: OutlineSnapshot, new: OutlineSnapshot, match: [Int?]) {
    var places: [Int: Int] = [:]
    for (index, number) in old.numbers.enumerated() { places[number] = index }
    for (index, number) in new.numbers.enumerated() {
      let truth = places[number]
      lines += 1
      if let match = match[index], match != truth {
        wrong += 1
        twins += old.text(match) == new.text(index) ? 1 : 0
      }
      guard let truth else { continue }
      let isEdited = old.appearance(truth) != new.appearance(index)
      count(survived: match[index] == truth, isEdited: isEdited)
    }
  }

  private mutating func count(survived isRecognised: Bool, isEdited: Bool) {
    remaining += 1
    survived += isRecognised ? 1 : 0
    edited += isEdited ? 1 : 0
    editedSurvived += isEdited && isRecognised ? 1 : 0
  }

  /// Adds another score.
  public mutating func add(_ other: MatchScore) {
    remaining += other.remaining
    survived += other.survived
    edited += other.edited
    editedSurvived += other.editedSurvived
    lines += other.lines
    wrong += other.wrong
    twins += other.twins
  }

  /// The share of the remaining tasks that were recognised, in percent.
  public var survival: Double { Self.ratio(survived, remaining) * 100 }
  /// The share of the edited tasks that were recognised, in percent.
  public var editedSurvival: Double { Self.ratio(editedSurvived, edited) * 100 }
  /// The wrong matches per thousand lines.
  public var wrongPerThousand: Double { 1000 * Double(wrong) / Double(max(1, lines)) }
  /// The wrong matches between lines with the same text, per thousand lines.
  public var twinsPerThousand: Double { 1000 * Double(twins) / Double(max(1, lines)) }
  /// True if everything was recognised correctly.
  public var isPerfect: Bool { survived == remaining && wrong == 0 }

  private static func ratio(_ part: Int, _ whole: Int) -> Double {
    whole == 0 ? 1 : Double(part) / Double(whole)
  }
}
