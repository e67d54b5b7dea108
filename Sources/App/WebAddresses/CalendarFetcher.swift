import ExactText

/// Fetches the calendar at an address.
///
/// One call gives one result. The fetcher itself handles redirects, passwords, retries and limits, and returns a
/// calendar only if it is complete.
public protocol CalendarFetcher: Sendable {
  /// Fetches a calendar, or returns the reason for a failure.
  func fetch(_ request: FetchRequest) -> FetchResult
}

/// The parameters of a fetch.
public struct FetchRequest: Sendable {
  /// The address of the calendar.
  public var address: CalendarAddress
  /// The validators of the calendar that was fetched before.
  public var validators: FetchValidators?
  /// The maximum size of a calendar, in bytes.
  public var byteLimit: Int
  /// The time limit for the whole fetch, in seconds.
  public var timeout: Int
  /// The name of the client that servers see: `duecal/1.0.0`.
  public var agent: String

  /// Creates a request.
  public init(
    _ address: CalendarAddress, validators: FetchValidators? = nil, byteLimit: Int = 64 << 20,
    timeout: Int = 30, agent: String
  ) {
    self.address = address
    self.validators = validators
    self.byteLimit = byteLimit
    self.timeout = timeout
    self.agent = agent
  }
}

/// The validators of a calendar, by which a server recognises a version of it.
public struct FetchValidators: Hashable, Sendable {
  /// The final address after all redirects, to which they belong: they are sent to no other server.
  public var url: String
  /// The value of `ETag`, unchanged.
  public var etag: String?
  /// The value of `Last-Modified`, unchanged.
  public var lastModified: String?

  /// Creates validators.
  public init(url: String, etag: String?, lastModified: String?) {
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// The result of a fetch.
public enum FetchResult: Sendable {
  /// A complete calendar.
  case calendar(FetchedCalendar)
  /// The calendar has not changed since it was fetched.
  case unchanged(movedTo: CalendarAddress?)
  /// No calendar, and the reason.
  case failed(FetchFailure)
}

/// A calendar that was fetched over the network.
public struct FetchedCalendar: Sendable {
  /// Its bytes, after all content and transfer encodings are decoded.
  public var bytes: [UInt8]
  /// The validators for the next request; nil if the server sends none.
  public var validators: FetchValidators?
  /// The final address after all redirects.
  public var finalAddress: CalendarAddress
  /// The new address, if the server reports that the calendar has moved permanently.
  public var movedTo: CalendarAddress?

  /// Creates a fetched calendar.
  public init(
    bytes: [UInt8], validators: FetchValidators?, finalAddress: CalendarAddress,
    movedTo: CalendarAddress?
  ) {
    self.bytes = bytes
    self.validators = validators
    self.finalAddress = finalAddress
    self.movedTo = movedTo
  }
}

/// The reason why no calendar was fetched.
public struct FetchFailure: Error, Hashable, Sendable {
  /// The kind of the reason, for callers that act on it.
  public enum Kind: Hashable, Sendable {
    /// No connection, no answer in time, or an error of the server.
    case unreachable
    /// The server requires a password, or a different one.
    case forbidden
    /// The server has no such calendar.
    case missing
    /// The answer is not a calendar, is incomplete, or is too large.
    case noCalendar
    /// The address, or a setting of this machine, is not suitable.
    case configuration
  }

  /// The kind of the reason.
  public let kind: Kind
  /// The message to print after the address and a colon; without passwords.
  public let sentence: String

  /// The run has used up its time limit.
  public static let outOfTime = FetchFailure(
    .unreachable, "the time ran out before the server was asked; expected a longer --timeout")

  /// Creates a failure.
  public init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}
