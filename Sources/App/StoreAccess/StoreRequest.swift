public import CalendarStores
public import TaskDates
public import WebAddresses

/// What a store is opened with.
public struct StoreRequest: Sendable {
  /// Where it is.
  public var address: StoreAddress
  /// Brings the name and the password, where somebody is known to have one; asked only when a server wants it.
  ///
  /// It may run a command or read a file, and throws where that fails.
  public var password: @Sendable () throws(StoreError) -> Credentials?
  /// The clock that stamps what is changed.
  public var now: @Sendable () -> Instant
  /// Where zones are.
  public var zones: ZoneDatabase
  /// A folder for what a store keeps of a server, this user's alone and of this address alone.
  ///
  /// It is there where the address has a server.
  public var cacheFolder: String
  /// How long one request may take, in seconds.
  public var timeout: Int
  /// When to stop waiting for the server, whatever is done by then; nil for no limit.
  public var end: ContinuousClock.Instant?
  /// Who asks, as a server is told: `duecal/1.0.0`.
  public var agent: String
  /// Whether items that others are invited to may be changed.
  public var allowsScheduling: Bool
  /// Whether a store of this machine that is not there is made; for reading it is not.
  public var makesStore: Bool

  /// Creates a request.
  public init(
    _ address: StoreAddress,
    password: @escaping @Sendable () throws(StoreError) -> Credentials? = { () throws(StoreError) in
      nil
    },
    now: @escaping @Sendable () -> Instant, zones: ZoneDatabase = ZoneDatabase(),
    cacheFolder: String, timeout: Int = 30, agent: String, allowsScheduling: Bool = false,
    makesStore: Bool = false
  ) {
    self.address = address
    self.password = password
    self.now = now
    self.zones = zones
    self.cacheFolder = cacheFolder
    self.timeout = timeout
    self.agent = agent
    self.allowsScheduling = allowsScheduling
    self.makesStore = makesStore
  }
}
