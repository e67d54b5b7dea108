import CalendarStores
import CalendarSync
import Diagnostics
import DuecalConfiguration
import LineCodec
import StoreAccess
import TaskBridge
import TaskDates
import TaskFolderStore

/// Finds the items of task files that take part in a sync.
struct SyncLines {
  private let choice: SyncChoice
  private let runEnvironment: RunEnvironment
  /// The zone of times whose line names none.
  private let zone: Zone

  init(_ choice: SyncChoice, _ runEnvironment: RunEnvironment, zone: Zone) {
    self.choice = choice
    self.runEnvironment = runEnvironment
    self.zone = zone
  }

  /// The items that take part: new ones if they are open and not withheld, all if they match the choice.
  ///
  /// - Parameters:
  ///   - hasNew: Whether the store has items that are not in sync.
  ///   - isNewChoice: Whether no sync has chosen lines like this, so that a tag may be a slip.
  /// - Throws: `ExitStatus`, after a report, if a project or a saved search does not exist.
  func participants(
    of store: TaskFolderStore, hasNew: Bool, isNewChoice: Bool, _ messages: inout Messages
  ) throws -> SyncOptions.Participants {
    var participants = SyncOptions.Participants(openAt: runEnvironment.now)
    if hasNew { participants.withheld = try withheld(in: store) }
    guard choice.isNarrowed else { return participants }
    let lines = try read(store, includingArchive: true)
    if isNewChoice { reportMissingTags(lines.entries, &messages) }
    participants.unmatched = try unmatched(lines, &messages)
    return participants
  }

  /// Reports tags that no line has; a line may get one later.
  private func reportMissingTags(_ entries: TaskEntries, _ messages: inout Messages) {
    for name in entries.tagNames(missingOf: choice.tags) {
      messages.warn(TaskEntries.missingTag(name))
    }
  }

  /// The items that are private, imported or archived, unless they were asked for.
  private func withheld(in store: TaskFolderStore) throws -> Set<ItemRef> {
    let lines = try read(store, includingArchive: choice.includesArchive)
    var options = ExportOptions(zone: zone)
    options.takesImported = choice.includesImported
    options.classes = try WithheldOptions.names(of: choice.classes)
    let selection = Selection(options)
    return lines.items(except: {
      selection.mayBeSeen($0) && selection.isAsked($0, in: lines.entries)
    })
  }

  /// The open items that are not in the projects, or do not have the tags, or do not match the queries.
  private func unmatched(
    _ lines: TaskFolderEntries, _ messages: inout Messages
  ) throws -> Set<ItemRef> {
    let entries = lines.entries
    try entries.refuseMissing(projects: choice.projects, includingArchive: true, &messages)
    var options = ExportOptions(zone: zone)
    options.takesImported = true
    (options.projects, options.tags) = (choice.projects, choice.tags)
    if let now = zone.civil(at: runEnvironment.now) {
      options.lines = try WhereOptions(choice).lines(
        of: entries.files, now: now, vocabulary: entries.vocabulary, messages: &messages)
    }
    let selection = Selection(options)
    return lines.items(except: { entries.isClosed($0) || selection.isAsked($0, in: entries) })
  }

  private func read(
    _ store: TaskFolderStore, includingArchive: Bool
  ) throws(StoreError) -> TaskFolderEntries {
    try StoreCall.wait { () async throws(StoreError) in
      try await store.entries(includingArchive: includingArchive)
    }
  }
}

extension WhereOptions {
  fileprivate init(_ choice: SyncChoice) {
    self.init()
    (queries, search) = (choice.queries, choice.searches)
  }
}
