#if Network
import CalendarFetching
public import CalendarItems
public import CalendarStores
import ExactText
import StoreMirror
import StoredText
import Synchronization
public import TaskDates
public import WebAddresses

/// A store on a server that speaks CalDAV (RFC 4791): Radicale, Cyrus, Nextcloud, Fastmail, iCloud and others.
///
/// What was read last is kept on this machine (`StoreMirror`), and every question is answered from there, also
/// without a network. `refresh()` asks the server once where nothing changed. A change goes to the server at
/// once, with the version that it was made of; what the server made of it is read back.
public final class CalDAVStore: CalendarStore {
  /// With what a store is opened.
  public struct Settings: Sendable {
    /// How long the server may take to answer one question, in seconds.
    public var timeout = 30
    /// When to stop waiting for the server, whatever is done by then; nil for no limit.
    public var end: ContinuousClock.Instant?
    /// Who asks, as the server is told.
    public var agent: String
    /// The file of the mirror, whose folder is there; nil for one that is gone with the process.
    public var mirror: String?
    /// True if items may be changed that others are invited to; the server may then write to them.
    public var allowsScheduling = false
    /// True if a password may be sent to another machine without TLS.
    public var allowsOpenPassword = false
    /// Where zones are.
    public var zones = ZoneDatabase()

    fileprivate var time: DAVConnection.Time { DAVConnection.Time(answer: timeout, end: end) }

    /// Creates settings.
    public init(agent: String) {
      self.agent = agent
    }
  }

  /// Whose calendars they are.
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

  /// Opens the account behind an address; the server is asked only where nothing of it is known yet.
  ///
  /// - Parameters:
  ///   - address: A server, a principal, a home or a calendar.
  ///   - credentials: The name and the password; nil for a server that wants none.
  ///   - settings: How it is asked.
  ///   - now: The clock that stamps what is changed.
  /// - Throws: `StoreError.denied` where the server does not take the password, `StoreError.unavailable`
  ///   where it cannot be asked, or is none of CalDAV.
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

  /// A password goes in the open only as far as this machine.
  private static func refuseOpenPassword(
    _ address: CalendarAddress, _ credentials: Credentials?
  ) throws(StoreError) {
    guard credentials == nil || address.isEncrypted || address.isOfThisMachine else {
      throw .denied(
        "a password is not sent to \(address.host) in the open; expected an address with https")
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

  /// Asks the server what changed: one question where nothing did.
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

  /// True if the calendars are at another address than the one that was remembered.
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

  /// The calendars that are there; one that is listed no more is asked for itself before it is forgotten.
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

  /// Moves an item on the server itself, which keeps all that it has; by a copy where the server cannot.
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

  /// Sees what others changed before anything is: some servers do not look at versions themselves.
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

  /// A list is not removed with items that others are invited to: the server may write to them about each.
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
#endif
