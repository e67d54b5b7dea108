import CalendarStores
import Foundation
import TaskDates
import TestSupport
import Testing
import WebAddresses

@testable import StoreAccess

/// A kind of store for these tests only.
private struct NotesOpener: StoreOpener {
  let kind = StoreKind(scheme: "notes", location: .path(to: "notebook", usual: nil))

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    MemoryStore(now: request.now)
  }
}

private struct DiaryOpener: StoreOpener {
  let kind = StoreKind(scheme: "diary", location: .path(to: "diary", usual: nil))

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    MemoryStore(now: request.now)
  }
}

@Suite("The registry of stores")
struct StoreRegistryTests {
  private func open(_ text: String, makesStore: Bool) async throws -> any CalendarStore {
    let address = try StoreAddress(text)
    let opener = try #require(StoreRegistry.opener(ofScheme: address.scheme))
    let request = StoreRequest(
      address, now: { Instant(seconds: 1_796_000_000) }, cacheFolder: "", agent: "test",
      makesStore: makesStore)
    return try await opener.open(request)
  }

  @Test func aKindThatIsRegisteredIsUnderstoodEverywhere() throws {
    StoreRegistry.register(StoreOpeners([NotesOpener()]))
    let address = try StoreAddress("notes:/a/b")
    #expect(StoreAddress.isOne("notes:/a/b") && address.isOfFile && "\(address)" == "notes:/a/b")
    #expect(StoreRegistry.kind(ofScheme: "notes")?.form == "notes:PATH")
    let error = #expect(throws: AddressError.self) { try StoreAddress("notes:") }
    #expect(error?.description == "expected a notebook after notes:")
  }

  @Test func aKindThatIsRegisteredTwiceIsListedOnce() {
    StoreRegistry.register(StoreOpeners([NotesOpener()]))
    StoreRegistry.register(StoreOpeners([NotesOpener()]))
    #expect(StoreRegistry.kinds.count { $0.scheme == "notes" } == 1)
  }

  @Test func whatIsRegisteredStaysBesideWhatIsRegisteredLater() {
    StoreRegistry.register(StoreOpeners([NotesOpener()]))
    StoreRegistry.register(StoreOpeners([DiaryOpener()]))
    #expect(StoreRegistry.opener(ofScheme: "notes") != nil)
    #expect(StoreRegistry.opener(ofScheme: "diary") != nil)
  }

  @Test func aServersAddressIsUnderstoodWithoutItsOpener() throws {
    #expect(try StoreAddress("caldav+http://localhost:5232/").kind == .openCalDAV)
    #expect(StoreRegistry.opener(ofScheme: "caldav+http") == nil)
  }

  @Test func oneKindNeedsNoPath() throws {
    let usual = try #require(StoreRegistry.usual)
    #expect(try StoreAddress("\(usual.scheme):").usualPath == usual.usualPath)
    #expect(try StoreAddress("\(usual.scheme):x").usualPath == nil)
  }

  @Test(arguments: ["sqlite", "vdir"])
  func aStoreIsThereOnceItIsMade(scheme: String) async throws {
    let folder = try ScratchFolder()
    let path = folder.at("store")
    let opener = try #require(StoreRegistry.opener(ofScheme: scheme))
    #expect(opener.presence(at: path) == .nothing)
    await #expect(throws: StoreError.self) {
      try await open("\(scheme):\(path)", makesStore: false)
    }
    _ = try await open("\(scheme):\(path)", makesStore: true)
    #expect(opener.presence(at: path) == .store && opener.faults(at: path, cache: path).isEmpty)
  }

  @Test func somethingElseIsNoStore() throws {
    let folder = try ScratchFolder()
    try "not a database, whatever it is".write(
      toFile: folder.at("file"), atomically: true, encoding: .utf8)
    let sqlite = try #require(StoreRegistry.opener(ofScheme: "sqlite"))
    let vdir = try #require(StoreRegistry.opener(ofScheme: "vdir"))
    #expect(sqlite.presence(at: folder.path) == .other)
    #expect(vdir.presence(at: folder.at("file")) == .other)
    #expect(
      sqlite.presence(at: folder.at("file"))
        == .foreign("this is not a store; expected a file that duecal created"))
  }
}
