import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
import TaskBridge
import TaskEditing
import TaskFolderStore

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
  /// The lists of stores, whose items are lines of the last files.
  let stores: ChangedStores
  /// The items that move to other lists.
  var transfers: [ItemTransfer] = []

  init(
    _ taskFiles: [TaskFile], _ stores: ChangedStores = ChangedStores(), _ clock: RunClock,
    configuration: Configuration
  ) {
    let files = taskFiles + stores.lists.map(\.lines.file)
    self.stores = stores
    let vocabulary = configuration.vocabulary
    let named = NamedZones(files, vocabulary)
    reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: .resolve(at: clock.now), isZoneKnown: named.error)
    entries = TaskEntries(files: files, vocabulary: vocabulary)
    names = TaskLookup(entries)
    self.clock = clock
    changes = TaskChanges(
      files, reader, now: clock.now, zone: clock.zone, zones: named.zones)
    let (lists, first) = (stores.lists.map(\.lines), taskFiles.count)
    changes.stored = { line in
      line.file < first ? nil : lists[line.file - first].stored(atLine: line.line)
    }
  }

  var files: [TaskFile] { entries.files }

  /// The number of files that exist, and are not lists of stores.
  var fileCount: Int { files.count - stores.lists.count }

  /// The list of a store that a file is; nil for a file that exists.
  func list(ofFile file: Int) -> ChangedStores.List? {
    file < fileCount ? nil : stores.lists[file - fileCount]
  }

  /// The place of a line in messages: `home.taskpaper:2`, or the name of a list.
  func place(of line: LineRef) -> String {
    let name = files[line.file].name
    return line.file < fileCount ? "\(name):\(line.line + 1)" : name
  }

  /// What to do about a name that no task has that can be changed; nil if nothing has it.
  func advice(about name: String) -> String? {
    advice(aboutOccurrenceCalled: name) ?? advice(aboutArchived: name)
  }

  /// What to do about a name that only lines of the archive have.
  private func advice(aboutArchived name: String) -> String? {
    let all = TaskEntries(files: files, vocabulary: reader.vocabulary, includesArchive: true)
    guard let line = TaskLookup(all).lines(called: name).first else { return nil }
    return
      "\(name.quoted) is in the archive, at \(place(of: line)); expected a task outside of the project Archive"
  }

  /// What to do about a name that only a changed date of a series has.
  private func advice(aboutOccurrenceCalled name: String) -> String? {
    let series = stores.lists.lazy.compactMap { list in
      list.lines.series(withOccurrenceCalled: name).first
    }.first
    return series.map { series in
      "\(name.quoted) is only in the title of a changed date of \(series.item.shownTitle.quoted); a date is "
        + "changed through its series, so expected the name of the series"
    }
  }

  /// The lines of the items of stores with a UID, or a name in their store.
  func lines(ofItem name: String) -> [LineRef] {
    stores.lists.enumerated().flatMap { number, list in
      list.lines.lines(called: name).map { LineRef(file: fileCount + number, line: $0) }
    }
  }
}
