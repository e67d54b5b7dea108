import CalendarStores
import Diagnostics
import TaskBridge
import TaskEditing
import TaskFolderStore
import TaskText
import UserFiles

/// The changed files of a change, and its report.
struct ChangeReport {
  private let draft: ChangeDraft
  private let options: WritingOptions
  private let results: [EditedOutline]

  init(_ draft: ChangeDraft, _ options: WritingOptions) {
    self.draft = draft
    self.options = options
    // A change that has nothing to report has no effect: a project is not created only for lines that stay where they
    // are.
    let isNothing = draft.changes.changes.isEmpty
    results =
      isNothing
      ? draft.files.map { OutlineEdit($0.document).result() } : draft.changes.results
  }

  /// The files whose bytes change; those that receive lines of other files come first.
  var edits: [ChangedFile] {
    let changed = (0..<draft.fileCount).filter { old($0) != results[$0].document.bytes }
    let targets = Set(draft.changes.changes.filter { $0.old?.file != $0.file }.map(\.file))
    return (changed.filter(targets.contains) + changed.filter { !targets.contains($0) }).map {
      ChangedFile(path: draft.files[$0].name, old: old($0), new: results[$0].document.bytes)
    }
  }

  /// The lists of stores whose lines change, each with its lines after the change.
  var changedLists: [(list: ChangedStores.List, edited: EditedOutline)] {
    draft.files.indices.compactMap { file in
      guard let list = draft.list(ofFile: file), old(file) != results[file].document.bytes else {
        return nil
      }
      return (list, results[file])
    }
  }

  /// The items that move to other lists.
  var transfers: [ItemTransfer] { draft.transfers }

  /// The item of a line of a store.
  private func item(_ line: LineRef) -> ItemRef? {
    draft.list(ofFile: line.file)?.lines.item(atLine: line.line)?.id
  }

  private func old(_ file: Int) -> [UInt8] { draft.files[file].document.bytes }

  /// True if no file gets new bytes, and no item moves.
  var isUnchanged: Bool {
    transfers.isEmpty && draft.files.indices.allSatisfy { old($0) == results[$0].document.bytes }
  }

  /// Prints the difference that would be written.
  func showDifference(_ messages: inout Messages) {
    if !isUnchanged, options.exitCode { messages.note(.wouldChange) }
    guard !options.json else { return }
    for file in edits {
      Output.standard.write(difference: UnifiedDiff(file.old, file.new).printed(path: file.path))
    }
    for (list, edited) in changedLists {
      let diff = UnifiedDiff(list.lines.file.document.bytes, edited.document.bytes)
      Output.standard.write(difference: diff.printed(path: list.label))
    }
    for transfer in transfers { Output.standard.print(transfer.planned.visible) }
  }

  /// Reports what was done, in a line each or as JSON.
  ///
  /// - Parameters:
  ///   - messages: The messages of the run.
  ///   - unwritten: The items that could not be written.
  func print(_ messages: Messages, but unwritten: Set<ItemRef> = []) {
    let done = messages.status.writesNothing ? [] : lines(but: unwritten)
    if options.json {
      return JSONWriter.print(ReportJSON("changes", done, messages: messages.reported))
    }
    guard !options.dryRun, !options.verbosity.level.quiet else { return }
    for line in done {
      Output.standard.print(HomePath.shown(line.sentence, on: .standard).visible)
    }
  }

  /// The changes, each with the place and the ID that its line has afterwards.
  private func lines(but unwritten: Set<ItemRef>) -> [ChangedLine] {
    let files = zip(draft.files, results).map { $0.with($1.document) }
    let ids = ShortIDs(TaskEntries(files: files, vocabulary: draft.reader.vocabulary))
    let changes = draft.changes.changes.filter { change in
      unwritten.isEmpty || !(change.old.flatMap(item).map(unwritten.contains) ?? false)
    }
    return changes.map { change in
      if let transfer = draft.transfers.first(where: { $0.line == change.old }) {
        return ChangedLine(
          change: change, file: transfer.target.label, line: nil, id: "", text: nil)
      }
      let line = draft.changes.line(of: change, in: results)
      let document = files[change.file].document
      return ChangedLine(
        change: change, file: files[change.file].name,
        line: change.file < draft.fileCount ? line.map { $0 + 1 } : nil,
        id: line.map { ids.id(of: LineRef(file: change.file, line: $0)) } ?? "",
        text: line.map { document.string(document.lines[$0].body) })
    }
  }
}

extension ExitStatus {
  /// True if a run with this status leaves all files unchanged.
  fileprivate var writesNothing: Bool {
    switch self {
    case .done, .partial, .wouldChange, .noInput, .usage, .dataError, .refused: false
    case .unavailable, .cannotCreate, .inputOutput, .tryAgain, .notPermitted, .configuration: true
    }
  }
}

/// A changed line, as it is reported.
struct ChangedLine: JSONValue {
  let change: TaskChange
  let file: String
  let line: Int?
  let id: String
  let text: String?

  /// The change as a sentence, such as `home.taskpaper:2: done: Call Ann (kvtr); next 2027-01-01`.
  var sentence: String {
    let place = line.map { "\(file):\($0)" } ?? file
    let name = id.isEmpty ? "" : " (\(id))"
    let details = change.details.map { "; \($0)" }.joined()
    return "\(place): \(change.kind.rawValue): \(change.title)\(name)\(details)"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("details", change.details)
      json.member("file", file)
      json.member("id", id.isEmpty ? nil : id)
      json.member("kind", change.kind.rawValue)
      json.member("line", line)
      json.member("text", text)
      json.member("title", change.title)
    }
  }
}
