import CalendarStores
import ExactText
import HTTPServing
import WebDAV

/// The reports (RFC 3253, 4791 and 6578).
extension CalDAVServer {
  func report(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    guard let tree = try tree(request) else { throw .status(400) }
    switch tree.name {
    case .dav("expand-property"): return try await propfind(request, place, expanding: tree)
    case .dav("principal-search-property-set"):
      return .xml(200, DAVText.root("principal-search-property-set", ""))
    case .dav("principal-property-search"): return searchPrincipals(tree)
    default: break
    }
    guard case .list(let segment) = place else {
      throw .condition(403, .dav("supported-report"))
    }
    let list = try await list(segment)
    switch tree.name {
    case .dav("sync-collection"): return try await changes(tree, of: list, request)
    case .caldav("calendar-multiget"): return try await multiget(tree, of: list, request)
    case .caldav("calendar-query"): return try await query(tree, of: list, request)
    case .caldav("free-busy-query"): return try await freeBusy(tree, of: list.list)
    default: throw .condition(403, .dav("supported-report"))
    }
  }

  // MARK: Changes

  /// The members that changed since a token, and the token of the present state.
  private func changes(
    _ tree: XMLTree, of list: ServedSnapshot, _ request: ServedRequest
  ) async throws(ServedFailure) -> ServedAnswer {
    let wanted = PropertyRequest(tree)
    let limit = tree.first(.dav("limit"))?.first(.dav("nresults")).flatMap { Int($0.trimmed) }
    if let limit, limit < 1 { throw .condition(507, .dav("number-of-matches-within-limits")) }
    let since = try revision(tree.first(.dav("sync-token"))?.trimmed ?? "", of: list)
    let found = try await asking { () async throws(StoreError) in
      try members.changes(
        in: list.list.id, since: since ?? 0, upTo: list.revision,
        limit: limit.map { $0 + 1 } ?? .max)
    }
    let changes = found.prefix(limit ?? .max)
    // To a client that knows nothing, an item that is gone means nothing.
    let told = changes.filter { since != nil || $0.tag != nil }
    var responses = ItemResponses(wanted, self)
    try await add(Array(told), of: list, request, wanted, to: &responses)
    guard found.count > changes.count, let last = changes.last else {
      return responses.answer(token: token(list.revision))
    }
    var rest = ServedResponse(href: ResourcePath.folder(request.path))
    rest.status = 507
    responses.add(rest)
    return responses.answer(token: token(last.revision))
  }

  /// The revision that a token names; nil for the empty token of a client that knows nothing.
  private func revision(
    _ token: String, of list: ServedSnapshot
  ) throws(ServedFailure) -> Int? {
    if token.isEmpty { return nil }
    let prefix = "data:,\(members.state)-"
    guard token.hasPrefix(prefix), let revision = Int(token.dropFirst(prefix.count)),
      (0...list.revision).contains(revision)
    else { throw .condition(403, .dav("valid-sync-token")) }
    return revision
  }

  /// Adds the answers about members, of which some may be gone.
  private func add(
    _ members: [ServedMembers.Member], of list: ServedSnapshot, _ request: ServedRequest,
    _ wanted: PropertyRequest, to responses: inout ItemResponses
  ) async throws(ServedFailure) {
    // What is known of a member has been read with the list.
    let there = members.compactMap { $0.tag == nil ? nil : list.member(named: $0.name) }
    var items = try await items(there, in: list, for: wanted)[...]
    try note(Array(items), in: list, request)
    let folder = ResourcePath.folder(request.path)
    for member in members {
      if let item = items.first, item.member.name == member.name {
        responses.add(items.removeFirst(), at: member.href(in: folder))
      } else {
        responses.add(.missing(member.href(in: folder)))
      }
    }
  }

  /// The items that a client names.
  private func multiget(
    _ tree: XMLTree, of list: ServedSnapshot, _ request: ServedRequest
  ) async throws(ServedFailure) -> ServedAnswer {
    let wanted = PropertyRequest(tree)
    let range = try expansion(tree)
    let hrefs = tree.all(.dav("href")).map(\.trimmed)
    let named = hrefs.map { member($0, of: list) }
    let found = try await items(named.compactMap(\.self), in: list)
    try note(found, in: list, request)
    let items = found.byName
    var responses = ItemResponses(wanted, expandedIn: range, self)
    for (href, member) in zip(hrefs, named) {
      if let item = member.flatMap({ items[$0.name] }) {
        responses.add(item, at: href)
      } else {
        responses.add(.missing(href))
      }
    }
    return responses.answer()
  }

  /// The member of a list that an address names; nil for a member of another list too.
  private func member(_ href: String, of list: ServedSnapshot) -> ServedMembers.Member? {
    guard case .item(list.segment, let name)? = paths.place(ofAddress: href) else { return nil }
    return href.hasSuffix("/") ? nil : list.member(at: name)
  }

  // MARK: The person

  private func propfind(
    _ request: ServedRequest, _ place: ServedPlace, expanding tree: XMLTree
  ) async throws(ServedFailure) -> ServedAnswer {
    .multistatus([try await expanded(request.path, place, ExpandedProperty.all(in: tree), 0)])
  }

  /// The most levels of properties that are expanded.
  private static let deepest = 4

  /// The answer about a resource, with answers about the resources that its properties name (RFC 3253, section 3.8).
  private func expanded(
    _ path: String, _ place: ServedPlace, _ wanted: [ExpandedProperty], _ depth: Int
  ) async throws(ServedFailure) -> ServedResponse {
    let names = PropertyRequest.named(wanted.map(\.name))
    guard let own = try await resources(at: place, path, isDeep: false).first else {
      return .missing(path)
    }
    var response = own.response(names)
    for (index, found) in response.found.enumerated() where depth < Self.deepest {
      let inner = wanted.first { $0.name == found.name }?.inner ?? []
      let hrefs = DAVText.tree(found.element)?.all(.dav("href"))
      guard !inner.isEmpty, let hrefs, !hrefs.isEmpty else { continue }
      var parts: [String] = []
      for href in hrefs.map(\.trimmed) {
        if let there = paths.place(ofAddress: href) {
          parts.append(try await expanded(href, there, inner, depth + 1).text)
        } else {
          parts.append(ServedResponse.missing(href).text)
        }
      }
      response.found[index].element = DAVText.tag(found.name, parts.joined())
    }
    return response
  }

  /// A search of principals finds the person, whose name it may contain.
  private func searchPrincipals(_ tree: XMLTree) -> ServedAnswer {
    let texts = tree.all(.dav("property-search")).compactMap { $0.first(.dav("match"))?.trimmed }
    let isFound = texts.allSatisfy { settings.user.lowercased().contains($0.lowercased()) }
    // python-caldav 3.6 names the properties beside `prop`, not in it.
    let beside = tree.children.map(\.name).filter { PropertyTable.rows[$0] != nil }
    let inside = tree.first(.dav("prop"))?.children.map(\.name) ?? []
    let own = resource(.principal, paths.principal)
    return .multistatus(isFound ? [own.response(.named(inside + beside))] : [])
  }
}

extension ServedResponse {
  /// The answer about a resource that is not there.
  static func missing(_ href: String) -> ServedResponse {
    var response = ServedResponse(href: href)
    response.status = 404
    return response
  }
}

/// A property of which the resources that it names are wanted too.
private struct ExpandedProperty {
  let name: XMLTree.Name
  let inner: [ExpandedProperty]

  static func all(in tree: XMLTree) -> [ExpandedProperty] {
    tree.all(.dav("property")).compactMap { property in
      property.attributes["name"].map { local in
        let name = XMLTree.Name(namespace: property.attributes["namespace"] ?? "DAV:", local: local)
        return ExpandedProperty(name: name, inner: all(in: property))
      }
    }
  }
}
