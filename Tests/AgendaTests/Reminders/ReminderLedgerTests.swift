import Agenda
import ExactText
import TaskDates
import TestSupport
import Testing

@Suite("What a job that reminds somebody remembers")
struct ReminderLedgerTests {
  @Test func givesEachOnceWheneverRunsCome() throws {
    for seed in 0..<12 {
      var world = try World(seed: UInt64(seed))
      for _ in 0..<60 { try world.run(after: world.pause()) }
      world.expectEachOnce()
    }
  }

  @Test func givesEachOnceThoughRunsAreKilled() throws {
    for seed in 0..<12 {
      var world = try World(seed: UInt64(seed))
      for number in 0..<80 {
        try world.run(after: world.pause(atMost: 86_400), isKilled: number < 79 && world.chance(40))
      }
      world.expectEachOnce()
    }
  }

  @Test func givesEachOnceThoughCommandsFail() throws {
    for seed in 0..<12 {
      var world = try World(seed: UInt64(seed))
      for number in 0..<80 {
        try world.run(after: world.pause(atMost: 86_400), failing: number < 60 ? 50 : 0)
      }
      world.expectEachOnce()
    }
  }

  @Test func givesEachOnceWhereverItsPersonGoes() throws {
    let zones = try ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Pacific/Kiritimati"]
      .map { try ZoneDatabase().zone(named: $0) }
    for seed in 0..<12 {
      var world = try World(seed: UInt64(seed))
      for _ in 0..<120 {
        if world.chance(15) { world.home = zones[Int.random(in: 0..<4, using: &world.random)] }
        try world.run(after: world.pause(atMost: 40_000))
      }
      world.expectEachOnce()
    }
  }

  @Test func givesEachOnceThoughTheClockIsSetBack() throws {
    for seed in 0..<12 {
      var world = try World(seed: UInt64(seed))
      for _ in 0..<120 {
        let isSet = world.chance(15)
        try world.run(after: isSet ? -world.pause(atMost: 40_000) : world.pause(atMost: 40_000))
      }
      try world.run(after: 86_400)
      world.expectEachOnce()
    }
  }

  @Test func givesEachOnceThoughTitlesAreRetypedAndFilesRenamed() throws {
    for seed in 0..<12 {
      var world = try World(seed: UInt64(seed))
      for number in 0..<200 {
        let line = Int.random(in: 0..<world.lines.count, using: &world.random)
        if world.chance(50) { world.lines[line].name = "retyped \(number)" }
        if world.chance(5) { world.lines[line].source = "other \(number)" }
        try world.run(after: world.pause(atMost: 20_000))
      }
      world.expectEachOnce()
    }
  }

  @Test func aTaskThatIsMovedComesAgain() throws {
    var world = try World(seed: 1, count: 1)
    try world.run(until: world.lines[0])
    #expect(world.given == [0: 1])
    world.lines[0].moment = try #require(world.lines[0].moment.advanced(bySeconds: 3600))
    try world.run(after: 1800)
    #expect(world.given == [0: 1])
    try world.run(after: 1800)
    #expect(world.given == [0: 2])
  }

  @Test func aLineThatIsTypedALittleLateIsReported() throws {
    var world = try World(seed: 1, count: 1)
    let late = world.lines.removeFirst()
    try world.run(until: late)
    try world.run(after: 300)
    world.lines = [late]
    try world.run(after: 300)
    #expect(world.given == [0: 1])
    try world.run(after: 300)
    #expect(world.given == [0: 1])
  }

  @Test func aTaskOfThePastIsNot() throws {
    var world = try World(seed: 1, count: 1)
    let old = world.lines.removeFirst()
    world.lines = [
      World.Line(
        source: "home", name: "new", moment: try #require(old.moment.advanced(bySeconds: 86_400)))
    ]
    try world.run(until: old)
    try world.run(after: 3600)
    world.lines.append(old)
    try world.run(after: 300)
    #expect(world.given == [:])
  }

  @Test func aNewTaskAtTheMomentOfOneThatIsDoneIsReported() throws {
    var world = try World(seed: 1, count: 1)
    try world.run(until: world.lines[0])
    world.lines[0].isClosed = true
    world.lines.append(World.Line(source: "home", name: "new", moment: world.lines[0].moment))
    try world.run(after: 300)
    #expect(world.given == [0: 1, 1: 1])
  }

  @Test func twoEqualLinesAreTwo() throws {
    var world = try World(seed: 1, count: 1)
    world.lines.append(world.lines[0])
    for _ in 0..<3 { try world.run(until: world.lines[0]) }
    #expect(world.given == [0: 1, 1: 1])
  }

  @Test func aSourceThatCouldNotBeReadIsCaughtUpWith() throws {
    var world = try World(seed: 1, count: 1)
    world.isReadable = false
    try world.run(until: world.lines[0])
    try world.run(after: 86_400)
    #expect(world.given == [:])
    world.isReadable = true
    try world.run(after: 86_400)
    #expect(world.given == [0: 1])
  }

  @Test func whatIsOlderThanTheBoundIsCountedOnce() throws {
    var world = try World(seed: 1, count: 1)
    try world.run(until: world.lines[0], late: 8 * 86_400)
    #expect(world.given == [:] && world.missed == 1)
    try world.run(after: 60)
    #expect(world.given == [:] && world.missed == 1)
  }

  /// A machine without a clock battery starts in 1970, and gets the time later.
  @Test func aClockThatWasNotSetYetChangesNothing() throws {
    var world = try World(seed: 1)
    for _ in 0..<5 { try world.run(after: world.pause(atMost: 86_400)) }
    let now = world.now
    world.now = 600
    for _ in 0..<3 { try world.run(after: 300) }
    world.now = now
    for _ in 0..<60 { try world.run(after: world.pause(atMost: 86_400)) }
    world.expectEachOnce()
    #expect(world.missed == 0)
  }

  /// A clock that was a year ahead delivered some reminders too early; they come again at their time.
  @Test func aClockThatWasAheadLosesNothing() throws {
    var world = try World(seed: 1)
    let now = world.now
    world.now += 14 * 86_400
    try world.run(after: 0)
    world.now = now
    for _ in 0..<200 { try world.run(after: 20_000) }
    #expect(world.lines.indices.allSatisfy { world.onTime.contains($0) })
    #expect(world.given.values.allSatisfy { $0 <= 2 })
  }

  @Test func itsTextHasAllOfIt() throws {
    var world = try World(seed: 3)
    for number in 0..<30 {
      if number == 15 { world.now -= 7200 }
      world.lines[0].source = "a\tb\\n\n\(number)"
      try world.run(after: 7200, failing: 30)
      #expect(ReminderLedger(bytes: world.ledger.bytes) == world.ledger)
    }
  }

  @Test func aTextThatIsCutOffOrNoneIsNoTrap() throws {
    var world = try World(seed: 3)
    for _ in 0..<20 { try world.run(after: 7200, failing: 30) }
    let bytes = world.ledger.bytes
    for end in stride(from: 0, to: bytes.count, by: 7) {
      let ledger = ReminderLedger(bytes: Array(bytes[..<end]))
      #expect((ledger == nil) == (end < 20))
    }
    #expect(ReminderLedger(bytes: Array("reminder\t1".utf8)) == nil)
    let strange =
      "duecal reminders 1\nlast\t99999999999999999999\t1\nsource\t1\t-99999999999999\tx\nx\n"
    #expect(ReminderLedger(bytes: Array(strange.utf8)) == ReminderLedger())
    for number in [Int.min, .max, -1 << 48, 1 << 48] {
      let distant =
        "duecal reminders 1\nlast\t\(number)\t0\nreminder\t\(number)\t0\t0\tz\tn\ts\n"
      #expect(ReminderLedger(bytes: Array(distant.utf8)) == ReminderLedger())
    }
  }
}

/// Lines with moments, a clock that runs, and a job that runs now and then.
private struct World {
  struct Line {
    var source: String
    var name: String
    /// The time of the clock.
    var moment: DateTimeParameters
    var isClosed = false
  }

  var random: SeededGenerator
  var ledger = ReminderLedger()
  var lines: [Line] = []
  var home: Zone
  var now: Int
  var isReadable = true
  /// How often each line was delivered.
  private(set) var given: [Int: Int] = [:]
  /// Lines that were delivered at their time or later.
  private(set) var onTime: Set<Int> = []
  private(set) var missed = 0
  private static let catchUp = 7 * 86_400

  /// A month around the end of summer time.
  init(seed: UInt64, count: Int = 60) throws {
    random = SeededGenerator(seed: seed)
    home = try ZoneDatabase().zone(named: "Europe/Berlin")
    let first = try DateTimeParameters(year: 2026, month: 10, day: 10, hour: 0, minute: 0)
    now = home.instant(of: first).seconds - 3600
    for number in 0..<count {
      let night = Int.random(in: 0..<30, using: &random) * 86_400
      let minutes = Int.random(in: 1..<48, using: &random) * 1800
      let moment = try #require(first.advanced(bySeconds: night + minutes))
      lines.append(
        Line(source: number % 2 == 0 ? "home" : "work", name: "\(number)", moment: moment))
    }
    try run(after: 0)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pause(atMost most: Int = 3 * 86_400) -> Int {
    chance(50) ? Int.random(in: 0...600, using: &random) : Int.random(in: 0...most, using: &random)
  }

  /// Runs the job when a line's moment has come.
  mutating func run(until line: Line, late: Int = 0) throws {
    try run(after: home.instant(of: line.moment).seconds + late - now)
  }

  mutating func run(after seconds: Int, failing: Int = 0, isKilled: Bool = false) throws {
    now += seconds
    let run = ReminderLedger.Run(
      now: Instant(seconds: now), home: home, catchUp: Self.catchUp)
    let (numbers, candidates) = candidates(run)
    let verdicts = ledger.verdicts(on: candidates, run)
    ledger.begin(run)
    var bytes = ledger.bytes
    for ((number, candidate), verdict) in zip(zip(numbers, candidates), verdicts) {
      switch verdict {
      case .settled: break
      case .missed: missed += 1
      case .due(let former):
        if isKilled, chance(30) {
          bytes += Array("told\t12".utf8)  // the run was killed while it was writing
          ledger = try #require(ReminderLedger(bytes: bytes))
          return
        }
        let fails = chance(failing)
        if !fails { give(number, candidate) }
        let tries = fails ? (former?.tries ?? 0) + 1 : 0
        bytes += Array(ledger.note(candidate.key, former, tries: tries, run: run).utf8)
      }
    }
    if isKilled {
      ledger = try #require(ReminderLedger(bytes: bytes))
    } else {
      ledger.finish(isReadable ? ExactSet(lines.map(\.source)) : [], run)
    }
  }

  private mutating func give(_ number: Int, _ candidate: ReminderCandidate) {
    given[number, default: 0] += 1
    #expect(candidate.key.instant.seconds <= now)
    onTime.insert(number)
  }

  private func candidates(_ run: ReminderLedger.Run) -> ([Int], [ReminderCandidate]) {
    var found: ([Int], [ReminderCandidate]) = ([], [])
    for (number, line) in lines.enumerated() where isReadable {
      let instant = home.instant(of: line.moment)
      guard let reading = home.civil(at: instant), instant.seconds <= now,
        instant >= ledger.scanStart(of: line.source, run)
      else { continue }
      let key = ReminderKey(
        instant: instant, reading: reading, source: line.source, name: line.name)
      found.0.append(number)
      found.1.append(ReminderCandidate(key, isClosed: line.isClosed))
    }
    return found
  }

  /// Expects that each line whose moment has come was delivered once; those of the last days may wait.
  func expectEachOnce(_ location: SourceLocation = #_sourceLocation) {
    for (number, line) in lines.enumerated()
    where home.instant(of: line.moment).seconds <= now {
      #expect(given[number] == 1, "\(line)", sourceLocation: location)
    }
    #expect(given.values.allSatisfy { $0 == 1 }, sourceLocation: location)
  }
}
