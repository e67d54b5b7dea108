import ExactText

/// What two lines have in common, wherever they are.
package struct LineSimilarity {
  /// How the tags of two lines agree.
  enum Tags {
    /// Neither line has tags.
    case none
    /// All tags are equal; `withValue` is true if one of them has a value, such as a date.
    case equal(withValue: Bool)
    /// Some tags are equal; `withValue` is true if one of these has a value.
    case some(withValue: Bool)
    /// Only one line has tags.
    case oneSide
    /// Both lines have tags, and no tag is in both.
    case different
    /// So it is, and only one line repeats: it may be a series, and the other one of its dates.
    case seriesAndDate
  }

  /// The similarity of the titles, in thousandths.
  let text: Int
  /// The part of the shorter title with which the longer one begins, in thousandths.
  let beginning: Int
  /// True if one title has all words of the other one.
  let isRewording: Bool
  /// How the tags agree.
  let tags: Tags
  /// True if other lines have the same title, so that it is weaker evidence.
  let isCommon: Bool
  /// True if both lines have the same notes.
  let hasSameNotes: Bool
}

extension LineSimilarity.Tags {
  init(_ old: [String], _ new: [String]) {
    if old.isEmpty && new.isEmpty {
      self = .none
      return
    }
    let others = Set(new.map(Self.uncounted))
    let common = old.map(Self.uncounted).filter { others.contains($0) }
    let withValue = common.contains { $0.utf8.last == UInt8(ascii: ")") }
    if common.isEmpty {
      let isSeries = [old, new].map { $0.contains(where: Self.isRepetition) }
      self =
        old.isEmpty || new.isEmpty
        ? .oneSide : isSeries[0] == isSeries[1] ? .different : .seriesAndDate
    } else if common.count == old.count && common.count == new.count {
      self = .equal(withValue: withValue)
    } else {
      self = .some(withValue: withValue)
    }
  }

  static func isRepetition(_ tag: String) -> Bool { tag.utf8.starts(with: "@repeat".utf8) }

  /// A tag without the number of times that a series still has, which each completed date makes smaller.
  private static func uncounted(_ tag: String) -> String {
    guard tag.utf8.starts(with: "@repeat(".utf8), tag.utf8.last == UInt8(ascii: ")") else {
      return tag
    }
    var words = tag.dropLast().split(separator: " ", omittingEmptySubsequences: false)
    guard let last = words.popLast(), last == "times" || last == "time",
      let count = words.popLast(), count.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return tag }
    return words.joined(separator: " ") + ")"
  }
}

extension ItemTrace {
  /// The tags by which a line is recognised: all but `@except`, which is written into the lines of a series whenever one of
  /// its dates becomes a line of its own.
  var countedTags: [String] { tags.filter { !$0.utf8.starts(with: "@except(".utf8) } }

  /// True if both lines have notes, and the same ones.
  func hasNotes(of other: ItemTrace) -> Bool {
    !notes.isEmpty && notes.elementsEqual(other.notes) { $0 == $1 }
  }
}
