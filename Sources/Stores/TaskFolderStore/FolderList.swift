import CalendarItems
import CalendarStores
import ExactText
import LineState
import StoredText

/// A list of a store: a task file, or its items of one kind.
struct FolderList: Hashable, Sendable {
  let file: FolderFiles.File
  /// The path from the folder that names the list: that of the file, or its first one if it was renamed.
  let name: String
  /// The kind of its items; nil for a list of all items of the file.
  let kind: CalendarItem.Kind?
  /// The title, the colour and the kinds.
  let details: ItemList.Details

  private static let ofEvents = "?events"

  /// The lists of a file.
  static func lists(
    of file: FolderFiles.File, in files: FolderFiles, _ known: KnownTaskFile.Details,
    _ lists: TaskFolderOptions.Lists
  ) -> [FolderList] {
    let name = known.origin.flatMap(files.name(ofCanonical:)) ?? file.name
    var details = ItemList.Details(title: known.title ?? file.title, color: known.color)
    if let kinds = known.kinds { details.kinds = Self.kinds(of: kinds) }
    guard lists == .separate, known.kinds == nil else {
      return [FolderList(file: file, name: name, kind: nil, details: details)]
    }
    return CalendarItem.Kind.allCases.map { kind in
      details.kinds = [kind]
      return FolderList(file: file, name: name, kind: kind, details: details)
    }
  }

  private static func kinds(of words: String) -> Set<CalendarItem.Kind> {
    Set(words.split(separator: " ").compactMap { CalendarItem.Kind(rawValue: String($0)) })
  }

  /// Kinds as the registry keeps them.
  static func words(for kinds: Set<CalendarItem.Kind>) -> String {
    kinds.map(\.rawValue).sorted().joined(separator: " ")
  }

  /// The ID: the name, with a mark for events.
  var id: ItemList.ID { ItemList.ID(name + (kind == .event ? Self.ofEvents : "")) }

  /// True if an item belongs to the list.
  func holds(_ item: KnownTaskFile.Item) -> Bool {
    item.line != nil && (kind.map { item.isEvent == ($0 == .event) } ?? true)
  }

  /// The list as a store shows it.
  func list(source: StoreSource.ID, isWritable: Bool) -> ItemList {
    ItemList(id: id, source: source, details: details, isWritable: isWritable)
  }

  /// The version of an item.
  func version(of item: KnownTaskFile.Item) -> ItemVersion {
    ItemVersion(ItemRef(id, name: item.name), tag: item.tag)
  }
}

extension KnownTaskFile.Item {
  /// A text that no other version of the item has.
  var tag: String { "\(revision)-\(String(text.sum, radix: 16))" }

  /// The kind.
  var kind: CalendarItem.Kind { isEvent ? .event : .reminder }
}
