import CalendarItems
import CalendarStores
import ExactText
import HTTPServing
import WebDAV

/// Making lists, and setting their properties.
extension CalDAVServer {
  func makeList(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    guard case .list(let segment) = place else { throw .status(403) }
    let old = try await asking { () async throws(StoreError) in try await lists.list(segment) }
    guard old == nil else { throw .condition(405, .dav("resource-must-be-null")) }
    let update = ListUpdate(try tree(request))
    if request.method == "MKCOL", !update.isCalendar { throw .status(403) }
    var details = ItemList.Details(title: update.title ?? segment, color: update.color)
    if let kinds = update.kinds { details.kinds = kinds }
    guard !details.kinds.isEmpty else {
      throw .condition(403, .caldav("supported-calendar-component"))
    }
    return try await changing { [details] () async throws(ServedFailure) in
      try await asking { () async throws(StoreError) in
        let list = try await store.createList(details)
        try members.name(list.id, segment)
        for (name, value) in update.others { try members.set(name, to: value, of: list.id) }
      }
      lists.noteLists()
      return ServedAnswer(201)
    }
  }

  func proppatch(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    guard let tree = try tree(request) else { throw .status(400) }
    let update = ListUpdate(tree)
    guard case .list(let segment) = place else {
      return .multistatus([.refused(request.path, update.names, besides: [])])
    }
    let list = try await list(segment).list
    let live = update.names.filter { name in
      PropertyTable.rows[name] != nil && !ListUpdate.settable.contains(name)
    }
    guard live.isEmpty else {
      return .multistatus([.refused(request.path, live, besides: update.names)])
    }
    try await asking { () async throws(StoreError) in
      try await apply(update, to: list)
    }
    var response = ServedResponse(href: request.path)
    response.found = update.names.map { ($0, DAVText.tag($0)) }
    return .multistatus([response])
  }

  private func apply(_ update: ListUpdate, to list: ItemList) async throws(StoreError) {
    var details = list.details
    if let title = update.title { details.title = title }
    if let color = update.color { details.color = color }
    if update.removesColor { details.color = nil }
    if details != list.details { _ = try await store.updateList(list.id, to: details) }
    for (name, value) in update.others { try members.set(name, to: value, of: list.id) }
    try lists.readProperties(of: list.id)
  }
}

/// The properties that a client sets or removes.
private struct ListUpdate {
  private(set) var title: String?
  private(set) var color: String?
  private(set) var kinds: Set<CalendarItem.Kind>?
  private(set) var isCalendar = false
  /// The properties that only clients know, as elements; nil for one that is removed.
  private(set) var others: [(name: XMLTree.Name, value: String?)] = []
  private(set) var removesColor = false
  /// All names, in the order of the request.
  private(set) var names: [XMLTree.Name] = []

  /// The properties of the table that a client may set.
  static let settable: Set<XMLTree.Name> = [
    .dav("displayname"), .color, .dav("resourcetype"),
    .caldav("supported-calendar-component-set"),
  ]

  init(_ tree: XMLTree?) {
    for part in tree?.children ?? [] {
      let properties = part.first(.dav("prop"))?.children ?? []
      names += properties.map(\.name)
      switch part.name {
      case .dav("set"): for property in properties { set(property) }
      case .dav("remove"): for property in properties { remove(property.name) }
      default: break
      }
    }
  }

  private mutating func set(_ property: XMLTree) {
    switch property.name {
    case .dav("displayname"): title = property.trimmed.isEmpty ? nil : property.trimmed
    case .color:
      (color, removesColor) = (Self.color(property.trimmed), false)
      others.append((property.name, DAVText.copy(property)))
    case .dav("resourcetype"): isCalendar = property.first(.caldav("calendar")) != nil
    case .caldav("supported-calendar-component-set"):
      let names = property.componentNames
      kinds = Set(CalendarItem.Kind.allCases.filter { names.contains($0.component) })
    default: others.append((property.name, DAVText.copy(property)))
    }
  }

  private mutating func remove(_ name: XMLTree.Name) {
    if name == .color { (color, removesColor) = (nil, true) }
    if name == .color || !Self.settable.contains(name) { others.append((name, nil)) }
  }

  /// A colour without its opacity.
  private static func color(_ text: String) -> String {
    text.utf8.count == 9 && text.utf8.first == UInt8(ascii: "#") ? String(text.prefix(7)) : text
  }
}

extension ServedResponse {
  /// An answer that refuses some properties, so that the others are not set either.
  fileprivate static func refused(
    _ href: String, _ names: [XMLTree.Name], besides all: [XMLTree.Name]
  ) -> ServedResponse {
    var response = ServedResponse(href: href)
    response.refused = names
    response.spared = all.filter { !names.contains($0) }
    return response
  }
}
