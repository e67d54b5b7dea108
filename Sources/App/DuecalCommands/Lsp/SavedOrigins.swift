import CompactDictionary
import EditorAnswers
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskFolderStore
import UserFiles

/// What the state knows of the lines of a file: from which calendars they come, and whether the file is synced.
struct SavedOrigins {
  private let database: String
  private let runEnvironment: RunEnvironment

  /// Creates a reader of the state; nil without a folder for the state.
  init?(_ runEnvironment: RunEnvironment) {
    guard let folder = StateFolder.named(runEnvironment) else { return nil }
    database = folder.database
    self.runEnvironment = runEnvironment
  }

  /// What is known of a file; nothing if the state cannot be read, because an editor cannot use such a report.
  func origins(_ path: String, _ bytes: [UInt8]) -> LineOrigins {
    var origins = LineOrigins()
    guard FileIdentity(path: database) != nil,
      let registry = try? LineRegistry(readingAt: database)
    else { return origins }
    let path = CanonicalPath.of(path)
    addImports(registry, path, to: &origins)
    if let known = try? registry.taskFile(path) { add(known, bytes, to: &origins) }
    return origins
  }

  private func addImports(
    _ registry: LineRegistry, _ path: String, to origins: inout LineOrigins
  ) {
    for pair in (try? registry.pairs(withLinesIn: path)) ?? [] {
      guard let memory = try? registry.memory(of: pair) else { continue }
      for entry in memory.items.values where entry.place != nil && !entry.isGone {
        let owner =
          entry.isOwned ? "; export leaves it out, because it belongs to that calendar" : ""
        origins.add("imported from \(pair.source)\(owner)", ofLine: entry.body)
      }
    }
  }

  private func add(_ known: KnownTaskFile, _ bytes: [UInt8], to origins: inout LineOrigins) {
    for item in known.items where item.line != nil {
      let last = item.isStored ? "another program changed it last" : "last changed in this file"
      origins.add("synced as \(item.uid); \(last)", ofSyncedLine: item.source.line.body)
      for occurrence in item.occurrences where occurrence.line != nil {
        origins.add(
          "synced as \(item.uid), \(occurrence.name); \(last)",
          ofSyncedLine: occurrence.source.line.body)
      }
    }
    let syncs = FileSyncs(known, runEnvironment)
    origins.syncs = { syncs.last }
    guard known.bytes != bytes else { return }
    origins.frozen = known.reasonToFreeze(bytes) ?? syncs.reasonToFreeze
  }
}
