import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import SyncTrials
import TaskDates
import Testing

@Suite("A sync of two stores")
struct SyncTests {
  private func date(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  @Test func bringsNewItemsToTheOtherSide() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", to: .a)
    try await two.add("Buy paint", to: .b)
    try await two.sync()
    for side in SyncSide.allCases {
      #expect(await two.titles(on: side) == ["Buy paint", "Call Ann"])
    }
  }

  @Test func writesNothingIfNothingChanged() async throws {
    let two = try await TwoStores()
    for number in 1...20 { try await two.add("Task \(number)", to: .a) }
    try await two.sync()
    let counts = SyncSides(
      a: await two.unreliable.a.changeCount, b: await two.unreliable.b.changeCount)
    #expect(try await two.plan().plan.steps.isEmpty)
    try await two.sync()
    #expect(await two.unreliable.a.changeCount == counts.a)
    #expect(await two.unreliable.b.changeCount == counts.b)
  }

  /// A1: a title in the text, a date on the phone, and an alarm in a third client.
  @Test func keepsChangesOfDifferentFieldsByDifferentPeople() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    let due = try date("2026-12-03 15:00")
    let alarm = Alarm(.relative(TimeSpan(seconds: -900), from: .due))
    try await two.change("1", on: .a) { $0.title = "Call Anne" }
    try await two.change("1", on: .b) { $0.when = due }
    try await two.change("1", on: .b) { $0.alarms = [alarm] }
    try await two.sync()
    for side in SyncSide.allCases {
      let item = try #require(await two.item("1", on: side)).item
      #expect(item.title == "Call Anne")
      #expect(item.when == due)
      #expect(item.alarms == [alarm])
    }
    #expect(try two.state.conflicts(of: two.number).isEmpty)
  }

  @Test func pairsItemsWhoseTitlesDifferInWhiteSpace() async throws {
    let two = try await TwoStores()
    try await two.add("Call  Ann ", uid: "1", to: .a)
    try await two.add("Call Ann", uid: "2", to: .b)
    try await two.sync()
    for side in SyncSide.allCases { #expect(await two.titles(on: side).count == 1) }
  }

  @Test func removesWhatOneSideRemoved() async throws {
    let two = try await TwoStores()
    for title in ["One", "Two"] { try await two.add(title, uid: title, to: .a) }
    try await two.sync()
    try await two.remove("One", on: .b)
    try await two.sync()
    #expect(await two.titles(on: .a) == ["Two"])
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  @Test func letsAnEditWinOverARemoval() async throws {
    let two = try await TwoStores()
    for title in ["One", "Two"] { try await two.add(title, uid: title, to: .a) }
    try await two.sync()
    try await two.remove("One", on: .b)
    try await two.change("One", on: .a) { $0.priority = 1 }
    let plan = try await two.plan().plan
    #expect(plan.steps.map(\.reason) == [.restored])
    try await two.sync()
    #expect(await two.item("One", on: .b)?.item.priority == 1)
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  @Test func forgetsWhatBothSidesRemoved() async throws {
    let two = try await TwoStores()
    for title in ["One", "Two"] { try await two.add(title, uid: title, to: .a) }
    try await two.sync()
    for side in SyncSide.allCases { try await two.remove("One", on: side) }
    try await two.sync()
    #expect(try two.state.items(of: two.number).count == 1)
  }

  // MARK: Conflicts

  @Test(arguments: SyncPreference.allCases)
  func recordsAConflictAndRestoresTheOtherValue(preference: SyncPreference) async throws {
    var two = try await TwoStores()
    two.options.preference = preference
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Call Anne" }
    try await two.change("1", on: .b) { $0.title = "Call Anna" }
    try await two.sync()
    let titles = SyncSides(
      a: await two.item("1", on: .a)?.item.title, b: await two.item("1", on: .b)?.item.title)
    switch preference {
    case .a: #expect(titles == SyncSides(a: "Call Anne", b: "Call Anne"))
    case .b: #expect(titles == SyncSides(a: "Call Anna", b: "Call Anna"))
    case .ask: #expect(titles == SyncSides(a: "Call Anne", b: "Call Anna"))
    }
    let conflict = try #require(try two.state.conflicts(of: two.number).first)
    #expect(conflict.part == "title")
    try await two.resolve(conflict, to: .b)
    for side in SyncSide.allCases {
      #expect(await two.item("1", on: side)?.item.title == "Call Anna")
    }
    #expect(try two.state.conflicts(of: two.number).isEmpty)
  }

  @Test func doesNotRestoreAValueOverANewerOne() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Call Anne" }
    try await two.change("1", on: .b) { $0.title = "Call Anna" }
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Call everybody" }
    try await two.sync()
    let conflict = try #require(try two.state.conflicts(of: two.number).first)
    await #expect(throws: StoreError.self) { try await two.resolve(conflict, to: .b) }
    for side in SyncSide.allCases { #expect(await two.titles(on: side) == ["Call everybody"]) }
  }

  @Test func hasNoConflictIfBothSidesMadeTheSameChange() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    for side in SyncSide.allCases {
      try await two.change("1", on: side) { $0.status = .completed }
    }
    let plan = try await two.plan().plan
    #expect(plan.writes.isEmpty)
    try await two.sync()
    #expect(try two.state.conflicts(of: two.number).isEmpty)
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  // MARK: Pairing

  @Test func pairsEqualItemsInsteadOfCopyingThem() async throws {
    let two = try await TwoStores()
    let due = try date("2026-12-03")
    for side in SyncSide.allCases {
      try await two.add("Call Ann", uid: "of \(side)", to: side) { $0.when = due }
      try await two.add("Twin", uid: "1 of \(side)", to: side)
      try await two.add("Twin", uid: "2 of \(side)", to: side)
    }
    try await two.sync()
    for side in SyncSide.allCases {
      #expect(await two.titles(on: side) == ["Call Ann", "Twin", "Twin"])
    }
    try await two.change("of a", on: .a) { $0.title = "Call Bob" }
    try await two.sync()
    #expect(await two.item("of b", on: .b)?.item.title == "Call Bob")
  }

  @Test func pairsItemsWithTheSameUIDAndKeepsBothValues() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a) { $0.categories = ["phone"] }
    try await two.add("Call Anna", uid: "1", to: .b) { $0.categories = ["home"] }
    try await two.sync()
    for side in SyncSide.allCases {
      let item = try #require(await two.item("1", on: side)).item
      #expect(item.title == "Call Ann")
      #expect(Set(item.categories) == ["home", "phone"])
    }
    #expect(try two.state.conflicts(of: two.number).map(\.part) == ["title"])
  }

  // MARK: Lists

  @Test func createsAMissingList() async throws {
    let two = try await TwoStores()
    let list = await two.stores.a.createList(ItemList.Details(title: "Garden"))
    try await two.stores.a.create(
      CalendarItem(kind: .reminder, uid: "9", title: "Water"), in: list.id)
    try await two.sync()
    let made = try #require(await two.stores.b.lists().first { $0.title == "Garden" })
    #expect(await two.item("9", on: .b)?.id.list == made.id)
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  @Test func createsNoListThatIsEmpty() async throws {
    let two = try await TwoStores()
    _ = await two.stores.a.createList(ItemList.Details(title: "Garden"))
    try await two.sync()
    #expect(await two.stores.b.lists().map(\.title) == ["Home"])
  }

  @Test func movesAnItemWithItsOtherHalf() async throws {
    let two = try await TwoStores()
    let garden = await two.stores.a.createList(ItemList.Details(title: "Garden"))
    try await two.add("Water", uid: "9", to: .a)
    try await two.sync()
    let stored = try #require(await two.item("9", on: .a))
    try await two.stores.a.move(stored, to: garden.id)
    try await two.change("9", on: .b) { $0.priority = 5 }
    try await two.sync()
    let there = try #require(await two.stores.b.lists().first { $0.title == "Garden" })
    #expect(await two.item("9", on: .b)?.id.list == there.id)
    #expect(await two.item("9", on: .a)?.item.priority == 5)
    #expect(await two.titles(on: .b).count == 1)
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  @Test(arguments: SyncSide.allCases)
  func movesAnItemThatBothMovedToThePreferredList(_ side: SyncSide) async throws {
    var two = try await TwoStores()
    two.options.preference = side == .a ? .a : .b
    try await two.add("Water", uid: "9", to: .a)
    try await two.sync()
    for (side, title) in [(SyncSide.a, "Garden"), (.b, "House")] {
      let list = await two.stores[side].createList(ItemList.Details(title: title))
      try await two.stores[side].move(try #require(await two.item("9", on: side)), to: list.id)
    }
    try await two.sync()
    for there in SyncSide.allCases {
      let list = try #require(await two.item("9", on: there)).id.list
      let title = await two.stores[there].lists().first { $0.id == list }?.title
      #expect(title == (side == .a ? "Garden" : "House"))
    }
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  // MARK: Participants

  @Test func leavesOutWhatIsDoneIfOnlyOpenItemsTakePart() async throws {
    var two = try await TwoStores()
    let open = SyncOptions.Participants(openAt: Instant(seconds: 1_796_000_000))
    two.options.participants = SyncSides(a: open, b: open)
    try await two.add("Done", to: .b) { $0.status = .completed }
    let over = try date("2026-01-03")
    try await two.add("Open and late", uid: "1", to: .b) { $0.when = over }
    try await two.sync()
    #expect(await two.titles(on: .a) == ["Open and late"])
    try await two.change("1", on: .b) { $0.status = .completed }
    try await two.sync()
    #expect(await two.item("1", on: .a)?.item.status == .completed)
  }

  @Test func leavesOutWhatIsPrivateUntilItIsInSync() async throws {
    var two = try await TwoStores()
    for (title, word) in [("One", "PRIVATE"), ("Two", "x-own"), ("Three", "public")] {
      let item = try await two.add(title, uid: title, to: .a) { $0.classification = word }
      if title != "Three" { two.options.participants.a.withheld.insert(item.id) }
    }
    try await two.add("Four", to: .b) { $0.classification = "PRIVATE" }
    try await two.sync()
    #expect(await two.titles(on: .b) == ["Four", "Three"])
    #expect(await two.titles(on: .a) == ["Four", "One", "Three", "Two"])
    let three = try #require(await two.item("Three", on: .a)).id
    try await two.change("Three", on: .a) { $0.classification = "PRIVATE" }
    two.options.participants.a.withheld.insert(three)
    try await two.sync()
    #expect(await two.item("Three", on: .b)?.item.classification == "PRIVATE")
  }

  @Test func pairsALineWithTheItemThatAnotherMachineMadeOfIt() async throws {
    var two = try await TwoStores()
    two.options.lineSides = [.a]
    try await two.add("Buy milk", uid: "line", to: .a)
    try await two.add("Buy milk", uid: "phone", to: .b) {
      $0.status = .needsAction
      $0.percent = 0
      $0.categories = ["Inbox"]
      $0.notes = "two bottles"
    }
    for _ in 0..<2 { try await two.sync() }
    for side in SyncSide.allCases {
      #expect(await two.titles(on: side) == ["Buy milk"])
      #expect(await two.item(side == .a ? "line" : "phone", on: side)?.item.notes == "two bottles")
    }
    #expect(try await two.plan().plan.steps.allSatisfy(\.conflicts.isEmpty))
  }

  @Test func followsALineThatAnotherMachineRetypedAsThePhoneDid() async throws {
    var two = try await TwoStores()
    two.options.lineSides = [.a]
    let (old, new) = (try date("2026-12-03"), try date("2026-12-25"))
    try await two.add("One", uid: "1", to: .a) { $0.when = old }
    try await two.sync()
    try await two.change("1", on: .b) { $0.title = "Green paint" }
    try await two.remove("1", on: .a)
    try await two.add("Green paint", uid: "2", to: .a) { $0.when = new }
    try await two.sync()
    #expect(await two.titles(on: .a) == ["Green paint"])
    #expect(await two.titles(on: .b) == ["Green paint"])
    #expect(await two.item("1", on: .b)?.item.when == new)
  }

  @Test(arguments: [
    ("Buy apples", "Buy red apples", true), ("Grocries", "Groceries", true),
    ("Call Bob", "Buy milk", false),
  ])
  func recognisesALineThatWasRetypedBeforeThisMachineSawIt(
    _ old: String, _ new: String, _ isSame: Bool
  ) async throws {
    var two = try await TwoStores()
    two.options.lineSides = [.a]
    try await two.add(new, uid: "0f14d0ab-9605-8a62-a9e4-5ed26688389b", to: .a)
    try await two.add(old, uid: "7d444840-9dc0-8c32-b245-5ffdce74fad2", to: .b)
    try await two.sync()
    #expect(await two.titles(on: .a) == (isSame ? [new] : [new, old]))
    #expect(await two.titles(on: .b) == (isSame ? [new] : [new, old]))
  }

  @Test func findsNoConflictIfBothSidesCompletedAnItem() async throws {
    let two = try await TwoStores()
    try await two.add("Buy milk", uid: "1", to: .a)
    try await two.sync()
    for side in SyncSide.allCases {
      try await two.change("1", on: side) {
        $0.status = .completed
        $0.percent = side == .a ? 100 : nil
      }
    }
    let plan = try await two.plan().plan
    #expect(plan.steps.allSatisfy { $0.conflicts.isEmpty && $0.writesNothing })
  }

  @Test func releasesWhatNobodyAsksForAndResumesItWithAllChanges() async throws {
    var two = try await TwoStores()
    let item = try await two.add("Buy milk", uid: "1", to: .a)
    try await two.sync()
    two.options.participants.a.unmatched = [item.id]
    try await two.change("1", on: .a) { $0.title = "Buy oat milk" }
    try await two.change("1", on: .b) { $0.notes = "two bottles" }
    for _ in 0..<2 { try await two.sync() }
    #expect(await two.titles(on: .a) == ["Buy oat milk"])
    #expect(await two.titles(on: .b) == ["Buy milk"])
    two.options.participants.a.unmatched = []
    try await two.sync()
    for side in SyncSide.allCases {
      #expect(await two.item("1", on: side)?.item.title == "Buy oat milk")
      #expect(await two.item("1", on: side)?.item.notes == "two bottles")
    }
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  @Test(arguments: SyncSide.allCases)
  func keepsTheOtherSideOfAReleasedItemThatIsRemoved(_ side: SyncSide) async throws {
    var two = try await TwoStores()
    let item = try await two.add("Buy milk", uid: "1", to: .a)
    try await two.sync()
    two.options.participants.a.unmatched = [item.id]
    try await two.sync()
    try await two.remove("1", on: side)
    two.options.participants.a.unmatched = []
    for _ in 0..<2 { try await two.sync() }
    #expect(await two.titles(on: side).isEmpty)
    #expect(await two.titles(on: side.other) == ["Buy milk"])
  }

  @Test func doesNotPairWhatNobodyAsksFor() async throws {
    var two = try await TwoStores()
    let item = try await two.add("Buy milk", uid: "1", to: .a)
    try await two.add("Buy bread", uid: "1", to: .b)
    two.options.participants.a.unmatched = [item.id]
    try await two.sync()
    #expect(await two.titles(on: .a) == ["Buy milk"])
    #expect(await two.titles(on: .b) == ["Buy bread"])
  }
}
