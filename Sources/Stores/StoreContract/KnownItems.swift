#if canImport(Testing)
import CalendarStores

/// The items that both the store and the reference have, by UID, in the versions that were read last.
struct KnownItems {
  /// An item of both.
  struct Pair {
    var mine: StoredItem
    var reference: StoredItem
  }

  private var pairs: [String: Pair] = [:]
  /// The UIDs in an order that depends only on the operations, so that choosing a random one is fast and repeatable.
  private var uids: [String] = []
  private var places: [String: Int] = [:]

  var count: Int { uids.count }

  subscript(uid: String) -> Pair? {
    get { pairs[uid] }
    set {
      if newValue == nil { forget(uid) } else if pairs[uid] == nil { add(uid) }
      pairs[uid] = newValue
    }
  }

  /// A random UID; nil if there is none.
  func uid(_ chance: inout RandomItems) -> String? { chance.element(of: uids) }

  private mutating func add(_ uid: String) {
    places[uid] = uids.count
    uids.append(uid)
  }

  private mutating func forget(_ uid: String) {
    guard let place = places.removeValue(forKey: uid), let last = uids.popLast(), last != uid else {
      return
    }
    uids[place] = last
    places[last] = place
  }
}
#endif
