import ExactText
import TaskBridge
import TaskDates
import TaskText

extension LineMerge {
  /// An item's line with the lengths and rules of an earlier line where both mean the same: a program that writes PT24H as
  /// P1D, DTEND as DURATION, or the weekday of a first date into its rule, has changed nothing.
  static func respelled(_ now: String, like then: String, _ reader: LineFieldReader) -> String {
    guard now.utf8.contains(UInt8(ascii: "@")), ExactString(now) != ExactString(then) else {
      return now
    }
    let (before, after) = (LineParts(then, reader), LineParts(now, reader))
    var line = respelled(rule: now, before, after)
    line = respelled(end: line, before, after)
    for field in [Vocabulary.Field.remind, .estimate] {
      let old = (before.payloads[field] ?? []).compactMap(\.self)
      for new in (after.payloads[field] ?? []).compactMap(\.self) where !old.contains(new) {
        guard let length = seconds(new), let same = old.first(where: { seconds($0) == length })
        else { continue }
        let name = field.rawValue
        line = line.replacing("@\(name)(\(new))", with: "@\(name)(\(same))")
      }
    }
    return line
  }

  /// The line with the rule of an earlier line, if both have the same dates from their first ones.
  private static func respelled(
    rule line: String, _ before: LineParts, _ after: LineParts
  ) -> String {
    guard let old = before.payloads[.repeat]?.first ?? nil,
      let new = after.payloads[.repeat]?.first ?? nil, old != new,
      let mine = plainRule(old, before), mine == plainRule(new, after)
    else { return line }
    return line.replacing("@repeat(\(new))", with: "@repeat(\(old))")
  }

  private static func plainRule(_ payload: String, _ line: LineParts) -> Repetition? {
    guard var rule = try? Repetition(parsing: payload), let first = date(of: line)?.firstDay
    else { return nil }
    rule.rule = rule.rule.withoutParts(of: first)
    return rule
  }

  /// The line with the range or the length of an earlier line, if both end at the same time.
  private static func respelled(
    end line: String, _ before: LineParts, _ after: LineParts
  ) -> String {
    guard let old = date(of: before), let new = date(of: after), old != new,
      let end = end(of: before), end == self.end(of: after), old.startDate == new.startDate,
      let mine = before.payloads[.due]?.first ?? nil,
      let theirs = after.payloads[.due]?.first ?? nil
    else { return line }
    var line = line.replacing("@due(\(theirs))", with: "@due(\(mine))")
    for field in [Vocabulary.Field.event, .estimate] {
      let tags = [before, after].map { tag(field, $0) }
      guard tags[0] != tags[1] else { continue }
      line = tags[1].isEmpty ? line + tags[0] : line.replacing(tags[1], with: tags[0])
    }
    return line
  }

  /// The end of a range, or of a time with a length.
  private static func end(of line: LineParts) -> DateTimeParameters? {
    guard case .dateTime(let start)? = date(of: line) else { return date(of: line)?.endDate }
    let length = (line.payloads[.estimate]?.first ?? nil).flatMap(seconds)
    return length.flatMap { start.advanced(bySeconds: $0) }
  }

  /// The tag of a field with the blank before it; an empty text for none.
  private static func tag(_ field: Vocabulary.Field, _ line: LineParts) -> String {
    line.payloads[field]?.first.map { " " + Tag(field.rawValue, payload: $0).toString } ?? ""
  }

  private static func date(of line: LineParts) -> TMDateType? {
    (line.payloads[.due]?.first ?? nil).flatMap { try? DatePayload(parsing: $0).value }
  }

  /// The seconds of a length, with its sign; nil for another payload.
  private static func seconds(_ payload: String) -> Int? {
    let isLater = payload.first == "+"
    let length = TimeSpan(parsing: isLater ? payload.dropFirst() : payload[...])
    return length.map { isLater ? -$0.nominalSeconds : $0.nominalSeconds }
  }
}
