import CalendarItems
import CalendarStores
import DuecalConfiguration
import Foundation
import StoreAccess
import Synchronization
import TaskDates
import TestSupport
import Testing
import WebAddresses

@testable import DuecalCommands

/// A server with one list, which can be unreachable.
private final class FakeServer: StoreOpener {
  let kind = StoreKind.calDAV
  let requests = Mutex<[StoreRequest]>([])
  let isAway = Mutex(false)

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    requests.withLock { $0.append(request) }
    _ = try request.password()
    let mirror = MemoryStore(now: request.now)
    let list = await mirror.createList(ItemList.Details(title: "Home"))
    try await mirror.create(CalendarItem(kind: .reminder, uid: "1", title: "Call Ann"), in: list.id)
    let isAway = isAway.withLock(\.self)
    return WrappedStore(
      memory: mirror,
      look: { () throws(StoreError) in
        if isAway { throw StoreError.unavailable("example.org does not answer") }
      })
  }
}

private let item = ItemRef(ItemList.ID("a"), name: "b")

@Suite("Stores of a network are opened", .serialized)
struct StoreOpeningTests {
  private let folder: ScratchFolder
  private let server = FakeServer()

  init() throws {
    folder = try ScratchFolder()
    StoreRegistry.register(StoreOpeners([server]))
  }

  private func runEnvironment() -> RunEnvironment {
    RunEnvironment(
      environment: ["HOME": folder.path, "XDG_CACHE_HOME": folder.at("cache")],
      now: Instant(seconds: 1_796_000_000), sourceDate: nil, configuration: Configuration())
  }

  private func messages() -> Messages {
    Messages(TestSpeech(isQuiet: true), runEnvironment(), to: nil)
  }

  private func place(_ password: StorePassword? = nil) throws -> StorePlace {
    let address = try StoreAddress("caldav+https://ann@example.org/dav/")
    return StorePlace(name: "work", address: address, password: password)
  }

  @Test func withAllThatTheyNeed() throws {
    var messages = messages()
    let opening = StoreOpening(runEnvironment(), NetworkTime(7), allowsScheduling: true)
    let open = opening.open(
      try place(.command(["echo", "secret"])), for: .reading, messages: &messages)
    #expect(open?.isFresh == true && messages.status == .done)
    let request = try #require(server.requests.withLock(\.self).first)
    #expect(request.timeout == 7 && request.allowsScheduling && request.agent.hasPrefix("duecal/"))
    #expect(try request.password() == Credentials(user: "ann", password: "secret"))
    let mode =
      try FileManager.default.attributesOfItem(
        atPath: request.cacheFolder)[.posixPermissions] as? Int
    #expect(mode == 0o700 && request.cacheFolder.hasPrefix(folder.at("cache/duecal/stores/")))
  }

  @Test func oneThatIsAwayIsReadAsItWasAndReported() throws {
    server.isAway.withLock { $0 = true }
    var messages = messages()
    let open = try #require(
      StoreOpening(runEnvironment()).open(try place(), for: .reading, messages: &messages))
    #expect(!open.isFresh && messages.status == .unavailable)
    #expect(
      messages.reported.map(\.text) == [
        "work: example.org does not answer; the items that were there last are shown"
      ])
    let found = try open.found()
    let lines = try found.map { $0.line(on: ReaderClock(try runEnvironment())) }
    #expect(lines == ["work#Home: reminder Call Ann"])
  }

  @Test func oneThatIsAwayIsNotChanged() throws {
    server.isAway.withLock { $0 = true }
    for purpose in [StoreOpening.Purpose.changing, .writing] {
      var messages = messages()
      #expect(
        StoreOpening(runEnvironment()).open(try place(), for: purpose, messages: &messages) == nil)
      #expect(messages.status == .unavailable)
    }
  }

  @Test func aPasswordThatCannotBeHadIsAFaultOfTheConfiguration() throws {
    var messages = messages()
    let opening = StoreOpening(runEnvironment())
    #expect(
      opening.open(try place(.file("/proc/nowhere")), for: .reading, messages: &messages) == nil)
    #expect(messages.status == .configuration)
  }

  @Test(
    arguments: [
      (StoreError.noList(item.list), 66), (.unavailable("a"), 69), (.notWritable(item.list), 77),
      (.invalid("a"), 65), (.impossible([]), 73), (.notAllowed(.event, item.list), 77),
      (.noItem(item), 66), (.exists(ItemVersion(item, tag: "c")), 73),
      (.changedMeanwhile(item, now: ItemVersion(item, tag: "c")), 75), (.denied("a"), 77),
    ] as [(StoreError, Int32)])
  func aRefusalHasAStatus(error: StoreError, status: Int32) {
    #expect(ExitStatus(error).rawValue == status)
  }
}
