import CalendarItems
import CalendarStores
import StoreMirror
import Testing
import WebAddresses

@testable import CalDAVStore

@Suite("Accounts that are remembered")
struct AccountTests {
  private let ann = Credentials(user: "ann", password: "1")

  private func account(_ home: String) throws -> DAVAccount {
    var account = DAVAccount(homes: [try CalendarAddress(home)])
    account.makesCalendars = true
    return account
  }

  @Test func anAccountIsThatOfOnePersonAtOneAddress() async throws {
    let facts = AccountCache(try StoreMirror(path: nil, source: "x"))
    let address = try CalendarAddress("https://example.org/")
    let other = try CalendarAddress("https://example.org/other/")
    #expect(try await facts.account(of: address, ann) == nil)
    try await facts.remember(account("https://example.org/ann/"), of: address, credentials: ann)
    let known = try await facts.account(of: address, Credentials(user: "ann", password: "2"))
    #expect(known == (try account("https://example.org/ann/")))
    #expect(try await facts.account(of: other, ann) == nil)
    #expect(try await facts.account(of: address, Credentials(user: "bob", password: "1")) == nil)
    #expect(try await facts.account(of: address, nil) == nil)
  }

  @Test func kindsOfAListAreForgotten() async throws {
    let mirror = try StoreMirror(path: nil, source: "x")
    let kinds = CalendarKinds(mirror)
    let list = MirroredList(
      ItemList(id: ItemList.ID("/a"), source: "x", details: ItemList.Details(title: "A")),
      href: "/a/")
    try await kinds.remember([.event], of: list.list.id)
    #expect(try await kinds.applied(to: [list])[0].list.details.kinds == [.event])
    try await kinds.remember(nil, of: list.list.id)
    #expect(try await kinds.applied(to: [list]) == [list])
  }

  @Test(.enabled(if: FaultyWorld.server != nil))
  func calendarsThatHaveMovedAreFoundAgain() async throws {
    let world = try await FaultyWorld([], on: try #require(FaultyWorld.server))
    let mirror = ScratchFile()
    let address = try CalendarAddress(world.url)
    let person = Credentials(user: FaultyWorld.server?.user ?? "", password: "")
    let moved = try account(world.url + "no/such/home/")
    try await AccountCache(try StoreMirror(path: mirror.path, source: address.url))
      .remember(moved, of: address, credentials: person)
    let store = try await world.open(mirror: mirror.path)
    try await store.refresh()
    _ = try await store.createList(ItemList.Details(title: "Home"))
    try await store.refresh()
    #expect(try await store.lists().map(\.title).contains("Home"))
    try await world.close()
  }
}
