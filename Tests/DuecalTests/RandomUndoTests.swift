import Foundation
import TestSupport
import Testing

/// Undoes and redoes syncs of a task file and a phone in any order, between random changes of both.
@Suite("duecal undo: random orders")
struct RandomUndoTests {
  @Test(arguments: 0..<Steps.count(or: 4))
  func settleAfterOneSyncAndLoseNoEdit(seed: Int) throws {
    var trial = try UndoTrial(seed: UInt64(seed))
    for _ in 0..<6 { guard try trial.round() else { return } }
  }
}

private struct UndoTrial {
  private let home: StoreHome
  private let seed: UInt64
  private var random: SeededGenerator
  private var serial = 0
  private var log: [String] = []
  /// The words that a person wrote on each side, by their task, and that must still be there.
  private var inText: [String: Set<String>] = [:]
  private var onPhone: [String: Set<String>] = [:]
  private static let options = [
    "--yes", "--allow-delete", "99", "--allow-change", "99", "--allow-create", "99",
    "--restore-lists",
  ]

  init(seed: UInt64) throws {
    (self.seed, random) = (seed, SeededGenerator(seed: seed))
    home = try StoreHome()
    try write((0..<4).map { _ in "- \(word())" })
    for line in try lines() { inText[name(line), default: []].insert(name(line)) }
    _ = try sync()
  }

  private mutating func word() -> String {
    serial += 1
    return "k\(1000 + serial)"
  }

  private func name(_ line: String) -> String { String(line.dropFirst(2).prefix(5)) }

  // MARK: Both sides

  private func lines() throws -> [String] {
    try home.scratch.text("n/a.taskpaper").split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String]) throws {
    try home.scratch.write("n/a.taskpaper", lines.map { "\($0)\n" }.joined())
  }

  private func items() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: home.scratch.path("v/a"))
    return try names.filter { $0.hasSuffix(".ics") }.reduce(into: [:]) {
      $0["v/a/\($1)"] = try home.scratch.text("v/a/\($1)")
    }
  }

  private func task(_ item: String) -> String {
    item.firstMatch(of: /SUMMARY:(k\d{4})/).map { String($0.output.1) } ?? ""
  }

  private mutating func changeText() throws {
    var all = try lines()
    let tasks = all.indices.filter { all[$0].hasPrefix("- ") }
    let word = word()
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      // A file without tasks looks like an accident.
      guard tasks.count > 2, let index = tasks.randomElement(using: &random) else { return }
      forget(name(all[index]))
      log.append("text: removes \(all[index])")
      let end = all[(index + 1)...].firstIndex { $0.hasPrefix("- ") } ?? all.endIndex
      all.removeSubrange(index..<end)
    case 1, 2:
      let place = (tasks + [all.endIndex]).randomElement(using: &random) ?? all.endIndex
      all.insert("- \(word)", at: place)
      inText[word] = [word]
      log.append("text: adds \(word)")
    default:
      guard let index = tasks.randomElement(using: &random) else { return }
      inText[name(all[index]), default: []].insert(word)
      all[index] += " \(word)"
      log.append("text: \(all[index])")
    }
    try write(all)
  }

  private mutating func changePhone() throws {
    let word = word()
    let chosen = try items().sorted { $0.key < $1.key }.randomElement(using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      guard let chosen else { return }
      forget(task(chosen.value))
      log.append("phone: removes \(task(chosen.value))")
      try FileManager.default.removeItem(atPath: home.scratch.path(chosen.key))
    case 1, 2:
      try home.item("v/a/\(word).ics", "BEGIN:VTODO\nUID:\(word)\nSUMMARY:\(word)\nEND:VTODO")
      onPhone[word] = [word]
      log.append("phone: adds \(word)")
    default:
      guard let chosen else { return }
      onPhone[task(chosen.value), default: []].insert(word)
      let text =
        chosen.value.contains("DESCRIPTION:")
        ? chosen.value.replacing("DESCRIPTION:", with: "DESCRIPTION:\(word)\\n")
        : chosen.value.replacing("END:VTODO", with: "DESCRIPTION:\(word)\r\nEND:VTODO")
      try home.scratch.write(chosen.key, text)
      log.append("phone: \(task(chosen.value)) note \(word)")
    }
  }

  private mutating func forget(_ task: String) { (inText[task], onPhone[task]) = (nil, nil) }

  private mutating func change() throws {
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if Bool.random(using: &random) { try changeText() } else { try changePhone() }
    }
  }

  // MARK: Commands

  private mutating func sync() throws -> String {
    let run = try home.run(["sync", "tasks:n", "vdir:v"] + Self.options)
    log.append("sync: \(run.status) \(run.output)\(run.error)")
    return run.output + run.error
  }

  /// The numbers of the runs that wrote something.
  private func runs() throws -> [String] {
    let lines = try home.run("undo", "--list").output.split(separator: "\n")
    return Set(
      lines.filter { $0.contains("\tsync\t") }.compactMap { $0.split(separator: "\t").first }
        .map(String.init)
    ).sorted()
  }

  private mutating func reverse() throws {
    guard let run = try runs().randomElement(using: &random) else { return }
    let words = [
      ["undo", "--run", run], ["undo", "--run", run], ["undo"], ["redo", "--run", run], ["redo"],
    ].randomElement(using: &random)
    guard let words else { return }
    let ran = try home.run(words)
    log.append("\(words): \(ran.status) \(ran.output)\(ran.error)")
    #expect([0, 1, 4, 66].contains(ran.status), "\(ran.error)")
  }

  /// Changes, syncs, undoes, and checks; false after a fault.
  mutating func round() throws -> Bool {
    try change()
    _ = try sync()
    _ = try sync()
    // What was synced may be taken back from now on.
    onPhone = [:]
    let isPending = Bool.random(using: &random)
    if isPending { try change() }
    for _ in 0..<Int.random(in: 1...2, using: &random) { try reverse() }
    let undone = try lines()
    _ = try sync()
    _ = try sync()
    log.append("text: \(try lines())")
    log.append("phone: \(try items().values.sorted())")
    return try isSound(undone, isPending: isPending)
  }

  private mutating func isSound(_ undone: [String], isPending: Bool) throws -> Bool {
    let left = try sync()
    guard left.isEmpty else { return fault("is not settled") }
    if !isPending, try lines() != undone { return fault("came back: \(undone)") }
    let there = try items()
    let names = try lines().filter { $0.hasPrefix("- ") }.map(name)
    guard Set(names).count == names.count, Set(there.values.map(task)).count == there.count else {
      return fault("is doubled")
    }
    let text = try home.scratch.text("n/a.taskpaper")
    for word in inText.values.joined() where !text.contains(word) {
      return fault("the text lost \(word)")
    }
    for word in onPhone.values.joined() where !there.values.contains(where: { $0.contains(word) }) {
      return fault("the phone lost \(word)")
    }
    return true
  }

  private func fault(_ what: String) -> Bool {
    Issue.record("seed \(seed): \(what)\n\(log.joined(separator: "\n"))")
    return false
  }
}
