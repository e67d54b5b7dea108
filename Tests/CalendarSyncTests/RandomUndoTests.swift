import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import TestSupport
import Testing

/// Undoes and redoes syncs of two stores in any order, between random changes of both.
@Suite("Undoing syncs of two stores in any order")
struct RandomUndoTests {
  @Test(arguments: 0..<Steps.count(or: 40))
  func settlesAfterOneSyncAndLosesNoEdit(seed: Int) async throws {
    var trial = try await StoresTrial(seed: UInt64(seed))
    for _ in 0..<8 { guard try await trial.round() else { return } }
  }
}

private struct StoresTrial {
  private let two: TwoStores
  private let seed: UInt64
  /// The side whose changes stay there; the other one is the phone.
  private let home: SyncSide
  private var random: SeededGenerator
  private var serial = 0
  private var lastRun = 0
  private var log: [String] = []
  /// The words that a person wrote on each side, by the UID of their item, and that must still be there.
  private var words = SyncSides<[String: Set<String>]>(a: [:], b: [:])

  init(seed: UInt64) async throws {
    (self.seed, random) = (seed, SeededGenerator(seed: seed))
    home = seed % 2 == 0 ? .a : .b
    two = try await TwoStores()
    for _ in 0..<4 { try await add(on: home) }
    try await sync()
  }

  // MARK: Changes

  private mutating func word() -> String {
    serial += 1
    return "k\(1000 + serial)"
  }

  private func items(_ side: SyncSide) async -> [CalendarItem] {
    await two.stores[side].items(matching: ItemPredicate()).map(\.item).sorted { $0.uid < $1.uid }
  }

  private mutating func add(on side: SyncSide) async throws {
    let word = word()
    try await two.add(word, uid: word, to: side)
    words[side][word] = [word]
    log.append("\(side): adds \(word)")
  }

  /// Changes the title of an item at home, and adds a note before those of one on the phone, so that both changes stay: a line
  /// among others that undo takes out would be a conflict.
  private mutating func change() async throws {
    let side: SyncSide = Bool.random(using: &random) ? home : home.other
    let chosen = await items(side).randomElement(using: &random)
    guard let uid = chosen?.uid, Int.random(in: 0..<3, using: &random) > 0 else {
      return try await add(on: side)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      try await two.remove(uid, on: side)
      (words.a[uid], words.b[uid]) = (nil, nil)
      return log.append("\(side): removes \(uid)")
    }
    let (word, isHome) = (word(), side == home)
    try await two.change(uid, on: side) {
      if isHome {
        $0.title += " \(word)"
      } else {
        $0.notes = word + ($0.notes.map { "\n\($0)" } ?? "")
      }
    }
    words[side][uid, default: []].insert(word)
    log.append("\(side): \(uid) \(word)")
  }

  private mutating func changes() async throws {
    for _ in 0..<Int.random(in: 1...3, using: &random) { try await change() }
  }

  private mutating func sync() async throws {
    lastRun += 1
    let result = try await two.sync(undo: lastRun)
    #expect(result.failures.isEmpty)
    log.append(
      "sync \(lastRun): \(result.done.map { "\($0.step.reason) \($0.step.title) \($0.side)" })")
  }

  private mutating func reverse() async throws {
    let run = Int.random(in: max(1, lastRun - 12)...lastRun, using: &random)
    let direction: SyncReversal.Direction =
      Int.random(in: 0..<3, using: &random) == 0 ? .redo : .undo
    log.append("\(direction) \(run)")
    try await two.reverse(run, direction, home: home)
  }

  // MARK: Checks

  /// Changes, syncs, undoes, and checks; false after a fault.
  mutating func round() async throws -> Bool {
    try await changes()
    try await sync()
    // What the phone sent may be taken back from now on.
    words[home.other] = [:]
    let isPending = Bool.random(using: &random)
    if isPending { try await changes() }
    for _ in 0..<Int.random(in: 1...3, using: &random) { try await reverse() }
    let undone = await items(home).map(\.title)
    try await sync()
    return try await isSound(undone, isPending: isPending)
  }

  private mutating func isSound(_ undone: [String], isPending: Bool) async throws -> Bool {
    let left = try await two.plan().plan.writes
    guard left.isEmpty else { return fault("is not settled: \(left.map(\.title))") }
    let titles = await items(home).map(\.title)
    guard isPending || titles == undone else { return fault("\(undone) became \(titles)") }
    for side in SyncSide.allCases {
      let items = await items(side)
      guard Set(items.map { String($0.title.prefix(5)) }).count == items.count else {
        return fault("is doubled")
      }
      for (uid, words) in words[side] {
        let text = items.filter { $0.uid == uid }.map { "\($0.title) \($0.notes ?? "")" }.joined()
        guard words.allSatisfy({ text.contains($0) }) else {
          return fault("\(side) lost \(words) of \(uid): \(text)")
        }
      }
    }
    return true
  }

  private func fault(_ what: String) -> Bool {
    Issue.record("seed \(seed): \(what)\n\(log.joined(separator: "\n"))")
    return false
  }
}
