import AsyncHTTPClient
import CalDAVStore
import CalendarStores
import Foundation
import NIOCore
import NIOHTTP1
import TaskDates
import Testing
import WebAddresses

/// An account on the faulty server, with faults of its own and a record of its requests.
struct FaultyWorld: Sendable {
  struct Report: Decodable {
    let count: Int
    let methods: [String: Int]
    let violations: [String]
  }

  private struct Place: Decodable {
    let world: String
    let url: String
    let other: String
    let secure: String
  }

  let name: String
  let url: String
  let other: String
  let secure: String
  private let server: TestServer

  /// The faulty server in the environment; nil where there is none.
  static let server = TestServer.all.first { $0.control != nil }

  /// Creates a world with faults.
  init(_ faults: [String], on server: TestServer) async throws {
    self.server = server
    let place = try JSONDecoder().decode(
      Place.self, from: try await Self.say(server, "/worlds", ["faults": faults]))
    (name, url, other, secure) = (place.world, place.url, place.other, place.secure)
  }

  /// Sets its faults.
  func set(_ faults: String..., restart: Bool = false) async throws {
    struct Wish: Encodable {
      let world: String
      let faults: [String]
      let restart: Bool?
    }
    _ = try await Self.say(
      server, "", Wish(world: name, faults: faults, restart: restart ? true : nil))
  }

  func report() async throws -> Report {
    try JSONDecoder().decode(
      Report.self, from: try await Self.send(server, "/report?world=\(name)"))
  }

  func reset() async throws {
    _ = try await Self.say(server, "/reset?world=\(name)", [String: String]())
  }

  func close() async throws {
    _ = try await Self.say(server, "/stop", ["world": name])
  }

  /// Opens the account as a new client.
  func open(
    at address: String? = nil, user: String? = nil, password: String? = nil, timeout: Int = 5,
    mirror: String? = nil,
    allowsScheduling: Bool = true,
    now: @escaping @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }
  ) async throws -> CalDAVStore {
    var settings = CalDAVStore.Settings(agent: "duecal-tests/1")
    settings.timeout = timeout
    settings.mirror = mirror
    settings.allowsScheduling = allowsScheduling
    return try await CalDAVStore.open(
      try CalendarAddress(address ?? url),
      Credentials(user: user ?? server.user ?? "", password: password ?? server.password ?? ""),
      settings: settings,
      now: now)
  }

  private static func say(
    _ server: TestServer, _ path: String, _ wish: some Encodable
  ) async throws -> Data {
    try await send(server, path, try JSONEncoder().encode(wish))
  }

  private static func send(
    _ server: TestServer, _ path: String, _ body: Data? = nil
  ) async throws -> Data {
    var request = HTTPClientRequest(url: (server.control ?? "") + path)
    if let body {
      request.method = .POST
      request.body = .bytes(ByteBuffer(bytes: body))
    }
    // The server may be busy with the huge answers of other worlds.
    let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
    #expect(response.status == .ok)
    return Data((try await response.body.collect(upTo: 64 << 20)).readableBytesView)
  }
}
