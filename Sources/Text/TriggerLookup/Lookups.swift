/// Finds the trigger before a cursor, and the name after it.
///
/// It reads the cursor's line alone, and at most `rules.limit` characters in both directions. What is after the cursor
/// changes only the range to replace, never whether something is found. A cursor outside the text is at its nearest end.
///
/// ```swift
/// let text = "Hello @T"
/// findTrigger(in: text, at: text.endIndex, rules: .article)?.query  // "T"
/// let address = "Hello Tr@vis"
/// findTrigger(in: address, at: address.endIndex, rules: .article)  // nil
/// ```
public func findTrigger(
  in text: String, at cursor: String.Index, triggers: TriggerSet = .at, rules: TriggerRules
) -> TriggerMatch<String.Index>? {
  findTrigger(in: text[...], at: cursor, triggers: triggers, rules: rules)
}

/// Finds the trigger before a cursor in a part of a string, as if that part were the whole text.
///
/// ```swift
/// let line = "Call @ph and go".prefix(8)
/// findTrigger(in: line, at: line.endIndex, rules: .taskPaper)?.query  // "ph"
/// ```
public func findTrigger(
  in text: Substring, at cursor: String.Index, triggers: TriggerSet = .at, rules: TriggerRules
) -> TriggerMatch<String.Index>? {
  let utf8 = text.utf8
  let names = NameScan(triggers: triggers, rules: rules)
  guard let found = names.name(utf8.span, at: text.offset(of: cursor)) else { return nil }
  return TriggerMatch(found, in: text)
}

/// Finds the trigger before a cursor in UTF-8, with offsets of bytes.
///
/// An editor can pass a whole document, because the time does not depend on its length. A byte that is not valid UTF-8 is
/// a character that belongs to no name.
///
/// ```swift
/// let bytes = Array("- Call @ph".utf8)
/// findTrigger(in: bytes.span, at: 10, rules: .taskPaper)?.replacement  // 7..<10
/// ```
public func findTrigger(
  in bytes: Span<UInt8>, at cursor: Int, triggers: TriggerSet = .at, rules: TriggerRules
) -> TriggerMatch<Int>? {
  let names = NameScan(triggers: triggers, rules: rules)
  guard let found = names.name(bytes, at: cursor) else { return nil }
  return TriggerMatch(found, in: bytes)
}

/// Finds the tag whose value contains a cursor, as in `@due(tom‸`.
///
/// It goes back from the cursor to the nearest parenthesis that is neither escaped nor closed. Before that must be a name
/// that the rules find, with at least one character. It reads as little of the text as `findTrigger`.
///
/// A value may itself contain `@`, so a completion asks for the value first, and then for the trigger.
///
/// ```swift
/// let text = "Water plants @repeat(every 2 w"
/// let match = findValue(in: text, at: text.endIndex)
/// match?.name  // "repeat"
/// match?.query  // "every 2 w"
/// ```
public func findValue(
  in text: String, at cursor: String.Index, triggers: TriggerSet = .at,
  rules: TriggerRules = .taskPaper
) -> ValueMatch<String.Index>? {
  findValue(in: text[...], at: cursor, triggers: triggers, rules: rules)
}

/// Finds the tag whose value contains a cursor in a part of a string, as if that part were the whole text.
///
/// ```swift
/// let line = "@due(tomorrow)".prefix(8)
/// findValue(in: line, at: line.endIndex)?.query  // "tom"
/// ```
public func findValue(
  in text: Substring, at cursor: String.Index, triggers: TriggerSet = .at,
  rules: TriggerRules = .taskPaper
) -> ValueMatch<String.Index>? {
  let utf8 = text.utf8
  let values = ValueScan(names: NameScan(triggers: triggers, rules: rules))
  guard let found = values.value(utf8.span, at: text.offset(of: cursor)) else { return nil }
  return ValueMatch(found, in: text)
}

/// Finds the tag whose value contains a cursor in UTF-8, with offsets of bytes.
///
/// ```swift
/// let bytes = Array("@due(2026)".utf8)
/// findValue(in: bytes.span, at: 9)?.replacement  // 5..<9
/// ```
public func findValue(
  in bytes: Span<UInt8>, at cursor: Int, triggers: TriggerSet = .at,
  rules: TriggerRules = .taskPaper
) -> ValueMatch<Int>? {
  let values = ValueScan(names: NameScan(triggers: triggers, rules: rules))
  guard let found = values.value(bytes, at: cursor) else { return nil }
  return ValueMatch(found, in: bytes)
}
