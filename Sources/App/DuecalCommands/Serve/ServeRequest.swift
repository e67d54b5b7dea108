import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import StoreAccess
import TaskDates

/// What is served, and how, by the options and `[serve]` of the configuration; an option beats a key.
struct ServeRequest {
  /// What is served.
  let place: StorePlace
  let address: ServerSettings.Address
  let user: String
  let prefix: String
  let isBehindProxy: Bool
  let allowsListRemoval: Bool
  let log: ServerLog.Form
  /// Which lines of task files are served.
  let choice: SyncChoice
  private let zoneName: String?
  private let command: ServeStartCommand

  init(_ command: ServeStartCommand, _ runEnvironment: RunEnvironment) throws {
    let server = runEnvironment.configuration.server
    self.command = command
    user = try Self.user(command.user ?? server.user, runEnvironment)
    prefix = try command.prefix.map(Self.prefix) ?? server.prefix ?? ""
    isBehindProxy = command.behindProxy || server.isBehindProxy
    address = try Self.address(command, server, isBehindProxy: isBehindProxy)
    allowsListRemoval = command.allowListRemoval || server.allowsListRemoval
    log = command.log ?? server.log ?? .text
    choice = command.choice.given ?? server.choice
    zoneName = server.zone
    place = try Self.place(command.source, runEnvironment)
    if !place.hasTaskFiles, choice != SyncChoice() {
      throw ValidationError(
        "\(place.name): only lines of task files are chosen; expected a folder, or no options that choose"
      )
    }
  }

  /// The zone of `--zone`, of `[serve]`, of the configuration or of the system.
  func zone(_ runEnvironment: RunEnvironment) throws -> Zone {
    var zones = command.zones
    zones.zone = zones.zone ?? zoneName
    return try zones.resolvedZone(runEnvironment)
  }

  // MARK: What is served

  private static func place(
    _ given: String?, _ runEnvironment: RunEnvironment
  ) throws -> StorePlace {
    let names = StoreNames(runEnvironment)
    let source = try given ?? runEnvironment.configuration.server.folder ?? files(runEnvironment)
    if case .store(let place) = try names.source(source) { return place }
    return try names.store("tasks:\(source)")
  }

  /// The task files of the configuration, if they are one folder or file.
  private static func files(_ runEnvironment: RunEnvironment) throws -> String {
    let files = DefaultSources.usual(runEnvironment)
    if files.count == 1 { return files[0] }
    throw ValidationError(
      "\(files.isEmpty ? "nothing" : "\(files.count) files") to serve; expected a folder of task files, a "
        + "store, or folder in [serve] of the configuration")
  }

  // MARK: How it is served

  private static func user(_ given: String?, _ runEnvironment: RunEnvironment) throws -> String {
    let name = given ?? ServerUser.usual(runEnvironment)
    guard ServerSettings.isName(name) else {
      throw ValidationError("--user \(name.quoted): expected \(ServerSettings.expectedName)")
    }
    return name
  }

  private static func prefix(_ text: String) throws -> String {
    guard let prefix = ServerSettings.prefix(text) else {
      throw ValidationError("--prefix \(text.quoted): expected a path, such as /tasks")
    }
    return prefix
  }

  private static func address(
    _ command: ServeStartCommand, _ server: Configuration.Server, isBehindProxy: Bool
  ) throws -> ServerSettings.Address {
    let given = try command.listen.map(address)
    let address = given ?? server.address ?? .usual
    guard address.isOfThisMachine || isBehindProxy else {
      throw ValidationError(
        "--listen \(address.text.quoted): other machines reach this address, and passwords are sent without "
          + "TLS; expected an address of this machine, or --behind-proxy")
    }
    return address
  }

  private static func address(_ text: String) throws -> ServerSettings.Address {
    guard let address = ServerSettings.Address(parsing: text) else {
      throw ValidationError(
        "--listen \(text.quoted): expected an address such as 127.0.0.1:5233")
    }
    return address
  }
}
