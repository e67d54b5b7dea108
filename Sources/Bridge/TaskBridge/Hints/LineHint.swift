public import CalendarItems

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
