import CalendarStores
import Foundation
import StoreContract
import TaskDates
import Testing
import WebAddresses
import WebDAV

@testable import CalDAVStore

/// A server that the tests may erase.
struct TestServer: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let url: String
  let user: String?
  let password: String?
  /// The address at which the faults of a faulty server are set.
  let control: String?
  /// A second server that is a replica of the first.
  let replica: Replica?
  /// The command that updates the replica.
  let sync: [String]?
  /// The command that stops the first server, as a power cut would.
  let stop: [String]?

  struct Replica: Decodable, Sendable {
    let url: String
  }

  var testDescription: String { name }

  /// What the server changes in items of any client.
  var losses: StoreLoss {
    switch name {
    case "radicale": .endedRules
    case "cyrus": .commasInCategories
    case "sogo": [.missingClass, .longTexts, .colorless]
    default: []
    }
  }

  /// The servers in the environment; empty where there are none.
  static let all: [TestServer] = {
    guard let text = ProcessInfo.processInfo.environment["DUECAL_CALDAV_SERVERS"] else { return [] }
    do {
      return try JSONDecoder().decode([TestServer].self, from: Data(text.utf8))
    } catch {
      Issue.record("DUECAL_CALDAV_SERVERS: \(error)")
      return []
    }
  }()

  /// Opens the account; the cache is empty where the file is new.
  func open(
    at address: String? = nil, mirror: String? = nil, now: @escaping @Sendable () -> Instant
  ) async throws -> CalDAVStore {
    var settings = CalDAVStore.Settings(agent: "duecal-tests/1")
    settings.mirror = mirror
    settings.allowsScheduling = true
    let credentials = user.map { Credentials(user: $0, password: password ?? "") }
    return try await CalDAVStore.open(
      try CalendarAddress(address ?? url), credentials, settings: settings, now: now)
  }

  /// Runs a test with exclusive access to a server, which is empty at the start.
  func alone(_ body: @Sendable () async throws -> Void) async throws {
    try await #require(Self.lock[name]).withLock {
      try await emptied()
      try await body()
    }
  }

  private static let lock = Dictionary(uniqueKeysWithValues: all.map { ($0.name, AsyncLock()) })

  /// Removes all calendars that can be removed, and all items of the others.
  private func emptied() async throws {
    let store = try await open { Instant(seconds: 1_796_000_000) }
    for list in try await store.lists() {
      for version in try await store.versions(in: list.id) { try await store.remove(version) }
      try? await store.removeList(list.id)
    }
  }
}

/// The path of a file that is deleted with the value.
final class ScratchFile: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "duecal-\(UUID().uuidString).sqlite"
  }

  deinit {
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + ending)
    }
  }
}
