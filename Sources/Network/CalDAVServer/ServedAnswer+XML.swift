import HTTPServing
import WebDAV

extension ServedAnswer {
  /// An answer in XML.
  static func xml(_ status: Int, _ text: String) -> ServedAnswer {
    ServedAnswer(
      status, type: "application/xml; charset=utf-8", Array((DAVText.head + text).utf8))
  }

  /// A condition that was not met (RFC 4918, section 16).
  static func failed(
    _ status: Int, _ condition: XMLTree.Name, _ inner: String = ""
  ) -> ServedAnswer {
    xml(status, DAVText.root("error", DAVText.tag(condition, inner)))
  }
}
