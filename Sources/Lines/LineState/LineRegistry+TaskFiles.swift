public import ExactText
import GRDB
import SQLiteFiles
import Synchronization

/// The task files that stores know.
extension LineRegistry {
  /// A task file as a store saw it last; nil for a file that no store has seen.
  public func taskFile(_ path: String) throws(StateError) -> KnownTaskFile? {
    try read(path) { try TaskFileRows($0).file(path) }
  }

  /// What the versions of the items of a task file that have lines are made of, which is faster than reading the items.
  ///
  /// - Parameter bytes: The bytes of the file now.
  /// - Returns: Nil if the file had other bytes when a store saw it last, or no store has seen it.
  public func stamps(
    ofTaskFile path: String, holding bytes: [UInt8]
  ) throws(StateError) -> [KnownTaskFile.ItemStamp]? {
    try read(path) { try TaskFileRows($0).stamps(ofPath: path, holding: bytes) }
  }

  /// The items with a line whose texts have changed occurrences, none of which a line shows, by the paths of their files.
  public func itemsWithHiddenOccurrences() throws(StateError)
    -> ExactDictionary<[(stamp: KnownTaskFile.ItemStamp, text: [UInt8])]>
  {
    try read("") { try OccurrenceRows(database: $0, owner: .item).hidden() }
  }

  /// The version of a task file, which increases with each save; nil for a file that no store has seen.
  public func version(ofTaskFile path: String) throws(StateError) -> Int? {
    try read(path) { try TaskFileRows($0).version(ofPath: path) }
  }

  /// The versions of all task files that stores have seen, in the order of their canonical paths.
  public func taskFileVersions() throws(StateError) -> [(path: String, version: Int)] {
    try read("") { try TaskFileRows($0).versions() }
  }

  /// A number that changes with everything that is known of the files as lists: their paths and their details.
  public func listsVersion() throws(StateError) -> Int {
    let changes = listChanges.withLock { $0 }
    // SQLite counts the changes of other connections only.
    return try read("") { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 } + changes
  }

  private func noteListChange() { listChanges.withLock { $0 += 1 } }

  /// What somebody set for the lists of the task files that stores have seen, by canonical path.
  public func taskFileDetails() throws(StateError)
    -> ExactDictionary<KnownTaskFile.Details>
  {
    try read("") { try TaskFileRows($0).details() }
  }

  /// The canonical paths of all task files that stores have seen, in order.
  public func taskFiles() throws(StateError) -> [String] {
    try read("") { try TaskFileRows($0).paths() }
  }

  /// The canonical paths of the task files that have, or had, an item.
  public func taskFilesWithItems() throws(StateError) -> ExactSet {
    try read("") { try TaskFileRows($0).pathsWithItems() }
  }

  /// The items whose lines are gone, and are in no other file, by the canonical paths of the files that had them.
  ///
  /// - Parameter time: A time in seconds since 1970; items whose lines went earlier are left out.
  public func itemsWithoutLines(
    since time: Int
  ) throws(StateError) -> [(path: String, item: KnownTaskFile.Item)] {
    try read("") { try TaskFileRows($0).itemsWithoutLines(since: time) }
  }

  /// The keys (kind and UID) of the items that a file had and whose lines are in other files now.
  public func movedAway(from path: String) throws(StateError) -> ExactSet {
    try read(path) { try TaskFileRows($0).movedAway(from: path) }
  }

  /// The names of the projects that contain a line of each task file, by canonical path.
  public func projects() throws(StateError) -> ExactDictionary<ExactSet> {
    try read("") { try TaskFileRows($0).projects() }
  }

  /// The number of the last sync that changed task files, or what is known of them; nil if no file is known.
  ///
  /// It is -1 before the first one, and 0 after those of earlier versions.
  public func syncMark() throws(StateError) -> Int? {
    try read("") {
      try Int.fetchOne(
        $0, sql: "SELECT number FROM syncMark WHERE EXISTS (SELECT 1 FROM taskFile)")
    }
  }

  /// Records the number of a sync.
  public func setSyncMark(_ number: Int) throws(StateError) {
    try write("") { try $0.run("UPDATE syncMark SET number = ?", [number]) }
  }

  /// The UIDs of all items that task files have, or had.
  public func uids() throws(StateError) -> ExactSet {
    try read("") { try TaskFileRows($0).uids() }
  }

  /// Changes what is known of a task file, while no other process does.
  ///
  /// - Parameters:
  ///   - path: The canonical path.
  ///   - bytes: The bytes of the file now: if a planned write led to them, it is carried out first.
  ///   - wrote: Whether a run has written bytes to the file; then they were changed since, and its plan counts too.
  ///   - body: Changes the file, and can ask for the UIDs of all files; the result is saved if it differs.
  /// - Returns: The saved file.
  public func changeTaskFile(
    _ path: String, holding bytes: [UInt8],
    ifWritten wrote: (_ run: Int, [UInt8]) -> Bool = { _, _ in false },
    body: (inout KnownTaskFile, _ uids: () throws -> ExactSet) throws -> Void
  ) throws(StateError) -> KnownTaskFile {
    var saved = KnownTaskFile(path: path)
    try write(path) { database in
      let rows = TaskFileRows(database)
      try rows.carryOut(path, holding: bytes, ifWritten: wrote)
      let old = try rows.file(path)
      var new = old ?? KnownTaskFile(path: path)
      try body(&new) { try rows.uids() }
      if old != new { try rows.save(&new, after: old) }
      saved = new
      if (old?.details ?? KnownTaskFile.Details()) != new.details { noteListChange() }
    }
    return saved
  }

  /// Notes what a run is about to write into a task file, before it does.
  ///
  /// - Parameter run: The number of the run; nil if the bytes of the file stay as they are.
  /// - Returns: The number of the plan; nil if another run has saved the file since it was read.
  public func planTaskFile(
    _ new: KnownTaskFile, after old: KnownTaskFile, by run: Int?
  ) throws(StateError) -> Int64? {
    var plan: Int64?
    try write(new.path) { plan = try TaskFileRows($0).plan(new, after: old, run: run) }
    return plan
  }

  /// Forgets a plan whose file was not written.
  public func forgetPlan(_ plan: Int64) throws(StateError) {
    try write("") { try TaskFileRows($0).forget(plan: plan) }
  }

  /// Moves everything that is known of a renamed task file to its new path, at which no items may be known.
  public func renameTaskFile(_ old: String, to new: String) throws(StateError) {
    try write(new) {
      try TaskFileRows($0).rename(old, to: new)
      noteListChange()
    }
  }

  /// Forgets a task file with all of its items.
  public func forgetTaskFile(_ path: String) throws(StateError) {
    try write(path) {
      try $0.run("DELETE FROM taskFile WHERE path = ?", [path])
      noteListChange()
    }
  }
}
