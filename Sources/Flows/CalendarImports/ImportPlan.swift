import CalendarItems
public import Diagnostics
public import ExactText
import ICalendar
public import LineState
public import TaskBridge
import TaskDates
public import TaskText

/// What an import does, computed without touching anything.
///
/// ```swift
/// let plan = ImportPlan(inputs, into: files, after: memory, options)
/// plan.files[0].edited.bytes  // the file as it will be
/// plan.changes                // what is done with each item
/// plan.memory                 // what is to be remembered
/// ```
public struct ImportPlan: Sendable {
  /// A file before and after.
  public struct File: Sendable {
    /// The file as it is.
    public let file: TaskFile
    /// The file as it will be.
    public private(set) var edited: TaskDocument
    private var outlines: [EditedOutline] = []

    /// True if the file is changed.
    public var isChanged: Bool { file.document.bytes != edited.bytes }

    /// Where a line is that is there now; nil for one that goes.
    public func line(of old: Int) -> Int? {
      outlines.reduce(old) { line, outline in line.flatMap { outline.line(of: $0) } }
    }

    init(_ file: TaskFile) {
      self.file = file
      edited = file.document
    }

    /// Takes an edit of what it is by now.
    mutating func append(_ outline: EditedOutline) {
      outlines.append(outline)
      edited = outline.document
    }
  }

  /// Why nothing is done at all.
  public enum Refusal: Hashable, Sendable {
    /// The calendars had so many items, and have none.
    case empty(had: Int)
    /// So many lines would go.
    case removals(Int, allowed: Int)
  }

  /// The files, the one that gets new lines first.
  public private(set) var files: [File] = []
  /// What is done with each item, in their order.
  public private(set) var changes: [ImportChange] = []
  /// What is to be remembered.
  public private(set) var memory = ImportMemory()
  /// The items, and the lines that they are.
  public private(set) var items: [ImportedItem] = []
  /// What of the items that got a line, or whose line was changed, it does not hold.
  public private(set) var losses: [ImportLoss] = []
  /// Why nothing is done; nil where something can be.
  public private(set) var refusal: Refusal?
  /// The series with too many occurrences, which are imported only in part.
  public private(set) var cut: [ItemName] = []
  /// How many lines without an item stay because earlier imports kept them; each is counted once.
  public private(set) var keptBefore = 0
  /// The UIDs that stand in more than one calendar, and the later calendar as an index.
  public private(set) var repeated: [(uid: String, input: Int)] = []

  /// Older versions of items, and the calendar of each as an index; they are left out.
  public private(set) var superseded: [(input: Int, diagnostic: Diagnostic)] = []

  /// Plans an import.
  ///
  /// - Parameters:
  ///   - inputs: The calendars.
  ///   - files: The task files in which their lines may be; new lines go into the first.
  ///   - memory: What both sides last agreed on.
  ///   - options: How calendars become tasks.
  ///   - elsewhere: What the imports of other calendars into the same files remember.
  ///   - isWhole: Whether all of the calendars could be read: what is not in them may be gone.
  ///   - components: `inputs.components`, where they are in memory already.
  public init(
    _ inputs: [CalendarInput], into files: [TaskFile], after memory: ImportMemory,
    options: ImportOptions, elsewhere: [ImportMemory] = [], isWhole: Bool = true,
    components: ExactDictionary<ArraySlice<UInt8>>? = nil
  ) {
    let made = ImportUIDs(inputs, known: memory.components)
    let memory = memory.renaming(made)
    let elsewhere = elsewhere.map { $0.renaming(made) }
    readItems(inputs, options, made: made)
    HintedLines(options, inputs).write(&items, sharing: memory)
    let isWhole = isWhole && inputs.allSatisfy { $0.reading.isCalendar && $0.reading.isComplete }
    let others = elsewhere.map { $0.following(files, reader: options.reader) }
    let known = (others.isEmpty ? memory : memory.following(files, reader: options.reader))
      .inheriting(items.map(\.name), from: others, reader: options.reader)
    let draft = ImportDraft(
      items,
      made.isAsRead ? components ?? inputs.components(made) : inputs.components(made),
      cut: ExactSet(cut.map(\.uid)), outline: TargetOutline(items, ProjectHints(inputs)),
      files: files,
      memory: known, options: options, elsewhere: others, zones: inputs.anchors)
    let had = known.items.count { !$0.value.isGone && !draft.over.contains($0.key) }
    if items.isEmpty, had > 0, options.allowedRemovals == nil {
      refusal = .empty(had: had)
    } else {
      refusal = isWhole ? draft.refusal : nil
    }
    guard refusal == nil else {
      self.files = files.map(File.init)
      self.memory = memory
      return
    }
    take((consume draft).result(removes: isWhole), known, inputs: inputs)
    let touched = Set(changes.filter { $0.kind != .kept }.map(\.name))
    losses = ImportLosses(inputs, options).losses(
      of: items, named: touched, known: ExactSet(self.memory.items.keys.map(\.uid)))
  }

  private mutating func readItems(
    _ inputs: [CalendarInput], _ options: ImportOptions, made: ImportUIDs
  ) {
    let imported = ImportedItems(inputs, options.window, made: made)
    (items, repeated, cut) = (imported.items, imported.repeated, imported.cut)
    superseded = made.same?.diagnostics ?? []
  }

  /// Takes what a draft came to, which is gone by now: what is to be remembered takes its room.
  private mutating func take(
    _ result: ImportDraft.Result, _ known: ImportMemory, inputs: [CalendarInput]
  ) {
    (files, changes) = (result.files, result.changes)
    keptBefore = result.keptBefore
    memory = result.memory.applied(to: known)
    result.moves?.run(&files, &memory, changes: &changes)
    memory.definitions = inputs.definitions
  }
}

extension [CalendarInput] {
  /// The zones of items, by their names.
  fileprivate var anchors: ExactDictionary<Zone> {
    reduce(into: [:]) { $0.merge($1.reading.anchors) { first, _ in first } }
  }

  /// The definitions of zones, each once.
  fileprivate var definitions: [UInt8] {
    var seen: Set<ArraySlice<UInt8>> = []
    var bytes: [UInt8] = []
    for input in self {
      let document = input.reading.document
      for index in document.components.indices
      where document.components[index].name.uppercased() == "VTIMEZONE" {
        let definition = document.bytes[document.range(of: index)]
        if seen.insert(definition).inserted { bytes += definition }
      }
    }
    return bytes
  }
}
