#if Network
import CalendarFetching
import ExactText
import WebAddresses

/// Where the calendars of a person are (RFC 6764, RFC 5397, RFC 4791, section 6.2.1).
struct DAVAccount: Hashable, Sendable {
  /// The collections that have calendars in them.
  var homes: [CalendarAddress] = []
  /// A calendar that was named itself; there are no others then.
  var calendar: CalendarAddress?
  /// True if calendars can be made in the first of them.
  var makesCalendars = false

  /// What is asked for in one question of a look: the homes, or the calendar.
  var roots: [CalendarAddress] { calendar.map { [$0] } ?? homes }
}

/// Finds the account behind an address.
struct AccountDiscovery {
  let connection: DAVConnection
  let address: CalendarAddress

  private typealias Failure = DAVConnection.Failure

  func account() async throws(DAVConnection.Failure) -> DAVAccount {
    var account = try await found()
    if account.homes.count > 1 { account.homes = try await there(account.homes) }
    guard account.calendar == nil, let home = account.homes.first else { return account }
    let options = try await connection.ask(DAVRequest("OPTIONS", home))
    account.makesCalendars = Self.allows("MKCALENDAR", options)
    return account
  }

  /// Those of several homes that can be read; all where none can, so that it is said why.
  private func there(
    _ homes: [CalendarAddress]
  ) async throws(DAVConnection.Failure) -> [CalendarAddress] {
    var found: [CalendarAddress] = []
    for home in homes {
      let answer = try await connection.ask(
        DAVRequest("PROPFIND", home, depth: 0, xml: DAVBody.properties("resourcetype")))
      if answer.status == 207 { found.append(answer.address) }
    }
    return found.isEmpty ? homes : found
  }

  /// Servers that say nothing of methods are asked when it comes to it.
  private static func allows(_ method: String, _ answer: DAVResponse) -> Bool {
    let allowed = answer.values(of: "allow")
    return allowed.isEmpty || allowed.joined(separator: ",").uppercased().contains(method)
  }

  private func found() async throws(DAVConnection.Failure) -> DAVAccount {
    var first: DAVConnection.Failure?
    do throws(DAVConnection.Failure) {
      if let account = try await account(at: address) { return account }
    } catch {
      // A person may have named the server alone, whose calendars are elsewhere on it.
      guard Self.mayBeElsewhere(error) else { throw error }
      first = error
    }
    if let known = try? address.redirected(to: "/.well-known/caldav"),
      let account = try? await account(at: known)
    {
      return account
    }
    throw first
      ?? .refused(FetchFailure(.missing, "there are no calendars at this address of the server"))
  }

  private static func mayBeElsewhere(_ failure: DAVConnection.Failure) -> Bool {
    guard case .refused(let failure) = failure else { return false }
    return failure.kind != .forbidden && failure.kind != .configuration
  }

  /// What an address leads to; nil for nothing.
  private func account(
    at address: CalendarAddress
  ) async throws(DAVConnection.Failure) -> DAVAccount? {
    let (said, place) = try await properties(of: address)
    if said.properties[.dav("resourcetype")]?.first(.caldav("calendar")) != nil {
      return DAVAccount(calendar: place)
    }
    if let account = try homes(said, from: place) { return account }
    guard let principal = said.properties[.dav("current-user-principal")] else {
      return isCollection(said) ? DAVAccount(homes: [place]) : nil
    }
    guard principal.first(.dav("unauthenticated")) == nil else {
      throw .refused(
        FetchFailure(.forbidden, "the server wants a name and a password, or others than these"))
    }
    guard let href = principal.first(.dav("href"))?.trimmed,
      let person = connection.trusted(href, from: place)
    else { return nil }
    let (more, there) = try await properties(of: person)
    return try homes(more, from: there)
  }

  private func isCollection(_ said: Multistatus.Response) -> Bool {
    said.properties[.dav("resourcetype")]?.first(.dav("collection")) != nil
  }

  /// The most folders of calendars; each one costs a request whenever the account is read.
  private static let mostHomes = 100

  private func homes(
    _ said: Multistatus.Response, from place: CalendarAddress
  ) throws(DAVConnection.Failure) -> DAVAccount? {
    let hrefs = said.properties[.caldav("calendar-home-set")]?.all(.dav("href")) ?? []
    guard hrefs.count <= Self.mostHomes else {
      throw .refused(
        FetchFailure(
          .unreachable, "the server names more than \(Self.mostHomes) folders of calendars"))
    }
    let homes = hrefs.compactMap { connection.trusted($0.trimmed, from: place) }
    return homes.isEmpty ? nil : DAVAccount(homes: homes)
  }

  private func properties(
    of address: CalendarAddress
  ) async throws(DAVConnection.Failure) -> (Multistatus.Response, CalendarAddress) {
    let body = DAVBody.properties(
      "resourcetype", "current-user-principal", "C:calendar-home-set")
    let answer = try await connection.ask(DAVRequest("PROPFIND", address, depth: 0, xml: body))
    guard let first = answer.multistatus?.responses.first else {
      throw .refused(connection.failure(answer))
    }
    return (first, answer.address)
  }
}
#endif
