import Testing
import TriggerLookup

/// A text with a cursor in it, and what a lookup finds there.
struct LookupCase: CustomTestStringConvertible, Sendable {
  let marked: String
  let rules: TriggerRules
  let triggers: TriggerSet
  /// The trigger and the query; nil if nothing is found.
  let found: String?
  let reason: String

  init(
    _ marked: String, _ rules: TriggerRules, triggers: String = "@", _ found: String?,
    _ reason: String
  ) {
    self.marked = marked
    self.rules = rules
    self.triggers = TriggerSet(triggers)
    self.found = found
    self.reason = reason
  }

  var testDescription: String { "\(marked): \(reason)" }
  var text: MarkedText { MarkedText(marked) }
}

/// A text in which `‸` marks the cursor.
struct MarkedText {
  let text: String
  let cursor: String.Index

  init(_ marked: String) {
    let scalars = marked.unicodeScalars
    let mark = scalars.firstIndex(of: "\u{2038}") ?? scalars.endIndex
    let before = String(scalars[..<mark])
    text = before + String(scalars[mark...].dropFirst())
    cursor = text.utf8.index(text.startIndex, offsetBy: before.utf8.count)
  }

  var bytes: [UInt8] { Array(text.utf8) }
  /// The cursor as an offset of bytes.
  var offset: Int { text.utf8.distance(from: text.startIndex, to: cursor) }
}

extension TriggerMatch {
  /// The trigger and the query.
  var found: String { String(trigger) + query }
}

/// True if two texts have the same scalars.
func isSame(_ left: String?, _ right: String?) -> Bool {
  left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
}
