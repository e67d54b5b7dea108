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
    var responses = ItemResponses(wanted, expandedIn: range, self)
    for portion in try await candidates(for: filter, in: list) {
      let found = try await matches(portion, filter, in: list, wanted)
      try note(found, in: list, request)
      for item in found { responses.add(item, at: item.member.href(in: folder)) }
    }
    return responses.answer()
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
    for filter: CalendarFilter, in list: ServedSnapshot
  ) async throws(ServedFailure) -> [Portion] {
    let members = try await membersWithFacts(of: list)
    var portions: [Portion] = []
    var (verdict, begun) = (FilterVerdict.no, [ServedMembers.Member]())
    for index in members.indices {
      let next = members[index].facts.map(filter.verdict) ?? .open
      if next == .no { continue }
      if next != verdict || begun.count >= Self.portion {
        portions.append(Portion(members: begun, verdict: verdict))
        (verdict, begun) = (next, [])
      }
      begun.append(members[index])
    }
    portions.append(Portion(members: begun, verdict: verdict))
    return portions.filter { !$0.members.isEmpty }
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
    let unknown = list.members.indices.filter { list.members[$0].facts == nil }
    guard !unknown.isEmpty else { return list.members }
    var members = list.members
    var new: [ServedMembers.Member] = []
    for begin in stride(from: 0, to: unknown.count, by: Self.portion) {
      let indices = unknown[begin..<min(begin + Self.portion, unknown.count)]
      let items = try await items(indices.map { members[$0] }, in: list).byName
      for index in indices {
        guard let item = items[members[index].name], item.member.tag == members[index].tag,
          let facts = ItemFacts(item, zone: settings.zone)
        else { continue }
        members[index].facts = facts
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
