import CalendarImports
import Foundation
import GRDB
import ImportCycles
import LineState
import TestSupport
import Testing

@Suite("A save of what imports remember, in two steps")
struct PreparedSaveTests {
  private let folder: ScratchFolder
  private let state: LineRegistry
  private let pair = LineRegistry.Pair(file: "/in", source: "/a.ics")
  private let write = PlannedWrite(file: "/in", before: "00", after: "11")

  init() throws {
    folder = try ScratchFolder()
    state = try LineRegistry(path: folder.at("state.sqlite"))
  }

  private func memory(_ titles: [String]) throws -> ImportMemory {
    let todos = titles.map { todo("", uid: String($0.prefix(1)), title: $0) }
    return try imported(calendar(todos.joined(separator: "\n"))).memory
  }

  /// The run of the open save.
  private func run() throws -> Int? {
    guard case .byRun(let run)? = try state.preparedSave() else { return nil }
    return run
  }

  /// All rows of the file, without the numbers of removed pairs.
  private func rows() throws -> [String] {
    try DatabaseQueue(path: folder.at("state.sqlite")).read { database in
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      return try tables.sorted().flatMap { table in
        try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }.sorted()
      }
    }
  }

  @Test(
    "a save that is taken back leaves all rows as they were, and one that is confirmed keeps them",
    arguments: [
      ([], ["a"]), (["a"], []), (["a", "b"], ["b", "c"]), (["a", "b1"], ["a", "b2"]),
      (["a", "b", "c"], ["c", "a"]),
    ])
  func endings(_ old: [String], _ new: [String]) throws {
    if !old.isEmpty { try state.save([(pair, try memory(old))], at: 0) }
    let (before, after) = (try rows(), try memory(new))
    try state.prepare([(pair, after)], at: 1, run: 7, writing: [write])
    #expect(try run() == 7)
    #expect(try state.memory(of: pair) == after)
    try state.takeBack()
    #expect(try rows() == before)
    try state.prepare([(pair, after)], at: 1, run: 7, writing: [write])
    try state.confirm()
    #expect(try state.memory(of: pair) == after)
    #expect(try state.preparedSave() == nil)
    try state.takeBack()
    #expect(try state.memory(of: pair) == after)
  }

  @Test("conflicts of a save that is taken back are forgotten, and older ones stay")
  func conflicts() throws {
    let input = calendar(todo("", title: "a"))
    let first = try imported(input).memory
    let plan = ImportPlan(
      [calendar(todo("", title: "theirs"))], into: [taskFile("- mine\n")], after: first,
      options: try importOptions())
    let changes = plan.conflicts(of: pair)
    try #require(!changes.isEmpty)
    try state.save([(pair, first)], conflicts: changes, at: 1)
    let before = try state.conflicts(in: pair.file)
    try state.prepare([(pair, plan.memory)], conflicts: changes, at: 2, run: 8, writing: [write])
    try state.takeBack()
    #expect(try state.conflicts(in: pair.file) == before)
    #expect(try state.memory(of: pair) == first)
  }
}
