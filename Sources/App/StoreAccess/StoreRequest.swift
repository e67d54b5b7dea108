package import CalendarStores
package import TaskDates
package import WebAddresses

/// The settings for opening a store.
package struct StoreRequest: Sendable {
  /// The address of the store.
  package var address: StoreAddress
  /// Returns the user name and the password, nil if none are known; called only when a server asks for them.
  ///
  /// It may run a command or read a file, and throws if that fails.
  package var password: @Sendable () throws(StoreError) -> Credentials?
  /// The clock for the timestamps of changes.
  package var now: @Sendable () -> Instant
  /// The database of time zones.
  package var zones: ZoneDatabase
  /// A folder for cached data of a server, private to this user and used for this address alone.
  ///
  /// It exists where the address has a server.
  package var cacheFolder: String
  /// The time limit of one request, in seconds.
  package var timeout: Int
  /// When to stop waiting for the server, even if work is left; nil for no limit.
  package var end: ContinuousClock.Instant?
  /// The name of the client that servers see: `duecal/1.0.0`.
  package var agent: String
  /// Whether items with other participants may be changed.
  package var allowsScheduling: Bool
  /// Whether a local store that does not exist is created; false for reading.
  package var makesStore: Bool
  /// Whether the store also lists what it leaves out, so that a sync releases it.
  package var keepsLeftOut = false
  /// Returns the settings for a store in task files; nil if this run has none.
  package var taskFiles: @Sendable () throws(StoreError) -> TaskFileRequest? = {
    () throws(StoreError) in nil
  }

  /// Creates a request.
  package init(
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
