import CalendarFetching
public import CalendarItems
public import CalendarStores
import ExactText
import StoreMirror
import StoredText
import Synchronization
public import TaskDates
public import WebAddresses
import WebDAV

/// A store on a server that speaks CalDAV (RFC 4791): Radicale, Cyrus, Nextcloud, Fastmail, iCloud and others.
///
/// A local cache (`StoreMirror`) keeps what was read last. All queries are answered from it, also without a network.
/// `refresh()` updates it, with one request if nothing changed. A change is sent to the server at once, with the
/// version on which it is based, and the server's result is read back.
public final class CalDAVStore: CalendarStore {
  /// Settings for opening a store.
  public struct Settings: Sendable {
    /// The maximum time for one response, in seconds.
    public var timeout = 30
    /// When to stop waiting for the server, even if the work is not finished; nil for no limit.
    public var end: ContinuousClock.Instant?
    /// The value of the header `User-Agent`.
    public var agent: String
    /// The path of the cache, whose folder must exist; nil for a cache in memory.
    public var mirror: String?
    /// True if items with invitations may be changed; the server may then send mail to the attendees.
    public var allowsScheduling = false
    /// True if a password may be sent to another machine without TLS.
    public var allowsOpenPassword = false
    /// The database of time zones.
    public var zones = ZoneDatabase()

    fileprivate var time: DAVConnection.Time { DAVConnection.Time(response: timeout, end: end) }

    /// Creates settings.
    public init(agent: String) {
      self.agent = agent
    }
  }

  /// The person whose calendars the store has.
  private struct Person: Sendable {
    let address: CalendarAddress
    let credentials: Credentials?
  }

  public let capabilities: StoreCapabilities
  private let source: StoreSource
  private let person: Person
  private let account: Mutex<DAVAccount>
  private let connection: DAVConnection
  private let mirror: StoreMirror
  private let settings: Settings
  private let now: @Sendable () -> Instant
  private let lock = AsyncLock()

  /// Opens the account at an address; sends requests only if the account is not in the cache.
  ///
  /// - Parameters:
  ///   - address: A server, a principal, a home or a calendar.
  ///   - credentials: The name and the password; nil for a server that needs none.
  ///   - settings: Settings for opening a store.
  ///   - now: Returns the time for the stamps of changed items.
  /// - Throws: `StoreError.denied` if the server rejects the password, `StoreError.unavailable` if it cannot be
  ///   reached or does not speak CalDAV.
  public static func open(
    _ address: CalendarAddress, _ credentials: Credentials?, settings: Settings,
    now: @escaping @Sendable () -> Instant
  ) async throws(StoreError) -> CalDAVStore {
    if !settings.allowsOpenPassword { try refuseOpenPassword(address, credentials) }
    let source = StoreSource(id: address.url, title: address.host, kind: .server)
    let mirror = try StoreMirror(
      path: settings.mirror, source: source.id, zones: settings.zones)
    let connection = try connection(to: address, credentials, settings: settings)
    let known = try await AccountCache(mirror).account(of: address, credentials)
    let account: DAVAccount
    if let known { account = known } else { account = try await discovered(address, connection) }
    let store = CalDAVStore(
      source, Person(address: address, credentials: credentials), account: account,
      connection: connection, mirror: mirror,
      settings: settings, now: now)
    if known == nil {
      try await store.refresh()
      try await AccountCache(mirror).remember(account, of: address, credentials: credentials)
    }
    return store
  }

  private static func connection(
    to address: CalendarAddress, _ credentials: Credentials?, settings: Settings
  ) throws(StoreError) -> DAVConnection {
    do throws(FetchFailure) {
      return try DAVConnection(
        to: address, credentials, time: settings.time, agent: settings.agent,
        environment: .current())
    } catch {
      throw ServerErrorMapping.storeError(error)
    }
  }

  private static func discovered(
    _ address: CalendarAddress, _ connection: DAVConnection
  ) async throws(StoreError) -> DAVAccount {
    do throws(DAVConnection.Failure) {
      return try await AccountDiscovery(connection: connection, address: address).account()
    } catch {
      throw ServerErrorMapping.storeError(error)
    }
  }

  /// Allows a password without TLS only for this machine.
  private static func refuseOpenPassword(
    _ address: CalendarAddress, _ credentials: Credentials?
  ) throws(StoreError) {
    guard credentials == nil || address.isEncrypted || address.isOfThisMachine else {
      throw .denied(
        "a password is not sent to \(address.host) unencrypted; expected an address with https")
    }
  }

  private init(
    _ source: StoreSource, _ person: Person, account: DAVAccount, connection: DAVConnection,
    mirror: StoreMirror, settings: Settings, now: @escaping @Sendable () -> Instant
  ) {
    self.source = source
    self.person = person
    self.account = Mutex(account)
    self.connection = connection
    self.mirror = mirror
    self.settings = settings
    self.now = now
    let always: StoreCapabilities = [.isPersistent, .isShared]
    capabilities = account.makesCalendars ? always.union(.changesLists) : always
  }

  public func access(to _: CalendarItem.Kind) async -> StoreAuthorization { .full }

  public func sources() async throws(StoreError) -> [StoreSource] { [source] }

  // MARK: Reading

  public func lists() async throws(StoreError) -> [ItemList] {
    try await mirror.lists().map(\.list)
  }

  public func versions(in list: ItemList.ID) async throws(StoreError) -> [ItemVersion] {
    _ = try await known(list)
    return try await mirror.versions(in: list)
  }

  public func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem] {
    try await mirror.items(at: refs)
  }

  public func items(matching predicate: ItemPredicate) async throws(StoreError) -> [StoredItem] {
    try await mirror.items(matching: predicate)
  }

  private func known(_ list: ItemList.ID) async throws(StoreError) -> MirroredList {
    guard let known = try await mirror.lists().first(where: { $0.list.id == list }) else {
      throw .noList(list)
    }
    return known
  }

  // MARK: Changes

  public func changes() async -> AsyncStream<StoreChange> { mirror.changes() }

  /// Updates the cache from the server, with one request if nothing changed.
  public func refresh() async throws(StoreError) {
    try await lock.withLock { () async throws(StoreError) in
      try await ServerErrorMapping.mapErrors {
        do { try await self.readAll() } catch let error as DAVConnection.Failure {
          guard error.failure.kind == .missing, try await self.isElsewhere() else { throw error }
          try await self.readAll()
        }
      }
      try await self.mirror.broadcastChanges()
    }
  }

  /// True if the calendars are at another address than the cached one.
  private func isElsewhere() async throws -> Bool {
    let found = try await Self.discovered(person.address, connection)
    guard found.roots != account.withLock(\.roots) else { return false }
    account.withLock { $0 = found }
    try await AccountCache(mirror).remember(
      found, of: person.address, credentials: person.credentials)
    return true
  }

  private func readAll() async throws {
    let known = try await mirror.lists()
    let fresh = try await calendars(known)
    try await mirror.setLists(fresh)
    let former = Dictionary(known.map { ($0.list.id, $0) }) { first, _ in first }
    for list in fresh { try await read(list, former[list.list.id]) }
  }

  /// The calendars on the server.
  ///
  /// One that is no longer listed is requested by itself before it is removed.
  private func calendars(_ known: [MirroredList]) async throws -> [MirroredList] {
    let listing = self.listing
    var fresh = try await listing.calendars()
    let listed = Set(fresh.map(\.list.id))
    for missing in known where !listed.contains(missing.list.id) {
      if let there = try await listing.calendar(at: try address(of: missing)) {
        fresh.append(there)
      }
    }
    return try await CalendarKinds(mirror).applied(to: fresh)
  }

  private var listing: CalendarListing {
    CalendarListing(
      connection: connection, account: account.withLock(\.self), source: source.id)
  }

  private func address(of list: MirroredList) throws(StoreError) -> CalendarAddress {
    guard let root = account.withLock(\.roots).first,
      let there = connection.trusted(list.href, from: root)
    else { throw ServerErrorMapping.untrusted }
    return there
  }

  private func read(_ fresh: MirroredList, _ known: MirroredList?) async throws {
    try await reading(fresh).update(to: fresh, from: known)
  }

  private func reading(_ list: MirroredList) throws(StoreError) -> ListRefresh {
    ListRefresh(
      connection: connection, mirror: mirror, address: try address(of: list), list: list.list.id,
      now: now())
  }

  // MARK: Changing items

  public func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) async throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    try await lock.withLock { () async throws(StoreError) in
      let known = try await self.known(list)
      try await self.look(at: known)
      var writing = ResourceWriter(
        try self.reading(known), try await self.known(list), now: self.now,
        zones: self.settings.zones, allowsScheduling: self.settings.allowsScheduling)
      return await writing.apply(changes)
    }
  }

  /// Moves an item on the server, which keeps all of its properties; copies it if the server cannot move it.
  @discardableResult
  public func move(
    _ item: StoredItem, to list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    guard list != item.id.list else { return item.version }
    let moved = try await lock.withLock { () async throws(StoreError) in
      let (here, there) = (try await self.known(item.id.list), try await self.known(list))
      try await self.look(at: here)
      try await self.look(at: there)
      let move = ItemMove(
        from: try self.reading(here), here, to: try self.reading(there), known: there,
        allowsScheduling: self.settings.allowsScheduling)
      return try await move.move(item)
    }
    if let moved { return moved }
    return try await moveByCopy(item, to: list)
  }

  /// Reads the changes of others before a change is made, because some servers do not compare versions.
  private func look(at known: MirroredList) async throws(StoreError) {
    try await ServerErrorMapping.mapErrors {
      guard let fresh = try await self.listing.calendar(at: try self.address(of: known)) else {
        throw StoreError.noList(known.list.id)
      }
      try await self.read(fresh, known)
    }
  }

  // MARK: Changing lists

  public func createList(_ details: ItemList.Details) async throws(StoreError) -> ItemList {
    guard capabilities.contains(.changesLists) else { throw .impossible(.changesLists) }
    return try await lock.withLock { () async throws(StoreError) in
      try await ServerErrorMapping.mapErrors { try await self.listWriting.create(details) }
    }
  }

  public func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) async throws(StoreError) -> ItemList {
    let known = try await known(id)
    guard capabilities.contains(.changesLists) else { throw .impossible(.changesLists) }
    return try await lock.withLock { () async throws(StoreError) in
      try await ServerErrorMapping.mapErrors {
        try await self.listWriting.update(known, at: try self.address(of: known), to: details)
      }
    }
  }

  public func removeList(_ id: ItemList.ID) async throws(StoreError) {
    let known = try await known(id)
    guard capabilities.contains(.changesLists) else { throw .impossible(.changesLists) }
    try await lock.withLock { () async throws(StoreError) in
      try await ServerErrorMapping.mapErrors {
        if !self.settings.allowsScheduling { try await self.refuseInvitations(in: known) }
        try await self.listWriting.remove(known, at: try self.address(of: known))
      }
    }
  }

  /// Refuses to remove a list that contains items with invitations: the server may send mail about each of them.
  private func refuseInvitations(in known: MirroredList) async throws {
    guard let fresh = try await listing.calendar(at: try address(of: known)) else { return }
    try await read(fresh, known)
    for resource in try await mirror.resources(in: known.list.id) {
      let text = try await mirror.text(at: ItemRef(known.list.id, name: resource.name))
      try Invitations.refuse(text?.bytes ?? [])
    }
  }

  private var listWriting: ListWriter {
    ListWriter(listing: listing, mirror: mirror, kinds: CalendarKinds(mirror))
  }
}
