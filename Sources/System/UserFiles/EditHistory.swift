/// The history of what runs changed and undid, which decides what can be undone and redone.
public struct EditHistory: Sendable {
  /// The change of a run to a file, in its last state, made or undone.
  public struct Change: Sendable {
    /// The file.
    public let name: FileName
    /// True if it is undone.
    public let isUndone: Bool
    /// The run of the edits: the one that changed the file, or the last that undid or redid it.
    public let actor: Int
    /// These edits, oldest first.
    public let edits: [BackedUpEdit]
  }

  /// A run that changed files.
  public struct Run: Sendable {
    /// Its number.
    public let number: Int
    /// The purpose of the run.
    public let purpose: BackedUpEdit.Purpose
    /// The name of its command.
    public let command: String
    /// Its changes, one for each file, in the order of their names.
    public fileprivate(set) var changes: [Change]
    /// True if some of its edits have been removed to save space; then not all of it can be undone.
    public let isThinned: Bool
  }

  /// All edits that are known, oldest first.
  public let edits: [BackedUpEdit]
  /// The lines of the index that cannot be read, from 1; with any, the last run is not known.
  public let damagedLines: [Int]
  /// The runs that were noted before their edits, oldest first.
  public private(set) var notedRuns: [NotedRun] = []
  private let thinned: Set<Int>
  private let file: FileName?

  init(_ index: BackupIndex) {
    self.init(index.done, index.damaged, thinned: index.thinned, file: nil)
    notedRuns = index.runs
  }

  private init(
    _ edits: [BackedUpEdit], _ damagedLines: [Int], thinned: Set<Int>, file: FileName?
  ) {
    self.edits = edits
    self.damagedLines = damagedLines
    self.thinned = thinned
    self.file = file
  }

  /// The history of one file alone.
  public func of(_ file: FileName) -> EditHistory {
    EditHistory(edits.filter { $0.name == file }, damagedLines, thinned: thinned, file: file)
  }

  /// The history, run by run.
  public var replay: Replay { Replay(edits, thinned: file == nil ? thinned : []) }

  /// The state of all runs after each `undo` and `redo`.
  public struct Replay: Sendable {
    /// The runs that changed files, oldest first.
    public private(set) var runs: [Run] = []
    /// The undone runs that `redo` can redo without a number, the last at the end.
    private var undone: [(actor: Int, run: Int)] = []
    /// The target of each run that undid or redid another.
    private var targets: [Int: (run: Int, isUndo: Bool)] = [:]
    /// The place of each run in `runs`, by its number.
    private var places: [Int: Int] = [:]
  }
}

extension EditHistory.Replay {
  /// The runs that `undo` undoes one after the other, the last one first.
  public var undoable: [EditHistory.Run] {
    runs.reversed().filter { $0.purpose == .change && $0.changes.contains { !$0.isUndone } }
  }

  /// The last background run that can be undone by its number.
  public var lastInBackground: EditHistory.Run? {
    runs.last { $0.purpose == .background && $0.changes.contains { !$0.isUndone } }
  }

  /// The runs that `redo` redoes one after the other: those undone since the last edit, the last one
  /// first.
  public var redoable: [EditHistory.Run] {
    undone.reversed().compactMap { run($0.run) }.filter { $0.changes.contains { $0.isUndone } }
  }

  /// The run with a number; for a run that undid or redid another, the other one.
  public func run(_ number: Int) -> EditHistory.Run? {
    let number = targets[number]?.run ?? number
    return places[number].map { runs[$0] }
  }

  /// True if a number is that of a run that undid another.
  public func isUndo(_ number: Int) -> Bool { targets[number]?.isUndo == true }

  fileprivate init(_ edits: [BackedUpEdit], thinned: Set<Int>) {
    var ledger = ChangeLedger()
    var originals: [Int: BackedUpEdit] = [:]
    for edit in edits where !edit.isKept {
      let step = ledger.take(edit)
      if step.run == edit.run, originals[step.run] == nil { originals[step.run] = edit }
      note(step, edit)
    }
    let changes = Dictionary(grouping: ledger.changes) { $0.run }
    runs = changes.map { number, changes in
      EditHistory.Run(
        number: number, purpose: originals[number]?.purpose == .background ? .background : .change,
        command: originals[number]?.command ?? "run",
        changes: changes.map(\.change).sorted { $0.name < $1.name },
        isThinned: thinned.contains(number)
          || changes.contains { thinned.contains($0.change.actor) })
    }.sorted { $0.number < $1.number }
    places = Dictionary(
      runs.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func note(_ step: ChangeLedger.Step, _ edit: BackedUpEdit) {
    if step.run != edit.run { targets[edit.run] = (step.run, step.kind == .undo) }
    switch step.kind {
    case .change where edit.purpose != .background: undone.removeAll()
    case .change: break
    case .undo where undone.last?.actor != edit.run: undone.append((edit.run, step.run))
    case .undo: break
    case .redo:
      if let last = undone.lastIndex(where: { $0.run == step.run }) { undone.remove(at: last) }
    }
  }
}

/// The edits of each run and file, and the edits that undid and redid them.
private struct ChangeLedger {
  /// The effect of an edit on the change of a run.
  struct Step {
    enum Kind { case change, undo, redo }
    let run: Int
    let kind: Kind
  }

  private struct Key: Hashable {
    let run: Int
    let name: FileName
  }

  private var layers: [Key: [EditHistory.Change]] = [:]

  /// The last state of each change, without changes whose edits cancel each other.
  var changes: [(run: Int, change: EditHistory.Change)] {
    layers.compactMap { key, layers in
      layers.last { !$0.isNothing }.map { (key.run, $0) }
    }
  }

  /// Adds the next edit.
  mutating func take(_ edit: BackedUpEdit) -> Step {
    let step = step(of: edit)
    let key = Key(run: step.run, name: edit.name)
    var all = layers[key] ?? []
    let isMore = all.last?.actor == edit.run
    let earlier = isMore ? all.popLast()?.edits ?? [] : []
    all.append(
      EditHistory.Change(
        name: edit.name, isUndone: step.kind == .undo, actor: edit.run, edits: earlier + [edit]))
    layers[key] = all
    return step
  }

  private func step(of edit: BackedUpEdit) -> Step {
    switch edit.purpose {
    case .change, .background: Step(run: edit.run, kind: .change)
    case .undo(let run): Step(run: run, kind: .undo)
    case .redo(let run): Step(run: run, kind: .redo)
    case .unnamedUndo: reverted(by: edit) ?? Step(run: edit.run, kind: .change)
    }
  }

  /// The last run whose change of the file an edit reverses.
  private func reverted(by edit: BackedUpEdit) -> Step? {
    let found = layers.filter { key, layers in
      guard let spans = layers.last?.spans, spans.count == 1 else { return false }
      return key.name == edit.name && spans[0].before == edit.after && spans[0].after == edit.before
    }
    guard let last = found.max(by: { $0.key.run < $1.key.run }) else { return nil }
    return Step(run: last.key.run, kind: last.value.last?.isUndone == true ? .redo : .undo)
  }
}

extension EditHistory.Change {
  /// A sequence of edits between which nothing else changed the file.
  public struct Span: Hashable, Sendable {
    /// The file's content before the first.
    public let before: BackedUpEdit.Content
    /// The file's content after the last.
    public let after: BackedUpEdit.Content
  }

  /// The spans of its edits, oldest first, without those that change nothing.
  public var spans: [Span] {
    var spans: [Span] = []
    for edit in edits {
      if let last = spans.last, last.after == edit.before {
        spans[spans.count - 1] = Span(before: last.before, after: edit.after)
      } else {
        spans.append(Span(before: edit.before, after: edit.after))
      }
    }
    return spans.filter { $0.before != $0.after }
  }

  fileprivate var isNothing: Bool { spans.isEmpty }

  /// The file's canonical path.
  public var path: String { name.text }
}
