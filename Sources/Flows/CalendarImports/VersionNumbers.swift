import CalendarItems

/// Numbers of items with the same UID, by which an earlier import knows them.
///
/// An item keeps its number if its text is the same, otherwise by its title, its dates, or its kind, in this order.
/// Older versions of an item get no number.
struct VersionNumbers {
  /// An item that an earlier import knows.
  typealias Remembered = (number: Int, version: ComponentVersion)

  /// The number of each item; nil for an older version.
  private(set) var numbers: [Int?]

  private let versions: [ComponentVersion]
  /// The indices of the items, the newest first.
  private let newestFirst: [Int]
  /// The known items that are not matched yet.
  private var missing: [Remembered]

  /// Gives each item a number.
  ///
  /// - Parameters:
  ///   - versions: The items, without copies.
  ///   - remembered: The known items, in the order of their numbers.
  ///   - isFree: Whether no other item has a number's name.
  init(_ versions: [ComponentVersion], _ remembered: [Remembered], isFree: (Int) -> Bool) {
    self.versions = versions
    numbers = [Int?](repeating: nil, count: versions.count)
    newestFirst = versions.indices.sorted { (versions[$1].stamp, $1) < (versions[$0].stamp, $0) }
    missing = remembered.filter { isFree($0.number) }
    let alike = placesOfKnownLines
    find(alike, by: \.content)
    find(alike, by: \.appearance)
    find(alike, by: \.title)
    let left = withoutOlder(versions.indices.filter { numbers[$0] == nil })
    find(left, by: \.content)
    find(left, by: \.dates)
    find(left, by: \.kind)
    number(left.filter { numbers[$0] == nil }, isFree)
  }

  /// The newest items with the title of a known one, as many as are known with this title.
  private var placesOfKnownLines: [Int] {
    var counts = Dictionary(missing.map { ($0.version.title, 1) }, uniquingKeysWith: +)
    let places = newestFirst.filter { place in
      let title = versions[place].title
      guard let count = counts[title], count > 0 else { return false }
      counts[title] = count - 1
      return true
    }
    return lastFirst(places.sorted())
  }

  /// Gives items the numbers of known items with the same key, each once and in their order.
  private mutating func find<Key: Hashable>(_ places: [Int], by key: (ComponentVersion) -> Key) {
    guard !missing.isEmpty else { return }
    var open = Dictionary(grouping: missing.indices.reversed()) { key(missing[$0].version) }
    var found: Set<Int> = []
    for place in places where numbers[place] == nil {
      guard let index = open[key(versions[place])]?.popLast() else { continue }
      numbers[place] = missing[index].number
      found.insert(index)
    }
    missing = missing.indices.filter { !found.contains($0) }.map { missing[$0] }
  }

  /// Numbers new items, without the numbers of items that are gone.
  private mutating func number(_ places: [Int], _ isFree: (Int) -> Bool) {
    let taken = Set(numbers.compactMap { $0 } + missing.map(\.number))
    var number = 1
    for place in places {
      while taken.contains(number) || !isFree(number) { number += 1 }
      numbers[place] = number
      number += 1
    }
  }

  /// Some items, with the one first that version 0.1 imported; it supported only one.
  private func lastFirst(_ places: [Int]) -> [Int] {
    guard
      let first = places.max(by: {
        (versions[$0].stamp.sequence, $0) < (versions[$1].stamp.sequence, $1)
      })
    else { return places }
    return [first] + places.filter { $0 != first }
  }

  // MARK: Older versions

  /// Some items without older versions of any other.
  ///
  /// A version is older if its title is the same and its stamp is earlier, or if its SEQUENCE is lower. If only
  /// SEQUENCE shows it, as many of the newest are kept as known items are missing, because they may be those.
  private func withoutOlder(_ places: [Int]) -> [Int] {
    var newest: [ComponentVersion.Title: VersionStamp] = [:]
    var last: [CalendarItem.Kind: Int] = [:]
    for version in versions {
      newest[version.title] = max(newest[version.title] ?? version.stamp, version.stamp)
      last[version.kind] = max(last[version.kind] ?? 0, version.stamp.sequence)
    }
    let left = Set(places)
    let current = newestFirst.filter { place in
      left.contains(place) && newest[versions[place].title] == versions[place].stamp
    }
    let spared = Set(current.prefix(missing.count))
    let kept = current.filter {
      spared.contains($0) || versions[$0].stamp.sequence >= last[versions[$0].kind] ?? 0
    }
    return lastFirst(kept.sorted())
  }
}
