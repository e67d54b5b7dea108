public import CalendarItems
public import CalendarStores
import StoredText
public import TaskDates
import UserFiles

/// A store in a folder of folders of `.ics` files, which other programs share (vdir): khal, todoman, vdirsyncer,
/// pimsync.
///
/// A folder is a list, a file an item. A changed file keeps its name, and is replaced by a new file with another inode
/// and time, but only if it has not changed since it was read. Only changed files are read again.
public actor VdirStore: CalendarStore {
  public nonisolated let capabilities: StoreCapabilities = [
    .changesLists, .isPersistent, .isShared, .detectsOutsideChanges, .preservesText,
    .allowsDuplicateUIDs,
  ]
  private let root: VdirRoot
  private let rules: StoreWriteRules
  private let now: @Sendable () -> Instant
  private let zones: ZoneDatabase
  private let broadcaster = StoreChangeBroadcaster()
  private var index: [ItemList.ID: VdirIndex]
  /// Watches the folders once there is a listener.
  private var watch: FolderWatch?

  /// Opens a folder, and reads its items.
  ///
  /// - Parameters:
  ///   - path: The folder, which must exist; each folder in it is a list. If it contains `.ics` files itself, it is one
  ///     list.
  ///   - now: The clock for stamps.
  ///   - zones: The zone database.
  /// - Throws: `StoreError.unavailable` if there is no such folder.
  public init(
    path: String, now: @escaping @Sendable () -> Instant, zones: ZoneDatabase = ZoneDatabase()
  ) throws(StoreError) {
    root = VdirRoot(path: path)
    rules = StoreWriteRules(now: now)
    self.now = now
    self.zones = zones
    index = [:]
    for id in try root.ids() { index[id] = VdirIndex.read(id, root.folder(id), zones: zones) }
  }

  public func access(to _: CalendarItem.Kind) -> StoreAuthorization {
    root.isWritable ? .full : .reading
  }

  public func sources() -> [StoreSource] {
    [StoreSource(id: root.path, title: root.path, kind: .local)]
  }

  /// The lists and items of a folder whose names are not UTF-8, which no store can read; displayed with U+FFFD.
  public static func unnameable(in path: String) -> [String] { VdirRoot(path: path).unnameable() }

  // MARK: Lists

  public func lists() throws(StoreError) -> [ItemList] {
    try look()
    return try root.lists()
  }

  public func createList(_ details: ItemList.Details) throws(StoreError) -> ItemList {
    let list = try root.create(details)
    index[list.id] = VdirIndex.read(list.id, root.folder(list.id), zones: zones)
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
    _ = try list(id)
    try root.remove(id)
    index[id] = nil
    broadcaster.send(.lists)
  }

  /// A list, whose files are checked; those of the other lists are not.
  private func list(_ id: ItemList.ID) throws(StoreError) -> ItemList {
    try look(at: [id])
    guard let list = try root.lists().first(where: { $0.id == id }) else {
      throw StoreError.noList(id)
    }
    return list
  }

  // MARK: Reading

  public func versions(in list: ItemList.ID) throws(StoreError) -> [ItemVersion] {
    _ = try self.list(list)
    return index[list]?.versions ?? []
  }

  public func items(at refs: [ItemRef]) throws(StoreError) -> [StoredItem] {
    for ref in refs {
      let changed = index[ref.list]?.look(at: ref) ?? []
      if !changed.isEmpty { broadcaster.send(.items(ref.list, changed)) }
    }
    return refs.compactMap { index[$0.list]?[$0.name] }
  }

  public func items(matching predicate: ItemPredicate) throws(StoreError) -> [StoredItem] {
    try look()
    return index.keys.sorted().flatMap { index[$0]?.items.filter(predicate.matches) ?? [] }
  }

  // MARK: Changing

  public func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    try? StampedFile.restore(in: root.folder(list))
    let list = try self.list(list)
    guard var known = index.removeValue(forKey: list.id) else { throw StoreError.noList(list.id) }
    defer { index[list.id] = known }
    let results = changes.map { change in
      Result { () throws(StoreError) in try apply(change, list, known: &known) }
    }
    let touched = results.compactMap { try? $0.get().ref }
    if !touched.isEmpty { broadcaster.send(.items(list.id, Set(touched))) }
    return results
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
      watch = FolderWatch(watched) { [weak self] in
        Task { [weak self] in try? await self?.refresh() }
      }
    }
    return broadcaster.stream()
  }

  private var watched: [String] { [root.path] + index.keys.sorted().map(root.folder) }

  public func refresh() throws(StoreError) { try look() }

  /// Checks all files of some lists, or of all, reads the changed ones, and reports their items.
  private func look(at chosen: Set<ItemList.ID>? = nil) throws(StoreError) {
    let lists = try root.ids()
    let isOther = Set(lists) != Set(index.keys)
    index = index.filter { lists.contains($0.key) }
    for list in lists where chosen?.contains(list) ?? true || index[list] == nil {
      var known = index[list] ?? VdirIndex(list, root.folder(list), zones: zones)
      let changed = known.look()
      index[list] = known
      if !changed.isEmpty { broadcaster.send(.items(list, changed)) }
    }
    if isOther {
      watch?.watch(watched)
      broadcaster.send(.lists)
    }
  }
}
