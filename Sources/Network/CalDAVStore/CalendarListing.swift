#if Network
import CalendarFetching
import CalendarItems
import CalendarStores
import ExactText
import StoreMirror
import WebAddresses

/// The calendars of an account, as one question finds them.
struct CalendarListing {
  let connection: DAVConnection
  let account: DAVAccount
  let source: StoreSource.ID

  /// The most calendars of an account; each one costs a request whenever the account is read.
  private static let mostCalendars = 1000
  private static let tooMany = FetchFailure(
    .unreachable, "the server lists more than \(mostCalendars) calendars in one account")

  /// The calendars with what the server says of their state, by id.
  func calendars() async throws(DAVConnection.Failure) -> [MirroredList] {
    var found: [ItemList.ID: MirroredList] = [:]
    for root in account.roots {
      let depth = account.calendar == nil ? 1 : 0
      let answer = try await connection.ask(
        DAVRequest("PROPFIND", root, depth: depth, xml: Self.question))
      guard let all = answer.multistatus else { throw .refused(connection.failure(answer)) }
      for response in all.responses {
        let list = calendar(response, from: answer)
        if let list { found[list.list.id] = list }
      }
      guard found.count <= Self.mostCalendars else { throw .refused(Self.tooMany) }
    }
    return found.values.sorted { $0.list.id < $1.list.id }
  }

  /// A calendar alone; nil where it is there no more.
  func calendar(at address: CalendarAddress) async throws(DAVConnection.Failure) -> MirroredList? {
    let answer = try await connection.ask(
      DAVRequest("PROPFIND", address, depth: 0, xml: Self.question))
    if answer.isGone { return nil }
    guard let all = answer.multistatus else { throw .refused(connection.failure(answer)) }
    guard let response = all.responses.first, response.status.map({ $0 != 404 }) ?? true else {
      return nil
    }
    return calendar(response, from: answer)
  }

  private static let question = DAVBody.properties(
    "resourcetype", "displayname", "current-user-privilege-set", "sync-token", "S:getctag",
    "A:calendar-color", "C:supported-calendar-component-set")

  private func calendar(
    _ said: Multistatus.Response, from answer: DAVResponse
  ) -> MirroredList? {
    guard let type = said.properties[.dav("resourcetype")], type.first(.caldav("calendar")) != nil,
      let address = connection.trusted(said.href, from: answer.address)
    else { return nil }
    let kinds = Self.kinds(said)
    guard !kinds.isEmpty else { return nil }
    let name = ResourcePath.name(of: address.target)
    let title = said.text(.dav("displayname")).map { Self.title($0, answer) }
    let details = ItemList.Details(
      title: title ?? ResourcePath.lastName(of: address.target),
      color: said.text(.color).flatMap(Self.color), kinds: kinds)
    var list = MirroredList(
      ItemList(
        id: ItemList.ID(name), source: source, details: details, isWritable: Self.isWritable(said)),
      href: address.target)
    list.token = said.text(.dav("sync-token")).flatMap(Multistatus.usableToken)
    list.mark = Self.mark(said, at: answer.values(of: "date").first.flatMap(HTTPDate.seconds))
    return list
  }

  /// DAViCal keeps names as they stand in XML, and writes them into XML once more.
  private static func title(_ text: String, _ answer: DAVResponse) -> String {
    guard !answer.values(of: "x-davical-version").isEmpty else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }

  /// What may be in it: all where nothing is said.
  private static func kinds(_ said: Multistatus.Response) -> Set<CalendarItem.Kind> {
    guard let set = said.properties[.caldav("supported-calendar-component-set")],
      !set.children.isEmpty
    else { return Set(CalendarItem.Kind.allCases) }
    let names = ExactSet(
      set.all(.caldav("comp")).compactMap { $0.attributes["name"]?.uppercased() })
    return Set(CalendarItem.Kind.allCases.filter { names.contains($0.component) })
  }

  private static func isWritable(_ said: Multistatus.Response) -> Bool {
    guard let set = said.properties[.dav("current-user-privilege-set")], !set.children.isEmpty
    else { return true }
    return ["write", "write-content", "bind", "all"].contains { set.contains(.dav($0)) }
  }

  /// `#RRGGBB`, as also of `#RRGGBBAA`.
  private static func color(_ text: String) -> String? {
    let isColor =
      text.first == "#" && (text.utf8.count == 7 || text.utf8.count == 9)
      && text.dropFirst().allSatisfy(\.isHexDigit)
    return isColor ? String(text.prefix(7)).uppercased() : nil
  }

  /// What changes with all that is in it, if the server has such a thing that is to be trusted.
  ///
  /// Some servers count in seconds: what is changed in the same second changes the mark no more.
  private static func mark(_ said: Multistatus.Response, at date: Int?) -> String? {
    let marks = [said.text(.ctag), said.text(.dav("sync-token"))]
    guard marks.contains(where: { $0 != nil }) else { return nil }
    let isSettled = marks.compactMap { $0 }.allSatisfy { mark in
      guard let second = TimestampToken(mark)?.second else { return true }
      return date.map { second + 2 <= $0 } ?? false
    }
    return isSettled ? marks.map { $0 ?? "" }.joined(separator: "\n") : nil
  }
}

/// A token that counts the seconds since 1970, as SOGo's does.
struct TimestampToken {
  let second: Int

  /// Nil for a token that says anything else.
  init?(_ token: String) {
    guard let second = Int(token), (1_000_000_000..<100_000_000_000).contains(second) else {
      return nil
    }
    self.second = second
  }

  /// The token that has all changes of its second behind it.
  var before: String { String(second - 1) }
}

extension CalendarItem.Kind {
  /// The name of the component (RFC 5545, section 3.6).
  var component: String {
    switch self {
    case .reminder: "VTODO"
    case .event: "VEVENT"
    }
  }
}
#endif
