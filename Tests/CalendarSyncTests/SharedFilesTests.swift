import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import StoredText
import TaskDates
import TestSupport
import Testing

/// Changes task files that two machines share, and a phone: nothing is lost, doubled or comes back, whichever machine
/// syncs.
@Suite("Task files of two machines and a phone")
struct SharedFilesTests {
  @Test(arguments: Steps.seeds(or: 10))
  func areKeptEqual(seed: Int) async throws {
    var trial = try SharedTrial(seed: UInt64(seed))
    try await trial.meet()
    for _ in 0..<Steps.rounds(or: 10) {
      for _ in 0..<4 { try await trial.step() }
      try await trial.settle()
      guard try await trial.isSound() else { return }
    }
  }

  @Test(arguments: Steps.seeds(or: 10))
  func areKeptEqualIfAMachineLosesItsStates(seed: Int) async throws {
    var trial = try SharedTrial(seed: UInt64(seed))
    try await trial.meet()
    for _ in 0..<Steps.rounds(or: 10) {
      for step in 0..<4 {
        if step == 1 { try trial.loseState() }
        try await trial.step()
      }
      try await trial.settle()
      guard try await trial.isSound() else { return }
    }
  }
}

@Suite("The first sync of lines and items with one title")
struct NamesakeTests {
  private func made(_ text: String, _ items: [String]) async throws -> SharedFiles {
    var files = try SharedFiles([text, "", ""])
    for (number, properties) in items.enumerated() {
      try await files.addToPhone("UID:\(number)\r\nSUMMARY:Buy milk\r\n" + properties)
    }
    try await files.sync(on: 0)
    try await files.sync(on: 0)
    return files
  }

  @Test func leavesTheOpenOneOpen() async throws {
    let text = "- Buy milk @done(2026-11-20 10:00)\n- Buy milk\n\tto drink\n"
    let files = try await made(
      text, ["", "STATUS:COMPLETED\r\nCOMPLETED:20261120T100007Z\r\nX-OTHER:1\r\n"])
    let items = await files.items
    #expect(items.map { $0.item.isClosed }.sorted { !$0 && $1 } == [false, true])
    #expect(try files.text(SharedFiles.names[0]).split(separator: "\n").count == 3)
  }

  @Test func leavesEachOfVeryManyItsNotes() async throws {
    let text = (0..<100).map { "- Buy milk\n\tnote \($0)\n" }.joined()
    let files = try await made(text, (1..<100).map { "DESCRIPTION:note \($0)\r\n" })
    #expect(try files.text(SharedFiles.names[0]) == text)
    let notes = await files.items.compactMap(\.item.notes).sorted()
    #expect(notes == (0..<100).map { "note \($0)" }.sorted())
  }
}

@Suite("A task that reaches a second machine done and in another file")
struct DoneElsewhereTests {
  /// A new task of the phone, which one machine has made a line of, done and moved before the other one knows of it.
  private func isOne(created: String, retyped: Bool = false) async throws -> Bool {
    var files = try SharedFiles(["- Weed\n", "- Sweep\n", "- Write\n"])
    for machine in [0, 1] { try await files.sync(on: machine) }
    for machine in [0, 1] {
      let text = try files.text(SharedFiles.names[0])
      try files.write(text + "- Mark \(machine)\n", to: SharedFiles.names[0])
      for other in [machine, 1 - machine] { try await files.sync(on: other) }
    }
    try await files.addToPhone("UID:new\r\nSUMMARY:Paint the gate\r\nCREATED:\(created)\r\n")
    try await files.sync(on: 0)
    for name in SharedFiles.names {
      try files.write(try files.text(name).replacing("- Paint the gate\n", with: ""), to: name)
    }
    let line = retyped ? "- Paint the gate now\n" : "- Paint the gate @done(2026-11-20)\n"
    try files.write(try files.text(SharedFiles.names[2]) + line, to: SharedFiles.names[2])
    try await files.sync(on: 1)
    for machine in [0, 1] { try await files.sync(on: machine) }
    let quiet = try await files.plan(on: 0).isEmpty
    return await files.items.count { $0.item.title.contains("gate") } == 1 && quiet
  }

  @Test func isTheTaskThatWasThereBefore() async throws {
    #expect(try await isOne(created: "20261119T120000Z"))
  }

  @Test func isNotATaskThatWasMadeLater() async throws {
    #expect(try await !isOne(created: "20261124T120000Z"))
  }

  @Test func isTheTaskEvenIfItWasRetyped() async throws {
    #expect(try await isOne(created: "20261119T120000Z", retyped: true))
  }
}

/// A task, or another line, with the notes below it.
private struct Block {
  var lines: [String]

  var token: String? { lines[0].contains("- ") ? SharedTrial.token(in: lines[0]) : nil }

  static func blocks(_ text: String) -> [Block] {
    var blocks: [Block] = []
    for line in text.split(separator: "\n").map(String.init) {
      let isNote = !line.contains("- ") && line.hasPrefix("\t\t")
      if isNote, !blocks.isEmpty {
        blocks[blocks.count - 1].lines.append(line)
      } else {
        blocks.append(Block(lines: [line]))
      }
    }
    return blocks
  }
}

/// Random changes of the files and the phone.
private struct SharedTrial {
  var shared: SharedFiles
  private var random: SeededGenerator
  private let seed: UInt64
  private var log: [String] = []
  private var serial = 0
  /// The tasks that exist.
  private var intended: Set<String> = []
  /// The tasks that may exist or not: one side removed them while the other changed them.
  private var open: Set<String> = []
  /// The tasks that were changed anywhere since a machine synced last.
  private var touched: [Set<String>] = [[], []]
  private var removed: Set<String> = []
  /// The tasks that the phone has made.
  private var fromPhone: Set<String> = []
  /// The machines that have lost their state of syncs since their last sync.
  private var forgetful: Set<Int> = []
  /// The tasks that each machine saw in the text when it synced last.
  private var seen: [Set<String>] = [[], []]

  init(seed: UInt64) throws {
    (self.seed, random) = (seed, SeededGenerator(seed: seed))
    shared = try SharedFiles(SharedFiles.names.map { _ in "Plans:\n\t- Rest\nLater:\n\t- Wait\n" })
    for name in SharedFiles.names {
      for _ in 0..<4 { try change(name) { $0.insert($1, at: 1) } }
    }
  }

  static func token(in text: String) -> String? {
    text.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      .first { $0.count == 5 && $0.hasPrefix("k") && $0.dropFirst().allSatisfy(\.isNumber) }
      .map(String.init)
  }

  // MARK: Steps

  mutating func step() async throws {
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      if Bool.random(using: &random) { try changeText() } else { try await changePhone() }
    }
    let machine = Int.random(in: 0..<2, using: &random)
    try await sync(machine)
  }

  private mutating func sync(_ machine: Int) async throws {
    // A machine that has not seen a task knows nothing of its removal.
    open.formUnion(forgetful.remove(machine) == nil ? removed.subtracting(seen[machine]) : removed)
    let done = try await shared.sync(on: machine)
    log.append("-- machine \(machine): \(done)")
    touched[machine] = []
    seen[machine] = Set(
      try shared.allText.split(separator: "\n").compactMap { Self.token(in: String($0)) })
  }

  /// Lets each machine find an item that the other one has made of a line; before that, it cannot know of it.
  mutating func meet() async throws {
    try await settle()
    for machine in [1, 0] {
      try change(SharedFiles.names[machine]) { $0.insert($1, at: 1) }
      try await sync(machine)
    }
    try await settle()
  }

  mutating func settle() async throws {
    for machine in [0, 1, 0] { try await sync(machine) }
    removed = []
  }

  /// Loses a file in which a machine keeps what it knows, or restores it from a copy of a while ago.
  mutating func loseState() throws {
    let machine = Int.random(in: 0..<2, using: &random)
    guard let state = SharedFiles.State.allCases.randomElement(using: &random) else { return }
    let restoring = Bool.random(using: &random)
    try shared.lose(state, on: machine, restoring: restoring)
    log.append("!! machine \(machine): \(restoring ? "restored" : "lost") \(state)")
    // Without the state of syncs, a machine knows nothing of removals.
    if state == .syncs { forgetful.insert(machine) }
    if Bool.random(using: &random) { for machine in 0..<2 { try shared.backUp(machine) } }
  }

  // MARK: The text

  private mutating func newTitle() -> String {
    serial += 1
    let verb =
      ["Call", "Write", "Buy", "Mend", "Sort", "Paint"].randomElement(using: &random) ?? ""
    let noun = ["Ann", "the door", "a letter", "bread", "the roof"].randomElement(using: &random)
    let token = "k" + String(10000 + serial).dropFirst()
    intended.insert(token)
    return "\(verb) \(noun ?? "") \(token)"
  }

  private mutating func date() -> String { "2027-0\(Int.random(in: 1...9, using: &random))-11" }

  private mutating func change(
    _ name: String, _ body: (inout [Block], Block) -> Void
  ) throws {
    var blocks = Block.blocks(try shared.text(name))
    body(&blocks, Block(lines: ["\t- \(newTitle()) @due(\(date()))"]))
    try write(blocks, to: name)
  }

  /// Writes a file; the tasks in it may have other projects or parents then.
  private mutating func write(_ blocks: [Block], to name: String) throws {
    for token in blocks.compactMap(\.token) { touch(token) }
    try save(blocks, to: name)
  }

  private func save(_ blocks: [Block], to name: String) throws {
    try shared.write(blocks.flatMap(\.lines).map { $0 + "\n" }.joined(), to: name)
  }

  private mutating func changeText() throws {
    guard let name = SharedFiles.names.randomElement(using: &random) else { return }
    var blocks = Block.blocks(try shared.text(name))
    let tasks = blocks.indices.filter { blocks[$0].token != nil }
    guard let place = tasks.randomElement(using: &random), let token = blocks[place].token,
      let other = SharedFiles.names.filter({ $0 != name }).randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      blocks.append(Block(lines: ["\t- \(newTitle())"]))
      log.append("text: added \(blocks.last?.lines ?? []) to \(name)")
    case 1, 2:
      var block = blocks.remove(at: place)
      if Bool.random(using: &random) { edit(&block) }
      try write(blocks, to: name)
      blocks = Block.blocks(try shared.text(other))
      blocks.append(block)
      touch(token)
      log.append("text: moved \(block.lines[0]) from \(name) to \(other)")
      return try write(blocks, to: other)
    case 3, 4:
      edit(&blocks[place])
      touch(token)
      log.append("text: edited \(blocks[place].lines[0])")
    case 5:
      blocks.remove(at: place)
      remove(token)
      log.append("text: removed \(token)")
    case 6:
      guard let project = blocks.firstIndex(where: { $0.lines[0].hasSuffix(":") }) else { return }
      blocks[project].lines[0] = ["Plans", "Ideas", "Dreams"].randomElement(using: &random) ?? ""
      blocks[project].lines[0] += ":"
      log.append("text: renamed a project to \(blocks[project].lines[0]) in \(name)")
      return try save(blocks, to: name)
    case 7:
      blocks.insert(blocks.remove(at: place), at: 1)
      touch(token)
      log.append("text: moved \(token) up")
    default:
      blocks[place] = Block(lines: ["\t- \(newTitle())"])
      remove(token)
      log.append("text: replaced \(token) by \(blocks[place].lines[0])")
    }
    try write(blocks, to: name)
  }

  private mutating func edit(_ block: inout Block) {
    let line = block.lines[0]
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where line.contains("@due"):
      let parts = line.split(separator: " @due(", maxSplits: 1)
      let rest = parts[1].drop { $0 != ")" }
      block.lines[0] = "\(parts[0]) @due(\(date())\(rest)"
    case 1: block.lines[0] += " @tag\(Int.random(in: 0..<9, using: &random))"
    case 2 where !line.contains("@done"): block.lines[0] += " @done(2026-11-30)"
    default:
      guard let dash = line.firstIndex(of: "-") else { return }
      block.lines[0].insert(contentsOf: " now", at: line.index(after: dash))
    }
  }

  private mutating func touch(_ token: String) {
    for machine in 0..<2 { touched[machine].insert(token) }
    if !intended.contains(token) { open.insert(token) }
  }

  /// Removes a task; if a machine does not know its last change, it may hold that for a change after the removal.
  private mutating func remove(_ token: String) {
    intended.remove(token)
    removed.insert(token)
    if touched.contains(where: { $0.contains(token) }) { open.insert(token) }
  }

  // MARK: The phone

  private func day(_ number: Int) throws -> DateParameters {
    try #require(DateParameters(dayNumber: 20_800 + number))
  }

  private mutating func changePhone() async throws {
    guard let list = await shared.phone.lists().randomElement(using: &random),
      var item = await shared.items.filter({ Self.token(in: $0.item.title) != nil })
        .randomElement(using: &random), let token = Self.token(in: item.item.title)
    else { return }
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let title = newTitle()
      let own = Self.token(in: title) ?? ""
      fromPhone.insert(own)
      let text = """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a phone//EN\r\nBEGIN:VTODO\r\nUID:phone-\(own)\r
        DTSTAMP:20260101T000000Z\r\nCREATED:20260101T000000Z\r\nX-OTHER:\(own)\r\nSUMMARY:\(title)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
        """
      guard let content = CalendarResource(bytes: Array(text.utf8)).content else { return }
      log.append("phone: added \(title)")
      _ = try await shared.phone.create(content, in: list.id)
      return
    case 2: item.content.item.title = "soon " + item.item.title
    case 3: item.content.item.when = .date(try day(Int.random(in: 1...28, using: &random)))
    case 4:
      item.content.item.notes = [item.item.notes, "note \(serial)"].compactMap(\.self).joined(
        separator: "\n")
    default:
      log.append("phone: removed \(token)")
      remove(token)
      return try await shared.phone.remove(item.version)
    }
    touch(token)
    log.append("phone: changed \(item.item.title) \(item.item.when as Any)")
    _ = try await shared.phone.update(item)
  }

  // MARK: Checks

  mutating func isSound() async throws -> Bool {
    let lines = SharedFiles.names.flatMap { name in
      Block.blocks((try? shared.text(name)) ?? "").compactMap(\.token)
    }.sorted()
    let items = await shared.items
    let onPhone = items.compactMap { Self.token(in: $0.item.title) }.sorted()
    intended.formUnion(open.intersection(lines))
    intended.subtract(open.subtracting(lines))
    // An item that came back may be one of the text.
    fromPhone.subtract(open)
    open = []
    // A line that was written in the place of another one may have its item.
    let strangers = items.filter { item in
      guard let token = Self.token(in: item.item.title), fromPhone.contains(token) else {
        return false
      }
      return !item.text.contains("X-OTHER:\(token)")
    }.map(\.item.title)
    var plans: [String] = []
    for machine in 0..<2 {
      plans += try await shared.plan(on: machine).map(SharedFiles.name)
    }
    let isSound =
      lines == intended.sorted() && onPhone == lines && strangers.isEmpty && plans.isEmpty
    let differences = Set(lines).symmetricDifference(intended).union(
      Set(onPhone).symmetricDifference(lines))
    #expect(
      isSound,
      """
      seed \(seed): differs \(differences.sorted()), text \(lines), phone \(onPhone), swapped \(strangers), plans \(plans)
      \(log.suffix(40).joined(separator: "\n"))
      \((try? shared.allText) ?? "")
      """)
    return isSound
  }
}
