package import CalendarItems
import ExactText

extension CalendarItem {
  /// The line in the hint of an item that duecal made; nil for another item.
  package var hintedLine: String? { hint(LineHint.line)?.first }

  /// The names of the projects in the hint of an item, outermost first.
  package var hintedPath: [String] { hint(LineHint.path) ?? [] }

  private func hint(_ name: String) -> [String]? {
    hints.first { ExactString($0.name) == ExactString(name) }?.values
  }
}
