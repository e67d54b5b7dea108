import ExactText
import LineIdentity
import TaskDates

/// Finds the reminders of former runs among those of this one.
///
/// Each is found at most once, so that of two equal lines both are told. What has the moment, the source
/// and the name of a reminder is that one; else what has its moment and its name, for a file may be
/// renamed; else what has its moment and its source, for a title may be retyped. A moment is an instant;
/// where the person's zone is another one since, it is also what the clock showed.
struct ReminderMatching {
  private let candidates: [ReminderCandidate]
  private let entries: [ReminderLedger.Entry]
  private let zone: String
  /// For each candidate the entry that it is.
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

  /// What has to be the same.
  private struct ReminderSimilarity: Hashable {
    let instant: Instant?
    let reading: DateTimeParameters?
    let words: [String]
  }

  /// - Parameter zones: The zones that instants are looked at of; nil for all. What was told elsewhere may
  ///   have had an instant that is another line's here.
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

  /// The first entry of a likeness that nothing was found to be yet.
  private mutating func take(
    _ likeness: ReminderSimilarity, _ places: inout [ReminderSimilarity: [Int]]
  ) -> Int? {
    while let index = places[likeness]?.popLast() {
      if isTaken[index] { continue }
      isTaken[index] = true
      return index
    }
    return nil
  }
}
