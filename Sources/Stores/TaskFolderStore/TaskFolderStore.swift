public import CalendarItems
public import CalendarStores
import ExactText
import Glibc
import LineCodec
public import LineState
import StoredText
import TaskBridge
public import TaskDates
import TaskText
public import UserFiles

/// A store in a folder of task files, or in one file: a line is an item, and a file a list, unless the options say that
/// several files are one.
///
/// The files belong to a person. Reading writes nothing into them, and a change replaces only the tags and lines of
/// its fields. The registry recognises lines after an edit, and keeps what a line cannot express.
///
/// ```swift
/// let store = try TaskFolderStore(
///   path: "notes", registry: try LineRegistry(path: "state.sqlite"),
///   writing: TaskFolderStore.Writing(backups: Backups(folder: "backups"), command: "sync"),
///   options: TaskFolderOptions(zone: zone), now: { Instant(seconds: 1_796_000_000) })
/// ```
public actor TaskFolderStore: CalendarStore, LeftOutListing {
  /// How the files are written.
  public struct Writing: Sendable {
    /// The backups with old versions.
    public var backups: Backups
    /// The name of the command, for the list of edits.
    public var command: String
    /// Why the files are edited.
    public var purpose = BackedUpEdit.Purpose.change
    /// Which editors make an edit wait.
    public var care = FileEdits.OpenEditorPolicy.unsaved
    /// The folders in which Neovim keeps its swap files.
    public var swapFolders: [String] = []

    /// Creates the values of a command.
    public init(backups: Backups, command: String) {
      self.backups = backups
      self.command = command
    }
  }

  /// A file as it was read last.
  struct Reading {
    let snapshot: FileSnapshot
    let known: KnownTaskFile
    /// Finds its items by name.
    let names: ItemNames

    init(_ snapshot: FileSnapshot, _ known: KnownTaskFile) {
      self.snapshot = snapshot
      self.known = known
      names = ItemNames(known)
    }
  }

  public nonisolated let capabilities: StoreCapabilities
  let files: FolderFiles
  let registry: LineRegistry
  let writing: Writing
  let options: TaskFolderOptions
  let now: @Sendable () -> Instant
  let broadcaster = StoreChangeBroadcaster()
  var readings: ExactDictionary<Reading> = [:]
  /// The canonical paths of the files that were known when the store was opened.
  let knownAtOpening: [String]
  /// The paths of the files that had each line then, once somebody has asked for them.
  var filesOfLines: ExactDictionary<[String]>?
  private var contents: [Int64: (revision: Int, content: ItemContent)] = [:]
  private var known: [ItemList.ID] = []
  /// The lists as they were listed last, and the version of what the registry knew of them.
  private var listed: (lists: [ItemList.ID: FolderList], version: Int)?
  /// The run of the edits; nil if each edit is one of its own.
  private var run: (number: Int, purpose: BackedUpEdit.Purpose)?
  /// The lines of the files that changed, as they were recognised last.
  var folderMatch: FolderMatch?
  /// The line of the item that is being moved to another file.
  var movedLine: MovedLine?
  /// The canonical paths of known files that are left out now; their items stay as they are known.
  var leftOutPaths: ExactSet = []
  /// The canonical paths of the files that could not be read when they were looked at last.
  var unreadable: ExactSet = []
  /// Watches the folders once there is a listener.
  var watch: FolderWatch?
  /// True while the registry gets back what it has lost.
  var isRestoring = false
  /// True once the items of a new file of a known list are changes for a listener.
  var reportsNewFiles = false

  /// Opens a folder, or a file.
  ///
  /// - Parameters:
  ///   - path: The folder, or the file.
  ///   - registry: Recognises lines, and keeps what they cannot express.
  ///   - writing: How the files are written.
  ///   - options: How lines become lists and items.
  ///   - now: The clock for stamps.
  /// - Throws: `StoreError.unavailable` if there is no such folder or file, and none is known.
  public init(
    path: String, registry: LineRegistry, writing: Writing, options: TaskFolderOptions,
    now: @escaping @Sendable () -> Instant
  ) throws(StoreError) {
    files = FolderFiles(path, options)
    let common: StoreCapabilities = [
      .isPersistent, .isShared, .detectsOutsideChanges, .preservesText, .allowsDuplicateUIDs,
    ]
    let changesLists = files.isFolder && options.grouping != .one
    capabilities = changesLists ? common.union(.changesLists) : common
    self.registry = registry
    self.writing = writing
    self.options = options
    self.now = now
    knownAtOpening = try Self.attempt { () throws(StateError) in try registry.taskFiles() }
      .filter { [files] in files.known($0) != nil }
    guard files.isFolder || FileTree.isFile(path) || !knownAtOpening.isEmpty else {
      throw .unavailable("\(path): there is no such file or folder")
    }
  }

  public func access(to _: CalendarItem.Kind) -> StoreAuthorization {
    Glibc.access(files.path, W_OK) == 0 ? .full : .reading
  }

  public func sources() -> [StoreSource] {
    [StoreSource(id: files.path, title: files.path, kind: .local)]
  }

  /// Keeps the next edits as parts of one run, so that they are undone together.
  ///
  /// - Parameters:
  ///   - number: The number of a run that was noted in the backups.
  ///   - purpose: Why the files are edited.
  public func beginRun(_ number: Int, _ purpose: BackedUpEdit.Purpose) {
    run = (number, purpose)
  }

  func edits(at time: Instant) -> FileEdits {
    FileEdits(
      keepingIn: writing.backups, command: writing.command, time: time.seconds,
      purpose: run?.purpose ?? writing.purpose, care: writing.care,
      swapFolders: writing.swapFolders, run: run?.number)
  }

  // MARK: Lists

  public func lists() throws(StoreError) -> [ItemList] {
    let lists = try folderLists()
    let ids = lists.map(\.id)
    if ids != known, !known.isEmpty { broadcaster.send(.lists) }
    known = ids
    return lists.map(shown)
  }

  /// The lists of all files, sorted by ID.
  func folderLists() throws(StoreError) -> [FolderList] {
    let version = try attempt { () throws(StateError) in try registry.listsVersion() }
    let lists = try readLists()
    listed = (Dictionary(lists.map { ($0.id, $0) }) { first, _ in first }, version)
    return lists
  }

  private func readLists() throws(StoreError) -> [FolderList] {
    let all = try allFiles()
    let details = try details(of: all)
    var taken: [FolderFiles.File] = []
    for file in all where try isList(file) { taken.append(file) }
    return files.groups(of: taken, options.grouping).flatMap { group in
      FolderList.lists(
        of: group, in: files, details[group.key] ?? KnownTaskFile.Details(), options.lists)
    }.sorted { $0.id < $1.id }
  }

  /// What somebody set for lists, by canonical path.
  ///
  /// A file at the first path of a renamed one gets a name of its own.
  private func details(
    of all: [FolderFiles.File]
  ) throws(StoreError) -> ExactDictionary<KnownTaskFile.Details> {
    var details = try attempt { () throws(StateError) in try registry.taskFileDetails() }
    let origins = ExactSet(details.values.compactMap(\.origin))
    for file in all where origins.contains(file.canonical) {
      guard details[file.canonical]?.origin == nil else { continue }
      let origin = Self.freeOrigin(file.canonical, origins)
      details[file.canonical, default: KnownTaskFile.Details()].origin = origin
      try set(origin: origin, of: file)
    }
    return details
  }

  /// The files that exist, and those that are missing and had items.
  ///
  /// A file whose lines are all in other files, or confirmed as gone, is an empty list.
  func allFiles() throws(StoreError) -> [FolderFiles.File] {
    let existing = try files.existing()
    let paths = ExactSet(existing.map(\.canonical))
    let known = try attempt { () throws(StateError) in try registry.taskFiles() }
    var missing: [FolderFiles.File] = []
    leftOutPaths = []
    for path in known where !paths.contains(path) {
      guard let file = files.known(path) else { continue }
      let isLeftOut = files.isLeftOut(file)
      if isLeftOut, !options.keepsLeftOut { continue }
      let old = try attempt { () throws(StateError) in try registry.taskFile(path) }
      guard let old, !old.items.isEmpty else { continue }
      if isLeftOut {
        leftOutPaths.insert(path)
        missing.append(file)
        continue
      }
      if old.items.contains(where: { $0.line != nil }) {
        if try followRenaming(of: old, among: existing) { continue }
        try noteMoved(old, file)
      }
      missing.append(file)
    }
    return existing + missing
  }

  /// True for a task file; other Markdown files are lists only if they contain tasks, or did, or are still empty.
  private func isList(_ file: FolderFiles.File) throws(StoreError) -> Bool {
    guard files.isFolder, TaskDialect(path: file.path) == .markdown, !files.isInbox(file) else {
      return true
    }
    do throws(StoreError) {
      let reading = try current(file)
      return !reading.known.items.isEmpty || reading.snapshot.bytes.isEmpty
    } catch {
      return true  // its state is unsafe, and is reported when the list is read
    }
  }

  func shown(_ list: FolderList) -> ItemList {
    list.list(source: files.path, isWritable: isWritable(list.file))
  }

  /// True if this person may write a file, or create it again.
  private func isWritable(_ file: FolderFiles.File) -> Bool {
    if leftOutPaths.contains(file.canonical) { return false }
    let isThere = FileTree.kind(of: file.path) != .nothing
    return Glibc.access(isThere ? file.path : FolderFiles.folder(of: file.path), W_OK) == 0
  }

  /// The list with an ID.
  func folderList(_ id: ItemList.ID) throws(StoreError) -> FolderList {
    guard let list = try listIfThere(id) else { throw .noList(id) }
    return list
  }

  /// The list with an ID; nil if there is none.
  private func listIfThere(_ id: ItemList.ID) throws(StoreError) -> FolderList? {
    if let list = try listedFile(id) { return list }
    return try folderLists().first { $0.id == id }
  }

  /// The list of one file, as it was listed last; nil if it may be another one now.
  ///
  /// Without this, reading each list of a folder would read the whole folder each time.
  private func listedFile(_ id: ItemList.ID) throws(StoreError) -> FolderList? {
    guard let listed, let list = listed.lists[id], !list.group.isFolder,
      FileTree.isFile(list.file.path) || leftOutPaths.contains(list.file.canonical),
      try attempt({ () throws(StateError) in try registry.listsVersion() }) == listed.version
    else { return nil }
    return list
  }

  // MARK: Reading

  public func versions(in id: ItemList.ID) throws(StoreError) -> [ItemVersion] {
    var versions: [ItemVersion] = []
    for part in try folderList(id).parts {
      if !isSelective(part.file), let unchanged = try unchangedVersions(part) {
        versions += unchanged
      } else {
        versions += try shownItems(of: part).map { part.version(of: $0) }
      }
    }
    return versions.sorted { $0.ref.name < $1.ref.name }
  }

  /// The versions of a file that has not changed since a store saw it last; nil for another file.
  ///
  /// Most runs find nothing new in most files, and need not read their items.
  private func unchangedVersions(_ part: FolderList) throws(StoreError) -> [ItemVersion]? {
    let file = part.file
    guard readings[file.canonical] == nil, let snapshot = try? FileSnapshot.regular(file.path),
      // What a line says may have changed although it did not.
      TaskDialect(path: file.path) != .markdown
    else { return nil }
    let stamps = try attempt { () throws(StateError) in
      try registry.stamps(ofTaskFile: file.canonical, holding: snapshot.bytes)
    }
    return stamps?.compactMap { part.version(of: $0) }
  }

  public func items(at refs: [ItemRef]) throws(StoreError) -> [StoredItem] {
    try shownItems(at: refs).compactMap { stored($0.item, in: $0.part) }
  }

  /// The items with some references, each with the file that it is in, in the requested order.
  func shownItems(
    at refs: [ItemRef]
  ) throws(StoreError) -> [(item: KnownTaskFile.Item, part: FolderList)] {
    var parts: [ItemList.ID: [FolderList]] = [:]
    for id in Set(refs.map(\.list)).sorted() { parts[id] = try listIfThere(id)?.parts ?? [] }
    var found: [(item: KnownTaskFile.Item, part: FolderList)] = []
    for ref in refs {
      for part in parts[ref.list] ?? [] {
        if let item = try shownItem(at: ref, in: part) { found.append((item, part)) }
      }
    }
    return found
  }

  private func shownItem(
    at ref: ItemRef, in part: FolderList
  ) throws(StoreError) -> KnownTaskFile.Item? {
    guard let name = part.itemName(of: ref) else { return nil }
    let reading = try current(part.file)
    guard let item = reading.names.item(name, where: part.holds),
      isShown(item, of: part.file)
    else { return nil }
    return item
  }

  public func items(matching predicate: ItemPredicate) throws(StoreError) -> [StoredItem] {
    var found: [StoredItem] = []
    for list in try folderLists() where predicate.lists?.contains(list.id) ?? true {
      found += try items(of: list).filter(predicate.matches)
    }
    return found
  }

  private func items(of list: FolderList) throws(StoreError) -> [StoredItem] {
    var items: [StoredItem] = []
    for part in list.parts {
      items += try shownItems(of: part).compactMap { stored($0, in: part) }
    }
    return items.sorted { $0.id.name < $1.id.name }
  }

  /// The items of a part of a list, without lines that are not tasks by the settings of their folder; a sync has these
  /// too, so that it can let them go.
  private func shownItems(of part: FolderList) throws(StoreError) -> [KnownTaskFile.Item] {
    let items = try current(part.file).known.items.filter(part.holds)
    return isSelective(part.file) ? items.filter { isShown($0, of: part.file) } : items
  }

  /// False for a line of a file that is not a task by the settings of its folder.
  private func isShown(_ item: KnownTaskFile.Item, of file: FolderFiles.File) -> Bool {
    guard isSelective(file) else { return true }
    let settings = options.markdown(file.path)
    let line = TaskDocument(item.source.line.body, dialect: .markdown, settings: settings)
    return line.lines.first.map(line.isChosen) ?? true
  }

  /// True if some tasks of a file are left out for a reader.
  private func isSelective(_ file: FolderFiles.File) -> Bool {
    !options.keepsLeftOut && TaskDialect(path: file.path) == .markdown
      && options.markdown(file.path).isSelective
  }

  private func stored(_ item: KnownTaskFile.Item, in list: FolderList) -> StoredItem? {
    guard let content = content(of: item) else { return nil }
    return StoredItem(version: list.version(of: item), content: content)
  }

  /// Forgets what was read, because the registry knows other things now.
  func forgetReadings() {
    (readings, contents, folderMatch, listed) = ([:], [:], nil, nil)
  }

  /// The content of an item, whose text is read once.
  func content(of item: KnownTaskFile.Item) -> ItemContent? {
    if let number = item.number, let known = contents[number], known.revision == item.revision {
      return known.content
    }
    let content = CalendarResource(bytes: item.text, database: options.zones).content
    if let number = item.number, let content { contents[number] = (item.revision, content) }
    return content
  }

  // MARK: Errors

  func attempt<Value>(
    _ body: () throws(StateError) -> Value
  ) throws(StoreError) -> Value {
    try Self.attempt(body)
  }

  static func attempt<Value>(
    _ body: () throws(StateError) -> Value
  ) throws(StoreError) -> Value {
    do throws(StateError) { return try body() } catch {
      throw .unavailable("the state of duecal cannot be used: \(error)")
    }
  }
}
