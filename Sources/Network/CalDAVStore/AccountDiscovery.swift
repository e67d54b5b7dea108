import CalendarFetching
import ExactText
import WebAddresses
import WebDAV

/// The calendars of a person (RFC 6764, RFC 5397, RFC 4791, section 6.2.1).
struct DAVAccount: Hashable, Sendable {
  /// The collections that contain calendars.
  var homes: [CalendarAddress] = []
  /// The calendar, if the address is that of one; then there are no others.
  var calendar: CalendarAddress?
  /// True if calendars can be created in the first of the homes.
  var makesCalendars = false

  /// The addresses that one listing reads: the homes, or the calendar.
  var roots: [CalendarAddress] { calendar.map { [$0] } ?? homes }
}

/// Finds the account at an address.
struct AccountDiscovery {
  let connection: DAVConnection
  let address: CalendarAddress

  private typealias Failure = DAVConnection.Failure

  func account() async throws(DAVConnection.Failure) -> DAVAccount {
    var account = try await found()
    if account.homes.count > 1 { account.homes = try await there(account.homes) }
    guard account.calendar == nil, let home = account.homes.first else { return account }
    let options = try await connection.send(DAVRequest("OPTIONS", home))
    account.makesCalendars = Self.allows("MKCALENDAR", options)
    return account
  }

  /// The homes that can be read.
  ///
  /// If none can, returns all, so that the error is reported later.
  private func there(
    _ homes: [CalendarAddress]
  ) async throws(DAVConnection.Failure) -> [CalendarAddress] {
    var found: [CalendarAddress] = []
    for home in homes {
      let response = try await connection.send(
        DAVRequest("PROPFIND", home, depth: 0, xml: DAVBody.properties("resourcetype")))
      if response.status == 207 { found.append(response.address) }
    }
    return found.isEmpty ? homes : found
  }

  /// True if a method is allowed.
  ///
  /// If the server does not list its methods, the request itself will show.
  private static func allows(_ method: String, _ response: DAVResponse) -> Bool {
    let allowed = response.values(of: "allow")
    return allowed.isEmpty || allowed.joined(separator: ",").uppercased().contains(method)
  }

  private func found() async throws(DAVConnection.Failure) -> DAVAccount {
    var first: DAVConnection.Failure?
    do throws(DAVConnection.Failure) {
      if let account = try await account(at: address) { return account }
    } catch {
      // The address may be only that of the server, with the calendars at another path.
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

  /// The account at an address; nil if there is none.
  private func account(
    at address: CalendarAddress
  ) async throws(DAVConnection.Failure) -> DAVAccount? {
    let (entry, place) = try await properties(of: address)
    if entry.properties[.dav("resourcetype")]?.first(.caldav("calendar")) != nil {
      return DAVAccount(calendar: place)
    }
    if let account = try homes(entry, from: place) { return account }
    guard let principal = entry.properties[.dav("current-user-principal")] else {
      return isCollection(entry) ? DAVAccount(homes: [place]) : nil
    }
    guard principal.first(.dav("unauthenticated")) == nil else {
      throw .refused(
        FetchFailure(
          .forbidden, "the server asks for a name and a password, or rejects the ones given"))
    }
    guard let href = principal.first(.dav("href"))?.trimmed,
      let person = connection.trusted(href, from: place)
    else { return nil }
    let (more, there) = try await properties(of: person)
    return try homes(more, from: there)
  }

  private func isCollection(_ entry: Multistatus.Response) -> Bool {
    entry.properties[.dav("resourcetype")]?.first(.dav("collection")) != nil
  }

  /// The maximum number of homes; each one costs a request whenever the account is read.
  private static let mostHomes = 100

  private func homes(
    _ entry: Multistatus.Response, from place: CalendarAddress
  ) throws(DAVConnection.Failure) -> DAVAccount? {
    let hrefs = entry.properties[.caldav("calendar-home-set")]?.all(.dav("href")) ?? []
    guard hrefs.count <= Self.mostHomes else {
      throw .refused(
        FetchFailure(
          .unreachable, "the server reports more than \(Self.mostHomes) folders of calendars"))
    }
    let homes = hrefs.compactMap { connection.trusted($0.trimmed, from: place) }
    return homes.isEmpty ? nil : DAVAccount(homes: homes)
  }

  private func properties(
    of address: CalendarAddress
  ) async throws(DAVConnection.Failure) -> (Multistatus.Response, CalendarAddress) {
    let body = DAVBody.properties(
      "resourcetype", "current-user-principal", "C:calendar-home-set")
    let response = try await connection.send(DAVRequest("PROPFIND", address, depth: 0, xml: body))
    guard let first = response.multistatus?.responses.first else {
      throw .refused(connection.failure(response))
    }
    return (first, response.address)
  }
}
