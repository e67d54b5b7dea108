public import CalendarItems

/// What of a line iCalendar has no room for, carried beside the standard properties.
///
/// A hint is never believed against them: on import it is mapped again, and counts only where it
/// gives what the component says.
public enum LineHint {
  /// The line as it stands, without its indent and its ending.
  public static let line = "X-DUECAL-LINE"
  /// The project path, outermost project first.
  public static let path = "X-DUECAL-PATH"
  /// A hash of all that the component was made from.
  public static let key = "X-DUECAL-KEY"
  /// A project that is no item: its line and its notes, as deep in tabs as its path.
  public static let project = "X-DUECAL-PROJECT"

  /// The hints of an item, its key aside.
  ///
  /// - Parameters:
  ///   - source: Its line.
  ///   - scope: How much they may say; a narrow scope allows only the nearest project of a path.
  public static func properties(of source: ItemMapping.Source, _ scope: HintScope) -> [ItemHint] {
    if scope == .nothing { return [] }
    let text = LineText(source.file, line: source.line).verbatim
    let names = scope == .outline ? source.path : source.path.suffix(1)
    return [ItemHint(line, text)] + (names.isEmpty ? [] : [ItemHint(path, values: names)])
  }
}
