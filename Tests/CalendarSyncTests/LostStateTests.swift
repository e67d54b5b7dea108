import CalendarItems
import CalendarStores
import StoredText
import TestSupport
import Testing

/// A machine loses what it keeps of its lines or of its syncs, or gets it back from an older copy.
@Suite("The registry or the state of syncs is lost")
struct LostStateTests {
  /// A weekly series with one changed occurrence, and properties that no line has.
  private static let series = """
    BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a phone//EN\r\nBEGIN:VTODO\r\nUID:standup\r
    DTSTAMP:20260101T000000Z\r\nSUMMARY:Standup at nine\r\nATTACH:https://example.org/agenda\r
    DTSTART;VALUE=DATE:20270303\r\nDUE;VALUE=DATE:20270303\r\nRRULE:FREQ=WEEKLY\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:standup\r
    DTSTAMP:20260101T000000Z\r\nSUMMARY:Standup with the board\r\nRECURRENCE-ID;VALUE=DATE:20270310\r
    X-ROOM:4\r\nDTSTART;VALUE=DATE:20270311\r\nDUE;VALUE=DATE:20270311\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
    """
  private static let call = """
    BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a phone//EN\r\nBEGIN:VTODO\r\nUID:call\r\nDTSTAMP:20260101T000000Z\r
    SUMMARY:Call Ann\r\nGEO:52.5;13.4\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
    """

  /// Files and a phone with a series, in sync; a copy of the states is older than the phone's last item.
  private func synced() async throws -> SharedFiles {
    var shared = try SharedFiles([
      "Plans:\n\t- Rest\n", "- Wait\n", "One:\n\t- Eat\n\t- Sleep\nTwo:\n\t- Sleep\n\t- Eat\n",
    ])
    try await shared.sync(on: 0)
    try await create(Self.series, in: shared)
    try await shared.sync(on: 0)
    try shared.backUp(0)
    try await create(Self.call, in: shared)
    try await shared.sync(on: 0)
    return shared
  }

  private func create(_ text: String, in shared: SharedFiles) async throws {
    let list = try #require(await shared.phone.lists().first)
    let content = try #require(CalendarResource(bytes: Array(text.utf8)).content)
    _ = try await shared.phone.create(content, in: list.id)
  }

  @Test(arguments: SharedFiles.State.allCases, [false, true])
  func nothingChanges(_ state: SharedFiles.State, isRestored: Bool) async throws {
    var shared = try await synced()
    let (text, items) = (try shared.allText, await shared.items.map(\.text))
    try shared.lose(state, on: 0, restoring: isRestored)
    try await shared.sync(on: 0)
    #expect(try shared.allText == text)
    #expect(await shared.items.map(\.text) == items)
    #expect(try await shared.plan(on: 0).isEmpty)
  }

  @Test(arguments: SharedFiles.State.allCases, [false, true])
  func anEditSinceIsKept(_ state: SharedFiles.State, isRestored: Bool) async throws {
    var shared = try await synced()
    for name in SharedFiles.names {
      let text = try shared.text(name)
      try shared.write(
        text.replacing("Call Ann", with: "Call Ann again")
          .replacing("Standup with the board", with: "Standup with the whole board"), to: name)
    }
    try shared.lose(state, on: 0, restoring: isRestored)
    try await shared.sync(on: 0)
    let phone = await shared.items
    #expect(
      phone.map(\.item.title)
        == ["Call Ann again", "Eat", "Eat", "Rest", "Sleep", "Sleep", "Standup at nine", "Wait"])
    #expect(phone.flatMap(\.content.changed).map(\.title) == ["Standup with the whole board"])
    for part in ["GEO:52.5;13.4", "X-ROOM:4", "ATTACH:https://example.org/agenda"] {
      #expect(phone.contains { $0.text.contains(part) }, "\(part)")
    }
    #expect(try await shared.plan(on: 0).isEmpty)
  }

  @Test func aRemovalSinceIsBelieved() async throws {
    var shared = try await synced()
    for name in SharedFiles.names {
      try shared.write(try shared.text(name).replacing("- Call Ann\n", with: ""), to: name)
    }
    try shared.lose(.lines, on: 0, restoring: false)
    try await shared.sync(on: 0)
    #expect(await !shared.items.contains { $0.item.title == "Call Ann" })
    #expect(await shared.items.count == 7)
  }
}
