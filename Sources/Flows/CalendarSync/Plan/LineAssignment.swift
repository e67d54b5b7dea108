import CalendarItems
import CalendarStores
import ExactText
import LineIdentity

/// Finds which line is which item of the other store, by one assignment of all lines and items that are in doubt.
///
/// If another machine has synced the lines meanwhile, several of them may have changed at once, and the registry of this
/// machine knows only how they were before. The other store tells more: a line with the title that one of its items has
/// now is likely to be the line of that item. `AssignmentRules` weighs the pairs that are possible; the pairs with the most
/// weight in total are chosen.
struct LineAssignment {
  private let rules: AssignmentRules
  private var lines: [Doubt] = []
  private var owners: [Doubt] = []

  /// Finds what is in doubt.
  ///
  /// - Parameters:
  ///   - synced: The items in sync.
  ///   - now: What they are now.
  ///   - new: The new items.
  ///   - rules: Which lines may be which items.
  init(
    _ synced: [SyncedItem], _ now: [SyncSides<SyncedNow>], _ new: NewItems, _ rules: AssignmentRules
  ) {
    self.rules = rules
    let side = rules.side
    if rules.hasLines {
      for (index, (item, now)) in zip(synced, now).enumerated() { add(index, item, now) }
    }
    lines += new.rest(on: side).map { Doubt($0) }
    owners += new.rest(on: side.other).map { Doubt($0) }
  }

  private mutating func add(_ index: Int, _ synced: SyncedItem, _ now: SyncSides<SyncedNow>) {
    let side = rules.side
    let before = synced.contents?[side].item.title.words
    let there = now[side.other].item
    let isAlone = now[side.other].isMissing
    switch now[side] {
    case .changed(let line) where !synced.isReleased:
      // An item that is there and could not be read keeps its line.
      guard let before, there != nil || isAlone else { return }
      let title = line.item.title.words
      if title == there?.item.title.words { return }
      guard title != before || isAlone else { return }
      lines.append(Doubt(line, index, before: before, isAlone: isAlone))
      if let there, title != before { owners.append(Doubt(there, index, before: before)) }
    case .missing:
      if let there { owners.append(Doubt(there, index, before: before, isAlone: true)) }
    case .changed, .same: return
    }
  }

  /// Gives each line its item.
  ///
  /// - Returns: The pairs that were not in sync, of a line and its item.
  func run(
    _ now: inout [SyncSides<SyncedNow>], _ new: inout NewItems
  ) -> [SyncSides<StoredItem>] {
    let side = rules.side
    var pairs: [SyncSides<StoredItem>] = []
    var found: [Int: StoredItem] = [:]
    var moved: Set<Int> = []
    for (line, owner) in assignment where line.synced == nil || line.synced != owner.synced {
      if let index = owner.synced {
        found[index] = line.item
      } else {
        pairs.append(SyncSides(line.item, owner.item, on: side))
      }
      if let index = line.synced { moved.insert(index) }
    }
    new.remove(pairs.map { $0[side.other] }, on: side.other)
    new.remove(pairs.map { $0[side] } + found.values, on: side)
    giveBack(to: &new) { found[$0] != nil && !moved.contains($0) }
    for index in moved where found[index] == nil { now[index][side] = .missing }
    for (index, line) in found { now[index][side] = .changed(line) }
    return pairs
  }

  /// Makes the lines new whose item is that of another line.
  private func giveBack(to new: inout NewItems, ifLost isLost: (_ synced: Int) -> Bool) {
    for line in lines where line.synced.map(isLost) == true {
      new.giveBack(line.item, on: rules.side)
    }
  }

  // MARK: Choosing

  private var assignment: [(line: Doubt, owner: Doubt)] {
    guard !lines.isEmpty, !owners.isEmpty else { return [] }
    var chosen = Assignment.best(of: edges).map { (line: $0.new, owner: $0.old) }
    chosen += namesakes(but: chosen)
    if rules.isShared { chosen += rewordings(but: chosen) }
    return chosen.map { (lines[$0.line], owners[$0.owner]) }
  }

  /// The pairs, of what is left, with one title, place and state, in order: so very many have it that not all were compared.
  private func namesakes(
    but chosen: [(line: Int, owner: Int)]
  ) -> [(line: Int, owner: Int)] {
    let (taken, given) = (Set(chosen.map(\.line)), Set(chosen.map(\.owner)))
    let left = ExactDictionary(grouping: lines.indices.filter { !taken.contains($0) }) {
      rules.place(lines[$0].item, named: lines[$0].title, on: rules.side, isExact: false)
    }
    let free = ExactDictionary(grouping: owners.indices.filter { !given.contains($0) }) {
      rules.place(owners[$0].item, named: owners[$0].title, on: rules.side.other, isExact: false)
    }
    return left.sorted { $0.key < $1.key }.flatMap { place, left in
      zip(left, free[place] ?? []).filter { rules.weight(lines[$0], owners[$1]) != nil }
        .map { (line: $0, owner: $1) }
    }
  }

  /// The pairs, of what is left, of which one title has all words of the other one, and that of no other line or item.
  private func rewordings(
    but chosen: [(line: Int, owner: Int)]
  ) -> [(line: Int, owner: Int)] {
    let (taken, given) = (Set(chosen.map(\.line)), Set(chosen.map(\.owner)))
    let left = lines.indices.filter { !taken.contains($0) }
    let free = owners.indices.filter { !given.contains($0) }
    return Rewordings(free.map { owners[$0].item }).pairs(with: left.map { lines[$0].item })
      .map { (line: left[$0.other], owner: free[$0.own]) }
      .filter { rules.mayBeReworded(lines[$0.line], owners[$0.owner]) }
  }

  /// The possible pairs with their weights.
  private var edges: [Assignment.Edge] {
    let linked = Dictionary(
      owners.indices.compactMap { owner in owners[owner].synced.map { ($0, owner) } },
      uniquingKeysWith: { first, _ in first })
    let sameTitles = Namesakes(lines, owners, rules) { $0.title }
    let oldTitles = Namesakes(lines, owners, rules) { $0.before }
    let sameUIDs = ExactDictionary(grouping: owners.indices.filter { owners[$0].synced == nil }) {
      owners[$0].item.item.uid
    }
    return lines.indices.flatMap { line -> [Assignment.Edge] in
      var found = sameTitles.owners(of: line, called: lines[line].title)
      found.formUnion(oldTitles.owners(of: line, called: lines[line].title))
      if lines[line].synced == nil {
        found.formUnion(sameUIDs[lines[line].item.item.uid] ?? [])
      }
      if let own = lines[line].synced.flatMap({ linked[$0] }) { found.insert(own) }
      return found.sorted().compactMap { owner in
        rules.weight(lines[line], owners[owner]).map { .init(old: owner, new: line, weight: $0) }
      }
    }
  }
}

/// A line or an item in doubt.
struct Doubt {
  let item: StoredItem
  /// The index of the item in sync; nil for a new one.
  let synced: Int?
  /// The words of its title.
  let title: String
  /// The words that its line had after the last sync.
  let before: String?
  /// True if the other one of an item in sync is gone.
  let isAlone: Bool

  init(_ item: StoredItem, _ synced: Int? = nil, before: String? = nil, isAlone: Bool = false) {
    self.item = item
    self.synced = synced
    title = item.item.title.words
    self.before = before
    self.isAlone = isAlone
  }
}

/// The items in doubt by a name, such as their title.
private struct Namesakes {
  private let owners: ExactDictionary<[Int]>
  /// The items with names that very many have, by all that is told apart easily.
  private var narrow: ExactDictionary<[Int]> = [:]
  /// The lines with such titles, each with its number among those that are alike.
  private var ranks: [Int: (place: String, rank: Int)] = [:]

  /// The number of pairs with one name that are all compared; of more, only those that are alike are, in order.
  private static let most = 4096

  init(_ lines: [Doubt], _ owners: [Doubt], _ rules: AssignmentRules, _ name: (Doubt) -> String?) {
    let named = owners.indices.filter { name(owners[$0]) != nil }
    self.owners = ExactDictionary(grouping: named) { name(owners[$0]) ?? "" }
    let titles = ExactDictionary(grouping: lines.indices) { lines[$0].title }
    for (title, indices) in titles {
      guard let found = self.owners[title], found.count * indices.count > Self.most else {
        continue
      }
      let alike = ExactDictionary(grouping: found) {
        rules.place(owners[$0].item, named: title, on: rules.side.other, isExact: true)
      }
      narrow.merge(alike, uniquingKeysWith: +)
      rank(indices, of: lines, rules)
    }
  }

  private mutating func rank(_ crowded: [Int], of lines: [Doubt], _ rules: AssignmentRules) {
    let places = ExactDictionary(grouping: crowded) {
      rules.place(lines[$0].item, named: lines[$0].title, on: rules.side, isExact: true)
    }
    for (place, lines) in places {
      for (rank, line) in lines.enumerated() { ranks[line] = (place, rank) }
    }
  }

  /// The items that may be meant by a line.
  func owners(of line: Int, called name: String) -> Set<Int> {
    guard let found = owners[name] else { return [] }
    guard let (place, rank) = ranks[line] else { return Set(found) }
    guard let near = narrow[place], rank < near.count else { return [] }
    return [near[rank]]
  }
}
