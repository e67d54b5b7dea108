import CalendarItems
import CalendarStores
import SQLiteStore
import StoreMirror
import TaskDates
import TestSupport
import Testing

@Suite("What a server has, on this machine")
struct StoreMirrorTests {
  private static let source: StoreSource.ID = "https://example.org/"

  private func mirror(_ path: String? = nil) throws -> StoreMirror {
    try StoreMirror(path: path, source: Self.source)
  }

  private func list(_ name: String, title: String = "Home") -> MirroredList {
    let list = ItemList(
      id: ItemList.ID(name), source: Self.source, details: ItemList.Details(title: title))
    return MirroredList(list, href: "\(name)/")
  }

  private func text(_ name: String, _ title: String, tag: String = "\"1\"") -> MirroredText {
    let text = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:\(name)\r\nDTSTAMP:20261101T000000Z\r
      SUMMARY:\(title)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
      """
    return MirroredText(
      MirroredResource(name: name, href: "/a/\(name)", tag: tag), bytes: Array(text.utf8))
  }

  private static func containing(_ text: String) -> ItemPredicate {
    var predicate = ItemPredicate()
    predicate.text = text
    return predicate
  }

  private func titles(_ mirror: StoreMirror) async throws -> [String] {
    try await mirror.items(matching: ItemPredicate()).map(\.item.title)
  }

  @Test func whatWasReadOfAListIsKeptWithItsState() async throws {
    let folder = try ScratchFolder()
    let path = folder.at("mirror.sqlite")
    var read = list("/a")
    read.mark = "7"
    read.token = "t:7"
    read.listed = Instant(seconds: 1_796_000_000)
    try await mirror(path).setLists([read])
    #expect(try await mirror(path).lists().first?.mark == nil)
    try await mirror(path).update(read, keeping: [text("1", "One")])
    try await mirror(path).setLists([list("/a")])
    let again = try mirror(path)
    #expect(try await again.lists() == [read])
    #expect(try await again.text(at: ItemRef(read.list.id, name: "1")) == text("1", "One"))
    #expect(try await titles(again) == ["One"])
  }

  @Test func aTextIsFoundByAllItsTexts() async throws {
    let mirror = try mirror()
    let list = list("/a")
    try await mirror.setLists([list])
    try await mirror.update(list, keeping: [text("1", "Water the plants"), text("2", "Pay rent")])
    try await mirror.update(list, keeping: [text("1", "Repot the plants")])
    #expect(try await mirror.items(matching: .uid("1")).map(\.item.title) == ["Repot the plants"])
    #expect(try await mirror.items(matching: Self.containing("WATER")).isEmpty)
    #expect(try await mirror.items(matching: Self.containing("repot")).count == 1)
    #expect(try await mirror.version(ofUID: "2", in: list.list.id)?.ref.name == "2")
    try await mirror.update(list, keeping: [], removing: ["1", "none"])
    #expect(try await titles(mirror) == ["Pay rent"])
    #expect(try await mirror.items(matching: Self.containing("repot")).isEmpty)
  }

  @Test func aResourceWithoutAnItemIsKnownAndIsNoItem() async throws {
    let mirror = try mirror()
    let list = list("/a")
    try await mirror.setLists([list])
    let note = MirroredText(
      MirroredResource(name: "note", href: "/a/note", tag: "x"), bytes: Array("no calendar".utf8))
    try await mirror.update(list, keeping: [note, text("1", "One")])
    #expect(try await mirror.resources(in: list.list.id).map(\.name) == ["1", "note"])
    #expect(try await mirror.versions(in: list.list.id).map(\.ref.name) == ["1"])
    #expect(try await mirror.items(at: [ItemRef(list.list.id, name: "note")]).isEmpty)
    #expect(try await mirror.text(at: ItemRef(list.list.id, name: "note")) == note)
    #expect(try await mirror.version(ofUID: "", in: list.list.id) == nil)
    #expect(try await titles(mirror) == ["One"])
  }

  @Test func aListThatIsGoneTakesItsItemsWithIt() async throws {
    let mirror = try mirror()
    let (home, work) = (list("/a"), list("/b", title: "Work"))
    try await mirror.setLists([home, work])
    try await mirror.update(home, keeping: [text("1", "One")])
    try await mirror.update(work, keeping: [text("1", "Other")])
    try await mirror.setLists([work])
    #expect(try await mirror.lists().map(\.list.title) == ["Work"])
    #expect(try await titles(mirror) == ["Other"])
    #expect(try await mirror.items(matching: Self.containing("one")).isEmpty)
    try await mirror.setLists([home, work])
    #expect(try await titles(mirror) == ["Other"])
  }

  @Test func whatIsReadOfAListThatIsGoneIsNotKept() async throws {
    let mirror = try mirror()
    await #expect(throws: StoreError.self) {
      try await mirror.update(list("/a"), keeping: [text("1", "One")])
    }
    #expect(try await titles(mirror).isEmpty)
  }

  @Test func versionsAreOthersWhereTagsAreGivenTwice() {
    let versions = [
      text("1", "One"), text("1", "Two"), text("1", "One", tag: "\"2\""),
    ].map(\.version)
    #expect(Set(versions).count == 3)
  }

  @Test func factsAreKeptUntilTheyAreForgotten() async throws {
    let mirror = try mirror()
    #expect(try await mirror.fact("home") == nil)
    try await mirror.setFact("home", to: "/a/")
    try await mirror.setFact("home", to: "/b/")
    #expect(try await mirror.fact("home") == "/b/")
    try await mirror.setFact("home", to: nil)
    #expect(try await mirror.fact("home") == nil)
  }

  // MARK: News

  @Test func changesAreReported() async throws {
    let mirror = try mirror()
    let list = list("/a")
    var news = mirror.changes().makeAsyncIterator()
    try await mirror.setLists([list])
    #expect(await news.next() == .lists)
    try await mirror.update(list, keeping: [text("1", "One"), text("2", "Two")])
    #expect(await news.next() == .items(list.list.id, [ref("1"), ref("2")]))
    try await mirror.update(list, keeping: [text("1", "Other")], removing: ["2"])
    #expect(await news.next() == .items(list.list.id, [ref("1"), ref("2")]))
  }

  private func ref(_ name: String) -> ItemRef { ItemRef(ItemList.ID("/a"), name: name) }

  @Test func aNewStateAloneIsNoNews() async throws {
    let mirror = try mirror()
    var list = list("/a")
    try await mirror.setLists([list])
    var news = mirror.changes().makeAsyncIterator()
    list.mark = "8"
    try await mirror.update(list, keeping: [])
    try await mirror.setLists([list])
    try await mirror.update(list, keeping: [text("1", "One")])
    #expect(await news.next() == .items(list.list.id, [ref("1")]))
  }

  @Test func whatAnotherProcessReadIsReportedWhenItIsLookedFor() async throws {
    let folder = try ScratchFolder()
    let (mine, theirs) = (
      try mirror(folder.at("mirror.sqlite")), try mirror(folder.at("mirror.sqlite"))
    )
    let list = list("/a")
    try await mine.setLists([list])
    try await theirs.broadcastChanges()
    var news = mine.changes().makeAsyncIterator()
    try await theirs.update(list, keeping: [text("1", "One")])
    try await mine.broadcastChanges()
    #expect(await news.next() == .items(list.list.id, [ref("1")]))
    #expect(try await titles(mine) == ["One"])
  }

  @Test func twoMirrorsOfOneFileWriteAtOnce() async throws {
    let folder = try ScratchFolder()
    let mirrors = try (1...2).map { _ in try mirror(folder.at("mirror.sqlite")) }
    let list = list("/a")
    try await mirrors[0].setLists([list])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, mirror) in mirrors.enumerated() {
        let texts = (1...20).map { text("\(index)-\($0)", "Item \($0)") }
        group.addTask {
          for text in texts { try await mirror.update(list, keeping: [text]) }
        }
      }
      try await group.waitForAll()
    }
    for mirror in mirrors { #expect(try await titles(mirror).count == 40) }
  }

  @Test func aFileOfAnotherProgramIsLeftAsItIs() async throws {
    let folder = try ScratchFolder()
    _ = try SQLiteStore(path: folder.at("store.sqlite"), now: { Instant(seconds: 0) })
    #expect(throws: StoreError.self) { try mirror(folder.at("store.sqlite")) }
  }
}
