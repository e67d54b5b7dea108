import CalendarItems
import CalendarStores
import ExactText
import LineCodec
import LineState
import StoredText

/// Lines that go below the lines of their parents.
extension FileDraft {
  /// The item with a UID that has a line.
  func lined(_ uid: String) -> Int? {
    itemsOfUID[uid]?.first { known.items[$0].line != nil }
  }

  /// Notes that the line of an item goes below another one.
  ///
  /// An item whose new parent is not in this file stays where it is until the parent arrives.
  mutating func noteParent(of index: Int, _ old: String?, _ new: String?) {
    guard old.map(ExactString.init) != new.map(ExactString.init) else { return }
    guard let new else { return reparented.append((index, nil)) }
    if let parent = lined(new) {
      reparented.append((index, parent))
    } else {
      wait(index, for: new)
    }
  }

  /// Puts the lines that waited for a new item below it; it waits itself if its parent is not in this file.
  mutating func noteArrival(of index: Int, _ item: CalendarItem) {
    if waiting == nil { waiting = waitingItems(besides: index) }
    for part in waiting?.removeValue(forKey: item.uid) ?? []
    where part != index && known.items[part].line != nil {
      reparented.append((part, index))
    }
    if let parent = item.parentUID, lined(parent) == nil { wait(index, for: parent) }
  }

  private mutating func wait(_ index: Int, for parent: String) {
    if waiting == nil { waiting = waitingItems(besides: index) }
    waiting?[parent, default: []].append(index)
  }

  /// The items with a parent that is not above their lines, by its UID.
  private func waitingItems(besides index: Int) -> ExactDictionary<[Int]> {
    var waiting: ExactDictionary<[Int]> = [:]
    for (number, item) in known.items.enumerated() where number != index && item.line != nil {
      guard item.isStored, item.text.contains(Self.link) else { continue }
      let content = CalendarResource(bytes: item.text, database: options.zones).content
      guard let parent = content?.item.parentUID, item.source.parent ?? "" != parent else {
        continue
      }
      waiting[parent, default: []].append(number)
    }
    return waiting
  }

  /// The name of the property with which a part names its parent.
  private static let link = Array("RELATED-TO".utf8)
}
