/// What two lines have in common, wherever they stand.
package struct LineSimilarity {
  /// How far the tags of two lines agree.
  enum Tags {
    /// Neither has any.
    case none
    /// All are the same; a value, such as a date, is among them or not.
    case equal(withValue: Bool)
    /// Some are the same; a value is among them or not.
    case some(withValue: Bool)
    /// One line has tags, the other none.
    case oneSide
    /// Both have tags, and none is the same.
    case different
  }

  /// How alike the titles are, in thousandths.
  let text: Int
  /// How much of the shorter title begins the longer one, in thousandths.
  let beginning: Int
  /// How far the tags agree.
  let tags: Tags
  /// True if other lines have the same title: it tells less then.
  let isCommon: Bool
}

extension LineSimilarity.Tags {
  init(_ old: [String], _ new: [String]) {
    if old.isEmpty && new.isEmpty {
      self = .none
      return
    }
    let others = Set(new)
    let common = old.filter { others.contains($0) }
    let withValue = common.contains { $0.utf8.last == UInt8(ascii: ")") }
    if common.isEmpty {
      self = old.isEmpty || new.isEmpty ? .oneSide : .different
    } else if common.count == old.count && common.count == new.count {
      self = .equal(withValue: withValue)
    } else {
      self = .some(withValue: withValue)
    }
  }
}
