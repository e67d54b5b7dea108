import CalendarItems
import CalendarStores
import ExactText
import ICalendar
import StoreAccess
import TaskDates
import TaskText

/// An item of a store, with the name of its list.
struct FoundItem {
  let list: ItemList
  /// The name of the list: `work#Home`.
  let label: String
  let stored: StoredItem

  /// The name of the item in messages: `work#Home/4711.ics`.
  var name: String { "\(label)/\(stored.id.name)" }
  var item: CalendarItem { stored.item }

  /// The title, or a placeholder if it is empty.
  var title: String { item.shownTitle }

  /// The item on one line: `work#Home: reminder Call Ann, 2026-12-03 15:00`.
  func line(on clock: ReaderClock) -> String {
    let date = (item.when ?? item.start).map {
      ", \(clock.shown($0, of: item, stored.content.zones))"
    }
    let state =
      switch item.status {
      case .completed: ", done"
      case .cancelled: ", cancelled"
      default: ""
      }
    let series = item.recurs ? ", repeats" : ""
    return "\(label): \(item.kind.rawValue) \(title)\(date ?? "")\(series)\(state)"
  }

  /// Its text, read as a calendar.
  func reading(_ capabilities: StoreCapabilities) -> CalendarReading {
    CalendarReading(bytes: StoreTexts.text(of: stored.content, capabilities))
  }
}

extension OpenStore {
  /// The items in the lists of the place, sorted by list, date, title and UID.
  func found(_ predicate: ItemPredicate = ItemPredicate()) throws(StoreError) -> [FoundItem] {
    let all = try lists()
    var found: [FoundItem] = []
    for list in try meantLists() {
      var predicate = predicate
      predicate.lists = [list.id]
      let label = label(of: list, among: all)
      let items = try items(matching: predicate).sorted { $0.item.comesBefore($1.item) }
      found += items.map { FoundItem(list: list, label: label, stored: $0) }
    }
    return found
  }

  /// Reports the items in the lists of the place that cannot be read.
  func reportUnread(_ messages: inout Messages) throws(StoreError) {
    let all = try lists()
    for list in try meantLists() {
      try reportUnread(in: list, called: label(of: list, among: all), &messages)
    }
  }

  /// Reports the items of a list that cannot be read.
  func reportUnread(
    in list: ItemList, called label: String, _ messages: inout Messages
  ) throws(StoreError) {
    for ref in try unread(in: list) {
      messages.fail(
        "\(label)/\(ref.name): the item cannot be read; duecal check says why", .partial)
    }
  }
}

extension CalendarItem {
  /// The order in which a person looks for items: by date; items without a date are last.
  fileprivate func comesBefore(_ other: CalendarItem) -> Bool {
    let (own, theirs) = ((when ?? start)?.startDate, (other.when ?? other.start)?.startDate)
    if let own, let theirs, own != theirs { return own < theirs }
    if (own == nil) != (theirs == nil) { return own != nil }
    return (title, uid) < (other.title, other.uid)
  }
}

/// Prints the document of `store show` and `store search` with `--json`: items, as `show` prints them, and messages.
enum FoundItemsJSON {
  /// Prints a document.
  static func print(
    _ found: [FoundItem], _ capabilities: StoreCapabilities, runEnvironment: RunEnvironment,
    messages: Messages
  ) {
    let items = JSONElements(
      depth: ExportJSON.itemDepth, waitingIn: runEnvironment.temporaryFolder)
    for one in found {
      let reading = one.reading(capabilities)
      var places = LinePlaces(reading.document)
      for read in reading.items where read.item.uid == one.item.uid {
        items.add(ItemJSON(read, of: reading, file: one.name, places: &places))
      }
    }
    JSONWriter.print(ItemsJSON(items: items.contents, messages: messages.reported))
  }
}
