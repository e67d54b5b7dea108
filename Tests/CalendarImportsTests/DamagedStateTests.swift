import CalendarImports
import CompactDictionary
import ExactText
import Foundation
import GRDB
import LineState
import TaskText
import TestSupport
import Testing

@Suite("A state of imports with values that nobody wrote")
struct DamagedStateTests {
  private let folder: ScratchFolder
  private let pair = LineRegistry.Pair(file: "/in", source: "/a.ics")

  init() throws {
    folder = try ScratchFolder()
    let memory = try imported(calendar(todo(""), todo("", uid: "2", title: "b"))).memory
    let state = try LineRegistry(path: path)
    try state.save([(pair, memory)], at: 0)
    try state.save(
      FetchedSource(url: "https://x", etag: nil, lastModified: nil, bytes: [1]), from: "/a.ics")
  }

  private var path: String { folder.at("state.sqlite") }

  private func change(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  @Test(
    "a wrong value is refused with its column and what to do",
    arguments: [
      ("line", "UPDATE item SET line = -1"), ("line", "UPDATE item SET line = 2"),
      ("line", "UPDATE item SET line = 'x'"), ("line", "UPDATE item SET line = 1e300"),
      ("body", "UPDATE item SET body = x'ff'"), ("isOwned", "UPDATE item SET isOwned = 'yes'"),
      ("zone", "UPDATE pair SET zone = x'ff'"),
      ("otherZones", "UPDATE pair SET otherZones = 'no such'"),
      ("bytes", "UPDATE agreed SET bytes = 7"), ("bytes", "UPDATE component SET bytes = 1.5"),
    ])
  func refused(_ column: String, _ sql: String) throws {
    try change(sql)
    let error = try #require(throws: StateError.self) {
      try LineRegistry(path: path).memory(of: pair)
    }
    #expect(error == .damaged(path, column: column))
    #expect(throws: error) {
      try LineRegistry(path: path).memory(of: pair, texts: ["inbox.taskpaper": [7]])
    }
    #expect("\(error)".hasPrefix("\(path): the state of imports has a wrong value"))
  }

  @Test(
    "a line after the last is refused, however lines end",
    arguments: ["- a\n- b", "- a\r\n- b\r\n", "- a\r\n- b", "- a\r- b\r", "- a\r- b"])
  func lineEnds(_ text: String) throws {
    var memory = try imported(calendar(todo(""), todo("", uid: "2", title: "b"))).memory
    memory.texts = memory.texts.mapValues { _ in Array(text.utf8) }
    try LineRegistry(path: path).save([(pair, memory)], at: 1)
    #expect(try LineRegistry(path: path).memory(of: pair) == memory)
    try change("UPDATE item SET line = 2 WHERE uid = '2'")
    #expect(throws: StateError.self) { try LineRegistry(path: path).memory(of: pair) }
  }

  @Test("a wrong line is not treated as a line that an import keeps")
  func keptLines() throws {
    try change("UPDATE item SET line = 9223372036854775807")
    #expect(throws: StateError.self) {
      try LineRegistry(path: path).keptLines(in: "inbox.taskpaper")
    }
  }

  @Test("what a server gave is asked for again where it cannot be read")
  func fetched() throws {
    #expect(try LineRegistry(path: path).fetched(from: "/a.ics") != nil)
    try change("UPDATE fetched SET etag = x'ff'")
    #expect(try LineRegistry(path: path).fetched(from: "/a.ics") == nil)
  }

  @Test("a note that the state takes for an item's line stays")
  func noteAsItem() throws {
    let first = try imported(calendar(todo(""), todo("", uid: "2", title: "b")), into: "mine\n")
    var memory = first.memory
    let name = ItemName(uid: "2")
    memory.items[name]?.place = ImportMemory.Place(file: "inbox.taskpaper", line: 0)
    let next = ImportPlan(
      [calendar(todo(""))], into: [taskFile(first.text)], after: memory,
      options: try importOptions())
    #expect(next.files[0].edited.text == first.text)
  }

  @Test("UIDs of one look whose bytes differ are two")
  func spellings() throws {
    let memory = try imported(
      calendar(todo("", uid: "caf\u{E9}"), todo("", uid: "cafe\u{301}", title: "b"))
    ).memory
    #expect(memory.items.count == 2 && memory.components.count == 2)
    try LineRegistry(path: path).save([(pair, memory)], at: 1)
    #expect(try LineRegistry(path: path).memory(of: pair) == memory)
  }
}
