#if Network
import CalendarStores
import Foundation
import StoreContract
import TaskDates
import Testing
import WebAddresses

@testable import CalDAVStore

/// A server that the tests may empty.
struct TestServer: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let url: String
  let user: String?
  let password: String?
  /// Where a faulty server is told what to do.
  let control: String?
  /// A second server that is kept as the first.
  let replica: Replica?
  /// The command that brings it up to date.
  let sync: [String]?
  /// The command that ends the first, as a power cut would.
  let stop: [String]?

  struct Replica: Decodable, Sendable {
    let url: String
  }

  var testDescription: String { name }

  /// What it changes of what it is given, whoever gives it.
  var losses: StoreLoss {
    switch name {
    case "radicale": .endedRules
    case "cyrus": .commasInCategories
    case "sogo": [.missingClass, .longTexts, .colorless]
    default: []
    }
  }

  /// Those that the environment names; none where it names none.
  static let all: [TestServer] = {
    guard let text = ProcessInfo.processInfo.environment["DUECAL_CALDAV_SERVERS"] else { return [] }
    do {
      return try JSONDecoder().decode([TestServer].self, from: Data(text.utf8))
    } catch {
      Issue.record("DUECAL_CALDAV_SERVERS: \(error)")
      return []
    }
  }()

  /// Opens the account; its mirror is empty where the file is new.
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

  /// One test at a time has a server for itself, and finds it empty.
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

/// The path of a file that is gone with the value.
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
#endif
