public import CalendarItems
import ExactText
package import TaskBridge
import TaskDates
package import TaskText

/// Properties that carry what iCalendar has no property for, beside the standard ones.
///
/// A hint never overrides the standard properties: import maps it again, and ignores it unless the result agrees with
/// the component.
public enum LineHint {
  /// The text of the line, without its indent and its ending.
  public static let line = "X-DUECAL-LINE"
  /// The project path, outermost project first.
  public static let path = "X-DUECAL-PATH"
  /// A hash of everything that the component was made from.
  public static let key = "X-DUECAL-KEY"
  /// A project that is not an item: its line and its notes, indented with one tab for each project of its path.
  public static let project = "X-DUECAL-PROJECT"

  /// The line in a hint as a document; it is a line of Markdown if it has a box and the other title does not fit.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - title: The title of the item that has the hint.
  package static func document(_ text: String, ofItemCalled title: String) -> TaskDocument {
    let plain = TaskDocument(text)
    guard text.utf8.contains(UInt8(ascii: "]")) else { return plain }
    let markdown = TaskDocument(text, dialect: .markdown)
    guard markdown.lines.first?.kind == .task else { return plain }
    let file = TaskFile(alone: plain)
    let isPlain =
      plain.lines.first?.kind == .task
      && ExactString(LineText(file, line: 0).title) == ExactString(title)
    return isPlain ? plain : markdown
  }

  /// The hints of an item in a store: its line, if the properties cannot hold all that the line says about its dates.
  package static func properties(
    of source: ItemMapping.Source, _ fields: LineFields
  ) -> [ItemHint] {
    guard fields.needsHint else { return [] }
    return [ItemHint(line, LineText(source.file, line: source.line).verbatim)]
  }

  /// The hints of an item, without its key.
  ///
  /// - Parameters:
  ///   - source: The line of the item.
  ///   - scope: How much they may contain; a narrow scope allows only the nearest project of a path.
  public static func properties(of source: ItemMapping.Source, _ scope: HintScope) -> [ItemHint] {
    if scope == .nothing { return [] }
    let text = LineText(source.file, line: source.line).verbatim
    let names = scope == .outline ? source.path : source.path.suffix(1)
    return [ItemHint(line, text)] + (names.isEmpty ? [] : [ItemHint(path, values: names)])
  }
}
