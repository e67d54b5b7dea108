import CalendarItems
import CalendarStores
import ExactText
import HTTPServing
import WebDAV

/// Queries (RFC 4791, section 7.8).
extension CalDAVServer {
  /// The items that match a filter.
  func query(
    _ tree: XMLTree, of list: ServedSnapshot, _ request: ServedRequest
  ) async throws(ServedFailure) -> ServedAnswer {
    let filter: CalendarFilter
    do throws(FilterFault) { filter = try CalendarFilter(tree, zone: settings.zone) } catch {
      throw .condition(403, error.condition)
    }
    let wanted = PropertyRequest(tree)
    let range = try expansion(tree)
    let folder = ResourcePath.folder(request.path)
    var responses: [ServedResponse] = []
    for portion in try await candidates(for: filter, in: list, textsFor: wanted) {
      let found = try await matches(portion, filter, in: list, wanted)
      try note(found, in: list, request)
      responses += found.map { item in
        answer(
          item, folder + ResourcePath.segment(item.member.segment), wanted, expandedIn: range)
      }
    }
    return .multistatus(responses)
  }

  /// The range of time in which series are to be expanded; nil if they are not.
  func expansion(_ tree: XMLTree) throws(ServedFailure) -> TimeRange? {
    let data = tree.first(.dav("prop"))?.first(.caldav("calendar-data"))
    guard let expand = data?.first(.caldav("expand")) else { return nil }
    do throws(FilterFault) { return try TimeRange(expand) } catch { throw .status(400) }
  }

  /// Members of which the facts say one thing about a filter.
  private struct Portion {
    let members: [ServedMembers.Member]
    let verdict: FilterVerdict
  }

  /// How many texts are read at once.
  private static let portion = 512

  /// The members that may match, in their order, in portions that need no more memory than is useful.
  private func candidates(
    for filter: CalendarFilter, in list: ServedSnapshot, textsFor wanted: PropertyRequest
  ) async throws(ServedFailure) -> [Portion] {
    var portions: [Portion] = []
    for member in try await membersWithFacts(of: list) {
      let verdict = member.facts.map(filter.verdict) ?? .open
      guard verdict != .no else { continue }
      if let last = portions.last, last.verdict == verdict, last.members.count < Self.portion {
        portions[portions.count - 1] = Portion(members: last.members + [member], verdict: verdict)
      } else {
        portions.append(Portion(members: [member], verdict: verdict))
      }
    }
    return portions
  }

  private func matches(
    _ portion: Portion, _ filter: CalendarFilter, in list: ServedSnapshot,
    _ wanted: PropertyRequest
  ) async throws(ServedFailure) -> [ServedItem] {
    if portion.verdict == .yes { return try await items(portion.members, in: list, for: wanted) }
    return try await items(portion.members, in: list).filter(filter.matches)
  }

  /// The members with their facts, which are read now if they are not known.
  private func membersWithFacts(
    of list: ServedSnapshot
  ) async throws(ServedFailure) -> [ServedMembers.Member] {
    var members = list.members
    let unknown = members.indices.filter { members[$0].facts == nil }
    guard !unknown.isEmpty else { return members }
    var new: [ServedMembers.Member] = []
    for begin in stride(from: 0, to: unknown.count, by: Self.portion) {
      let indices = unknown[begin..<min(begin + Self.portion, unknown.count)]
      let items = try await items(indices.map { members[$0] }, in: list).byName
      for index in indices {
        guard let item = items[members[index].name], item.member.tag == members[index].tag,
          let content = item.content
        else { continue }
        members[index].facts = ItemFacts(content)
        new.append(members[index])
      }
    }
    try await asking { [new] () async throws(StoreError) in
      try lists.keepFacts(new, in: list.list.id)
    }
    return members
  }
}

/// What is known of an item's match without its text.
enum FilterVerdict {
  case no, yes
  /// The text must be read.
  case open

  /// Both have to match.
  static func && (left: FilterVerdict, right: @autoclosure () -> FilterVerdict) -> FilterVerdict {
    if left == .no { return .no }
    let other = right()
    return left == .yes ? other : other == .no ? .no : .open
  }
}
