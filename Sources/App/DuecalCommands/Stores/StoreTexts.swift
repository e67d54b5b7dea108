import CalendarItems
import CalendarStores
import StoreAccess
import StoredText

/// The items of stores as the texts of calendars, for the commands that read these.
struct StoreTexts {
  private let opening: StoreOpening

  init(_ runEnvironment: RunEnvironment, _ network: NetworkOptions) {
    opening = StoreOpening(runEnvironment, network.time)
  }

  /// A list of a store, with the texts of its items.
  struct List {
    /// What it is called in messages: `work#Home`.
    let label: String
    /// What it is remembered by, the same from wherever it is named.
    let identity: String
    /// The texts, each with what its item is called: `work#Home/4711.ics`.
    let texts: [(name: String, bytes: [UInt8])]
    /// False where it may not be all that there is now.
    let isFresh: Bool
  }

  /// Reads the lists that are meant; what cannot be read is said and left out.
  func lists(of place: StorePlace, _ messages: inout Messages) -> [List] {
    guard let open = opening.open(place, for: .reading, messages: &messages) else { return [] }
    do throws(StoreError) {
      let all = try open.lists()
      var read: [List] = []
      for list in try open.meantLists() { read.append(try self.list(list, all, open: open)) }
      return read
    } catch {
      messages.say(error, of: place.label)
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
      // Where a file has several items, its text is that of each.
      if bytes == texts.last?.bytes { continue }
      texts.append(("\(label)/\(stored.id.name)", bytes))
    }
    return List(
      label: label, identity: "\(open.place.identity)#\(list.id)", texts: texts,
      isFresh: open.isFresh)
  }

  /// The text of an item: as the store keeps it, else a new one.
  static func text(of content: ItemContent, _ capabilities: StoreCapabilities) -> [UInt8] {
    if capabilities.contains(.preservesText), let bytes = content.original.bytes {
      return Array(bytes)
    }
    return CalendarResource(content).bytes
  }
}
