import ExactText
import HTTPServing
import TaskDates
import WebDAV

/// Writes the answers about many items, each with the same properties.
///
/// Names and tags are made once for all items, and everything is appended to one text.
struct ItemResponses {
  /// The text so far.
  private(set) var bytes: [UInt8] = []
  private let wanted: PropertyRequest
  private let properties: [Property]
  private let paths: ServedPaths
  private let range: TimeRange?
  private let zone: Zone

  /// A property that is wanted of each item.
  private struct Property {
    let name: XMLTree.Name
    let begin: [UInt8]
    let end: [UInt8]
    let empty: [UInt8]

    init(_ name: XMLTree.Name) {
      self.name = name
      let words = DAVText.words(name)
      empty = Array("<\(words.begin)/>".utf8)
      (begin, end) = (Array("<\(words.begin)>".utf8), Array("</\(words.end)>".utf8))
    }
  }

  /// Begins an empty text.
  ///
  /// - Parameter range: The range of time in which series are to be expanded; nil if they are not.
  init(
    _ wanted: PropertyRequest, expandedIn range: TimeRange? = nil, _ server: CalDAVServer
  ) {
    self.wanted = wanted
    if case .named(let names) = wanted {
      properties = names.map(Property.init)
    } else {
      properties = []
    }
    (paths, self.range, zone) = (server.paths, range, server.settings.zone)
  }

  /// Adds any answer.
  mutating func add(_ response: ServedResponse) { bytes += response.text.utf8 }

  /// Adds the answer about an item.
  mutating func add(_ item: ServedItem, at href: String) {
    let resource = ServedResource(kind: .item(item), href: href, paths: paths)
    guard !properties.isEmpty else { return add(resource.response(wanted)) }
    bytes += Self.response
    XMLText.append(href.utf8, to: &bytes)
    bytes += Self.hrefEnd
    let begin = bytes.count
    bytes += Self.properties
    var missing: [Int] = []
    for (index, property) in properties.enumerated() {
      if !add(property, of: resource, item) { missing.append(index) }
    }
    bytes += Self.found
    if missing.count == properties.count { bytes.removeSubrange(begin...) }
    if !missing.isEmpty {
      bytes += Self.properties
      for index in missing { bytes += properties[index].empty }
      bytes += Self.missing
    }
    bytes += Self.end
  }

  private static let response = Array("<D:response><D:href>".utf8)
  private static let hrefEnd = Array("</D:href>".utf8)
  private static let properties = Array("<D:propstat><D:prop>".utf8)
  private static let found = Array("</D:prop>\(DAVText.status(200))</D:propstat>".utf8)
  private static let missing = Array("</D:prop>\(DAVText.status(404))</D:propstat>".utf8)
  private static let end = Array("</D:response>".utf8)

  /// Adds a property; false if the item does not have it.
  private mutating func add(
    _ property: Property, of resource: ServedResource, _ item: ServedItem
  ) -> Bool {
    switch property.name {
    case .dav("getetag"):
      bytes += property.begin
      XMLText.append(item.etag.utf8, to: &bytes)
    case .caldav("calendar-data"):
      bytes += property.begin
      add(data(of: item))
    default:
      guard let element = resource.element(property.name) else { return false }
      bytes += element.utf8
      return true
    }
    bytes += property.end
    return true
  }

  /// Adds a text; bytes that are not UTF-8 would spoil the whole answer.
  private mutating func add(_ text: [UInt8]) {
    if text.allSatisfy({ $0 < 0x80 }) { return XMLText.append(text, to: &bytes) }
    XMLText.append(String(decoding: text, as: UTF8.self).utf8, to: &bytes)
  }

  private func data(of item: ServedItem) -> [UInt8] {
    guard let range, let content = item.content else { return item.text ?? [] }
    return ExpandedItem(content, zone: zone).text(in: range)
  }

  /// The answer with all of them.
  consuming func answer(token: String? = nil) -> ServedAnswer {
    var answer = ServedAnswer(207, type: "application/xml; charset=utf-8", Self.head)
    answer.body.reserveCapacity(bytes.count + 1024)
    answer.body += bytes
    if let token { answer.body += DAVText.tag(.dav("sync-token"), XMLText.escaped(token)).utf8 }
    answer.body += "</D:multistatus>".utf8
    return answer
  }

  private static let head: [UInt8] = {
    let whole = DAVText.head + DAVText.root("multistatus", "")
    return Array(whole.utf8.dropLast("</D:multistatus>".utf8.count))
  }()
}

extension ServedMembers.Member {
  /// The address in a folder.
  func href(in folder: String) -> String { folder + ResourcePath.segment(segment) }
}
