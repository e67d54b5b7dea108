/// Titles of lists, some of which stores change.
package enum ListTitle {
  /// A title without what stores remove: control characters and repeated spaces.
  package static func plain(_ title: String) -> String {
    let kept = title.unicodeScalars.filter {
      $0.properties.generalCategory != .control || $0.properties.isWhitespace
    }
    return String(String.UnicodeScalarView(kept)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
