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
  ///
  /// - Parameter filter: The items that are needed: then the store's texts are read as they are, and some may have no
  ///   item; nil for the texts of all items.
  func lists(
    of place: StorePlace, needing filter: StoredTextFilter? = nil, _ messages: inout Messages
  ) -> [List] {
    guard let open = opening.open(place, for: .reading, messages: &messages) else { return [] }
    do throws(StoreError) {
      let all = try open.lists()
      var read: [List] = []
      for list in try open.meantLists() {
        read.append(try self.list(list, all, filter, open: open))
      }
      return read
    } catch {
      messages.report(error, of: place.label)
      return []
    }
  }

  private func list(
    _ list: ItemList, _ all: [ItemList], _ filter: StoredTextFilter?, open: OpenStore
  ) throws(StoreError) -> List {
    let label = open.label(of: list, among: all)
    var texts: [(name: String, bytes: [UInt8])] = []
    for stored in try Self.texts(of: list, filter, open: open) {
      // Items from the same file have the same text.
      if stored.bytes == texts.last?.bytes { continue }
      texts.append(("\(label)/\(stored.name)", stored.bytes))
    }
    return List(
      label: label, identity: "\(open.place.identity)#\(list.id)", texts: texts,
      isFresh: open.isFresh)
  }

  /// The texts of a list's items: those that the store keeps, or new ones.
  private static func texts(
    of list: ItemList, _ filter: StoredTextFilter?, open: OpenStore
  ) throws(StoreError) -> [StoredItemText] {
    if let filter, let texts = try open.texts(in: list, filter) { return texts }
    let capabilities = open.store.capabilities
    return try open.items(matching: ItemPredicate(in: [list.id])).map { stored in
      StoredItemText(name: stored.id.name, bytes: text(of: stored.content, capabilities))
    }
  }

  /// The text of an item: the one that the store keeps, or a new one.
  static func text(of content: ItemContent, _ capabilities: StoreCapabilities) -> [UInt8] {
    if capabilities.contains(.preservesText), let bytes = content.original.bytes {
      return Array(bytes)
    }
    return CalendarResource(content).bytes
  }
}
