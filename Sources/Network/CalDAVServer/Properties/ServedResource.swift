import CalendarItems
import CalendarStores
import ExactText
import StoredText
import WebDAV

/// A resource with what its properties are made of.
struct ServedResource {
  /// The kind of a resource.
  enum Kind {
    case root, principal, home
    case list(ServedList)
    case item(ServedItem)
  }

  let kind: Kind
  /// The path, as the answer names it.
  let href: String
  /// The paths of the server.
  let paths: ServedPaths
}

/// A list as clients see it.
struct ServedList {
  let snapshot: ServedSnapshot
  /// The token of its present state.
  let token: String

  /// The list.
  var list: ItemList { snapshot.list }
  /// The properties that only clients know.
  var own: [XMLTree.Name: String] { snapshot.own }

  /// The kinds of components that it takes.
  var components: [String] {
    list.details.kinds.map(\.component).sorted().reversed()
  }
}

/// An item as clients see it.
struct ServedItem {
  let member: ServedMembers.Member
  /// The text; nil if only the version was asked for.
  let text: [UInt8]?

  /// The entity tag, in quotes.
  var etag: String { ServedItem.etag(member.tag ?? "") }

  /// What the text says; nil without a text, or if it has no item.
  var content: ItemContent? { text.flatMap { CalendarResource(bytes: $0).content } }

  /// The name of its component.
  var component: String? {
    if let facts = member.facts { return facts.component }
    guard let text else { return nil }
    return CalendarItem.Kind.allCases.map(\.component)
      .first { text.firstRange(of: Array("BEGIN:\($0)".utf8)) != nil }
  }

  /// The entity tag of a version: its tag, if that may be in one.
  static func etag(_ tag: String) -> String {
    let isPlain = !tag.isEmpty && tag.utf8.allSatisfy { (0x23...0x7E).contains($0) || $0 == 0x21 }
    return isPlain ? "\"\(tag)\"" : "\"-\(String(tag.utf8.sum, radix: 36))\""
  }
}

extension [ServedItem] {
  /// The items by their names in the store.
  var byName: ExactDictionary<ServedItem> {
    ExactDictionary(map { ($0.member.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
