import CalendarItems
import CalendarStores
import ExactText

/// The lists and items of a `TextStore`.
struct TextStoreContents {
  /// An item: the tag of its version, and its text, read once.
  struct Item {
    let tag: String
    let resource: CalendarResource
    var content: ItemContent? { resource.content }
  }

  var lists: [ItemList.ID: ItemList.Details] = [:]
  var items: [ItemRef: Item] = [:]
  private var lastNumber = 0

  /// Returns a number that was never used before.
  mutating func nextNumber() -> String {
    lastNumber += 1
    return String(lastNumber)
  }

  func item(_ ref: ItemRef) -> StoredItem? {
    guard let item = items[ref], let content = item.content else { return nil }
    return StoredItem(version: ItemVersion(ref, tag: item.tag), content: content)
  }

  func version(ofUID uid: String, in list: ItemList.ID) -> ItemVersion? {
    items.first { $0.key.list == list && $0.value.content?.item.uid == uid }
      .map { ItemVersion($0.key, tag: $0.value.tag) }
  }

  /// The text of an item as it was read.
  ///
  /// - Throws: `StoreError` if the list has another version of it, or none.
  func current(
    _ version: ItemVersion, in list: ItemList.ID
  ) throws(StoreError) -> CalendarResource {
    guard version.ref.list == list, let item = items[version.ref] else {
      throw .noItem(version.ref)
    }
    let now = ItemVersion(version.ref, tag: item.tag)
    guard now == version else { throw .changedMeanwhile(version.ref, now: now) }
    return item.resource
  }

  /// Keeps a text as the new version of an item.
  ///
  /// - Throws: `StoreError.invalid` for a text that is not UTF-8.
  mutating func keep(
    _ resource: CalendarResource, as ref: ItemRef
  ) throws(StoreError) -> ItemVersion {
    guard String(validating: resource.bytes, as: UTF8.self) != nil else {
      throw .invalid("the item is not UTF-8")
    }
    let tag = nextNumber()
    items[ref] = Item(tag: tag, resource: resource)
    return ItemVersion(ref, tag: tag)
  }
}

extension TextStoreContents {
  /// - Throws: `StoreError.unavailable` if a list or an item occurs twice.
  init(_ texts: StoredTexts) throws(StoreError) {
    // A number that is in use is never assigned again, even after an edit by hand.
    let names = texts.lists.map(\.id) + texts.items.flatMap { [$0.name, $0.tag] }
    lastNumber = names.compactMap { Int($0) }.reduce(texts.lastNumber, max)
    for list in texts.lists {
      guard lists[ItemList.ID(list.id)] == nil else {
        throw .unavailable("the list \(list.id) appears twice; expected one of each name")
      }
      lists[ItemList.ID(list.id)] = ItemList.Details(
        title: list.title, color: list.color,
        kinds: Set(list.kinds.compactMap(CalendarItem.Kind.init)))
    }
    for item in texts.items {
      let ref = ItemRef(ItemList.ID(item.list), name: item.name)
      guard items[ref] == nil else {
        throw .unavailable("the item \(ref) appears twice; expected one of each name")
      }
      items[ref] = Item(
        tag: item.tag, resource: CalendarResource(bytes: Array(item.text.utf8)))
    }
  }

  /// The contents for writing: the same contents give the same value.
  var texts: StoredTexts {
    var texts = StoredTexts()
    texts.lastNumber = lastNumber
    texts.lists = lists.sorted { $0.key < $1.key }.map { id, details in
      StoredTexts.List(
        id: id.name, title: details.title, color: details.color,
        kinds: details.kinds.map(\.rawValue).sorted())
    }
    texts.items = items.sorted { ($0.key.list, $0.key.name) < ($1.key.list, $1.key.name) }
      .map { ref, item in
        StoredTexts.Item(
          list: ref.list.name, name: ref.name, tag: item.tag,
          text: String(decoding: item.resource.bytes, as: UTF8.self))
      }
    return texts
  }
}
