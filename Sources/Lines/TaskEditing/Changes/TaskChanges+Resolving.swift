import Diagnostics
import ExactText
public import TaskBridge
import TaskDates
import TaskText

extension TaskChanges {
  /// Resolves the relative dates of a line.
  public mutating func resolve(_ line: LineRef) {
    var edited = edited(line)
    var details: [String] = []
    for field in Vocabulary.dated {
      edited.replacePayloads(of: field) { payload in
        guard let pinned = pinned(payload, of: field) else { return nil }
        details.append("\(field.rawValue) \(payload) -> \(pinned)")
        return pinned
      }
    }
    for error in errors(of: edited) { fault(line, error) }
    guard !details.isEmpty else { return }
    set(edited, line)
    note(.resolved, line, details: details)
  }

  /// A payload with its relative dates resolved; nil if there are none, or if they give no date.
  func pinned(_ payload: String, of field: Vocabulary.Field) -> String? {
    guard Vocabulary.dated.contains(field) else { return nil }
    // Here, `1h` is relative to the due date, not to the present time.
    if field == .remind, reader.reminder(payload) != nil { return nil }
    guard field == .except || field == .also else { return pinned(payload) }
    let parts = payload.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let pins = parts.map { pinned($0) }
    guard pins.contains(where: { $0 != nil }) else { return nil }
    return zip(parts, pins).map { part, pin in
      pin.map { part.prefix { $0 == " " } + $0 } ?? part
    }.joined(separator: ",")
  }

  private func pinned(_ payload: String) -> String? {
    guard case .relative(let date)? = try? DateExpression(parsing: payload) else { return nil }
    return date.resolved(at: now, in: homeZone)?.description
  }
}
