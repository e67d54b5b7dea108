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
    for (number, pair) in pairs.enumerated() {
      if makesList(of: number) { text += Array("list \(pair.title)\n".utf8) }
      for side in SyncSide.allCases where pair.drops.contains(side) {
        text += Array("\(side.rawValue) drop \(pair.lists[side]?.id.name ?? "")\n".utf8)
      }
    }
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

extension SyncPlan {
  /// The number of a change of one side; nil if nothing is changed there.
  ///
  /// A new item of a list that is read-only has another number as soon as the list can be written.
  func number(of step: SyncStep, _ side: SyncSide) -> String? {
    guard let action = step.actions[side] else { return nil }
    var text = Self.line(step, side)
    if case .create(_, let pair) = action, pairs[pair].lists[side]?.isWritable == false {
      text += Array("read-only\n".utf8)
    }
    return String(SHA256.digits(of: text).prefix(24))
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
