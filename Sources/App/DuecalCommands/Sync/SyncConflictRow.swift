import CalendarItems
import CalendarStores
import CalendarSync
import ExactText

/// A field that both stores changed, in words.
struct SyncConflictRow: JSONValue {
  private let conflict: SyncConflict
  private let values: SyncSides<String>

  init(_ conflict: SyncConflict, _ words: ItemFieldText) {
    self.conflict = conflict
    values = conflict.contents.map { Self.value(of: conflict.part, $0.item, words) }
  }

  private static func value(
    of part: String, _ item: CalendarItem, _ words: ItemFieldText
  ) -> String {
    // The part `dates` is shown by its date.
    let field = ItemField.allCases.first { $0.name == part } ?? .core(.when)
    return words.change(field, of: item)?.value ?? ""
  }

  /// The conflict in a line: `3  Call Ann  title  a: Call Anne  b: Call Anna  (a won)`.
  var sentence: String {
    let winner = conflict.winner.map { "\($0.rawValue) won" } ?? "open"
    return "\(conflict.id)  \(conflict.title)  \(conflict.part)  a: \(values.a)  b: \(values.b)  "
      + "(\(winner))"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("a", values.a)
      json.member("b", values.b)
      json.member("number", Int(conflict.id))
      json.member("part", conflict.part)
      json.member("title", conflict.title)
      json.member("winner", conflict.winner?.rawValue)
    }
  }
}
