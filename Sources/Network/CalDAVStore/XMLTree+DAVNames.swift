import ExactText

/// The element names of WebDAV and CalDAV.
extension XMLTree.Name {
  /// A name of WebDAV (RFC 4918).
  static func dav(_ local: String) -> XMLTree.Name {
    XMLTree.Name(namespace: "DAV:", local: local)
  }

  /// A name of CalDAV (RFC 4791).
  static func caldav(_ local: String) -> XMLTree.Name {
    XMLTree.Name(namespace: "urn:ietf:params:xml:ns:caldav", local: local)
  }

  /// True for a name of CalDAV.
  var isOfCalDAV: Bool { namespace == "urn:ietf:params:xml:ns:caldav" }

  static let ctag = XMLTree.Name(namespace: "http://calendarserver.org/ns/", local: "getctag")
  static let color = XMLTree.Name(
    namespace: "http://apple.com/ns/ical/", local: "calendar-color")
}
