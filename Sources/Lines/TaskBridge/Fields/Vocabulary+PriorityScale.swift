import ExactText

extension Vocabulary {
  /// The iCalendar priority of a payload, 1 to 9.
  package func priority(_ payload: String) -> Int? {
    switch payload.lowercased() {
    case "high", "h", "a": return 1
    case "medium", "m", "b": return 5
    case "low", "l", "c": return 9
    default: break
    }
    return Int(payload).flatMap { priority(ofNumber: $0) }
  }

  /// The iCalendar priority of a number of `@priority`, 1 to 9; nil for a number that is not on the scale.
  func priority(ofNumber number: Int) -> Int? {
    let scale = max(2, priorityScale)
    guard (1...scale).contains(number) else { return nil }
    return 1 + (number - 1) * 8 / (scale - 1)
  }

  /// The number of `@priority` for an iCalendar priority.
  ///
  /// A priority between two numbers gets the more extreme one, as RFC 5545, section 3.8.1.9, groups 2, 3 and 4 with
  /// 1.
  package func number(ofPriority priority: Int) -> Int {
    let scale = max(2, priorityScale)
    let numbers = (1...scale).map { (number: $0, priority: self.priority(ofNumber: $0) ?? 1) }
    let found =
      priority <= 5
      ? numbers.last { $0.priority <= priority } : numbers.first { $0.priority >= priority }
    return found?.number ?? 1
  }
}
