import ExactText

extension Vocabulary {
  /// A priority as iCalendar counts it, 1 to 9.
  func priority(_ payload: String) -> Int? {
    switch payload.lowercased() {
    case "high", "h", "a": return 1
    case "medium", "m", "b": return 5
    case "low", "l", "c": return 9
    default: break
    }
    return Int(payload).flatMap { priority(ofNumber: $0) }
  }

  /// A number of `@priority` as iCalendar counts it, 1 to 9; nil for one that the scale has not.
  func priority(ofNumber number: Int) -> Int? {
    let scale = max(2, priorityScale)
    guard (1...scale).contains(number) else { return nil }
    return 1 + (number - 1) * 8 / (scale - 1)
  }

  /// The number of `@priority` for one of iCalendar: what lies between two numbers is the more decided
  /// of them, as RFC 5545, section 3.8.1.9, has 2, 3 and 4 beside 1.
  func number(ofPriority priority: Int) -> Int {
    let scale = max(2, priorityScale)
    let numbers = (1...scale).map { (number: $0, priority: self.priority(ofNumber: $0) ?? 1) }
    let found =
      priority <= 5
      ? numbers.last { $0.priority <= priority } : numbers.first { $0.priority >= priority }
    return found?.number ?? 1
  }
}
