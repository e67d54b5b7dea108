import ArgumentParser
import CalendarItems
import DuecalConfiguration
import ExactText

/// When messages are coloured, or a calendar's own colour.
enum ColorChoice: Equatable {
  case messages(MessageColor)
  case of(CalendarColor)

  /// Reads what `--color` of `export` takes.
  static func parse(_ text: String) throws -> ColorChoice {
    if let choice = MessageColor(rawValue: text) { return .messages(choice) }
    if let color = CalendarColor(text) { return .of(color) }
    throw ValidationError(
      "expected auto, always, never, or the calendar's colour: a name of CSS such as teal, or #RRGGBB"
    )
  }

  /// The words that `parse` takes.
  static var words: [String] {
    MessageColor.allCases.map(\.rawValue) + CalendarColor.names
  }

  /// The colour of the calendar, nil where only messages are meant.
  var calendar: CalendarColor? {
    if case .of(let color) = self { color } else { nil }
  }

  /// When messages are coloured; a calendar's colour says nothing of it.
  var messages: MessageColor? {
    if case .messages(let choice) = self { choice } else { nil }
  }
}

/// A calendar's colour: COLOR wants a name of CSS (RFC 7986, section 5.9), Apple a number.
struct CalendarColor: Equatable {
  /// The name; nil for a colour that has none.
  let name: String?
  /// The colour as `#RRGGBB`.
  let value: String

  /// Reads a name of CSS, or `#rrggbb`; nil for anything else.
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

  /// The names of CSS, in order.
  static var names: [String] { ColorNames.values.keys.sorted() }
}
