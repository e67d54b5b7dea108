import WebDAV

/// The bodies of requests.
enum DAVBody {
  private static let begin = """
    <?xml version="1.0" encoding="utf-8"?>\n
    """
  private static let spaces = """
     xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"\
     xmlns:A="http://apple.com/ns/ical/"
    """

  /// Requests properties.
  static func properties(_ names: String...) -> String {
    "\(begin)<propfind\(spaces)><prop>\(names.map { "<\($0)/>" }.joined())</prop></propfind>"
  }

  /// Requests the changes since a token; an empty token requests everything (RFC 6578, section 3.2).
  static func changes(since token: String) -> String {
    begin + "<sync-collection\(spaces)><sync-token>\(XMLText.escaped(token))</sync-token>"
      + "<sync-level>1</sync-level><prop><getetag/></prop></sync-collection>"
  }

  /// Requests the texts of resources (RFC 4791, section 7.9).
  static func texts(of hrefs: [String]) -> String {
    begin + "<C:calendar-multiget\(spaces)><prop><getetag/><C:calendar-data/></prop>"
      + hrefs.map { "<href>\(XMLText.escaped($0))</href>" }.joined() + "</C:calendar-multiget>"
  }

  /// Creates a calendar (RFC 4791, section 5.3.1).
  static func calendar(title: String, color: String?, components: [String]) -> String {
    let kinds = components.map { "<C:comp name=\"\($0)\"/>" }.joined()
    return begin
      + "<C:mkcalendar\(spaces)><set><prop><displayname>\(XMLText.escaped(title))</displayname>"
      + (color.map { "<A:calendar-color>\(OpaqueColor.text($0))</A:calendar-color>" } ?? "")
      + "<C:supported-calendar-component-set>\(kinds)</C:supported-calendar-component-set>"
      + "</prop></set></C:mkcalendar>"
  }

  /// Sets the name and the colour of a calendar (RFC 4918, section 14.19).
  ///
  /// - Parameter removingColor: Whether to remove the present colour; some servers fail if there is none.
  static func update(title: String, color: String?, removingColor: Bool) -> String {
    let without = removingColor ? "<remove><prop><A:calendar-color/></prop></remove>" : ""
    let colored =
      color.map {
        "<set><prop><A:calendar-color>\(OpaqueColor.text($0))</A:calendar-color></prop></set>"
      }
      ?? without
    return begin
      + "<propertyupdate\(spaces)><set><prop><displayname>\(XMLText.escaped(title))</displayname>"
      + "</prop></set>\(colored)</propertyupdate>"
  }
}
