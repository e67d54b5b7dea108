import CalendarItems
import CalendarStores
import ExactText

/// Items by the words of their titles, to find those of which a title has all words of another one, or the other way
/// round.
struct Rewordings {
  private let items: [StoredItem]
  /// The items by each of their words.
  private var byWord: ExactDictionary<[Int]> = [:]
  /// The items by their first word in order; an item whose words are all in a title has this one there.
  private var byLeast: ExactDictionary<[Int]> = [:]

  init(_ items: [StoredItem]) {
    self.items = items
    for (index, item) in items.enumerated() {
      let words = item.item.title.wordSet.sorted()
      for word in words { byWord[word, default: []].append(index) }
      if let least = words.first { byLeast[least, default: []].append(index) }
    }
  }

  /// The indices of the items whose title is, or may be, another wording of that of an item.
  func indices(of item: StoredItem) -> [Int] {
    let words = item.item.title.wordSet.sorted()
    let longer = words.map { byWord[$0] ?? [] }.min { $0.count < $1.count } ?? []
    return Set(longer + words.flatMap { byLeast[$0] ?? [] })
      .filter { items[$0].isRewording(of: item) }.sorted()
  }

  /// The pairs of an item of another list and one of these, of which each is the only one for the other.
  func pairs(with others: [StoredItem]) -> [(other: Int, own: Int)] {
    let found = others.map(indices)
    let count = Dictionary(found.joined().map { ($0, 1) }, uniquingKeysWith: +)
    return found.enumerated().compactMap { other, own in
      own.count == 1 && count[own[0]] == 1 ? (other, own[0]) : nil
    }
  }
}

extension StoredItem {
  /// True if the title of one item has all words of the title of the other one.
  func isRewording(of other: StoredItem) -> Bool {
    let (title, old) = (item.title, other.item.title)
    guard item.kind == other.item.kind, title.hasSeveralWords, old.hasSeveralWords else {
      return false
    }
    return title.hasWords(of: old) || old.hasWords(of: title)
  }
}
