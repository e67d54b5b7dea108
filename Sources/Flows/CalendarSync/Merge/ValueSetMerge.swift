/// Applies what one side changed in a list of values to the list of the other side.
///
/// A value that one side added or removed is added or removed on the other; values that both have stay in their order.
struct ValueSetMerge<Value> {
  /// The list of one side after the last sync, and now.
  let before: [Value]
  let now: [Value]
  private let isSame: (Value, Value) -> Bool

  init(before: [Value], now: [Value], isSame: @escaping (Value, Value) -> Bool) {
    self.before = before
    self.now = now
    self.isSame = isSame
  }

  /// Another list with the changes of this one.
  func applied(to other: [Value]) -> [Value] {
    let gone = without(now, from: before)
    let come = without(before, from: now)
    let kept = without(gone, from: other)
    return kept + without(kept, from: come)
  }

  /// The values of a list that another list does not have, as often as it has more of them.
  private func without(_ other: [Value], from list: [Value]) -> [Value] {
    var left = other
    return list.filter { value in
      guard let index = left.firstIndex(where: { isSame($0, value) }) else { return true }
      left.remove(at: index)
      return false
    }
  }
}

extension ValueSetMerge where Value: Equatable {
  init(before: [Value], now: [Value]) {
    self.init(before: before, now: now, isSame: ==)
  }
}
