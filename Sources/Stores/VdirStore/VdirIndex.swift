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
  private let root: String
  private let zones: ZoneDatabase
  private var files: ExactDictionary<File> = [:]
  /// The files that contain a UID.
  private var filesOfUIDs: ExactDictionary<ExactSet> = [:]
  /// True if all files were read; until then only those that were asked for.
  private(set) var isComplete: Bool

  init(_ list: ItemList.ID, in root: VdirRoot, zones: ZoneDatabase, isComplete: Bool = false) {
    self.isComplete = isComplete
    self.list = list
    self.root = root.path
    folder = root.folder(list)
    self.zones = zones
  }

  // MARK: Reading

  /// The items, by name.
  var items: [StoredItem] {
    files.values.flatMap(\.items).sorted { $0.id.name < $1.id.name }
  }

  /// The versions of the items, and of files whose items cannot be read, sorted by name.
  ///
  /// Items that cannot be read are not gone: a sync must not remove them from the other store.
  var versions: [ItemVersion] {
    let unread = files.filter { $0.value.state != .read }.map { name, file in
      ItemVersion(ItemRef(list, name: VdirName.item(0, of: name)), tag: file.stamp?.tag ?? "")
    }
    return (files.values.flatMap { $0.items.map(\.version) } + unread)
      .sorted { $0.ref.name < $1.ref.name }
  }

  /// True for an item of a file that is there but cannot be read.
  func isUnread(_ name: String) -> Bool {
    files[VdirName.file(of: name)].map { $0.state != .read } ?? false
  }

  subscript(name: String) -> StoredItem? {
    files[VdirName.file(of: name)]?.items.first { $0.id.name == name }
  }

  func version(ofUID uid: String) -> ItemVersion? {
    filesOfUIDs[uid]?.sorted().first.flatMap { name in
      files[name]?.items.first { $0.item.uid == uid }?.version
    }
  }

  /// Reads changed files, and returns their items.
  ///
  /// - Throws: If the folder cannot be read; its files are not gone then.
  mutating func look() throws(FileError) -> Set<ItemRef> {
    let names = try VdirRoot.itemFiles(of: folder)
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
    guard files[name] != nil || VdirName.isItemFile(name) else { return [] }
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
    let before = forget(name)
    do throws(FileError) {
      let snapshot = try FileSnapshot.regular(path(name), within: root)
      if let stamp = snapshot.stamp { keep(snapshot.bytes, stamp, name: name) }
    } catch {
      if !FileTree.isGone(path(name)) {
        files[name] = File(stamp: FileStamp(path: path(name)), state: .forbidden)
      }
    }
    return before + (files[name]?.items.map(\.id) ?? [])
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
      for item in files[name]?.items ?? [] {
        filesOfUIDs[item.item.uid, default: []].insert(name)
      }
    }
    let all = CalendarResource.all(in: bytes, database: zones)
    let items = all.enumerated().compactMap { number, resource in
      resource.content.map { stored($0, stamp, name: name, number: number) }
    }
    files[name] =
      all.allSatisfy(\.isWhole)
      ? File(stamp: stamp, items: items) : File(stamp: stamp, state: .damaged)
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
    let new = try old.updated(to: content, at: now, database: zones).validated(against: content)
    try replace(name, version, with: new.bytes)
    guard let made = self[version.ref.name] else { throw StoreError.noItem(version.ref) }
    return made.version
  }

  mutating func remove(_ version: ItemVersion) throws(StoreError) {
    let (name, old) = try current(version)
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
    guard version.ref.list == list, let stored = self[version.ref.name],
      let bytes = stored.content.original.bytes
    else { throw StoreError.noItem(version.ref) }
    guard stored.version == version else {
      throw StoreError.changedMeanwhile(version.ref, now: stored.version)
    }
    let number = VdirName.number(of: version.ref.name)
    return (name, CalendarResource(bytes: Array(bytes), number: number, database: zones))
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
