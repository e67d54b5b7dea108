import ExactText
import HTTPServing
import WebDAV

/// Elements of answers, as text.
enum DAVText {
  static let head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"

  private static let prefixes: ExactDictionary<String> = [
    "DAV:": "D", "urn:ietf:params:xml:ns:caldav": "C", "http://calendarserver.org/ns/": "S",
    "http://apple.com/ns/ical/": "A",
  ]

  /// The declarations of all prefixes, for the root of an answer.
  private static let spaces = prefixes.sorted { $0.value < $1.value }
    .map { " xmlns:\($0.value)=\"\($0.key)\"" }.joined()

  /// The root of an answer.
  static func root(_ local: String, _ inner: String) -> String {
    "<D:\(local)\(spaces)>\(inner)</D:\(local)>"
  }

  /// An element with what is in it, which is XML.
  ///
  /// A name of another namespace declares it.
  static func tag(_ name: XMLTree.Name, _ inner: String = "", attributes: String = "") -> String {
    let (begin, end) = words(name)
    return inner.isEmpty
      ? "<\(begin)\(attributes)/>" : "<\(begin)\(attributes)>\(inner)</\(end)>"
  }

  /// The names of an element in its begin tag and in its end tag.
  static func words(_ name: XMLTree.Name) -> (begin: String, end: String) {
    if let prefix = prefixes[name.namespace] {
      let word = "\(prefix):\(name.local)"
      return (word, word)
    }
    let space = quoted(name.namespace)
    guard !name.namespace.isEmpty else { return ("\(name.local) xmlns=\"\"", name.local) }
    return ("X:\(name.local) xmlns:X=\"\(space)\"", "X:\(name.local)")
  }

  /// An element of WebDAV that holds an address.
  static func href(_ path: String) -> String { tag(.dav("href"), XMLText.escaped(path)) }

  /// A text in quotes.
  static func quoted(_ text: String) -> String {
    XMLText.escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "&quot;")
  }

  /// The line of a status.
  static func status(_ status: Int) -> String {
    tag(.dav("status"), "HTTP/1.1 \(status) \(phrases[status] ?? "Status")")
  }

  private static let phrases = [
    200: "OK", 403: "Forbidden", 404: "Not Found", 424: "Failed Dependency",
    507: "Insufficient Storage",
  ]

  /// An element of our own, read again.
  static func tree(_ element: String) -> XMLTree? {
    XMLTree(Array(root("prop", element).utf8))?.children.first
  }

  /// An element that was read, as text again, with what is in it.
  static func copy(_ tree: XMLTree) -> String {
    let attributes = tree.attributes.sorted { $0.key < $1.key }
      .filter { !$0.key.contains(":") && $0.key != "xmlns" }
      .map { " \($0.key)=\"\(quoted($0.value))\"" }.joined()
    return tag(
      tree.name, XMLText.escaped(tree.text) + tree.children.map(copy).joined(),
      attributes: attributes)
  }
}

/// The answer about one resource.
struct ServedResponse {
  let href: String
  /// The properties as elements.
  var found: [(name: XMLTree.Name, element: String)] = []
  /// The properties that the resource does not have.
  var missing: [XMLTree.Name] = []
  /// The properties that must not be set, and those that therefore are not set either.
  var refused: [XMLTree.Name] = []
  var spared: [XMLTree.Name] = []
  /// The status of a resource without properties.
  var status: Int?

  var text: String {
    var parts = DAVText.href(href)
    if let status { return DAVText.tag(.dav("response"), parts + DAVText.status(status)) }
    let values = found.map(\.element)
    let others = [(missing, 404), (refused, 403), (spared, 424)].filter { !$0.0.isEmpty }
    if !values.isEmpty || others.isEmpty { parts += Self.propstat(values, 200) }
    for (names, status) in others {
      parts += Self.propstat(names.map { DAVText.tag($0) }, status)
    }
    return DAVText.tag(.dav("response"), parts)
  }

  private static func propstat(_ properties: [String], _ status: Int) -> String {
    DAVText.tag(
      .dav("propstat"), DAVText.tag(.dav("prop"), properties.joined()) + DAVText.status(status))
  }
}

extension ServedAnswer {
  /// An answer about several resources.
  static func multistatus(_ responses: [ServedResponse]) -> ServedAnswer {
    xml(207, DAVText.root("multistatus", responses.map(\.text).joined()))
  }
}
