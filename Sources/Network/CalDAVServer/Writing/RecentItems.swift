import CalendarItems
import CalendarStores
import ExactText
import Synchronization

/// The new items that programs have just written which edit an item by writing a new one and removing the old one.
///
/// calcurse-caldav does that, and knows only few fields of an item: without care, a line would leave its place and lose its
/// dates.
final class RecentItems: Sendable {
  private struct Item {
    let list: ItemList.ID
    let segment: String
    let program: String
    let time: ContinuousClock.Instant
  }

  private let items = Mutex<[Item]>([])
  /// How a program that edits so calls itself: by its library.
  private static let programs: ExactSet = ["Python-httplib2"]
  private static let memory = Duration.seconds(10)

  /// Notes a new item.
  func note(_ segment: String, in list: ItemList.ID, by program: String) {
    guard Self.programs.contains(program) else { return }
    items.withLock { items in
      items.removeAll { $0.time.duration(to: .now) > Self.memory }
      items.append(Item(list: list, segment: segment, program: program, time: .now))
    }
  }

  /// The names in paths of the new items of a list that a program has written just now.
  func segments(in list: ItemList.ID, by program: String) -> [String] {
    items.withLock { items in
      items.filter { item in
        item.list == list && item.program == program
          && item.time.duration(to: .now) <= Self.memory
      }.map(\.segment)
    }
  }

  /// Forgets an item that has taken the place of another one.
  func forget(_ segment: String, in list: ItemList.ID) {
    items.withLock { $0.removeAll { $0.list == list && $0.segment == segment } }
  }
}

extension ItemContent {
  /// True if another item may be this one after an edit: half of the words of their titles are the same.
  func mayBecome(_ other: ItemContent) -> Bool {
    guard item.kind == other.item.kind else { return false }
    let (own, new) = (item.title.wordSet, other.item.title.wordSet)
    let common = own.intersection(new).count
    return own == new || common > 0 && common * 2 >= max(own.count, new.count)
  }

  /// The item with what another program knows of it.
  func taking(_ known: CalendarItem) -> ItemContent {
    var content = self
    content.item.title = known.title
    content.item.priority = known.priority
    content.item.status = known.status
    content.item.completed = known.completed
    content.item.percent = known.percent
    if known.notes != nil { content.item.notes = known.notes }
    if known.when != nil {
      content.item.when = known.when
      content.item.anchor = known.anchor
      content.item.recurrence = known.recurrence
    }
    return content
  }
}
