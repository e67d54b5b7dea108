/// What became of a list of values: those that are gone, and those that are new.
///
/// The order of such a list means nothing, and a value that is there twice is there.
package struct ListChange<Value> {
  /// The list before and after the change.
  private let before: [Value]
  private let after: [Value]
  private let isSame: (Value, Value) -> Bool

  /// - Parameter isSame: True for two values that mean the same.
  package init(from before: [Value], to after: [Value], isSame: @escaping (Value, Value) -> Bool) {
    self.before = before
    self.after = after
    self.isSame = isSame
  }

  /// The values that are new, in order.
  package var added: [Value] { after.filter { !isIn(before, $0) } }

  /// The values that are gone, in order.
  package var removed: [Value] { before.filter { !isIn(after, $0) } }

  /// Another list with this change; what it has of its own stays, in its order.
  ///
  /// - Parameter matches: True if a value of that list, the first, is what the changed list calls by the second; by
  ///   default the values mean the same.
  package func applied(
    to list: [Value], matches: ((Value, Value) -> Bool)? = nil
  ) -> [Value] {
    let matches = matches ?? isSame
    let kept = list.filter { own in
      !before.contains { matches(own, $0) } || after.contains { matches(own, $0) }
    }
    return kept + added.filter { new in !list.contains { matches($0, new) } }
  }

  /// The values that another list gets and loses; it may have got or lost them itself.
  package func effect(on list: [Value]) -> (added: [Value], removed: [Value]) {
    (added.filter { !isIn(list, $0) }, removed.filter { isIn(list, $0) })
  }

  private func isIn(_ list: [Value], _ value: Value) -> Bool {
    list.contains { isSame($0, value) }
  }
}

extension ListChange where Value: Equatable {
  package init(from before: [Value], to after: [Value]) {
    self.init(from: before, to: after, isSame: ==)
  }
}
