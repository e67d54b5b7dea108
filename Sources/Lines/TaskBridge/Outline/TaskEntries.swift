public import ExactText
import TaskText

/// All lines of some files that can become items, in order, a parent before its parts.
public struct TaskEntries: Sendable {
  /// The files.
  public let files: [TaskFile]
  /// The meaning of tags.
  public let vocabulary: Vocabulary
  /// The lines.
  public private(set) var entries: [TaskEntry] = []
  /// The project paths that occur, outermost project first; the first is empty.
  public private(set) var paths: [[String]] = [[]]
  /// For each path, the class of each of its projects, if it has one.
  private var pathClasses: [[String?]] = [[]]
  /// The UIDs of imported lines, by entry.
  public private(set) var importedUIDs: [Int: String] = [:]
  /// The lines of projects that are not items, in order.
  public private(set) var projects: [TaskEntry] = []

  /// Collects the lines of some files.
  ///
  /// - Parameters:
  ///   - files: The files, in order.
  ///   - vocabulary: The meaning of tags.
  ///   - includesArchive: Whether the lines in a root project `Archive` are collected.
  ///   - takesAll: Whether Markdown tasks without the filter of their settings are collected, too: what recognises lines
  ///     must not lose them when somebody sets a filter.
  public init(
    files: [TaskFile], vocabulary: Vocabulary, includesArchive: Bool = false,
    takesAll: Bool = false
  ) {
    self.files = files
    self.vocabulary = vocabulary
    entries.reserveCapacity(files.reduce(0) { $0 + $1.document.lines.count })
    for index in files.indices {
      var walk = Walk(file: files[index], number: index, vocabulary: vocabulary)
      walk.includesArchive = includesArchive
      walk.takesAll = takesAll
      walk.collect(into: &self)
    }
  }

  /// Marks the lines that an import keeps in the files, each with the UID of its item.
  public mutating func mark(imported lines: [LineRef: String]) {
    guard !lines.isEmpty else { return }
    for index in entries.indices {
      guard let uid = lines[entries[index].line] else { continue }
      entries[index].isImported = true
      importedUIDs[index] = uid
    }
  }

  /// Decides which of the imported lines whose items a feed has are the lines of these items, and so not imported for this feed.
  ///
  /// The others are twins of the lines of the feed.
  ///
  /// - Parameters:
  ///   - own: The UIDs in the feed.
  ///   - isItsLine: True if the entry is the line of the item with a UID.
  public mutating func settle(
    imported own: ExactSet, isItsLine: (_ entry: TaskEntry, _ uid: String) -> Bool
  ) {
    for (index, uid) in importedUIDs where own.contains(uid) {
      if isItsLine(entries[index], uid) {
        entries[index].isImported = false
        importedUIDs[index] = nil
      } else {
        entries[index].isTwin = true
      }
    }
  }

  /// True for an entry that is done or cancelled itself.
  public func isClosed(_ entry: TaskEntry) -> Bool {
    let document = file(of: entry).document
    return document.isClosed(document.lines[entry.line.line], vocabulary)
  }

  /// The title of an entry's item.
  public func title(of entry: TaskEntry) -> String {
    LineText(file(of: entry), line: entry.line.line).title(vocabulary)
  }

  /// The project path of an entry.
  public func path(of entry: TaskEntry) -> [String] { paths[entry.path] }

  /// The classes that each reader of an entry may see: public ones, and its own.
  public func classes(ofReadersOf entry: TaskEntry) -> Set<String> {
    ["PUBLIC", entry.classification ?? "PUBLIC"]
  }

  /// The project path of an entry for a reader who may see some classes only, without the projects of other classes.
  public func path(of entry: TaskEntry, seenBy classes: Set<String>) -> [String] {
    zip(paths[entry.path], pathClasses[entry.path]).filter { classes.contains($1 ?? "PUBLIC") }
      .map(\.0)
  }

  /// The names and paths (`A / B`) among some that no project has, regardless of case.
  public func projectNames(missingOf names: [String]) -> [String] {
    names.filter { name in
      let wanted = ProjectNames([name])
      return !paths.contains(where: wanted.contains)
    }
  }

  /// The file of an entry.
  public func file(of entry: TaskEntry) -> TaskFile { files[entry.line.file] }

  fileprivate mutating func add(path: [String], classes: [String?]) -> Int {
    paths.append(path)
    pathClasses.append(classes)
    return paths.count - 1
  }

  /// Adds a path below another.
  fileprivate mutating func add(_ name: String, _ classification: String?, below path: Int) -> Int {
    add(path: paths[path] + [name], classes: pathClasses[path] + [classification])
  }

  fileprivate mutating func add(_ entry: TaskEntry, isItem: Bool) -> Int? {
    guard isItem else {
      projects.append(entry)
      return nil
    }
    entries.append(entry)
    return entries.count - 1
  }
}

/// Walks down one file and knows what contains each line.
private struct Walk {
  /// The context that a line gives to those below it.
  private struct Context {
    var path = 0
    var task: Int?
    /// True if what is below counts as done.
    var isClosed = false
    /// True if a line above is done or cancelled, whether what is below counts as done or not.
    var hasClosedOwner = false
    var isArchive = false
    var classification: String?
  }

  /// Properties from the tags of a line that affect it and those below.
  private struct Marks: OptionSet {
    let rawValue: UInt8
    static let dated = Marks(rawValue: 1)
    static let done = Marks(rawValue: 2)
    static let classified = Marks(rawValue: 4)
    static let named = Marks(rawValue: 8)
    static let cancelled = Marks(rawValue: 16)
    static let closed: Marks = [.done, .cancelled]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ field: Vocabulary.Field) {
      switch field {
      case .due, .start: self = .dated
      case .done: self = .done
      case .cancelled: self = .cancelled
      case .class: self = .classified
      case .uid: self = .named
      default: self = []
      }
    }
  }

  let file: TaskFile
  let number: Int
  let vocabulary: Vocabulary
  var includesArchive = false
  var takesAll = false
  /// The open lines that contain the current one, outermost first, with the context of each.
  private var open: [(line: Int, context: Context)] = []

  init(file: TaskFile, number: Int, vocabulary: Vocabulary) {
    self.file = file
    self.number = number
    self.vocabulary = vocabulary
  }

  mutating func collect(into entries: inout TaskEntries) {
    for (index, line) in file.document.lines.enumerated() where line.kind != .blank {
      let above = context(above: index)
      let below =
        line.kind == .note
        ? context(below: line, above) : take(index, line, above: above, into: &entries)
      if file.outline.subtree(of: index).count > 1 { open.append((index, below)) }
    }
  }

  /// The context from the line that owns this one.
  private mutating func context(above index: Int) -> Context {
    let owner = file.outline.parent(of: index)
    while let last = open.last, last.line != owner { open.removeLast() }
    return open.last?.context ?? Context()
  }

  /// Adds a task or a project, and returns the context for the lines below it.
  private func take(
    _ index: Int, _ line: TaskLine, above: Context, into entries: inout TaskEntries
  ) -> Context {
    var context = above
    let marks = marks(of: line)
    if isArchive(index, line) { context.isArchive = true }
    if marks.contains(.classified), let own = classification(of: line) {
      context.classification = own
    } else if isClassBeingTyped(in: line) {
      context.classification = "PRIVATE"
    }
    if !context.isArchive || includesArchive, takesAll || file.document.isChosen(line) {
      add(index, line, marks: marks, above: above, context: &context, into: &entries)
    }
    let isClosed = line.mark.isClosed || !marks.isDisjoint(with: .closed)
    context.hasClosedOwner = above.hasClosedOwner || isClosed
    context.isClosed = above.isClosed || isClosed && closesParts(line, marks)
    return context
  }

  /// True if what is below a closed line counts as done: a project, and a cancelled task.
  ///
  /// A phone that completes a task leaves its open parts open, and so do lists.
  private func closesParts(_ line: TaskLine, _ marks: Marks) -> Bool {
    line.kind == .project || line.mark == .cancelled || marks.contains(.cancelled)
  }

  private func add(
    _ index: Int, _ line: TaskLine, marks: Marks, above: Context, context: inout Context,
    into entries: inout TaskEntries
  ) {
    let isProject = line.kind == .project
    let entry = TaskEntry(
      line: LineRef(file: number, line: index),
      path: archivedPath(of: line, above, entries: &entries) ?? above.path,
      parent: above.task, isProject: isProject, isClosedAbove: above.isClosed,
      hasClosedOwner: above.hasClosedOwner, classification: context.classification,
      hasOwnUID: marks.contains(.named),
      isWordless: !isProject && file.isWordless(line: index))
    let item = entries.add(entry, isItem: !isProject || marks.contains(.dated))
    if isProject {
      let name = LineText(file, line: index).title
      context.path = entries.add(name, context.classification, below: above.path)
      context.task = nil
    } else if !entry.isWordless {
      context.task = item  // parts of a bullet with no words belong to its parent
    }
  }

  /// The project path that an archived line came from.
  private func archivedPath(
    of line: TaskLine, _ above: Context, entries: inout TaskEntries
  ) -> Int? {
    guard above.isArchive, let span = file.document.firstTag(named: "project", on: line),
      let path = file.document.payload(of: span), !path.isEmpty
    else { return nil }
    let names = Self.names(inPath: path)
    return entries.add(path: names, classes: names.map { _ in above.classification })
  }

  /// The names of `A / B`.
  private static func names(inPath path: String) -> [String] {
    var names = [""]
    var rest = path[...]
    while !rest.isEmpty {
      if rest.hasPrefix(" / ") {
        names.append("")
        rest = rest.dropFirst(3)
      } else {
        names[names.count - 1].append(rest.removeFirst())
      }
    }
    return names.filter { !$0.isEmpty }
  }

  private func isArchive(_ index: Int, _ line: TaskLine) -> Bool {
    line.kind == .project && file.outline.parent(of: index) == nil
      && file.document.bytes[line.text].elementsEqual("Archive".utf8)
  }

  /// The marks of a line's tags, without reading their payloads.
  private func marks(of line: TaskLine) -> Marks {
    var marks: Marks = []
    for index in line.tags {
      guard let entry = vocabulary[file.document.tags[index], file.document.bytes] else { continue }
      let own = Marks(entry.field)
      // The box alone closes a task of Obsidian Tasks.
      marks.formUnion(file.document.tags[index].form == .at ? own : own.subtracting(.closed))
    }
    return marks
  }

  /// The context below a note, because a project is a note while its class is being typed.
  private func context(below note: TaskLine, _ above: Context) -> Context {
    var context = above
    if isClassBeingTyped(in: note) { context.classification = "PRIVATE" }
    return context
  }

  /// True for a line with an incomplete tag for the class; until it can be read, the line is hidden from all.
  private func isClassBeingTyped(in line: TaskLine) -> Bool {
    let signs = file.document.bytes[line.body].count { $0 == UInt8(ascii: "@") }
    guard signs > line.tags.count else { return false }
    return MalformedTags.places(in: file.document, line, vocabulary).contains {
      $0.isSeparate && vocabulary.isClass($0.name)
    }
  }

  private func classification(of line: TaskLine) -> String? {
    let names = vocabulary.names(of: .class)
    let span = file.document.tags[line.tags].first { names.contains(file.document.name(of: $0)) }
    let word = span.flatMap { file.document.payload(of: $0) }?.cleaned ?? ""
    return Vocabulary.classes.first { $0 == word.uppercased() } ?? "PRIVATE"
  }
}
