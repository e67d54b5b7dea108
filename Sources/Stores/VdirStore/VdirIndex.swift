import CalendarItems
import CalendarStores
import ExactText
import StoredText
import TaskDates
import UserFiles

/// The contents of a list's files, as they were read last.
struct VdirIndex {
  private struct File {
    var stamp: FileStamp?
    var items: [StoredItem] = []
    /// Whether its items can be read.
    var state = State.read
    /// The line of an empty item, and what is wrong with it; nil for a file that has none or other items.
    var empty: (line: Int, sentence: String)?
  }

  /// Whether the items of a file can be read.
  private enum State {
    /// All are read, or there are none.
    case read
    /// It is cut off, or not a calendar. None of its items counts as read: those after the damage may be missing, and the
    /// names of the others depend on them.
    case damaged
    /// The system does not let it be read, which may change without a new stamp.
    case forbidden
  }

  private let list: ItemList.ID
  private let folder: String
  /// The folder of the store, which no link leads out of.
  private let root: VdirRoot
  private let zones: ZoneDatabase
  private var files: ExactDictionary<File> = [:]
  /// The files that contain a UID.
  private var filesOfUIDs: ExactDictionary<ExactSet> = [:]
  /// True if all files were read; until then only those that were asked for.
  private(set) var isComplete: Bool

  init(_ list: ItemList.ID, in root: VdirRoot, zones: ZoneDatabase, isComplete: Bool = false) {
    self.isComplete = isComplete
    self.list = list
    self.root = root
    folder = root.folder(list)
    self.zones = zones
  }

  // MARK: Reading

  /// The items, by name.
  var items: [StoredItem] {
    allShown.sorted { $0.id.name < $1.id.name }
  }

  /// The versions of the items, and of files whose items cannot be read, sorted by name.
  ///
  /// Items that cannot be read are not gone: a sync must not remove them from the other store.
  var versions: [ItemVersion] {
    let unread = files.filter { $0.value.state != .read }.map { name, file in
      ItemVersion(ItemRef(list, name: VdirName.item(0, of: name)), tag: file.stamp?.tag ?? "")
    }
    return (allShown.map(\.version) + unread).sorted { $0.ref.name < $1.ref.name }
  }

  /// The empty items, by name.
  var emptyItems: [EmptyItem] {
    files.compactMap { name, file in
      file.empty.map { EmptyItem(ItemRef(list, name: name), line: $0.line, sentence: $0.sentence) }
    }.sorted { $0.ref < $1.ref }
  }

  /// True for an item of a file that is there but cannot be read.
  func isUnread(_ name: String) -> Bool {
    files[VdirName.file(of: name)].map { $0.state != .read } ?? false
  }

  subscript(name: String) -> StoredItem? { stored(name).flatMap(shown) }

  /// The item of a name as it is in its file.
  private func stored(_ name: String) -> StoredItem? {
    files[VdirName.file(of: name)]?.items.first { $0.id.name == name }
  }

  func version(ofUID uid: String) -> ItemVersion? {
    items(ofUID: uid).lazy.compactMap { shown($0)?.version }.first
  }

  // MARK: Several files

  private func isCopy(_ name: String) -> Bool {
    root.keepsCopies && VdirName.isConflictCopy(name)
  }

  /// The items of conflict copies that are in no other file.
  var copies: [ItemRef] {
    guard root.keepsCopies else { return [] }
    return files.filter { isCopy($0.key) }.flatMap(\.value.items).compactMap { shown($0)?.id }
  }

  /// The items of a UID as they are in their files, by name.
  private func items(ofUID uid: String) -> [StoredItem] {
    (filesOfUIDs[uid] ?? []).sorted().flatMap { name in
      files[name]?.items.filter { $0.item.uid == uid } ?? []
    }
  }

  /// All items as they are shown; those of a UID in several files are joined once.
  private var allShown: [StoredItem] {
    let parted = filesOfUIDs.filter { isParted($0.key) }.map(\.key)
    let alone = files.values.lazy.flatMap(\.items)
    if parted.isEmpty { return Array(alone) }
    let families = parted.flatMap { uid in
      Dictionary(grouping: items(ofUID: uid), by: \.item.kind).values
        .flatMap { ItemFamily($0, zones: zones).all }
    }
    return alone.filter { !isParted($0.item.uid) } + families
  }

  /// True if the items of a UID lie in several files.
  private func isParted(_ uid: String) -> Bool {
    !uid.isEmpty && filesOfUIDs[uid].map { $0.count > 1 } == true
  }

  /// The item as it is shown; nil for one that another stands for.
  private func shown(_ item: StoredItem) -> StoredItem? {
    if isCopy(VdirName.file(of: item.id.name)) {
      return filesOfUIDs[item.item.uid, default: []].isEmpty ? item : nil
    }
    return family(of: item).map { $0.item(item.id.name) } ?? item
  }

  /// The items with the UID and the kind of one; nil if they are all in its file.
  private func family(of item: StoredItem) -> ItemFamily? {
    let uid = item.item.uid
    guard isParted(uid) else { return nil }
    return ItemFamily(items(ofUID: uid).filter { $0.item.kind == item.item.kind }, zones: zones)
  }

  /// The items of a shown one in their files, itself first.
  private func parts(of item: StoredItem) -> [StoredItem] {
    family(of: item)?.parts(of: item.id.name) ?? [item]
  }

  /// True if a file may have only a part of an item, and the others were not read.
  func mayBePart(_ name: String) -> Bool {
    guard !isComplete, let item = stored(name)?.item else { return false }
    return item.recurs || item.occurrence != nil
  }

  /// Reads changed files, and returns their items.
  ///
  /// - Throws: If the folder cannot be read; its files are not gone then.
  mutating func look() throws(FileError) -> Set<ItemRef> {
    let names = try root.listedFiles(of: folder)
    var changed: Set<ItemRef> = []
    for gone in ExactSet(files.keys).subtracting(names) {
      changed.formUnion(forget(gone))
    }
    for name in names { changed.formUnion(check(name)) }
    isComplete = true
    return changed
  }

  /// Reads the file of an item if it has changed, and returns the items that were and are in it.
  mutating func look(at ref: ItemRef) -> Set<ItemRef> {
    let name = VdirName.file(of: ref.name)
    // A name may come from anybody, and must not lead out of the folder.
    guard files[name] != nil || root.isListed(name) else { return [] }
    return Set(check(name))
  }

  /// Reads a file if it has changed, or could not be read, and returns the items that were and are in it.
  private mutating func check(_ name: String) -> [ItemRef] {
    if let known = files[name], known.state != .forbidden,
      known.stamp == FileStamp(path: path(name))
    {
      return []
    }
    return read(name)
  }

  /// Reads a file again, and returns the items that were and are in it.
  private mutating func read(_ name: String) -> [ItemRef] {
    let known = files[name]?.items ?? []
    let before = forget(name)
    do throws(FileError) {
      let snapshot = try FileSnapshot.regular(path(name), within: root.path)
      if let stamp = snapshot.stamp { keep(snapshot.bytes, stamp, name: name) }
    } catch {
      if !FileTree.isGone(path(name)) {
        files[name] = File(stamp: FileStamp(path: path(name)), state: .forbidden)
      }
    }
    // A changed occurrence in a file of its own changes its series.
    let uids = ExactSet((known + (files[name]?.items ?? [])).map(\.item.uid))
    let others = uids.flatMap {
      filesOfUIDs[$0, default: []].isEmpty ? [] : items(ofUID: $0).map(\.id)
    }
    return before + (files[name]?.items.map(\.id) ?? []) + others
  }

  /// Removes a file from the index, and returns the items that were in it.
  private mutating func forget(_ name: String) -> [ItemRef] {
    let items = files.removeValue(forKey: name)?.items ?? []
    for item in items { filesOfUIDs[item.item.uid]?.remove(name) }
    return items.map(\.id)
  }

  private mutating func keep(_ bytes: [UInt8], _ stamp: FileStamp, name: String) {
    _ = forget(name)
    defer {
      for item in isCopy(name) ? [] : files[name]?.items ?? [] {
        filesOfUIDs[item.item.uid, default: []].insert(name)
      }
    }
    let all = CalendarResource.all(in: bytes, database: zones)
    let items = all.enumerated().compactMap { number, resource in
      resource.content.map { stored($0, stamp, name: name, number: number) }
    }
    files[name] =
      all.allSatisfy(\.isWhole)
      ? File(stamp: stamp, items: items, empty: all.first?.emptyItem)
      : File(stamp: stamp, state: .damaged)
  }

  private func stored(
    _ content: ItemContent, _ stamp: FileStamp, name: String, number: Int
  ) -> StoredItem {
    let ref = ItemRef(list, name: VdirName.item(number, of: name))
    return StoredItem(version: ItemVersion(ref, tag: stamp.tag), content: content)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  // MARK: Changing

  mutating func create(
    _ resource: CalendarResource, uid: String
  ) throws(StoreError) -> ItemVersion {
    for name in ResourceName.names(for: uid) {
      guard FileStamp(path: path(name)) == nil else { continue }
      let stamp = try attempt { () throws(FileError) in
        try StampedFile(path(name)).make(resource.bytes)
      }
      keep(resource.bytes, stamp, name: name)
      if let made = files[name]?.items.first { return made.version }
    }
    throw StoreError.unavailable("\(folder): no name is free for \(uid)")
  }

  mutating func update(
    _ version: ItemVersion, to content: ItemContent, at now: Instant
  ) throws(StoreError) -> ItemVersion {
    let (name, old) = try current(version)
    guard old.content?.item.uid == content.item.uid else {
      throw StoreError.invalid("the UID of an item cannot be changed")
    }
    let parts = stored(version.ref.name).map { self.parts(of: $0) } ?? []
    if parts.count > 1 {
      try update(parts, to: content, at: now)
    } else {
      let new = try old.updated(to: content, at: now, database: zones).validated(against: content)
      try replace(name, version, with: new.bytes)
    }
    guard let made = self[version.ref.name] else { throw StoreError.noItem(version.ref) }
    return made.version
  }

  /// Updates each of the files in which a series and its changed occurrences lie; the series itself last.
  private mutating func update(
    _ parts: [StoredItem], to content: ItemContent, at now: Instant
  ) throws(StoreError) {
    let contents = parts.map(\.content)
    for (index, part) in parts.enumerated().reversed() {
      // Older versions stay as they are.
      if index > 0, part.item.occurrence == nil { continue }
      let own = content.part(for: part.content, besides: Array(contents.dropFirst()))
      guard let own else {
        try remove(part)
        continue
      }
      let old = resource(of: part)
      let new = try old.updated(to: own, at: now, database: zones).validated(against: own)
      guard new.bytes != old.bytes else { continue }
      try replace(VdirName.file(of: part.id.name), part.version, with: new.bytes)
    }
  }

  /// The text of an item as it is in its file.
  private func resource(of item: StoredItem) -> CalendarResource {
    CalendarResource(
      bytes: Array(item.content.original.bytes ?? []), number: VdirName.number(of: item.id.name),
      database: zones)
  }

  /// Removes an item, and those in other files that it stands for.
  mutating func remove(_ version: ItemVersion) throws(StoreError) {
    _ = try current(version)
    guard let item = stored(version.ref.name) else { throw StoreError.noItem(version.ref) }
    for part in parts(of: item).reversed() { try remove(part) }
  }

  /// Removes an item from its file.
  private mutating func remove(_ item: StoredItem) throws(StoreError) {
    let (name, old, version) = (
      VdirName.file(of: item.id.name), resource(of: item), item.version
    )
    if let rest = old.rest { return try replace(name, version, with: rest) }
    guard let stamp = files[name]?.stamp else { throw StoreError.noItem(version.ref) }
    let isGone = try attempt { () throws(FileError) in
      try StampedFile(path(name)).remove(stamp)
    }
    guard isGone else { throw changedMeanwhile(name, version) }
    _ = forget(name)
  }

  private mutating func replace(
    _ name: String, _ version: ItemVersion, with bytes: [UInt8]
  ) throws(StoreError) {
    guard let stamp = files[name]?.stamp else { throw StoreError.noItem(version.ref) }
    let made = try attempt { () throws(FileError) in
      try StampedFile(path(name)).replace(stamp, with: bytes)
    }
    guard let made else { throw changedMeanwhile(name, version) }
    keep(bytes, made, name: name)
  }

  /// The file of an item as it was read; throws if it has changed.
  private mutating func current(
    _ version: ItemVersion
  ) throws(StoreError) -> (name: String, resource: CalendarResource) {
    let name = VdirName.file(of: version.ref.name)
    if FileStamp(path: path(name)) != files[name]?.stamp { _ = read(name) }
    guard version.ref.list == list, let item = stored(version.ref.name), let shown = shown(item)
    else { throw StoreError.noItem(version.ref) }
    guard shown.version == version else {
      throw StoreError.changedMeanwhile(version.ref, now: shown.version)
    }
    return (name, resource(of: item))
  }

  private mutating func changedMeanwhile(_ name: String, _ version: ItemVersion) -> StoreError {
    _ = read(name)
    return self[version.ref.name].map { .changedMeanwhile(version.ref, now: $0.version) }
      ?? .noItem(version.ref)
  }

  private func attempt<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(StoreError) -> Value {
    do throws(FileError) { return try body() } catch { throw .unavailable("\(error)") }
  }
}
