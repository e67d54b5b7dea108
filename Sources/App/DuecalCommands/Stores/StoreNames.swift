import Diagnostics
import DuecalConfiguration
import ExactText
import StoreAccess
import UserFiles
import WebAddresses

/// Finds the stores that arguments name: by addresses, or by the names of `[stores]`.
struct StoreNames {
  private let stores: [Configuration.Store]
  private let environment: [String: String]

  init(_ runEnvironment: RunEnvironment) {
    stores = runEnvironment.configuration.stores
    environment = runEnvironment.environment
  }

  /// The names of the configuration.
  var names: [String] { stores.map(\.name) }

  /// The default stores of a command: those of the configuration, and the default file if it exists.
  var usual: [String] {
    let named = stores.filter { StoreAddress.isOne($0.address) }
    let hasUsual = named.contains { (try? StoreAddress($0.address))?.usualPath != nil }
    return named.map { "\($0.name)#" } + (hasUsual ? [] : unnamed)
  }

  /// The address of the default store; empty if it does not exist.
  private var unnamed: [String] {
    guard let kind = StoreRegistry.usual, let path = kind.usualPath,
      FileTree.isFile(whole(dataPath: path))
    else { return [] }
    return ["\(kind.scheme):"]
  }

  /// True if an argument is the address of a store, or a name in the configuration.
  func isOne(_ text: String) -> Bool { StoreAddress.isOne(text) || known(text) != nil }

  private func known(_ text: String) -> Configuration.Store? {
    let name = StorePlace.parted(text).store
    return stores.first { $0.name == name }
  }

  /// The kinds of sources of a command that reads.
  enum Source {
    case store(StorePlace)
    /// A file, a folder, `-`, or the address of a calendar.
    case path(String)
  }

  /// The source that an argument names.
  ///
  /// - Throws: `ExitStatus.usage`, after a report, for a name that is also that of a file, and for an address that is
  ///   not valid or contains a password.
  func source(_ text: String) throws(ExitStatus) -> Source {
    if StoreAddress.isOne(text) { return .store(try place(at: text, named: text)) }
    guard known(text) != nil else { return .path(text) }
    if FileTree.isFile(text) || FileTree.isFolder(text) {
      throw Self.refusal(
        "\(text.quoted) is a file here, and a store of the configuration; expected "
          + "\("./\(text)".quoted) for the file, or \("\(text)#".quoted) for the store", .usage)
    }
    return try named(text)
  }

  /// The source with a name in the configuration, whatever files there are.
  private func named(_ text: String) throws(ExitStatus) -> Source {
    guard let store = known(text) else { return .path(text) }
    guard StoreAddress.isOne(store.address) else { return .path(whole(store.address)) }
    var place = try place(at: store.address, named: text, allowsPlain: store.isUnencrypted)
    place.password = store.password
    return .store(place)
  }

  /// The store that an argument names.
  ///
  /// - Throws: `ExitStatus.usage`, after a report, if it names none.
  func store(_ text: String) throws(ExitStatus) -> StorePlace {
    let meant = try StoreAddress.isOne(text) ? source(text) : named(text)
    if case .store(let place) = meant { return place }
    let nearest = NearestName.of(StorePlace.parted(text).store, in: names)
    throw Self.refusal(
      "\(text.quoted) is not a store; expected \(nearest ?? Self.expected)", .usage)
  }

  /// The store with a key in the state, by its name in the configuration if it has one, which knows its password.
  ///
  /// - Throws: `ExitStatus.usage`, after a report, if there is none.
  func store(withIdentity identity: String) throws(ExitStatus) -> StorePlace {
    for name in names {
      guard let place = try? store(name), place.identity == StorePlace.parted(identity).store
      else { continue }
      return place
    }
    let (scheme, path) = Self.parted(identity)
    return try store(path.hasPrefix("/") ? "\(scheme):\(RelativePath.shown(path))" : identity)
  }

  /// The scheme of an address, and the rest.
  private static func parted(_ address: String) -> (scheme: String, rest: String) {
    let parts = address.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
  }

  /// The forms of persistent stores, for messages.
  private static var expected: String {
    let kept = StoreRegistry.kinds.filter { $0.location != .process }
    return kept.compactMap(\.form).joined(separator: ", ") + " or a name of [stores]"
  }

  /// The store that an argument names, if it is an existing file or folder; never prints anything.
  func placeOnDisk(_ text: String) -> StorePlace? {
    let address = known(text)?.address ?? text
    guard let read = try? StoreAddress(address), read.isOfFile, let place = try? store(text),
      FileTree.isFile(place.address.rest) || FileTree.isFolder(place.address.rest)
    else { return nil }
    return place
  }

  /// The store of an address.
  private func place(
    at text: String, named given: String, allowsPlain: Bool = false
  ) throws(ExitStatus) -> StorePlace {
    let (store, list) = StorePlace.parted(given)
    // An address in the configuration contains no list.
    let written = text == given ? store : text
    do throws(AddressError) {
      var address = try StoreAddress(written)
      let isUsual = address.usualPath != nil
      if address.isOfFile { address = address.moved(to: path(address)) }
      if !allowsPlain, let server = address.server, !server.isEncrypted, !server.isOfThisMachine,
        !server.host.hasSuffix(".localhost")
      {
        throw AddressError(
          "the connection would not be encrypted, and others could read the password; expected "
            + "\(StoreKind.calDAV.scheme), or unencrypted = true beside the address in [stores] of "
            + "the configuration"
        )
      }
      let name = text == given ? Self.shown(store, address) : store
      return StorePlace(name: name, address: address, list: list, isUsual: isUsual)
    } catch {
      throw Self.refusal("\(StoreAddress.shown(written)): \(error)", .usage)
    }
  }

  /// An address as messages show it: as it was given, unless a part of it must not be shown.
  private static func shown(_ text: String, _ address: StoreAddress) -> String {
    address.server == nil ? text : address.description
  }

  // MARK: Paths

  /// The path of a local store, by default that of the default file.
  private func path(_ address: StoreAddress) -> String {
    if let usual = address.usualPath { return whole(dataPath: usual) }
    var path = whole(address.rest)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  func whole(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment.home else { return path }
    return home + path.dropFirst()
  }

  /// An absolute path for one below the person's data folder.
  private func whole(dataPath path: String) -> String {
    environment.folder("XDG_DATA_HOME", else: ".local/share") + "/\(path)"
  }

  static func refusal(_ sentence: String, _ status: ExitStatus) -> ExitStatus {
    Output.error.print("duecal: \(sentence.visible)")
    return status
  }
}
