import CalendarItems
import CalendarStores
import StoreAccess
import StoredText

/// The items of stores as calendar texts, for the commands that read calendars.
struct StoreTexts {
  private let opening: StoreOpening

  init(_ runEnvironment: RunEnvironment, _ network: NetworkOptions) {
    opening = StoreOpening(runEnvironment, network.time)
  }

  /// A list of a store, with the texts of its items.
  struct List {
    /// Its name in messages: `work#Home`.
    let label: String
    /// Its key in the state, which is the same however the store was named.
    let identity: String
    /// The texts, each with the name of its item: `work#Home/4711.ics`.
    let texts: [(name: String, bytes: [UInt8])]
    /// False if the server may have newer contents.
    let isFresh: Bool
  }

  /// Reads the lists of a place; reports and skips those that cannot be read.
  func lists(of place: StorePlace, _ messages: inout Messages) -> [List] {
    guard let open = opening.open(place, for: .reading, messages: &messages) else { return [] }
    do throws(StoreError) {
      let all = try open.lists()
      var read: [List] = []
      for list in try open.meantLists() { read.append(try self.list(list, all, open: open)) }
      return read
    } catch {
      messages.report(error, of: place.label)
      return []
    }
  }

  private func list(
    _ list: ItemList, _ all: [ItemList], open: OpenStore
  ) throws(StoreError) -> List {
    let label = open.label(of: list, among: all)
    var texts: [(name: String, bytes: [UInt8])] = []
    for stored in try open.items(matching: ItemPredicate(in: [list.id])) {
      let bytes = Self.text(of: stored.content, open.store.capabilities)
      // Items from the same file have the same text.
      if bytes == texts.last?.bytes { continue }
      texts.append(("\(label)/\(stored.id.name)", bytes))
    }
    return List(
      label: label, identity: "\(open.place.identity)#\(list.id)", texts: texts,
      isFresh: open.isFresh)
  }

  /// The text of an item: the one that the store keeps, or a new one.
  static func text(of content: ItemContent, _ capabilities: StoreCapabilities) -> [UInt8] {
    if capabilities.contains(.preservesText), let bytes = content.original.bytes {
      return Array(bytes)
    }
    return CalendarResource(content).bytes
  }
}
