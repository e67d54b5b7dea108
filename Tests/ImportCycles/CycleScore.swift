/// Counts how many items kept their lines over imports, compared with the truth.
public struct CycleScore: Sendable {
  /// The number of imports.
  public internal(set) var cycles = 0
  /// The number of items whose line still existed, and of those that an import found on it.
  public internal(set) var remaining = 0, survived = 0
  /// The number of items that were not found and whose title kept none of its words.
  public internal(set) var rewritten = 0
  /// The number of items that got another item's line, and of those whose lines had the same content.
  public internal(set) var wrong = 0, twins = 0
  /// The number of items that got a second line, and of items that a person had removed and that came back.
  public internal(set) var doubled = 0, returned = 0
  /// Lines that were removed or changed by mistake, with their texts.
  public internal(set) var faults: [String] = []
  /// The number of repeated imports that changed something.
  public internal(set) var restless = 0

  /// Creates an empty score.
  public init() {}

  /// The share of the remaining items that were found, in percent.
  public var survival: Double { remaining == 0 ? 100 : 100 * Double(survived) / Double(remaining) }
  /// The items on wrong lines, per thousand.
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
