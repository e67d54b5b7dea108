import ArgumentParser
import CalendarItems
import ExactText

/// A calendar's colour: COLOR has a CSS name (RFC 7986, section 5.9), and Apple's property a number.
struct CalendarColor: Equatable {
  /// The name; nil for a colour that has none.
  let name: String?
  /// The colour as `#RRGGBB`.
  let value: String

  /// Reads a CSS name, or `#rrggbb`; nil for anything else.
  init?(_ text: String) {
    let lower = text.lowercased()
    if let value = ColorNames.values[lower] {
      name = lower
      self.value = "#" + value.uppercased()
    } else if lower.first == "#", lower.utf8.count == 7, UInt32(lower.dropFirst(), radix: 16) != nil
    {
      let value = String(lower.dropFirst())
      name = ColorNames.values.filter { $0.value == value }.keys.min()
      self.value = "#" + value.uppercased()
    } else {
      return nil
    }
  }

  /// Reads the value of `--calendar-color`.
  static func parse(_ text: String) throws -> CalendarColor {
    if let color = CalendarColor(text) { return color }
    throw ValidationError("expected a CSS colour name such as teal, or #RRGGBB")
  }
}
