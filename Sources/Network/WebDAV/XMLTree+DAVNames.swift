package import ExactText

/// The element names of WebDAV and CalDAV.
extension XMLTree.Name {
  /// A name of WebDAV (RFC 4918).
  package static func dav(_ local: String) -> XMLTree.Name {
    XMLTree.Name(namespace: "DAV:", local: local)
  }

  /// A name of CalDAV (RFC 4791).
  package static func caldav(_ local: String) -> XMLTree.Name {
    XMLTree.Name(namespace: "urn:ietf:params:xml:ns:caldav", local: local)
  }

  /// True for a name of CalDAV.
  package var isOfCalDAV: Bool { namespace == "urn:ietf:params:xml:ns:caldav" }

  /// A name of the extensions by Calendar Server.
  package static func server(_ local: String) -> XMLTree.Name {
    XMLTree.Name(namespace: "http://calendarserver.org/ns/", local: local)
  }

  /// A name of Apple's calendar programs.
  package static func apple(_ local: String) -> XMLTree.Name {
    XMLTree.Name(namespace: "http://apple.com/ns/ical/", local: local)
  }

  package static let ctag = server("getctag")
  package static let color = apple("calendar-color")
}

extension XMLTree {
  /// The names of the components that a set of components has, in capitals (RFC 4791, section 5.2.3).
  package var componentNames: ExactSet {
    ExactSet(all(.caldav("comp")).compactMap { $0.attributes["name"]?.uppercased() })
  }
}
