/// How well items kept their lines over imports, counted against the truth.
public struct CycleScore: Sendable {
  /// Imports.
  public internal(set) var cycles = 0
  /// Items whose line was still there, and those of them that an import found on it.
  public internal(set) var remaining = 0, survived = 0
  /// Those of the others whose title had no word left of what it was.
  public internal(set) var rewritten = 0
  /// Items that were given a line of something else, and those of them where both said the same.
  public internal(set) var wrong = 0, twins = 0
  /// Items that got a second line, and items that a person had removed and that came back.
  public internal(set) var doubled = 0, returned = 0
  /// Lines that went or changed though they should not have, and what stood there.
  public internal(set) var faults: [String] = []
  /// Imports right after another that changed something.
  public internal(set) var restless = 0

  /// Creates an empty score.
  public init() {}

  /// The share of the remaining items that were found, in percent.
  public var survival: Double { remaining == 0 ? 100 : 100 * Double(survived) / Double(remaining) }
  /// The items on wrong lines, in a thousand.
  public var wrongPerThousand: Double { 1000 * Double(wrong) / Double(max(1, remaining)) }

  /// Adds another score.
  public mutating func add(_ other: CycleScore) {
    cycles += other.cycles
    remaining += other.remaining
    survived += other.survived
    rewritten += other.rewritten
    wrong += other.wrong
    twins += other.twins
    doubled += other.doubled
    returned += other.returned
    faults += other.faults
    restless += other.restless
  }
}
