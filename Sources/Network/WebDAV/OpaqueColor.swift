import ExactText

/// Colours of calendars (`calendar-color`).
package enum OpaqueColor {
  /// `#RRGGBB` with an opacity, which some servers and Apple's programs require; XML.
  package static func text(_ color: String) -> String {
    XMLText.escaped(color.utf8.count == 7 ? color + "FF" : color)
  }
}
