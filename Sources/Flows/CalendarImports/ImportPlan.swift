import CalendarItems
public import CompactDictionary
public import Diagnostics
public import ExactText
import ICalendar
public import LineState
public import TaskBridge
import TaskDates
public import TaskText

/// Plans an import without writing anything.
///
/// ```swift
/// let plan = ImportPlan(inputs, into: files, after: memory, options)
/// plan.files[0].edited.bytes  // the new file
/// plan.changes                // the change for each item
/// plan.memory                 // the new state
/// ```
public struct ImportPlan: Sendable {
  /// A file before and after the import.
  public struct File: Sendable {
    /// The file before.
    public let file: TaskFile
    /// The file after.
    public private(set) var edited: TaskDocument
    private var outlines: [EditedOutline] = []

    /// True if the file is changed.
    public var isChanged: Bool { file.document.bytes != edited.bytes }

    /// The new number of an old line; nil for a removed one.
    public func line(of old: Int) -> Int? {
      outlines.reduce(old) { line, outline in line.flatMap { outline.line(of: $0) } }
    }

    init(_ file: TaskFile) {
      self.file = file
      edited = file.document
    }

    init(_ file: TaskFile, _ outline: EditedOutline) {
      self.init(file)
      append(outline)
    }

    /// Applies a further edit.
    mutating func append(_ outline: EditedOutline) {
      outlines.append(outline)
      edited = outline.document
    }
  }

  /// Why the import does nothing.
  public enum Refusal: Hashable, Sendable {
    /// The calendars had this many items, and have none now.
    case empty(had: Int)
    /// This many lines would be removed.
    case removals(Int, allowed: Int)
  }

  /// The files; the one that gets new lines is first.
  public private(set) var files: [File] = []
  /// The change for each item, in the order of the items.
  public private(set) var changes: [ImportChange] = []
  /// The new state; without components if the plan remembers nothing (`ImportOptions.remembers`).
  public private(set) var memory = ImportMemory()
  /// The items, with their lines; none if the plan does not explain itself (`ImportOptions.explains`).
  public private(set) var items: [ImportedItem] = []
  /// The values that added or changed lines do not contain.
  public private(set) var losses: [ImportLoss] = []
  /// Why the import does nothing; nil if it is allowed.
  public private(set) var refusal: Refusal?
  /// The series with too many occurrences, which are imported only in part.
  public private(set) var cut: [ItemName] = []
  /// The number of lines that are kept without an item by earlier imports; each is counted once.
  public private(set) var keptBefore = 0
  /// The UIDs of items that another file has with the same title and dates, with the index of the file that is left out.
  public private(set) var repeated: [(uid: String, input: Int)] = []

  /// Older versions of items, which are left out, with the index of their calendar.
  public private(set) var superseded: [(input: Int, diagnostic: Diagnostic)] = []

  /// Plans an import.
  ///
  /// - Parameters:
  ///   - calendars: The calendars; they are released before the new files are read, unless the plan explains itself.
  ///   - files: The task files that may contain their lines; new lines are added to the first.
  ///   - memory: What both sides last agreed on.
  ///   - options: The options of the import.
  ///   - elsewhere: The state of imports from other calendars into the same files.
  ///   - isWhole: Whether the calendars were read completely, so that missing items count as gone.
  ///   - components: `calendars.components`, if they are already in memory.
  public init(
    _ calendars: consuming [CalendarInput], into files: [TaskFile], after memory: ImportMemory,
    options: ImportOptions, elsewhere: [ImportMemory] = [], isWhole: Bool = true,
    components: ItemComponents? = nil
  ) {
    var inputs = consume calendars
    let isWhole = isWhole && inputs.allSatisfy { $0.reading.isCalendar && $0.reading.isComplete }
    let draft = draft(
      inputs, files, after: memory, options: options, elsewhere: elsewhere, components: components)
    refusal = refusal(of: draft, isWhole: isWhole)
    guard refusal == nil else {
      self.files = files.map(File.init)
      self.memory = memory
      return
    }
    let (known, definitions) = (draft.memory, inputs.definitions)
    // The draft releases parts of its items, and needs nothing else of the calendars.
    if !options.explains { (items, inputs) = ([], []) }
    let result = (consume draft).result(removes: isWhole)
    take(result, known, options, definitions: definitions)
    guard options.explains else { return }
    let touched = Set(changes.filter { $0.kind != .kept }.map(\.name))
    losses = ImportLosses(inputs, options).losses(
      of: items, named: touched, known: ExactSet(self.memory.items.keys.map(\.uid)))
  }

  /// Reads the items, and compares them with the last import.
  private mutating func draft(
    _ inputs: [CalendarInput], _ files: [TaskFile], after memory: ImportMemory,
    options: ImportOptions, elsewhere: [ImportMemory], components: ItemComponents?
  ) -> ImportDraft {
    let made = ImportUIDs(inputs, known: memory.components)
    let memory = memory.renaming(made)
    let others = elsewhere.map {
      $0.renaming(made).following(files, reader: options.reader)
    }
    readItems(inputs, options, made: made)
    let own = OwnLines(inputs, items, files, options.reader)
    HintedLines(options, inputs, own: own).write(&items, sharing: memory)
    let known = (others.isEmpty ? memory : memory.following(files, reader: options.reader))
      .inheriting(items.map(\.name), from: others, reader: options.reader)
    // Tasks that are only printed need no components.
    let needsComponents = options.remembers || !known.isEmpty
    let components = made.isAsRead ? components : nil
    return ImportDraft(
      items, needsComponents ? components ?? inputs.components(made) : [:],
      cut: ExactSet(cut.map(\.uid)), outline: TargetOutline(items, ProjectHints(inputs)),
      files: files, memory: known, options: options, elsewhere: others, zones: inputs.anchors,
      own: own)
  }

  private func refusal(of draft: ImportDraft, isWhole: Bool) -> Refusal? {
    let had = draft.memory.items.count { !$0.value.isGone && !draft.over.contains($0.key) }
    if items.isEmpty, had > 0, draft.options.allowedRemovals == nil { return .empty(had: had) }
    return isWhole ? draft.refusal : nil
  }

  private mutating func readItems(
    _ inputs: [CalendarInput], _ options: ImportOptions, made: ImportUIDs
  ) {
    let imported = ImportedItems(inputs, options.window, made: made)
    (items, cut) = (imported.items, imported.cut)
    superseded = made.same?.diagnostics ?? []
    repeated = made.same?.inOtherFiles ?? []
  }

  /// Takes the result of a draft after the draft is released, because the new state needs the memory.
  private mutating func take(
    _ result: ImportDraft.Result, _ known: ImportMemory, _ options: ImportOptions,
    definitions: [UInt8]
  ) {
    (files, changes) = (result.files, result.changes)
    keptBefore = result.keptBefore
    memory = result.memory.applied(to: known)
    result.moves?.run(&files, &memory, changes: &changes)
    ImportCompletions(result.completions, options).run(&files, &memory)
    memory.definitions = definitions
  }
}

extension [CalendarInput] {
  /// The zones of items, by their names.
  fileprivate var anchors: ExactDictionary<Zone> {
    reduce(into: [:]) { $0.merge($1.reading.anchors) { first, _ in first } }
  }

  /// The VTIMEZONE definitions, each once.
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
