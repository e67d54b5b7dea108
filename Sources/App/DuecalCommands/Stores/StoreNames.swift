import Diagnostics
import DuecalConfiguration
import ExactText
import StoreAccess
import UserFiles
import WebAddresses

/// Which stores the arguments of a command mean: addresses, and the names of `[stores]`.
struct StoreNames {
  private let stores: [Configuration.Store]
  private let environment: [String: String]

  init(_ runEnvironment: RunEnvironment) {
    stores = runEnvironment.configuration.stores
    environment = runEnvironment.environment
  }

  /// The names of the configuration.
  var names: [String] { stores.map(\.name) }

  /// The stores of a command that is given none: those of the configuration, and the usual file where it is.
  var usual: [String] {
    let named = stores.filter { StoreAddress.isOne($0.address) }
    let hasUsual = named.contains { (try? StoreAddress($0.address))?.usualPath != nil }
    return named.map { "\($0.name)#" } + (hasUsual ? [] : unnamed)
  }

  /// The address of the store that nobody has to name; none where it is not there.
  private var unnamed: [String] {
    guard let kind = StoreRegistry.usual, let path = kind.usualPath,
      FileTree.isFile(whole(dataPath: path))
    else { return [] }
    return ["\(kind.scheme):"]
  }

  /// True if an argument is the address of a store, or a name of the configuration.
  func isOne(_ text: String) -> Bool { StoreAddress.isOne(text) || known(text) != nil }

  private func known(_ text: String) -> Configuration.Store? {
    let name = StorePlace.parted(text).store
    return stores.first { $0.name == name }
  }

  /// What an argument of a command that reads means.
  enum Source {
    case store(StorePlace)
    /// A file, a folder, `-`, or the address of a calendar.
    case path(String)
  }

  /// Says what an argument means.
  ///
  /// - Throws: `ExitStatus.usage`, which is said, for a name that is also a file's, and an address that is
  ///   none or has a password in it.
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

  /// What a name of the configuration means, whatever files there are.
  private func named(_ text: String) throws(ExitStatus) -> Source {
    guard let store = known(text) else { return .path(text) }
    guard StoreAddress.isOne(store.address) else { return .path(whole(store.address)) }
    var place = try place(at: store.address, named: text, allowsPlain: store.isUnencrypted)
    place.password = store.password
    return .store(place)
  }

  /// The store that an argument means.
  ///
  /// - Throws: `ExitStatus.usage`, which is said, for what is none.
  func store(_ text: String) throws(ExitStatus) -> StorePlace {
    let meant = try StoreAddress.isOne(text) ? source(text) : named(text)
    if case .store(let place) = meant { return place }
    let nearest = NearestName.of(StorePlace.parted(text).store, in: names)
    throw Self.refusal(
      "\(text.quoted) is no store; expected \(nearest ?? Self.expected)", .usage)
  }

  /// What stands for a store that is kept.
  private static var expected: String {
    let kept = StoreRegistry.kinds.filter { $0.location != .process }
    return kept.compactMap(\.form).joined(separator: ", ") + " or a name of [stores]"
  }

  /// The store that is meant, where it is a file or a folder that is there; nothing is said.
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
    // What stands in the configuration names no list.
    let written = text == given ? store : text
    do throws(AddressError) {
      var address = try StoreAddress(written)
      let isUsual = address.usualPath != nil
      if address.isOfFile { address = address.moved(to: path(address)) }
      if !allowsPlain, let server = address.server, !server.isEncrypted, !server.isOfThisMachine,
        !server.host.hasSuffix(".localhost")
      {
        throw AddressError(
          "it would be asked without TLS, and who is on the way could read the password; expected "
            + "\(StoreKind.calDAV.scheme), or unencrypted = true beside the address in [stores] of the configuration"
        )
      }
      let name = text == given ? Self.shown(store, address) : store
      return StorePlace(name: name, address: address, list: list, isUsual: isUsual)
    } catch {
      throw Self.refusal("\(StoreAddress.shown(written)): \(error)", .usage)
    }
  }

  /// An address as messages show it: as it was given, unless something of it is not to be seen.
  private static func shown(_ text: String, _ address: StoreAddress) -> String {
    address.server == nil ? text : address.description
  }

  // MARK: Paths

  /// The path of a store of this machine: without one the usual file.
  private func path(_ address: StoreAddress) -> String {
    if let usual = address.usualPath { return whole(dataPath: usual) }
    var path = whole(address.rest)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private func whole(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment.home else { return path }
    return home + path.dropFirst()
  }

  /// A path below the folder for the person's data.
  private func whole(dataPath path: String) -> String {
    environment.folder("XDG_DATA_HOME", else: ".local/share") + "/\(path)"
  }

  private static func refusal(_ sentence: String, _ status: ExitStatus) -> ExitStatus {
    Output.error.print("duecal: \(sentence.visible)")
    return status
  }
}
