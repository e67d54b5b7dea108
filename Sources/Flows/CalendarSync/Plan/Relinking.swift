import CalendarItems
import CalendarStores
import ExactText

/// Corrects which line is which item, by the titles of the other store.
///
/// If another machine has synced the lines meanwhile, several of them may have changed at once, and the registry of this
/// machine knows only how they were before. The other store tells more: a line with the title that one of its items has
/// now is the line of that item.
struct Relinking {
  /// What a line may belong to: an item in sync, by its index, or a new one of the other store.
  private enum Owner {
    case synced(Int)
    case new(StoredItem)
  }

  private let side: SyncSide
  /// The lines that may belong to another item, each with the index of its item in sync.
  private var lines: [(line: StoredItem, synced: Int?)] = []
  /// The items of the other store whose line is in doubt, by kind and title.
  private var owners: ExactDictionary<[Owner]> = [:]

  /// Finds what is in doubt.
  ///
  /// - Parameters:
  ///   - synced: The items in sync.
  ///   - now: What they are now.
  ///   - new: The new items.
  ///   - side: The store of the lines.
  init(_ synced: [SyncedItem], _ now: [SyncSides<SyncedNow>], _ new: NewItems, _ side: SyncSide) {
    self.side = side
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
      if let there { owners[Self.key(there), default: []].append(.synced(index)) }
    }
    lines += new.rest(on: side).map { ($0, nil) }
    for item in new.rest(on: side.other) { owners[Self.key(item), default: []].append(.new(item)) }
  }

  private static func isSame(_ title: String, _ other: String) -> Bool {
    ExactString(title.words) == ExactString(other.words)
  }

  private static func key(_ item: StoredItem) -> String {
    "\(item.item.kind.rawValue) \(item.item.title.words)"
  }

  /// Gives each line whose title is that of one item only to this item.
  ///
  /// - Returns: The lines of new items, each with its item.
  func run(
    _ now: inout [SyncSides<SyncedNow>], _ new: inout NewItems
  ) -> [SyncSides<StoredItem>] {
    var pairs: [SyncSides<StoredItem>] = []
    var found: [Int: StoredItem] = [:]
    var moved: Set<Int> = []
    for (key, same) in ExactDictionary(grouping: lines, by: { Self.key($0.line) }).sorted(by: {
      $0.key < $1.key
    }) {
      guard same.count == 1, let owners = owners[key], owners.count == 1 else { continue }
      let (line, synced) = same[0]
      switch owners[0] {
      case .new(let item):
        // Two new ones are paired by more than their titles.
        guard synced != nil else { continue }
        pairs.append(SyncSides(line, item, on: side))
        new.remove(item, on: side.other)
      case .synced(let index):
        found[index] = line
        if synced == nil { new.remove(line, on: side) }
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
}
