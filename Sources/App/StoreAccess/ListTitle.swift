/// Titles of lists, which not every store keeps as they are.
package enum ListTitle {
  /// A title without what stores leave out: control characters, and spaces but one between words.
  package static func plain(_ title: String) -> String {
    let kept = title.unicodeScalars.filter {
      $0.properties.generalCategory != .control || $0.properties.isWhitespace
    }
    return String(String.UnicodeScalarView(kept)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
