import CalDAVStore
import CalendarItems
import CalendarStores
import StoreContract
import TaskDates
import Testing
import WebAddresses

/// Tests a store on servers with the faults of real servers.
@Suite("Faulty CalDAV servers", .enabled(if: FaultyWorld.server != nil))
struct FaultTests {
  /// Splits the names of faults at `+`.
  private func each(_ faults: String) -> [String] {
    faults.split(separator: "+").map(String.init)
  }

  /// Runs a closure with a world that is closed at the end.
  private func world(
    _ faults: String = "", body: (FaultyWorld) async throws -> Void
  ) async throws {
    let world = try await FaultyWorld(each(faults), on: try #require(FaultyWorld.server))
    do {
      try await body(world)
      try await world.close()
    } catch {
      try await world.close()
      throw error
    }
  }

  /// Faults without an effect: two people change the same list, and each sees the other's changes.
  @Test(arguments: [
    "root-404", "several-homes", "home-files", "well-known=308",
    "well-known-absolute", "well-known-404", "well-known-page", "root-404+well-known-absolute",
    "unauthenticated-207", "open", "lower-challenge", "many-challenges",
    "absolute-hrefs", "lower-hex", "raw-hrefs", "escaped-hrefs", "mixed-hrefs", "no-slash",
    "delta-empty", "self-listed", "duplicates", "odd-members", "tombstones", "unchanged-listed",
    "bogus=403", "bogus=409", "bogus=410", "bogus=412", "bogus=400", "bogus=404", "bogus=415",
    "bogus=418", "bogus=500", "bogus=501", "bogus=full", "bogus=empty",
    "no-sync", "no-sync=500", "neither-token", "ctag-minus-one", "token-seconds", "pages=2",
    "limit-loses", "tokenless", "sync-dataless", "multiget-omits", "multiget-forgets",
    "multiget-500", "multiget-dataless", "depth-0", "query-kindless-empty",
    "no-kinds", "rewrites", "adds-lines", "displayname-escaped", "get-unconditional",
    "weak-get-etag", "gzip-etag", "quoted-charset",
    "put-207", "create-overwrites", "delete-unguarded", "create-overwrites+delete-unguarded",
    "put-no-etag", "put-moves", "update-201", "uid-conflict=409", "uid-conflict=412",
    "uid-conflict-bare", "uid-duplicates", "delete-404", "mkcalendar-400",
    "busy*1", "busy=1*1", "busy-until=1*1", "too-many=1*1", "redirect=301", "redirect=302",
    "redirect=307", "redirect=308",
    "closed@PROPFIND*1", "reset@REPORT*1", "lost@PUT*1", "lost@DELETE*1",
    "lost@MKCALENDAR*1", "closed@MKCALENDAR*1", "closed@PUT*1",
    "cut@REPORT*1", "close-after", "close-silently", "chunked", "gzip", "odd-prefixes", "cdata",
    "raw-newlines", "control-characters", "etag-404",
  ])
  func isNotNoticed(_ faults: String) async throws {
    try await world(faults) { world in
      try await Two(world).changeInTurn()
      #expect(try await world.report().violations == [])
    }
  }

  /// Faults with which nothing can be read: an error message, in time.
  @Test(arguments: [
    "principal-elsewhere", "home-elsewhere", "unauthorized", "digest", "bearer", "gone", "page",
    "json", "status=500", "status=404", "redirect-loop", "redirect-elsewhere=302", "closed",
    "reset",
    "cut", "silent", "drip", "gzip-bomb", "xml-cut", "xml-doctype", "xml-bomb", "xml-external",
    "xml-utf-16", "xml-latin-1", "xml-deep", "xml-huge=80", "empty", "root-404+well-known-loop",
    "root-404+well-known-elsewhere", "busy=3600", "too-many",
  ])
  func isReported(_ faults: String) async throws {
    try await world(faults) { world in
      await #expect(throws: StoreError.self) { _ = try await world.open(timeout: 2) }
      let report = try await world.report()
      #expect(report.violations == [])
    }
  }

  @Test func aServerThatKnowsNoPeopleIsAskedAtItsFirstAddress() async throws {
    try await world("no-principal") { world in
      try await Two(world, at: world.url + "calendars/ann/").changeInTurn()
    }
  }

  @Test func aCalendarMayBeNamedItself() async throws {
    try await world { world in
      let all = try await world.open()
      let list = try await all.createList(ItemList.Details(title: "Home"))
      _ = try await all.createList(ItemList.Details(title: "Other"))
      let one = try await world.open(at: world.url + list.id.name.dropFirst() + "/")
      #expect(try await one.lists().map(\.title) == ["Home"])
      #expect(!one.capabilities.contains(.changesLists))
    }
  }

  @Test func aLookWithoutChangesIsOneRequest() async throws {
    try await world { world in
      let two = try await Two(world)
      try await two.changeInTurn()
      try await two.mine.refresh()
      try await world.reset()
      for _ in 1...3 { try await two.mine.refresh() }
      #expect(try await world.report().methods == ["PROPFIND": 3])
    }
  }

  /// Existing items stay if a server suddenly reports that it has none.
  @Test(arguments: [
    "listing-empty+bogus=410", "home-empty", "page", "status=500", "xml-cut", "empty", "silent",
    "unauthorized", "redirect-elsewhere=302", "multiget-500+bogus=410", "json", "closed",
  ])
  func nothingIsLostBecauseAServerFails(_ faults: String) async throws {
    try await world { world in
      let two = try await Two(world)
      for number in 1...4 { try await two.mine.create(Two.item("\(number)"), in: two.list) }
      let before = try await two.mine.items(matching: ItemPredicate())
      let chosen = each(faults)
      try await world.set(chosen[0], chosen.count > 1 ? chosen[1] : chosen[0])
      try? await two.mine.refresh()
      #expect(try await two.mine.items(matching: ItemPredicate()) == before)
      try await world.set()
      try await two.mine.refresh()
      #expect(try await two.mine.items(matching: ItemPredicate()) == before)
    }
  }

  @Test func withoutANetworkEverythingIsStillThere() async throws {
    let mirror = ScratchFile()
    let world = try await FaultyWorld([], on: try #require(FaultyWorld.server))
    let store = try await world.open(mirror: mirror.path)
    let list = try await store.createList(ItemList.Details(title: "Home")).id
    try await store.create(Two.item("1"), in: list)
    try await world.close()
    let again = try await world.open(timeout: 2, mirror: mirror.path)
    #expect(try await again.items(matching: ItemPredicate()).map(\.item.uid) == ["1"])
    await #expect(throws: StoreError.self) { try await again.refresh() }
    await #expect(throws: StoreError.self) { try await again.create(Two.item("2"), in: list) }
    #expect(try await again.items(matching: ItemPredicate()).map(\.item.uid) == ["1"])
  }

  /// A network that requires a login answers every request with a web page: nothing was written, and no page is read as
  /// an item.
  @Test(arguments: ["page", "json"])
  func aPageIsNoAnswerToAChange(_ fault: String) async throws {
    try await world { world in
      let two = try await Two(world)
      for number in 1...2 { try await two.mine.create(Two.item("\(number)"), in: two.list) }
      let before = try await two.mine.items(matching: ItemPredicate())
      for method in ["PUT", "DELETE", "REPORT", "GET"] {
        try await world.set("\(fault)@PUT", "\(fault)@DELETE", "\(fault)@\(method)")
        await #expect(throws: StoreError.self) { try await two.mine.remove(before[0].version) }
        await #expect(throws: StoreError.self) {
          try await two.mine.create(Two.item("3"), in: two.list)
        }
        #expect(try await two.mine.items(matching: ItemPredicate()) == before)
      }
    }
  }

  @Test(arguments: ["page", "json"])
  func aPageIsNoItem(_ fault: String) async throws {
    try await world { world in
      let two = try await Two(world)
      try await two.theirs.create(Two.item("1"), in: two.list)
      try await world.set("\(fault)@REPORT", "\(fault)@GET")
      try? await two.mine.refresh()
      #expect(try await two.mine.items(matching: ItemPredicate()).isEmpty)
      try await world.set()
      try await two.mine.refresh()
      #expect(try await two.mine.items(matching: ItemPredicate()).map(\.item.uid) == ["1"])
    }
  }

  /// Each retry takes seconds, and a wrong password may lock an account.
  @Test(arguments: [("closed@PUT", 12), ("status@PUT=401", 3)])
  func aServerThatIsGoneIsNotAskedForEachItem(_ fault: String, _ most: Int) async throws {
    try await world { world in
      let store = try await world.open()
      let list = try await store.createList(ItemList.Details(title: "Home")).id
      try await world.set(fault)
      let items = (1...20).map { ItemChange.create(ItemContent(Two.item("\($0)"))) }
      let results = try await store.apply(items, to: list)
      #expect(results.count == 20 && results.allSatisfy { (try? $0.get()) == nil })
      #expect(try await world.report().methods["PUT", default: 0] <= most)
      try await world.set()
      let again = try await store.apply(items, to: list)
      #expect(again.allSatisfy { (try? $0.get()) != nil })
    }
  }

  /// Another name would not help if the server refuses an item, so there is only one request.
  @Test(arguments: ["invalid", "invalid=403", "invalid=409"])
  func anItemThatIsNotTakenIsNotTriedUnderOtherNames(_ fault: String) async throws {
    try await world(fault) { world in
      let store = try await world.open()
      let list = try await store.createList(ItemList.Details(title: "Home")).id
      let error = await #expect(throws: StoreError.self) {
        try await store.create(Two.item("1"), in: list)
      }
      #expect(error.map { "\($0)" }?.contains("valid-calendar-data") == true)
      #expect(try await world.report().methods["PUT"] == 1)
    }
  }

  @Test func aPasswordThatIsWrongIsReported() async throws {
    try await world { world in
      await #expect(
        throws: StoreError.denied("the server rejects the name and the password (401)")
      ) { _ = try await world.open(password: "wrong") }
    }
  }

  @Test func noPasswordIsSentInTheOpen() async throws {
    let settings = CalDAVStore.Settings(agent: "duecal-tests/1")
    let address = try CalendarAddress("http://192.0.2.1/")
    await #expect(throws: StoreError.self) {
      _ = try await CalDAVStore.open(
        address, Credentials(user: "ann", password: "secret"),
        settings: settings, now: { Instant(seconds: 0) })
    }
  }

  @Test func theCertificateOfAStrangerIsRefused() async throws {
    try await world { world in
      await #expect(throws: StoreError.self) { _ = try await world.open(at: world.secure) }
    }
  }

  @Test func whatIsReadOnlyIsNotWritten() async throws {
    try await world { world in
      let two = try await Two(world)
      try await two.mine.create(Two.item("1"), in: two.list)
      try await world.set("read-only")
      try await two.mine.refresh()
      #expect(try await two.mine.list(two.list).isWritable == false)
      await #expect(throws: StoreError.notWritable(two.list)) {
        try await two.mine.create(Two.item("2"), in: two.list)
      }
    }
  }

  @Test(arguments: ["write-refused", "full"])
  func whatAServerRefusesIsReported(_ fault: String) async throws {
    try await world { world in
      let two = try await Two(world)
      try await world.set(fault)
      await #expect(throws: StoreError.self) {
        try await two.mine.create(Two.item("1"), in: two.list)
      }
      #expect(try await two.mine.items(matching: ItemPredicate()).isEmpty)
    }
  }

  @Test func aServerThatMakesNoCalendarsReportsIt() async throws {
    try await world("no-mkcalendar") { world in
      let store = try await world.open()
      #expect(!store.capabilities.contains(.changesLists))
      await #expect(throws: StoreError.impossible(.changesLists)) {
        try await store.createList(ItemList.Details(title: "Home"))
      }
    }
  }

  @Test func aCalendarOfEventsTakesNoReminders() async throws {
    try await world("event-only") { world in
      let store = try await world.open()
      let list = try await store.createList(ItemList.Details(title: "Home"))
      #expect(list.details.kinds == [.event])
      await #expect(throws: StoreError.notAllowed(.reminder, list.id)) {
        try await store.create(Two.item("1"), in: list.id)
      }
    }
  }

  @Test func nobodyIsInvitedByAccident() async throws {
    try await world("auto-schedule") { world in
      let store = try await world.open(allowsScheduling: false)
      let list = try await store.createList(ItemList.Details(title: "Home")).id
      let text = """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y\r\nBEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20261101T000000Z\r
        SUMMARY:Item 1\r\nORGANIZER:mailto:ann@example.org\r\nATTENDEE:mailto:bob@example.org\r\nEND:VTODO\r
        END:VCALENDAR\r\n
        """
      let content = ItemContent(
        Two.item("1"), original: Original(bytes: Array(text.utf8)[...]))
      await #expect(throws: StoreError.self) { try await store.create(content, in: list) }
      #expect(try await world.report().methods["PUT"] == nil)
      try await world.open().create(content, in: list)
      await #expect(throws: StoreError.self) { try await store.removeList(list) }
      #expect(try await world.report().methods["DELETE"] == nil)
    }
  }

  @Test func aPageInThePlaceOfATextIsNone() async throws {
    try await world { world in
      let two = try await Two(world)
      let version = try await two.mine.create(Two.item("1"), in: two.list)
      try await two.theirs.refresh()
      var stored = try #require(try await two.theirs.items(matching: .uid("1")).first)
      stored.item.title = "Theirs"
      try await two.theirs.update(stored)
      try await world.set("multiget-omits", "multiget-forgets", "page@GET")
      await #expect(throws: StoreError.self) { try await two.mine.refresh() }
      #expect(try await two.mine.versions(in: two.list) == [version])
      try await world.set()
      try await two.mine.refresh()
      #expect(try await two.mine.items(matching: .uid("1")).map(\.item.title) == ["Theirs"])
    }
  }

  /// A server may complete a request after the client has repeated it.
  @Test(arguments: [
    "lost@PUT*1+rewrites+uid-duplicates", "lost@PUT*1+adds-lines+uid-duplicates",
    "lost@PUT*1+create-overwrites+uid-duplicates+rewrites", "lost@DELETE*1+rewrites",
    "multiget-omits+gzip-etag", "multiget-forgets+weak-get-etag", "multiget-forgets+gzip-etag",
  ])
  func noItemIsMadeTwice(_ faults: String) async throws {
    try await isNotNoticed(faults)
  }

  @Test func aListOfTheNameOfOneThatIsGoneTakesWhatItIsMadeFor() async throws {
    try await world("no-kinds") { world in
      let store = try await world.open()
      let first = try await store.createList(
        ItemList.Details(title: "Home", kinds: [.reminder]))
      try await store.removeList(first.id)
      let second = try await store.createList(ItemList.Details(title: "Home"))
      #expect(second.id == first.id)
      #expect(second.details.kinds == [.reminder, .event])
    }
  }

  @Test func otherPeopleHaveOtherCalendarsInOneMirror() async throws {
    let mirror = ScratchFile()
    try await world { world in
      _ = try await world.open(mirror: mirror.path)
      await #expect(throws: StoreError.self) {
        _ = try await world.open(user: "somebody else", mirror: mirror.path)
      }
    }
  }
}

/// Two people, each with a cache of one list.
struct Two {
  let mine: CalDAVStore
  let theirs: CalDAVStore
  let list: ItemList.ID
  private let clock = TestClock()

  init(_ world: FaultyWorld, at address: String? = nil) async throws {
    let clock = self.clock
    mine = try await world.open(at: address) { clock.now }
    list = try await mine.createList(ItemList.Details(title: "Größe & Höhe")).id
    theirs = try await world.open(at: address) { clock.now }
  }

  static func item(_ uid: String) -> CalendarItem {
    CalendarItem(kind: .reminder, uid: uid, title: "Item \(uid), \u{e4}; \\")
  }

  private func item(_ uid: String, _ store: CalDAVStore) async throws -> StoredItem {
    try #require(try await store.items(matching: .uid(uid)).first)
  }

  private func retitle(_ uid: String, _ title: String, _ store: CalDAVStore) async throws {
    var item = try await item(uid, store)
    item.item.title = title
    try await store.update(item)
  }

  private func titles(_ store: CalDAVStore) async throws -> [String] {
    try await store.items(matching: ItemPredicate(in: [list])).map(\.item.title).sorted()
  }

  /// Each sees the changes of the other, and overwrites none of them.
  func changeInTurn() async throws {
    let odd = ["1", "2", "a b&\u{e5}@x", "4"]
    for uid in odd { try await mine.create(Self.item(uid), in: list) }
    try await theirs.refresh()
    let same = try await titles(mine) == titles(theirs)
    #expect(same)
    #expect(try await titles(mine).count == 4)
    try await changeOne()
    try await removeOne()
    try await createOne()
    try await mine.refresh()
    try await theirs.refresh()
    #expect(try await titles(mine) == titles(theirs))
  }

  private func changeOne() async throws {
    try await retitle("1", "Theirs", theirs)
    await #expect(throws: StoreError.self) { try await retitle("1", "Mine", mine) }
    try await mine.refresh()
    #expect(try await item("1", mine).item.title == "Theirs")
    try await retitle("1", "Mine, then", mine)
    try await theirs.refresh()
    #expect(try await item("1", theirs).item.title == "Mine, then")
  }

  private func removeOne() async throws {
    let stale = try await item("4", mine)
    try await retitle("4", "Kept", theirs)
    await #expect(throws: StoreError.self) { try await mine.remove(stale.version) }
    try await mine.refresh()
    #expect(try await item("4", mine).item.title == "Kept")
    try await theirs.remove(try await item("2", theirs).version)
    try await mine.refresh()
    #expect(try await mine.items(matching: .uid("2")).isEmpty)
  }

  private func createOne() async throws {
    try await theirs.create(Self.item("5"), in: list)
    var other = Self.item("5")
    other.title = "Another with the same UID"
    let refused = other
    await #expect(throws: StoreError.self) { try await mine.create(refused, in: list) }
    #expect(try await item("5", mine).item.title == Self.item("5").title)
  }
}
