import ExactText

/// Something that brings the calendar behind an address.
///
/// It is asked once and answers once: redirects, passwords, tries and limits are its own business, and
/// no answer but a whole calendar is given as one.
public protocol CalendarFetcher: Sendable {
  /// Brings a calendar, or says why it does not.
  func fetch(_ request: FetchRequest) -> FetchAnswer
}

/// What a fetcher is asked for.
public struct FetchRequest: Sendable {
  /// Where the calendar is.
  public var address: CalendarAddress
  /// What the server said of the calendar that is here already.
  public var validators: FetchValidators?
  /// The most bytes that a calendar may have.
  public var byteLimit: Int
  /// How long all of it may take, in seconds.
  public var timeout: Int
  /// Who asks, as the server is told: `duecal/1.0.0`.
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

/// By what a server knows again which version of a calendar it gave.
public struct FetchValidators: Hashable, Sendable {
  /// The address that they are for, behind all redirects: no other server is asked with them.
  public var url: String
  /// The `ETag`, as it came.
  public var etag: String?
  /// The `Last-Modified`, as it came.
  public var lastModified: String?

  /// Creates validators.
  public init(url: String, etag: String?, lastModified: String?) {
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// What became of a request.
public enum FetchAnswer: Sendable {
  /// A calendar, whole.
  case calendar(FetchedCalendar)
  /// The calendar that is here already is the latest.
  case unchanged(movedTo: CalendarAddress?)
  /// None, and why.
  case failed(FetchFailure)
}

/// A calendar that came over the network.
public struct FetchedCalendar: Sendable {
  /// Its bytes, out of every encoding of the way.
  public var bytes: [UInt8]
  /// What to ask with the next time; nil where the server gives nothing for that.
  public var validators: FetchValidators?
  /// Where it came from, behind all redirects.
  public var finalAddress: CalendarAddress
  /// Where it is from now on, if the server says that it moved for good.
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

/// Why no calendar came.
public struct FetchFailure: Error, Hashable, Sendable {
  /// What kind of reason it is, for those who decide what to do.
  public enum Kind: Hashable, Sendable {
    /// No connection, no answer in time, or a server that fails.
    case unreachable
    /// The server wants a password, or another one.
    case forbidden
    /// The server has no such calendar.
    case missing
    /// What came is no calendar, not a whole one, or too large.
    case noCalendar
    /// The address, or a setting of this machine, does not do.
    case configuration
  }

  /// The kind.
  public let kind: Kind
  /// What to say to people, behind the address and a colon; without passwords.
  public let sentence: String

  /// The run has used all of its time.
  public static let outOfTime = FetchFailure(
    .unreachable, "no time is left to ask the server; expected a longer --timeout")

  /// Creates a failure.
  public init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}
