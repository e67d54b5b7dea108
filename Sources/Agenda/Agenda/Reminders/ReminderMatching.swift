import ExactText
import LineIdentity
import TaskDates

/// Matches the reminders of earlier runs with those of this run.
///
/// Each earlier reminder matches once at most, so that two equal lines give two reminders. A reminder with the same
/// moment, source and name matches first. Next comes one with the same moment and name, because a file may be
/// renamed, then one with the same moment and source, because a title may be retyped. Moments are compared as
/// instants; if the person's zone has changed, also as local times.
struct ReminderMatching {
  private let candidates: [ReminderCandidate]
  private let entries: [ReminderLedger.Entry]
  private let zone: String
  /// For each candidate the index of its earlier entry.
  private(set) var found: [Int?]
  private var isTaken: [Bool]

  init(
    _ candidates: [ReminderCandidate], among entries: [ReminderLedger.Entry], zone: String
  ) {
    self.candidates = candidates
    self.entries = entries
    self.zone = zone
    found = [Int?](repeating: nil, count: candidates.count)
    isTaken = [Bool](repeating: false, count: entries.count)
    guard !entries.isEmpty else { return }
    match(closed: false, [\.source, \.name])
    match(closed: true, [\.source, \.name])
    match(closed: false, [\.name])
    match(closed: false, [\.source], byInstantIn: [zone])
  }

  /// The parts of a key that must be equal.
  private struct ReminderSimilarity: Hashable {
    let instant: Instant?
    let reading: DateTimeParameters?
    let words: [String]
  }

  /// - Parameter zones: The zones in which instants are compared; nil for all. A reminder given in another zone may
  ///   have the instant of another line here.
  private mutating func match(
    closed: Bool, _ words: [KeyPath<ReminderKey, String>], byInstantIn zones: ExactSet? = nil
  ) {
    var places: [ReminderSimilarity: [Int]] = [:]
    for (index, entry) in entries.enumerated().reversed() where !isTaken[index] {
      let words = words.map { entry.key[keyPath: $0] }
      if zones?.contains(entry.zone) ?? true {
        places[
          ReminderSimilarity(instant: entry.key.instant, reading: nil, words: words), default: []
        ]
        .append(index)
      }
      guard entry.zone != zone else { continue }
      places[
        ReminderSimilarity(instant: nil, reading: entry.key.reading, words: words), default: []
      ]
      .append(index)
    }
    for (index, candidate) in candidates.enumerated()
    where found[index] == nil && candidate.isClosed == closed {
      let words = words.map { candidate.key[keyPath: $0] }
      found[index] =
        take(
          ReminderSimilarity(instant: candidate.key.instant, reading: nil, words: words), &places)
        ?? take(
          ReminderSimilarity(instant: nil, reading: candidate.key.reading, words: words), &places)
    }
  }

  /// Takes the first entry with these parts that is not yet matched.
  private mutating func take(
    _ similarity: ReminderSimilarity, _ places: inout [ReminderSimilarity: [Int]]
  ) -> Int? {
    while let index = places[similarity]?.popLast() {
      if isTaken[index] { continue }
      isTaken[index] = true
      return index
    }
    return nil
  }
}
