public import CalendarItems
public import CalendarStores
import StoredText
public import TaskDates
import UserFiles

/// A store in a folder of folders of `.ics` files, which other programs share (vdir): khal, todoman, vdirsyncer,
/// pimsync.
///
/// A folder is a list, a file an item. A changed file keeps its name, and is replaced by a new file with another inode
/// and time, but only if it has not changed since it was read. The files of a list are read when they are first needed,
/// and only changed files are read again.
public actor VdirStore: CalendarStore, LeftOutListing, EmptyItemListing {
  public nonisolated let capabilities: StoreCapabilities = [
    .changesLists, .isPersistent, .isShared, .detectsOutsideChanges, .preservesText,
    .allowsDuplicateUIDs, .mixesKinds,
  ]
  let root: VdirRoot
  private let rules: StoreWriteRules
  private let now: @Sendable () -> Instant
  private let zones: ZoneDatabase
  /// The folder for the cache of UIDs; nil for none.
  private let cache: String?
  private let broadcaster = StoreChangeBroadcaster()
  private var index: [ItemList.ID: VdirIndex] = [:]
  /// Why the files of some lists cannot be read.
  private var failures: [ItemList.ID: FileError] = [:]
  /// The lists that were there last.
  private var known: Set<ItemList.ID>
  /// Watches the folders once there is a listener.
  private var watch: FolderWatch?

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - path: The folder, which must exist; each folder in it is a list. If it contains `.ics` files itself, it is one
  ///     list.
  ///   - now: The clock for stamps.
  ///   - zones: The zone database.
  ///   - cache: A folder for what is known about the files from one run to the next, which makes it faster to create
  ///     items. It is private to this person and created if it is missing; to delete it loses nothing. Nil for none.
  ///   - keepsLeftOut: Whether items of conflict copies are listed, so that ``itemsLeftOut()`` has them.
  /// - Throws: `StoreError.unavailable` if there is no such folder.
  public init(
    path: String, now: @escaping @Sendable () -> Instant, zones: ZoneDatabase = ZoneDatabase(),
    cache: String? = nil, keepsLeftOut: Bool = false
  ) throws(StoreError) {
    self.cache = cache
    root = VdirRoot(path: path, keepsCopies: keepsLeftOut)
    rules = StoreWriteRules(now: now)
    self.now = now
    self.zones = zones
    known = Set(try root.ids())
  }

  public func access(to _: CalendarItem.Kind) -> StoreAuthorization {
    root.isWritable ? .full : .reading
  }

  public func sources() -> [StoreSource] {
    [StoreSource(id: root.path, title: root.path, kind: .local)]
  }

  /// The lists and items of a folder whose names are not UTF-8, which no store can read; displayed with U+FFFD.
  ///
  /// - Parameters:
  ///   - path: The folder of the store.
  ///   - cache: The folder of its cache, in which lists without such names are noted; nil for none.
  public static func unnameable(in path: String, cache: String? = nil) -> [String] {
    VdirRoot(path: path).unnameable { folder in
      cache.map { FolderUIDs.isNameable(folder, cache: FolderUIDs.cache(of: folder, in: $0)) }
        ?? false
    }
  }

  /// The folders that are not lists because they are links to folders outside the store.
  ///
  /// - Parameter path: The folder of the store.
  public static func outside(_ path: String) -> [String] { VdirRoot(path: path).outside() }

  /// The files that are left out because they are conflict copies, as paths from the folder.
  ///
  /// - Parameters:
  ///   - path: The folder of the store.
  ///   - cache: The folder of its cache, in which lists without such files are noted; nil for none.
  public static func conflictCopies(in path: String, cache: String? = nil) -> [String] {
    VdirRoot(path: path).copies { folder in
      cache.map { FolderUIDs.isNameable(folder, cache: FolderUIDs.cache(of: folder, in: $0)) }
        ?? false
    }
  }

  /// The items of conflict copies that are in no other file, if the store lists them.
  ///
  /// They were items of this list before such copies were left out. A sync neither changes them nor takes them for removed.
  ///
  /// - Throws: `StoreError` if the folder cannot be read.
  public func itemsLeftOut() throws(StoreError) -> Set<ItemRef> {
    if index.isEmpty { try look() }
    return Set(index.values.flatMap(\.copies))
  }

  // MARK: Lists

  public func lists() throws(StoreError) -> [ItemList] {
    try look(loads: false)
    return try root.lists()
  }

  public func createList(_ details: ItemList.Details) throws(StoreError) -> ItemList {
    let list = try root.create(details)
    known.insert(list.id)
    watch?.watch(watched)
    broadcaster.send(.lists)
    return list
  }

  public func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) throws(StoreError) -> ItemList {
    _ = try list(id)
    var details = details
    details.kinds.formUnion(try items(matching: ItemPredicate(in: [id])).map(\.item.kind))
    let list = try root.update(id, details)
    broadcaster.send(.lists)
    return list
  }

  public func removeList(_ id: ItemList.ID) throws(StoreError) {
    _ = try named(id)
    try root.remove(id)
    index[id] = nil
    failures[id] = nil
    known.remove(id)
    broadcaster.send(.lists)
  }

  /// A list, whose files are checked; those of the other lists are not.
  private func list(_ id: ItemList.ID) throws(StoreError) -> ItemList {
    try look(at: [id])
    return try named(id)
  }

  /// A list, whose files are not checked.
  func named(_ id: ItemList.ID) throws(StoreError) -> ItemList {
    guard let list = try root.lists().first(where: { $0.id == id }) else {
      throw StoreError.noList(id)
    }
    return list
  }

  // MARK: Reading

  public func versions(in list: ItemList.ID) throws(StoreError) -> [ItemVersion] {
    _ = try self.list(list)
    try demand([list])
    return index[list]?.versions ?? []
  }

  public func items(at refs: [ItemRef]) throws(StoreError) -> [StoredItem] {
    try begin(Set(refs.map(\.list)))
    try complete(refs)
    for ref in refs {
      let isRead = index[ref.list]?.isComplete == true
      let changed = index[ref.list]?.look(at: ref) ?? []
      if isRead, !changed.isEmpty { broadcaster.send(.items(ref.list, changed)) }
    }
    return refs.compactMap { index[$0.list]?[$0.name] }
  }

  /// Reads all files of the lists of series whose changed occurrences may lie in other files.
  private func complete(_ refs: [ItemRef]) throws(StoreError) {
    var lists: Set<ItemList.ID> = []
    for ref in refs where !lists.contains(ref.list) && index[ref.list]?.isComplete != true {
      _ = index[ref.list]?.look(at: ref)
      if index[ref.list]?.mayBePart(ref.name) == true { lists.insert(ref.list) }
    }
    if !lists.isEmpty { try look(at: lists) }
  }

  /// Throws if the files of a list could not be read.
  private func demand(_ lists: Set<ItemList.ID>) throws(StoreError) {
    guard let failure = lists.sorted().lazy.compactMap({ self.failures[$0] }).first else { return }
    throw .unavailable("\(failure)")
  }

  /// Prepares lists of which only some files are needed.
  private func begin(_ lists: Set<ItemList.ID>) throws(StoreError) {
    let new = lists.subtracting(index.keys)
    guard !new.isEmpty else { return }
    for id in try root.ids() where new.contains(id) { index[id] = empty(id) }
  }

  private func empty(_ id: ItemList.ID) -> VdirIndex {
    VdirIndex(id, in: root, zones: zones)
  }

  public func unread(among refs: [ItemRef]) -> [ItemRef] {
    refs.filter { index[$0.list]?.isUnread($0.name) ?? false }
  }

  package func emptyItems(in list: ItemList.ID) -> [EmptyItem] { index[list]?.emptyItems ?? [] }

  public func items(matching predicate: ItemPredicate) throws(StoreError) -> [StoredItem] {
    try look()
    try demand(predicate.lists ?? known)
    return index.keys.sorted().flatMap { index[$0]?.items.filter(predicate.matches) ?? [] }
  }

  // MARK: Changing

  public func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    let list = try named(list)
    var uids = uids(in: list.id, for: changes)
    if uids == nil, !isTidy(list.id) { try? StampedFile.restore(in: root.folder(list.id)) }
    // Only a new item needs all others, because no other may have its UID; and a series, which may have other files.
    let refs = changes.compactMap(\.version?.ref)
    try begin([list.id])
    try complete(refs)
    try look(at: [list.id], loads: uids == nil && changes.contains(where: \.isCreation))
    try demand([list.id])
    var known = index.removeValue(forKey: list.id) ?? empty(list.id)
    defer { index[list.id] = known }
    let results = changes.map { change in
      Result { () throws(StoreError) in try apply(change, list, known: &known) }
    }
    let touched = results.compactMap { try? $0.get().ref }
    if !touched.isEmpty { broadcaster.send(.items(list.id, Set(touched))) }
    if let made = touched.first, let uid = known[made.name]?.item.uid {
      uids?.add(VdirName.file(of: made.name), uid: uid)
    }
    return results
  }

  /// The UIDs in a list, for the creation of one item with another UID; nil if the files have to be read.
  private func uids(in list: ItemList.ID, for changes: [ItemChange]) -> FolderUIDs? {
    guard index[list]?.isComplete != true, changes.count == 1,
      case .create(let content)? = changes.first, let cache = cache(of: list),
      let uids = FolderUIDs(
        root.folder(list), within: root.path, cache: cache, zones: zones),
      !uids.mayContain(content.item.uid)
    else { return nil }
    return uids
  }

  /// True if a list has no files of killed runs, because it has not changed since it was checked.
  private func isTidy(_ list: ItemList.ID) -> Bool {
    cache(of: list).map { FolderUIDs.isCurrent(root.folder(list), cache: $0) } ?? false
  }

  /// The file of the cache for a list.
  private func cache(of list: ItemList.ID) -> String? {
    cache.map { FolderUIDs.cache(of: root.folder(list), in: $0) }
  }

  private func apply(
    _ change: ItemChange, _ list: ItemList, known: inout VdirIndex
  ) throws(StoreError) -> ItemVersion {
    switch change {
    case .create(let content):
      if let objection = rules.objection(to: content, in: list) { throw objection }
      if let twin = known.version(ofUID: content.item.uid) { throw StoreError.exists(twin) }
      let resource = CalendarResource(rules.created(content), database: zones)
      return try known.create(try resource.validated(against: content), uid: content.item.uid)
    case .update(let version, let content):
      if let objection = rules.objection(to: content, in: list) { throw objection }
      return try known.update(version, to: content, at: now())
    case .remove(let version):
      guard list.isWritable else { throw StoreError.notWritable(list.id) }
      try known.remove(version)
      return version
    }
  }

  // MARK: Changes

  public func changes() -> AsyncStream<StoreChange> {
    if watch == nil {
      // Only what was read can be seen to change.
      try? look()
      watch = FolderWatch(watched) { [weak self] in
        Task { [weak self] in try? await self?.refresh() }
      }
    }
    return broadcaster.stream()
  }

  private var watched: [String] { [root.path] + known.sorted().map(root.folder) }

  public func refresh() throws(StoreError) { try look(loads: watch != nil) }

  /// Checks all files of some lists, or of all, reads the changed ones, and reports their items.
  ///
  /// - Parameter loads: Whether lists are read that were not read before, or only in part.
  private func look(
    at chosen: Set<ItemList.ID>? = nil, loads: Bool = true
  ) throws(StoreError) {
    let lists = try root.ids()
    let before = known
    known = Set(lists)
    index = index.filter { known.contains($0.key) }
    failures = failures.filter { known.contains($0.key) }
    for list in lists {
      if !before.contains(list) {
        // All items of a new list are new.
        index[list] = VdirIndex(list, in: root, zones: zones, isComplete: true)
      } else if !(chosen?.contains(list) ?? true) {
        continue
      }
      check(list, loads: loads)
    }
    if before != known {
      watch?.watch(watched)
      broadcaster.send(.lists)
    }
  }

  private func check(_ list: ItemList.ID, loads: Bool) {
    let isRead = index[list]?.isComplete == true
    guard loads || isRead || failures[list] != nil else { return }
    // It is taken out so that it is not copied.
    var known = index.removeValue(forKey: list) ?? empty(list)
    defer { index[list] = known }
    do throws(FileError) {
      let changed = try known.look()
      failures[list] = nil
      if isRead, !changed.isEmpty { broadcaster.send(.items(list, changed)) }
    } catch { failures[list] = error }
  }
}

extension ItemChange {
  fileprivate var isCreation: Bool { if case .create = self { true } else { false } }

  /// The version of the item that is changed; nil for a new one.
  fileprivate var version: ItemVersion? {
    switch self {
    case .create: nil
    case .update(let version, _), .remove(let version): version
    }
  }
}
