import CalendarItems
import CompactDictionary
import ExactText
import ICalendar
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// An import while it is planned: the edits of each file, and the changes for each item.
struct ImportDraft {
  private(set) var items: [ImportedItem]
  private(set) var outline: TargetOutline
  let files: [TaskFile]
  /// The form of new tags in each file.
  let forms: [TagForm]
  let memory: ImportMemory
  let options: ImportOptions
  let found: LineSnapshot
  let then: LineSnapshot
  let thenPlaces: LinePlaceNames
  let binding: LineBinding
  /// The old items of components that changed or are gone.
  let before: [ItemName: ImportedItem]
  /// The items whose last occurrence is over.
  let over: Set<ItemName>
  /// The lines that belong to items of other calendars.
  let claimed: [LineRef: Set<ItemName>]
  /// The items whose lines have a wrong zone from version 0.1.
  let misnamed: Set<ItemName>
  /// The archive of each file; nil for none.
  let archives: [Int?]
  /// True if projects without an item get lines.
  let bringsProjects: Bool
  /// The state of imports from other calendars into the same files.
  private let elsewhere: [ImportMemory]
  private let components: ItemComponents
  /// The UIDs of series that are imported only in part.
  private let cut: ExactSet

  var edits: [OutlineEdit]
  var changes: [ImportChange] = []
  /// The added line of each new item, as its file and its number among the additions; nil for other items.
  var additions: [(file: Int, number: Int)?]
  /// Lines that were removed or moved away.
  var removedLines: Set<LineRef> = []
  /// The ends of the files' archives, each computed once.
  var archivePlaces: [Int: (line: Int, level: Int)] = [:]
  /// The day on which the calendar changed each item of a Markdown line; the items themselves may be released.
  var daysOfChange: [Int: DateParameters] = [:]
  /// The day on which each new item of a Markdown line was made, if the line says it.
  var daysOfCreation: [Int: DateParameters] = [:]
  /// Marks of lines, for the next import.
  var marks = Marks()
  /// The lines that are completed after all other changes, as Obsidian Tasks does it.
  var completions: [ItemName: Closing] = [:]
  /// The number of lines that are kept without an item by earlier imports; each is counted once.
  var keptBefore = 0

  /// Marks of lines, by the names of their items.
  struct Marks {
    /// The lines that are kept because of an option.
    var kept: Set<ItemName> = []
    /// The lines that were reported as kept.
    var reported: Set<ItemName> = []
    /// The lines that were archived.
    var archived: Set<ItemName> = []
  }

  init(
    _ items: [ImportedItem], _ components: ItemComponents, cut: ExactSet,
    outline: TargetOutline,
    files: [TaskFile], memory: ImportMemory, options: ImportOptions,
    elsewhere: [ImportMemory], zones: ExactDictionary<Zone> = [:],
    own: OwnLines? = nil
  ) {
    self.elsewhere = elsewhere
    archives = files.map(\.archive)
    bringsProjects = memory.isUndone
    self.components = components
    self.cut = cut
    self.outline = outline
    self.files = files
    self.memory = memory
    self.options = options
    forms = files.map(\.document.prevailingForm)
    found = LineSnapshot(files, options.reader)
    let isAsLeft =
      memory.texts
      == ExactDictionary(
        files.map { ($0.identity, $0.document.bytes) }, uniquingKeysWith: { first, _ in first })
    then = isAsLeft ? found : LineSnapshot(memory.filesThen(files), options.reader)
    thenPlaces = LinePlaceNames(then.files)
    binding =
      LineFinder(
        items, outline, memory: memory, then: then, found: found, reader: options.reader,
        foreign: options.foreign, own: own
      ).binding
    let remembered = Self.before(components, memory, options: options)
    let misnamed = MisnamedZones(memory, options).items(items, remembered, zones: zones)
    self.misnamed = Set(misnamed.keys)
    let notes = FileNotes(items, binding, files)
    self.items = notes.written(items)
    before = notes.written(remembered.merging(misnamed) { $1 }, of: items)
    claimed = Self.claimed(elsewhere, files)
    over = Self.over(items, binding, found: found, memory: memory, options: options, zones: zones)
    edits = files.map { OutlineEdit($0.document) }
    additions = Array(repeating: nil, count: items.count)
  }

  /// The lines that belong to items of other calendars.
  private static func claimed(
    _ elsewhere: [ImportMemory], _ files: [TaskFile]
  ) -> [LineRef: Set<ItemName>] {
    let places = LinePlaceNames(files)
    var lines: [LineRef: Set<ItemName>] = [:]
    for memory in elsewhere {
      for (name, entry) in memory.items where !entry.isGone {
        if let line = entry.place.flatMap(places.line) { lines[line, default: []].insert(name) }
      }
    }
    return lines
  }

  /// The names of the items that are over.
  private static func over(
    _ items: [ImportedItem], _ binding: LineBinding, found: LineSnapshot, memory: ImportMemory,
    options: ImportOptions, zones: ExactDictionary<Zone>
  ) -> Set<ItemName> {
    let gone = ExactSet(binding.goneLines.keys.map(\.uid))
    let (before, beforeZones) =
      options.now == nil || gone.isEmpty
      ? ([:], [:])
      : remembered(
        memory.components.filter { gone.contains($0.key.text) }, memory, options: options)
    let all = zones.merging(beforeZones) { first, _ in first }
    var past = PastItems(items, all, options: options)
    return past?.names(binding, found, gone: before, memory: memory) ?? []
  }

  /// The old items of the UIDs whose components changed.
  private static func before(
    _ components: ItemComponents, _ memory: ImportMemory,
    options: ImportOptions
  ) -> [ItemName: ImportedItem] {
    let isOnOtherClock =
      memory.zone.flatMap(options.zone).map { $0.name != options.mapping.zone.name } ?? false
      || memory.otherZones.map { $0 != options.mapping.otherZones } ?? false
    let changed = memory.components.filter { uid, bytes in
      components[uid].map { isOnOtherClock || $0 != bytes } ?? false
    }
    return remembered(changed, memory, options: options).items
  }

  /// The items of a memory in the zone of their import, and the zones of their calendar.
  private static func remembered(
    _ components: ItemComponents, _ memory: ImportMemory,
    options: ImportOptions
  ) -> (items: [ItemName: ImportedItem], zones: ExactDictionary<Zone>) {
    guard !components.isEmpty else { return ([:], [:]) }
    var then = options
    if let name = memory.zone, let zone = options.zone(name) { then.mapping.zone = zone }
    then.mapping.otherZones = memory.otherZones ?? options.mapping.otherZones
    var all = Array(memory.definitions)
    var ends: [(name: String, end: Int)] = []
    for (name, component) in components.sorted(by: { $0.key < $1.key }) {
      all += component
      ends.append((name.text, CalendarReading.componentsStart + all.count))
    }
    let input = CalendarInput(name: "", reading: CalendarReading(components: all))
    var items = ImportedItems(
      [input], options.window, made: ImportUIDs(input.reading, ends)
    ).items
    HintedLines(then, [input]).write(&items)
    let named = Dictionary(items.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return (named, input.reading.anchors)
  }

  // MARK: Guards

  /// Why no lines may be removed; nil if they may.
  var refusal: ImportPlan.Refusal? {
    guard options.removed != .keep else { return nil }
    let count = binding.goneLines.count { name, line in
      isRemovable(name, line) && memory.items[name]?.isGone == false
    }
    let allowed = options.allowedRemovals ?? max(10, memory.items.count / 5)
    return count > allowed ? .removals(count, allowed: allowed) : nil
  }

  /// True for an occurrence outside of the window, which the calendar may still have.
  func isOutside(_ name: ItemName) -> Bool {
    guard let window = options.window?.days, !name.occurrence.isEmpty, components[name.uid] != nil
    else { return false }
    if cut.contains(name.uid) { return true }
    let day = try? DatePayload(parsing: String(name.occurrence.prefix(10))).value.firstDay
    return day.map { !window.contains($0) } ?? true
  }

  /// True for an item that another calendar has now.
  func isElsewhere(_ name: ItemName) -> Bool {
    elsewhere.contains { $0.items[name].map { $0.place != nil && !$0.isGone } ?? false }
  }

  // MARK: Existing lines

  /// Merges the changes of the calendars into existing lines.
  mutating func update() {
    for index in items.indices {
      guard let line = binding.lines[index], !isReleased(line) else { continue }
      if binding.isAdopted[index] {
        adopt(index, line)
      } else if let entry = memory.items[items[index].name], let then = lineThen(index, entry) {
        update(index, line, entry: entry, then: then)
      }
    }
  }

  private mutating func adopt(_ index: Int, _ line: LineRef) {
    let item = items[index]
    let mine = found.body(of: line)
    let isMarkdown = files[line.file].document.dialect == .markdown
    if item.isWritten(as: mine) {
      // The line gave this item, so that nothing is to be merged.
    } else if let hint = item.hint {
      let now = isMarkdown ? item.inMarkdown ?? item.line.body : item.line.body
      let merge = LineMerge(
        hint, then: hint, now: now, mine: mine, reader: options.reader,
        dialect: files[line.file].document.dialect, settings: files[line.file].document.settings,
        form: forms[line.file])
      take(merge, index, line: line)
    } else {
      let differences = LineMerge.differences(
        of: mine, from: item.line.body, reader: options.reader,
        dialect: files[line.file].document.dialect)
      report([], differences, index: index, line: line, kind: .differs)
    }
    note(.adopted, index, line: line)
  }

  private mutating func update(
    _ index: Int, _ line: LineRef, entry: ImportMemory.Entry, then: ItemLine
  ) {
    let item = items[index]
    let mine = found.body(of: line)
    let agreed = agreed(entry)
    daysOfChange[index] = dayOfChange(item, line)
    var (fields, conflicts): ([String], [LineMerge.Conflict]) = ([], [])
    if !item.isWritten(as: mine) {
      let merge = merge(index, agreed, then: then, mine: mine, line)
      (fields, conflicts) = (merge.changed, merge.conflicts)
      edits[line.file].set(body(after: merge, index), ofLine: line.line)
    }
    let notes = NotesMerge(from: then.notes, to: item.line.notes)
    switch notes.merged(into: found.notes(of: line), since: agreed.notes, under: .importing) {
    case .keep: break
    case .replace(let notes):
      edits[line.file].replaceNotes(ofLine: line.line, of: files[line.file], with: notes)
      fields.append("notes")
    case .conflict:
      let theirs = item.line.notes.joined(separator: "\n")
      conflicts.append(
        LineMerge.Conflict(
          field: "notes", mine: found.notes(of: line).joined(separator: "\n"), theirs: theirs))
    }
    report(fields, conflicts, index: index, line: line)
  }

  /// The merged line; one that is not just ticked off stays open, and is completed after all other changes.
  private mutating func body(after merge: LineMerge, _ index: Int) -> String {
    guard let body = merge.bodyBeforeCompletion,
      let closing = ImportCompletions.closing(items[index], options)
    else { return merge.body }
    completions[items[index].name] = closing
    return body
  }

  private mutating func take(_ merge: LineMerge, _ index: Int, line: LineRef) {
    edits[line.file].set(body(after: merge, index), ofLine: line.line)
    report(merge.changed, merge.conflicts, index: index, line: line)
  }

  private mutating func report(
    _ fields: [String], _ conflicts: [LineMerge.Conflict], index: Int, line: LineRef,
    kind: ImportChange.Kind = .conflict
  ) {
    if !fields.isEmpty {
      let isCorrected = misnamed.contains(items[index].name)
      note(isCorrected ? .corrected : .changed, index, line: line, fields: fields)
    }
    guard !conflicts.isEmpty else { return }
    note(kind, index, line: line, fields: conflicts.map(\.field), sides: conflicts)
  }

  mutating func note(
    _ kind: ImportChange.Kind, _ index: Int, line: LineRef?, fields: [String] = [],
    sides: [LineMerge.Conflict] = []
  ) {
    guard options.explains || !sides.isEmpty || ![.added, .adopted].contains(kind) else { return }
    changes.append(
      ImportChange(
        kind, items[index].name, title: items[index].title,
        file: files[line?.file ?? 0].name, line: line?.line, fields: fields, sides: sides))
  }

  // MARK: Result

  /// The result of a draft.
  struct Result {
    var files: [ImportPlan.File]
    var changes: [ImportChange]
    /// The number of lines that are kept by earlier imports; each is counted once.
    var keptBefore: Int
    /// The changes of the state.
    var memory: MemoryChange
    /// The lines to be moved afterwards; nil for none.
    var moves: ImportMoves?
    /// The lines to be completed after that.
    var completions: [ItemName: Closing]
  }

  /// Makes all changes.
  consuming func result(removes: Bool) -> Result {
    update()
    place()
    if removes { remove() }
    removePast()
    let moves = ImportMoves(copy self)
    if moves == nil, !options.explains { releaseUnneeded() }
    let edited = edits.indices.map { edits[$0].finish() }
    placeChanges(edited)
    let memory =
      options.remembers || options.explains
      ? NewMemory(copy self, edited, components: components).change
      : MemoryChange(options.mapping, [:])
    return Result(
      files: zip(files, edited).map(ImportPlan.File.init), changes: changes, keptBefore: keptBefore,
      memory: memory, moves: moves, completions: completions)
  }

  /// Releases what the new state does not need, because it is computed when most is in memory: the outline of new lines,
  /// the calendars, and the notes of items whose lines are added or stay as they are.
  private mutating func releaseUnneeded() {
    outline = TargetOutline([], ProjectHints([]))
    for index in items.indices {
      items[index].release()
      if additions[index] != nil || isAsRemembered(index) { items[index].line.notes = [] }
    }
  }

  /// True for an item that its calendar did not change and that had a line after the last import.
  private func isAsRemembered(_ index: Int) -> Bool {
    let name = items[index].name
    return before[name] == nil && memory.items[name]?.place != nil
  }

  /// Sets the new line numbers of the changes; for a new line, the number comes from the index of its addition.
  private mutating func placeChanges(_ edited: [EditedOutline]) {
    let numbers = ExactDictionary(
      files.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for index in changes.indices {
      guard let file = numbers[changes[index].file], let line = changes[index].line else {
        continue
      }
      changes[index].line =
        changes[index].kind == .added
        ? edited[file].line(ofAddition: line) : edited[file].line(of: line)
    }
  }
}
