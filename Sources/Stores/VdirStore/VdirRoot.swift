import CalendarItems
import CalendarStores
import ExactText
import Glibc
import StoredText
import UserFiles

/// The folder of a store, and its subfolders, which are lists.
struct VdirRoot: Sendable {
  let path: String
  /// Whether conflict copies are listed, which are not items: only a sync needs them, to know what it leaves out.
  var keepsCopies = false
  /// The ID of the list that is the folder itself, if it contains items.
  private static let own = ItemList.ID(".")
  /// The names of other files in a list; the last is our own and not part of the format.
  private static let names = (title: "displayname", color: "color", kinds: "duecal-kinds")
  private static let known = ["displayname", "description", "color", "order", "duecal-kinds"]

  var isWritable: Bool { access(path, W_OK | X_OK) == 0 }

  func folder(_ id: ItemList.ID) -> String { id == Self.own ? path : "\(path)/\(id.name)" }

  // MARK: Reading

  func lists() throws(StoreError) -> [ItemList] { try ids().map(list) }

  /// The names of the lists, in order, without reading their properties.
  func ids() throws(StoreError) -> [ItemList.ID] {
    let names: [String]
    do throws(FileError) { names = try FileTree.allNames(in: path) } catch {
      throw .unavailable("\(error)")
    }
    let own = names.contains { isListed($0) && !isList($0, in: path) } ? [Self.own] : []
    return (own + folders(among: names).inside.map { ItemList.ID($0) }).sorted()
  }

  /// The folders among some names: those in the store, which are lists, and those that are links to folders outside of it.
  ///
  /// Whoever may write to a shared folder could otherwise have items read, and written, anywhere.
  private func folders(among names: [String]) -> (inside: [String], outside: [String]) {
    let folders = names.filter { $0.first != "." && FileTree.isFolder("\(path)/\($0)") }
    var parted: (inside: [String], outside: [String]) = ([], [])
    for name in folders {
      if FileTree.leads("\(path)/\(name)", outOf: path) {
        parted.outside.append(name)
      } else {
        parted.inside.append(name)
      }
    }
    return parted
  }

  /// The lists that are left out because they are links to folders outside the store.
  func outside() -> [String] {
    let names = (try? FileTree.allNames(in: path)) ?? []
    return folders(among: names).outside.map { "\(path)/\($0)" }
  }

  private func list(_ id: ItemList.ID) -> ItemList {
    ItemList(
      id: id, source: path, details: details(id),
      isWritable: access(folder(id), W_OK | X_OK) == 0)
  }

  private func details(_ id: ItemList.ID) -> ItemList.Details {
    let name = id == Self.own ? path.split(separator: "/").last.map(String.init) ?? path : id.name
    let words = text(id, Self.names.kinds)?.split(separator: "\n").map(String.init) ?? []
    let kinds = words.compactMap { Self.kinds[$0] }
    return ItemList.Details(
      title: text(id, Self.names.title) ?? name,
      // Some programs write an opacity after the colour.
      color: text(id, Self.names.color).map { String($0.prefix(7)) },
      kinds: kinds.isEmpty ? Set(CalendarItem.Kind.allCases) : Set(kinds))
  }

  private static let kinds = ["VTODO": CalendarItem.Kind.reminder, "VEVENT": .event]

  /// The text of a file of a list, without surrounding white space; nil if it is empty.
  private func text(_ id: ItemList.ID, _ name: String) -> String? {
    guard let bytes = try? FileSnapshot.regular("\(folder(id))/\(name)", within: path).bytes else {
      return nil
    }
    let blanks: Set<UInt8> = [9, 10, 13, 32]
    let trimmed = bytes.drop(while: blanks.contains).reversed().drop(while: blanks.contains)
    return trimmed.isEmpty ? nil : String(decoding: trimmed.reversed(), as: UTF8.self)
  }

  /// The names of the files with items.
  static func itemFiles(of folder: String) throws(FileError) -> [String] {
    try FileTree.allNames(in: folder).filter(VdirName.isItemFile)
  }

  /// The names of the files that are listed.
  func listedFiles(of folder: String) throws(FileError) -> [String] {
    try FileTree.allNames(in: folder).filter { isListed($0) && !isList($0, in: folder) }
  }

  /// True for a list, which may be called `x.ics`; a folder in the place of an item cannot be read.
  private func isList(_ name: String, in folder: String) -> Bool {
    folder == path && FileTree.isFolder("\(folder)/\(name)")
  }

  /// True for a file with items, and for a conflict copy if these are listed.
  func isListed(_ name: String) -> Bool {
    VdirName.isItemFile(name) || keepsCopies && VdirName.isConflictCopy(name)
  }

  /// The conflict copies in the lists, as paths from the folder.
  ///
  /// - Parameter hasNone: Returns true for a folder that is known to have none.
  func copies(besides hasNone: (String) -> Bool) -> [String] {
    ((try? ids()) ?? []).flatMap { id in
      let (folder, start) = (folder(id), id == Self.own ? "" : "\(id.name)/")
      if hasNone(folder) { return [String]() }
      return ((try? FileTree.allNames(in: folder)) ?? []).filter(VdirName.isConflictCopy)
        .map { start + $0 }
    }
  }

  /// True for temporary files of programs that were killed while they wrote.
  private static func isTemporary(_ name: String) -> Bool {
    name.hasSuffix(".tmp") || (name.hasPrefix(".") && name.contains(".duecal-"))
  }

  // MARK: Changing

  func create(_ details: ItemList.Details) throws(StoreError) -> ItemList {
    for name in ResourceName.names(ofList: details.title) {
      let id = ItemList.ID(name)
      if mkdir(folder(id), 0o700) == 0 { return try update(id, details) }
      guard errno == EEXIST else {
        throw StoreError.unavailable(
          "\(folder(id)): cannot be created: \(String(cString: strerror(errno)))")
      }
    }
    throw StoreError.unavailable("\(path): no file name is free for a list")
  }

  func update(_ id: ItemList.ID, _ details: ItemList.Details) throws(StoreError) -> ItemList {
    try write(id, Self.names.title, text: details.title)
    try write(id, Self.names.color, text: details.color)
    let words = Self.kinds.filter { details.kinds.contains($0.value) }.keys.sorted()
    let isAll = details.kinds.count == CalendarItem.Kind.allCases.count
    try write(id, Self.names.kinds, text: isAll ? nil : words.joined(separator: "\n"))
    return list(id)
  }

  private func write(_ id: ItemList.ID, _ name: String, text: String?) throws(StoreError) {
    let path = "\(folder(id))/\(name)"
    guard let text else {
      unlink(path)
      return
    }
    guard text != self.text(id, name) else { return }
    // The target of a link does not belong to this folder.
    if FileTree.isLink(path) { unlink(path) }
    do throws(FileError) {
      _ = try FileReplacement.write(Array(text.utf8), to: path)
    } catch { throw .unavailable("\(error)") }
  }

  /// Removes a list, unless its folder contains unknown files.
  func remove(_ id: ItemList.ID) throws(StoreError) {
    let folder = folder(id)
    if id != Self.own, FileTree.isLink(folder) { return try removeLink(folder) }
    let all = (try? FileTree.allNames(in: folder)) ?? []
    let mine = all.filter {
      VdirName.isItemFile($0) || Self.known.contains($0) || Self.isTemporary($0)
    }
    let isNamed = (try? FileTree.unnameable(in: folder).isEmpty) ?? false
    guard isNamed, mine.count == all.count,
      mine.allSatisfy({ !FileTree.isFolder("\(folder)/\($0)") })
    else {
      throw StoreError.unavailable("\(folder): the folder contains more than items and is kept")
    }
    for name in mine { unlink("\(folder)/\(name)") }
    guard id == Self.own || rmdir(folder) == 0 else {
      throw StoreError.unavailable("\(folder): cannot be removed")
    }
  }

  /// Removes a list that is a link; the target of the link stays.
  private func removeLink(_ path: String) throws(StoreError) {
    guard unlink(path) == 0 else {
      throw StoreError.unavailable("\(path): cannot be removed")
    }
  }

  // MARK: Names that are not UTF-8

  /// The folders and items that cannot be read because their names are not UTF-8.
  ///
  /// - Parameter isNameable: Returns true for a folder that is known to have none.
  func unnameable(besides isNameable: (String) -> Bool = { _ in false }) -> [String] {
    let here = isNameable(path) ? [] : Self.unnameable(in: path) { _ in true }
    let below = ((try? ids()) ?? []).filter { $0 != Self.own }.flatMap { id in
      isNameable(folder(id))
        ? []
        : Self.unnameable(in: folder(id), where: VdirName.isItemFile).map { "\(id.name)/\($0)" }
    }
    return (here + below).map { "\(path)/\($0)" }
  }

  private static func unnameable(
    in folder: String, where isWanted: (String) -> Bool
  ) -> [String] {
    ((try? FileTree.unnameable(in: folder)) ?? []).filter { $0.first != "." && isWanted($0) }
  }
}
