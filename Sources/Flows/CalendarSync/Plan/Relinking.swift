import CalendarItems
import CalendarStores
import ExactText

/// Corrects which line is which item, by the titles of the other store.
///
/// If another machine has synced the lines meanwhile, several of them may have changed at once, and the registry of this
/// machine knows only how they were before. The other store tells more: a line with the title that one of its items has
/// now is the line of that item.
struct Relinking {
  private let side: SyncSide
  private let isShared: Bool
  /// The lines that may belong to another item, each with the index of its item in sync.
  private var lines: [(line: StoredItem, synced: Int?)] = []
  /// The items of the other store whose line is in doubt, each with its index among those in sync, if it is one of them.
  private var owners: [(item: StoredItem, index: Int?)] = []

  /// Finds what is in doubt.
  ///
  /// - Parameters:
  ///   - synced: The items in sync.
  ///   - now: What they are now.
  ///   - new: The new items.
  ///   - side: The store of the lines.
  ///   - isShared: Whether another machine may have synced the lines meanwhile. Otherwise only an item whose line is gone may
  ///     have another one.
  init(
    _ synced: [SyncedItem], _ now: [SyncSides<SyncedNow>], _ new: NewItems, _ side: SyncSide,
    ifShared isShared: Bool
  ) {
    (self.side, self.isShared) = (side, isShared)
    for (index, (item, now)) in zip(synced, now).enumerated() where !item.isReleased {
      let there = now[side.other].item
      switch now[side] {
      case .changed(let line):
        guard let before = item.contents?[side].item.title, !Self.isSame(before, line.item.title)
        else { continue }
        if let there, Self.isSame(there.item.title, line.item.title) { continue }
        lines.append((line, index))
      case .missing: break
      case .same: continue
      }
      if let there, isShared || now[side].isMissing { owners.append((there, index)) }
    }
    lines += new.rest(on: side).map { ($0, nil) }
    if isShared { owners += new.rest(on: side.other).map { ($0, nil) } }
  }

  private static func isSame(_ title: String, _ other: String) -> Bool {
    ExactString(title.words) == ExactString(other.words)
  }

  private static func key(_ item: StoredItem) -> String {
    "\(item.item.kind.rawValue) \(item.item.title.words)"
  }

  /// Gives each line whose title is that of one item only to this item; then each line of which that is true of the words
  /// of its title.
  ///
  /// - Returns: The lines of new items, each with its item.
  func run(
    _ now: inout [SyncSides<SyncedNow>], _ new: inout NewItems
  ) -> [SyncSides<StoredItem>] {
    var pairs: [SyncSides<StoredItem>] = []
    var found: [Int: StoredItem] = [:]
    var moved: Set<Int> = []
    for (line, owner) in assignment {
      let synced = lines[line].synced
      switch owners[owner].index {
      // Two new ones are paired by more than their titles.
      case nil where synced == nil: continue
      case nil:
        pairs.append(SyncSides(lines[line].line, owners[owner].item, on: side))
        new.remove(owners[owner].item, on: side.other)
      case let index?:
        found[index] = lines[line].line
        if synced == nil { new.remove(lines[line].line, on: side) }
      }
      if let synced { moved.insert(synced) }
    }
    for (line, synced) in lines {
      // A line whose item was that of another line is new.
      if let synced, found[synced] != nil, !moved.contains(synced) { new.giveBack(line, on: side) }
    }
    for index in moved where found[index] == nil { now[index][side] = .missing }
    for (index, line) in found { now[index][side] = .changed(line) }
    return pairs
  }

  /// The lines and their owners, as indices.
  private var assignment: [(line: Int, owner: Int)] {
    guard !lines.isEmpty, !owners.isEmpty else { return [] }
    let byTitle = sameTitles
    guard isShared else { return byTitle }
    let (taken, given) = (Set(byTitle.map(\.line)), Set(byTitle.map(\.owner)))
    let left = lines.indices.filter { !taken.contains($0) }
    let free = owners.indices.filter { !given.contains($0) }
    let byWords = Rewordings(free.map { owners[$0].item }).pairs(with: left.map { lines[$0].line })
    return byTitle + byWords.map { (left[$0.other], free[$0.own]) }
  }

  private var sameTitles: [(line: Int, owner: Int)] {
    let lines = ExactDictionary(grouping: lines.indices) { Self.key(self.lines[$0].line) }
    let owners = ExactDictionary(grouping: owners.indices) { Self.key(self.owners[$0].item) }
    return lines.sorted { $0.key < $1.key }.compactMap { title, lines in
      guard let owners = owners[title], lines.count == 1, owners.count == 1 else { return nil }
      return (lines[0], owners[0])
    }
  }
}
