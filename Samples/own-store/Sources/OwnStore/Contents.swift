import CalendarItems
import CalendarStores
import ExactText
import Foundation
import StoredText

/// All that is in the store.
struct Contents {
  /// An item: its text, what that says, and the number of its last change.
  struct Item {
    let tag: String
    let resource: CalendarResource
    var content: ItemContent? { resource.content }
  }

  var lists: [ItemList.ID: ItemList.Details] = [:]
  var items: [ItemRef: Item] = [:]
  private var last = 0

  /// A number that nothing had before.
  mutating func number() -> String {
    last += 1
    return String(last)
  }

  func item(_ ref: ItemRef) -> StoredItem? {
    guard let item = items[ref], let content = item.content else { return nil }
    return StoredItem(version: ItemVersion(ref, tag: item.tag), content: content)
  }

  func version(ofUID uid: String, in list: ItemList.ID) -> ItemVersion? {
    items.first { $0.key.list == list && $0.value.content?.item.uid == uid }
      .map { ItemVersion($0.key, tag: $0.value.tag) }
  }

  /// The text of an item as it was read; refused where it is another by now.
  func current(_ version: ItemVersion, in list: ItemList.ID) throws(StoreError) -> CalendarResource
  {
    guard version.ref.list == list, let item = items[version.ref] else {
      throw .noItem(version.ref)
    }
    let now = ItemVersion(version.ref, tag: item.tag)
    guard now == version else { throw .changedMeanwhile(version.ref, now: now) }
    return item.resource
  }

  mutating func keep(_ resource: CalendarResource, as ref: ItemRef) throws(StoreError)
    -> ItemVersion
  {
    guard String(validating: resource.bytes, as: UTF8.self) != nil else {
      throw .invalid("JSON takes texts of Unicode alone")
    }
    let tag = number()
    items[ref] = Item(tag: tag, resource: resource)
    return ItemVersion(ref, tag: tag)
  }
}

// MARK: The file

extension Contents {
  /// A line: the last number, a list, or an item.
  private struct Line: Codable {
    var last: Int?
    var list: String?
    var title: String?
    var color: String?
    var kinds: [String]?
    var name: String?
    var tag: String?
    var text: String?
  }

  /// Reads a file; one that is not there is empty.
  init(_ path: String) throws(StoreError) {
    guard let bytes = FileManager.default.contents(atPath: path) else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let line = try? JSONDecoder().decode(Line.self, from: line) else {
        throw .unavailable("\(path): a line is no JSON of this store")
      }
      take(line)
    }
  }

  private mutating func take(_ line: Line) {
    last = line.last ?? last
    guard let list = line.list.map({ ItemList.ID($0) }) else { return }
    if let title = line.title {
      let kinds = Set((line.kinds ?? []).compactMap(CalendarItem.Kind.init))
      lists[list] = ItemList.Details(title: title, color: line.color, kinds: kinds)
    } else if let name = line.name, let tag = line.tag, let text = line.text {
      items[ItemRef(list, name)] = Item(
        tag: tag, resource: CalendarResource(bytes: Array(text.utf8)))
    }
  }

  /// Writes a file as a whole, in the place of what was there.
  func write(_ path: String) throws(StoreError) {
    let lists = lists.sorted { $0.key < $1.key }.map { id, details in
      Line(
        list: id.name, title: details.title, color: details.color,
        kinds: details.kinds.map(\.rawValue).sorted())
    }
    let items = items.sorted { ($0.key.list, $0.key.name) < ($1.key.list, $1.key.name) }.map {
      ref, item in
      Line(
        list: ref.list.name, name: ref.name, tag: item.tag,
        text: String(decoding: item.resource.bytes, as: UTF8.self))
    }
    let coder = JSONEncoder()
    coder.outputFormatting = .sortedKeys
    do {
      let lines = try ([Line(last: last)] + lists + items).map {
        try coder.encode($0) + [UInt8(ascii: "\n")]
      }
      try Data(lines.joined()).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .unavailable("\(path): \(error.localizedDescription)")
    }
  }
}
