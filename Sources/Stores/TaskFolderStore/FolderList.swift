import CalendarItems
package import CalendarStores
import ExactText
import LineState
import StoredText
import UserFiles

/// A list of a store: one or several task files, or their items of one kind.
struct FolderList: Hashable, Sendable {
  /// The file that gets new items; for a part of a list, its only file.
  private(set) var file: FolderFiles.File
  let group: FileGroup
  /// The path from the folder that names the list: that of the file, or its first one if it was renamed.
  let name: String
  /// The kind of its items; nil for a list of all items of the file.
  let kind: CalendarItem.Kind?
  /// The title, the colour and the kinds.
  let details: ItemList.Details

  fileprivate static let ofEvents = "?events"

  /// The lists of some files.
  static func lists(
    of group: FileGroup, in files: FolderFiles, _ known: KnownTaskFile.Details,
    _ lists: TaskFolderOptions.Lists
  ) -> [FolderList] {
    let name = known.origin.flatMap(files.name(ofCanonical:)) ?? group.name
    var details = ItemList.Details(title: known.title ?? group.title, color: known.color)
    if let kinds = known.kinds { details.kinds = Self.kinds(of: kinds) }
    let separate = lists == .separate && known.kinds == nil
    let kinds: [CalendarItem.Kind?] = separate ? CalendarItem.Kind.allCases : [nil]
    return kinds.map { kind in
      if let kind { details.kinds = [kind] }
      return FolderList(file: group.file, group: group, name: name, kind: kind, details: details)
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

  /// The path from the folder of the file that names a list, if each file is one.
  static func fileName(of id: ItemList.ID) -> String {
    id.name.hasSuffix(ofEvents) ? String(id.name.dropLast(ofEvents.count)) : id.name
  }

  // MARK: Lists of several files

  /// The list as far as it is in one file.
  func part(_ file: FolderFiles.File) -> FolderList {
    var part = self
    part.file = file
    return part
  }

  /// The parts of the list, one for each file.
  var parts: [FolderList] { group.files.map(part) }

  /// The part that has an item; nil if none can have it.
  func part(of ref: ItemRef) -> FolderList? { parts.first { $0.itemName(of: ref) != nil } }

  /// The beginning of the names of items, which are unique only in their files.
  private var prefix: String { group.isFolder ? file.name + "/" : "" }

  /// The name of an item in its file; nil for a reference to another list or another file.
  func itemName(of ref: ItemRef) -> String? {
    ref.list == id && ref.name.hasPrefix(prefix) ? String(ref.name.dropFirst(prefix.count)) : nil
  }

  /// The reference to an item of the file.
  func ref(to item: KnownTaskFile.Item) -> ItemRef { ref(named: item.name) }

  private func ref(named name: String) -> ItemRef { ItemRef(id, name: prefix + name) }

  // MARK: Items

  /// True if an item belongs to the list.
  func holds(_ item: KnownTaskFile.Item) -> Bool { item.line != nil && has(events: item.isEvent) }

  /// True if the list has events, or if it has reminders.
  private func has(events: Bool) -> Bool { kind.map { events == ($0 == .event) } ?? true }

  /// The list as a store shows it.
  func list(source: StoreSource.ID, isWritable: Bool) -> ItemList {
    ItemList(id: id, source: source, details: details, isWritable: isWritable)
  }

  /// The version of an item.
  func version(of item: KnownTaskFile.Item) -> ItemVersion {
    version(item.name, item.revision, item.text.sum)
  }

  /// The version of an item; nil if it is in another list.
  func version(of item: KnownTaskFile.ItemStamp) -> ItemVersion? {
    has(events: item.isEvent) ? version(item.name, item.revision, item.sum) : nil
  }

  /// The number of changes that an item had in a version.
  static func revision(of version: ItemVersion) -> Int {
    Int(version.tag.prefix { $0 != "-" }) ?? 1
  }

  /// The tag is a text that no other version of the item has.
  private func version(_ name: String, _ revision: Int, _ sum: UInt64) -> ItemVersion {
    ItemVersion(ref(named: name), tag: "\(revision)-\(String(sum, radix: 16))")
  }
}

extension TaskFolderStore {
  /// True if a file is in a list, whether the list is that of the file or of its folder.
  ///
  /// - Parameters:
  ///   - path: The canonical path of the file.
  ///   - name: The canonical path that names its lists; another one for a renamed file.
  ///   - list: The list.
  ///   - root: The file or folder of the store.
  package static func has(
    _ path: String, named name: String, in list: ItemList.ID, of root: String
  ) -> Bool {
    let root = CanonicalPath.of(root)
    if ExactString(root) == ExactString(path) { return true }
    guard name.hasPrefix(root + "/") else { return false }
    let name = String(name.dropFirst(root.count + 1))
    return [name, name + FolderList.ofEvents].contains { ExactString($0) == ExactString(list.name) }
      || name.hasPrefix("\(list.name)/")
  }
}

extension KnownTaskFile.Item {
  /// The kind.
  var kind: CalendarItem.Kind { isEvent ? .event : .reminder }
}
