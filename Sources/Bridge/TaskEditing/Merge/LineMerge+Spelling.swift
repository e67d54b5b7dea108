import ExactText
import TaskBridge
import TaskDates

extension LineMerge {
  /// An item's line with the lengths of an earlier line where both mean the same: a server that writes PT24H as P1D has
  /// changed nothing.
  static func respelled(_ now: String, like then: String, _ reader: LineFieldReader) -> String {
    guard now.utf8.contains(UInt8(ascii: "@")), ExactString(now) != ExactString(then) else {
      return now
    }
    let (before, after) = (LineParts(then, reader), LineParts(now, reader))
    var line = now
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

  /// The seconds of a length, with its sign; nil for another payload.
  private static func seconds(_ payload: String) -> Int? {
    let isLater = payload.first == "+"
    let length = TimeSpan(parsing: isLater ? payload.dropFirst() : payload[...])
    return length.map { isLater ? -$0.nominalSeconds : $0.nominalSeconds }
  }
}
