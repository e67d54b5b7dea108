import CalendarItems
import CalendarStores
import ExactText
import StoredText
import WebDAV

/// The properties that the server itself knows: one row for each, with the resources that have it.
enum PropertyTable {
  /// The value of a property as XML; nil for a resource that does not have it.
  typealias Row = @Sendable (ServedResource) -> String?

  /// The rows by name.
  static let rows: [XMLTree.Name: Row] = general.merging(ofCalendars) { $1 }

  /// The properties that must be asked for by name (RFC 4918, section 9.1; RFC 4791, section 5.2).
  static let allprop: [XMLTree.Name] = [
    .dav("resourcetype"), .dav("displayname"), .dav("getetag"), .dav("getcontenttype"),
    .dav("getcontentlength"),
  ]

  /// The properties of which a text of the item is part.
  static let ofTexts: Set<XMLTree.Name> = [
    .dav("getcontentlength"), .dav("getcontenttype"), .caldav("calendar-data"),
  ]

  // MARK: WebDAV

  private static let general: [XMLTree.Name: Row] = [
    .dav("resourcetype"): { resource in
      switch resource.kind {
      case .root, .home: DAVText.tag(.dav("collection"))
      case .principal: DAVText.tag(.dav("collection")) + DAVText.tag(.dav("principal"))
      case .list: DAVText.tag(.dav("collection")) + DAVText.tag(.caldav("calendar"))
      case .item: ""
      }
    },
    .dav("displayname"): { resource in
      switch resource.kind {
      case .list(let list): XMLText.escaped(list.list.title)
      case .principal, .home: XMLText.escaped(resource.paths.user)
      case .root, .item: nil
      }
    },
    .dav("getetag"): { $0.item.map { XMLText.escaped($0.etag) } },
    .dav("getcontenttype"): { resource in
      resource.item?.component.map { "text/calendar; charset=utf-8; component=\($0)" }
    },
    .dav("getcontentlength"): { $0.item?.text.map { "\($0.count)" } },
    .dav("current-user-principal"): { DAVText.href($0.paths.principal) },
    .dav("principal-URL"): { resource in
      resource.isItem ? nil : DAVText.href(resource.paths.principal)
    },
    .dav("owner"): { DAVText.href($0.paths.principal) },
    .dav("principal-collection-set"): { DAVText.href($0.paths.root) },
    .dav("current-user-privilege-set"): { resource in
      privileges(resource).map { DAVText.tag(.dav("privilege"), DAVText.tag(.dav($0))) }.joined()
    },
    .dav("supported-report-set"): { resource in
      reports(resource).map { name in
        DAVText.tag(.dav("supported-report"), DAVText.tag(.dav("report"), DAVText.tag(name)))
      }.joined()
    },
    .dav("sync-token"): { $0.list.map { XMLText.escaped($0.token) } },
    .ctag: { $0.list.map { XMLText.escaped($0.token) } },
  ]

  /// What the person may do with a resource.
  private static func privileges(_ resource: ServedResource) -> [String] {
    let reading = ["read", "read-current-user-privilege-set"]
    if let list = resource.list, !list.list.isWritable { return reading }
    let writing = ["write", "write-content", "write-properties"]
    return reading + writing + (resource.isItem ? [] : ["bind", "unbind"])
  }

  private static func reports(_ resource: ServedResource) -> [XMLTree.Name] {
    switch resource.kind {
    case .list:
      [
        .dav("sync-collection"), .caldav("calendar-query"), .caldav("calendar-multiget"),
        .caldav("free-busy-query"),
      ]
    case .item: []
    case .root, .principal, .home:
      [
        .dav("expand-property"), .dav("principal-property-search"),
        .dav("principal-search-property-set"),
      ]
    }
  }

  // MARK: CalDAV

  private static let ofCalendars: [XMLTree.Name: Row] = [
    .caldav("calendar-home-set"): { resource in
      resource.isItem || resource.list != nil ? nil : DAVText.href(resource.paths.home)
    },
    .caldav("calendar-user-address-set"): { resource in
      if case .principal = resource.kind { DAVText.href(resource.paths.principal) } else { nil }
    },
    .caldav("supported-calendar-component-set"): { resource in
      resource.list.map { list in
        list.components.map { DAVText.tag(.caldav("comp"), attributes: " name=\"\($0)\"") }.joined()
      }
    },
    .caldav("supported-calendar-data"): { resource in
      resource.list.map { _ in
        DAVText.tag(
          .caldav("calendar-data"), attributes: " content-type=\"text/calendar\" version=\"2.0\"")
      }
    },
    .caldav("supported-collation-set"): { resource in
      resource.list.map { _ in
        TextMatch.collations.map {
          DAVText.tag(.caldav("supported-collation"), $0)
        }.joined()
      }
    },
    .caldav("max-resource-size"): { $0.list.map { _ in "\(CalDAVServer.longestItem)" } },
    .color: { resource in resource.list.flatMap(color) },
  ]

  /// The colour of the store with an opacity, which Apple's programs expect.
  private static func color(_ list: ServedList) -> String? {
    list.list.details.color.map(OpaqueColor.text)
  }
}

extension ServedResource {
  /// The list, if the resource is one.
  var list: ServedList? { if case .list(let list) = kind { list } else { nil } }
  /// The item, if the resource is one.
  var item: ServedItem? { if case .item(let item) = kind { item } else { nil } }
  /// True for an item.
  var isItem: Bool { item != nil }

  /// A property as an element; nil if the resource does not have it.
  func element(_ name: XMLTree.Name) -> String? {
    let value = PropertyTable.rows[name].flatMap { $0(self) }
    if name == .color, let own = ownColor { return own }
    return value.map { DAVText.tag(name, $0) } ?? list?.own[name]
  }

  /// The colour as a client has set it, unless the store has another one since.
  private var ownColor: String? {
    guard let color = list?.list.details.color, let own = list?.own[.color] else { return nil }
    let text = DAVText.tree(own)?.trimmed ?? ""
    return text.hasPrefix(color) ? own : nil
  }

  /// The answer about the properties that were asked for, each found or missing.
  func response(_ wanted: PropertyRequest) -> ServedResponse {
    var response = ServedResponse(href: href)
    switch wanted {
    case .named(let names):
      for name in names {
        if let element = element(name) {
          response.found.append((name, element))
        } else {
          response.missing.append(name)
        }
      }
    case .all(let more):
      let names = PropertyTable.allprop + more + (list.map { Array($0.own.keys) } ?? [])
      response.found = names.compactMap { name in element(name).map { (name, $0) } }
    case .names:
      let names = Array(PropertyTable.rows.keys) + (list.map { Array($0.own.keys) } ?? [])
      response.found = names.sorted { ($0.namespace, $0.local) < ($1.namespace, $1.local) }
        .compactMap { name in element(name).map { _ in (name, DAVText.tag(name)) } }
    }
    return response
  }
}

/// The properties that a request asks for.
enum PropertyRequest {
  case named([XMLTree.Name])
  /// Those that every client may need, and more.
  case all([XMLTree.Name])
  /// Only the names.
  case names

  /// Reads the element of a request that contains `prop`, `allprop` or `propname`; without any of them all are asked for.
  init(_ tree: XMLTree?) {
    if let properties = tree?.first(.dav("prop")) {
      self = .named(properties.children.map(\.name))
    } else if tree?.first(.dav("propname")) != nil {
      self = .names
    } else {
      self = .all(tree?.first(.dav("include"))?.children.map(\.name) ?? [])
    }
  }

  /// True if the texts of items are needed to answer.
  var needsTexts: Bool {
    switch self {
    case .named(let names): names.contains(where: PropertyTable.ofTexts.contains)
    case .all, .names: true
    }
  }
}
