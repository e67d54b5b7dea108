import DuecalConfiguration
import TaskBridge
import TaskEditing

/// The files of a change as they were read, and the planned changes.
struct ChangeDraft {
  /// Their lines, without those in an archive.
  let entries: TaskEntries
  /// The names of these lines.
  let names: TaskLookup
  /// The clock of the run.
  let clock: RunClock
  /// What tags mean.
  let reader: LineFieldReader
  /// The planned changes of the files.
  var changes: TaskChanges

  init(_ files: [TaskFile], _ clock: RunClock, configuration: Configuration) {
    let vocabulary = configuration.vocabulary
    let named = NamedZones(files, vocabulary)
    reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: .resolve(at: clock.now), isZoneKnown: named.error)
    entries = TaskEntries(files: files, vocabulary: vocabulary)
    names = TaskLookup(entries, reader)
    self.clock = clock
    changes = TaskChanges(
      files, reader, now: clock.now, zone: clock.zone, zones: named.zones)
  }

  var files: [TaskFile] { entries.files }
}
