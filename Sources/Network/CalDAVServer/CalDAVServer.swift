package import CalendarStores
import ExactText
package import HTTPServing
import StoredText
package import TaskDates
import WebDAV

/// A CalDAV server (RFC 4791) of one person, over any store.
///
/// It knows nothing of texts or files: a list of the store is a collection, an item a resource. What cannot be answered
/// truthfully is answered with 503, and never with an empty collection.
///
/// ```swift
/// let server = try await CalDAVServer(store, CalDAVServer.Settings(user: "alice"))
/// let answer = await server.answer(ServedRequest("PROPFIND", "/alice/calendars/"))
/// ```
package struct CalDAVServer: Sendable {
  /// The settings of a server.
  package struct Settings: Sendable {
    /// The name of the person, which is in all paths.
    package var user: String
    /// What a proxy puts before all paths.
    package var prefix = ""
    /// The file with what clients have been told; nil to keep that in memory.
    package var state: String?
    /// Whether a client may remove a list.
    package var allowsListRemoval = false
    /// How long an item whose line is gone is shown, because an editor may be about to write it again.
    package var patience = Duration.zero
    /// The zone in which civil times are compared with those of a request.
    package var zone = Zone.utc

    /// Creates settings.
    package init(user: String) { self.user = user }
  }

  /// The longest text of an item, in bytes.
  static let longestItem = 10 << 20

  let store: any CalendarStore
  let settings: Settings
  let paths: ServedPaths
  let members: ServedMembers
  let lists: ServedLists
  let waiting: WaitingWrites
  let programs = Programs()

  /// Creates a server.
  ///
  /// - Throws: `StoreError.unavailable` if its state cannot be opened.
  package init(_ store: any CalendarStore, _ settings: Settings) async throws(StoreError) {
    self.store = store
    self.settings = settings
    paths = ServedPaths(user: settings.user, prefix: settings.prefix)
    members = try ServedMembers(path: settings.state, zone: settings.zone.name) {
      String(UInt64.random(in: .min ... .max), radix: 36)
    }
    lists = await ServedLists(store, members, patience: settings.patience)
    waiting = WaitingWrites(lists)
  }

  /// Reads the store, so that the first answer is quick, and makes a first list in an empty one.
  ///
  /// - Throws: An error if the store cannot be read.
  package func prepare() async throws(StoreError) {
    if try await lists.all().isEmpty, store.capabilities.contains(.changesLists) {
      _ = try await store.createList(ItemList.Details(title: "Tasks"))
      lists.noteLists()
    }
    try await lists.freshen()
    await waiting.begin()
  }

  /// Answers a request of a person whose password was checked.
  package func answer(_ request: ServedRequest) async -> ServedAnswer {
    var answer: ServedAnswer
    do throws(ServedFailure) {
      answer = try await answerOrFail(request)
    } catch {
      answer = error.answer(hrefOf: href)
    }
    return answer.fitting(request)
  }

  private func answerOrFail(
    _ request: ServedRequest
  ) async throws(ServedFailure) -> ServedAnswer {
    if request.method == "OPTIONS" { return Self.options }
    guard let place = paths.place(request.path) else { throw .status(404) }
    if place == .wellKnown {
      return ServedAnswer(301, headers: [("Location", paths.root)])
    }
    switch request.method {
    case "PROPFIND": return try await propfind(request, place)
    case "PROPPATCH": return try await proppatch(request, place)
    case "REPORT": return try await report(request, place)
    case "GET", "HEAD": return try await get(request, place)
    case "PUT": return try await put(request, place)
    case "DELETE": return try await delete(request, place)
    case "MOVE": return try await move(request, place)
    case "MKCALENDAR", "MKCOL": return try await makeList(request, place)
    default: return ServedAnswer(405, headers: [Self.allowed])
    }
  }

  private static let allowed = (
    name: "Allow",
    value: "OPTIONS, GET, HEAD, PUT, DELETE, MOVE, PROPFIND, PROPPATCH, REPORT, MKCALENDAR, MKCOL"
  )

  /// What the server offers, which is the same at all paths, so that a client may ask without a password; without
  /// scheduling, clients offer no invitations.
  private static let options = ServedAnswer(
    200,
    headers: [
      (name: "DAV", value: "1, 3, access-control, calendar-access, extended-mkcol"), allowed,
    ])

  /// The address of an item; nil if no client was told of it.
  func href(_ ref: ItemRef) -> String? {
    guard let list = lists.snapshot(ref.list), let member = list.member(named: ref.name) else {
      return nil
    }
    return member.href(in: "\(paths.home)\(ResourcePath.segment(list.segment))/")
  }

  /// Reads the body of a request in XML; nil for an empty one.
  func tree(_ request: ServedRequest) throws(ServedFailure) -> XMLTree? {
    if request.body.isEmpty { return nil }
    // The parser does not mind what comes after the root.
    let last = request.body.last { !XMLCheck.isBlank($0) }
    guard last == UInt8(ascii: ">"), let tree = XMLTree(request.body) else { throw .status(400) }
    return tree
  }
}

/// Why a request is not carried out.
enum ServedFailure: Error {
  case status(Int)
  /// A condition of a standard that was not met.
  case condition(Int, XMLTree.Name)
  /// The store cannot be read or written.
  case store(StoreError)

  /// The answer, with its reason for the log.
  ///
  /// - Parameter href: The address of an item; nil if no client was told of it.
  func answer(hrefOf href: (ItemRef) -> String?) -> ServedAnswer {
    var answer: ServedAnswer
    switch self {
    case .status(let status): return ServedAnswer(status)
    case .condition(let status, let name):
      answer = .failed(status, name)
      answer.reason = name.local
    case .store(let error):
      answer = error.answer
      if case .exists(let version) = error, let href = href(version.ref) {
        answer = .failed(403, .caldav("no-uid-conflict"), DAVText.href(href))
      }
      answer.reason = error.description
    }
    return answer
  }
}

extension StoreError {
  /// The answer to a request that failed; what may pass is 503, which no client takes for a removal.
  fileprivate var answer: ServedAnswer {
    switch self {
    case .noList, .noItem: ServedAnswer(404)
    case .changedMeanwhile: ServedAnswer(412)
    case .exists: .failed(403, .caldav("no-uid-conflict"))
    case .notWritable: .failed(403, .dav("need-privileges"))
    case .notAllowed: .failed(403, .caldav("supported-calendar-component"))
    case .invalid: .failed(403, .caldav("valid-calendar-data"))
    case .impossible: ServedAnswer(403)
    case .denied, .busy, .unavailable: ServedAnswer(503, headers: [("Retry-After", "30")])
    }
  }
}

/// Calls a store, or the state of the server.
func asking<Value: Sendable>(
  _ body: () async throws(StoreError) -> Value
) async throws(ServedFailure) -> Value {
  do throws(StoreError) { return try await body() } catch { throw .store(error) }
}
