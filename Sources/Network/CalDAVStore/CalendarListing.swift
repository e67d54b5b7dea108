import CalendarFetching
import CalendarItems
import CalendarStores
import ExactText
import StoreMirror
import WebAddresses
import WebDAV

/// Finds the calendars of an account with one request for each home.
struct CalendarListing {
  let connection: DAVConnection
  let account: DAVAccount
  let source: StoreSource.ID

  /// The maximum number of calendars of an account; each one costs a request whenever the account is read.
  private static let mostCalendars = 1000
  private static let tooMany = FetchFailure(
    .unreachable, "the server lists more than \(mostCalendars) calendars in one account")

  /// The calendars with the state that the server reports, by ID.
  func calendars() async throws(DAVConnection.Failure) -> [MirroredList] {
    var found: [ItemList.ID: MirroredList] = [:]
    for root in account.roots {
      let depth = account.calendar == nil ? 1 : 0
      let response = try await connection.send(
        DAVRequest("PROPFIND", root, depth: depth, xml: Self.requestedProperties))
      guard let all = response.multistatus else { throw .refused(connection.failure(response)) }
      for entry in all.responses {
        let list = calendar(entry, from: response)
        if let list { found[list.list.id] = list }
      }
      guard found.count <= Self.mostCalendars else { throw .refused(Self.tooMany) }
    }
    return found.values.sorted { $0.list.id < $1.list.id }
  }

  /// A single calendar; nil if it no longer exists.
  func calendar(at address: CalendarAddress) async throws(DAVConnection.Failure) -> MirroredList? {
    let response = try await connection.send(
      DAVRequest("PROPFIND", address, depth: 0, xml: Self.requestedProperties))
    if response.isGone { return nil }
    guard let all = response.multistatus else { throw .refused(connection.failure(response)) }
    guard let entry = all.responses.first, entry.status.map({ $0 != 404 }) ?? true else {
      return nil
    }
    return calendar(entry, from: response)
  }

  private static let requestedProperties = DAVBody.properties(
    "resourcetype", "displayname", "current-user-privilege-set", "sync-token", "S:getctag",
    "A:calendar-color", "C:supported-calendar-component-set")

  private func calendar(
    _ entry: Multistatus.Response, from response: DAVResponse
  ) -> MirroredList? {
    guard let type = entry.properties[.dav("resourcetype")], type.first(.caldav("calendar")) != nil,
      let address = connection.trusted(entry.href, from: response.address)
    else { return nil }
    let kinds = Self.kinds(entry)
    guard !kinds.isEmpty else { return nil }
    let name = ResourcePath.name(of: address.target)
    let title = entry.text(.dav("displayname")).map { Self.title($0, response) }
    let details = ItemList.Details(
      title: title ?? ResourcePath.lastName(of: address.target),
      color: entry.text(.color).flatMap(Self.color), kinds: kinds)
    var list = MirroredList(
      ItemList(
        id: ItemList.ID(name), source: source, details: details, isWritable: Self.isWritable(entry)),
      href: address.target)
    list.token = entry.text(.dav("sync-token")).flatMap(Multistatus.usableToken)
    list.mark = Self.mark(entry, at: response.values(of: "date").first.flatMap(HTTPDate.seconds))
    return list
  }

  /// Decodes a title once more for DAViCal, which stores names with XML escapes and escapes them again.
  private static func title(_ text: String, _ response: DAVResponse) -> String {
    guard !response.values(of: "x-davical-version").isEmpty else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }

  /// The kinds of items that the calendar accepts; all if the server does not name them.
  private static func kinds(_ entry: Multistatus.Response) -> Set<CalendarItem.Kind> {
    guard let set = entry.properties[.caldav("supported-calendar-component-set")],
      !set.children.isEmpty
    else { return Set(CalendarItem.Kind.allCases) }
    let names = set.componentNames
    return Set(CalendarItem.Kind.allCases.filter { names.contains($0.component) })
  }

  private static func isWritable(_ entry: Multistatus.Response) -> Bool {
    guard let set = entry.properties[.dav("current-user-privilege-set")], !set.children.isEmpty
    else { return true }
    return ["write", "write-content", "bind", "all"].contains { set.contains(.dav($0)) }
  }

  /// The colour as `#RRGGBB`, also from `#RRGGBBAA`.
  private static func color(_ text: String) -> String? {
    let isColor =
      text.first == "#" && (text.utf8.count == 7 || text.utf8.count == 9)
      && text.dropFirst().allSatisfy(\.isHexDigit)
    return isColor ? String(text.prefix(7)).uppercased() : nil
  }

  /// The mark (`getctag`) that changes with the contents, if the server has a reliable one.
  ///
  /// Some servers count in seconds: a second change in the same second does not change the mark.
  private static func mark(_ entry: Multistatus.Response, at date: Int?) -> String? {
    let marks = [entry.text(.ctag), entry.text(.dav("sync-token"))]
    guard marks.contains(where: { $0 != nil }) else { return nil }
    let isSettled = marks.compactMap { $0 }.allSatisfy { mark in
      guard let second = TimestampToken(mark)?.second else { return true }
      return date.map { second + 2 <= $0 } ?? false
    }
    return isSettled ? marks.map { $0 ?? "" }.joined(separator: "\n") : nil
  }
}

/// A sync token that counts the seconds since 1970, as SOGo's does.
struct TimestampToken {
  let second: Int

  /// Creates it from a token; nil for a token in another form.
  init?(_ token: String) {
    guard let second = Int(token), (1_000_000_000..<100_000_000_000).contains(second) else {
      return nil
    }
    self.second = second
  }

  /// The token of the previous second, after which all changes of this second are reported again.
  var before: String { String(second - 1) }
}
