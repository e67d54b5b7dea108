import CalendarItems
import CalendarStores
import StoreContract
import Synchronization
import TaskDates
import Testing

@Suite("One list of a store")
struct NamedListTests {
  private let store: MemoryStore
  private let tasks: NamedList

  init() {
    let clock = TestClock()
    store = MemoryStore { clock.now }
    tasks = NamedList(store, listTitle: "TaskManager") { "uid \(clock.now.seconds)" }
  }

  private func day(_ day: Int) throws -> TMDateType {
    .date(try DateParameters(year: 2026, month: 12, day: day))
  }

  @Test func isMadeOnDemandAndOnce() async throws {
    let list = try await tasks.list()
    #expect(list.title == "TaskManager")
    #expect(try await tasks.list() == list)
    #expect(await store.lists() == [list])
  }

  @Test(arguments: TMEntity.allCases)
  func createsFindsChangesAndRemoves(entity: TMEntity) async throws {
    let made = try await tasks.create(
      entity, NamedList.Model(title: "Call Ann", when: try day(3), notes: "at noon"))
    #expect(made.item.kind == (entity == .event ? .event : .reminder))
    #expect(try await tasks.search(entity, .byID(made.id)) == [made])
    let values = ItemSearchValues(title: "Call Ann", when: try day(3))
    #expect(try await tasks.search(entity, .bySearchValues(values)) == [made])
    try await tasks.update(made, NamedList.Model(title: "Call Bob", when: try day(4)))
    #expect(try await tasks.search(entity, .bySearchValues(values)) == [])
    let changed = try #require(try await tasks.search(entity, .byID(made.id)).first)
    #expect(changed.item.uid == made.item.uid)
    #expect(changed.item.notes == nil)
    try await tasks.remove(changed)
    #expect(try await tasks.search(entity, .bySearchValues(ItemSearchValues())) == [])
  }

  @Test func removesAllOfOneKind() async throws {
    for number in 1...3 {
      try await tasks.create(.event, NamedList.Model(title: "\(number)", when: try day(number)))
    }
    let reminder = try await tasks.create(.reminder, NamedList.Model(title: "stays"))
    #expect(try await tasks.removeAll(.event) == 3)
    #expect(try await tasks.search(.reminder, .bySearchValues(ItemSearchValues())) == [reminder])
  }

  @Test func doesNotOverwriteWhatAnotherChanged() async throws {
    let made = try await tasks.create(.reminder, NamedList.Model(title: "Call Ann"))
    try await tasks.update(made, NamedList.Model(title: "Theirs"))
    await #expect(throws: StoreError.self) {
      try await tasks.update(made, NamedList.Model(title: "Mine"))
    }
  }
}
