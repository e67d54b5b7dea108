import CalendarStores
import ExactText
import StoredText
import UserFiles

extension SyncPlan {
  /// The number of the plan: the same stores, items and options give the same number.
  ///
  /// It has twelve hexadecimal digits.
  public var number: String {
    var text: [UInt8] = []
    for pair in pairs where pair.missingSide != nil { text += Array("list \(pair.title)\n".utf8) }
    for step in steps {
      for side in SyncSide.allCases { text += Self.line(step, side) }
    }
    return String(SHA256.digits(of: text).prefix(12))
  }

  private static func line(_ step: SyncStep, _ side: SyncSide) -> [UInt8] {
    guard let action = step.actions[side] else { return [] }
    let item = action.item.map { "\($0.id) \($0.version.tag)" } ?? "new"
    let text = action.content?.text ?? []
    return Array("\(side.rawValue) \(action.name) \(item)\n".utf8) + text
  }
}

extension SyncAction {
  /// The name of the action in plans.
  public var name: String {
    switch self {
    case .create: "create"
    case .update: "update"
    case .move: "move"
    case .remove: "remove"
    }
  }
}
