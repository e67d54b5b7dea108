import ExactText
import TaskQuery
import TaskText

/// A task file as queries see it: its lines with text, in order.
struct QueriedFile: QueryOutline {
  /// What a name after an `@` stands for.
  enum Attribute {
    /// The line without its indent.
    case text
    /// The title of the line.
    case title
    case kind
    /// Its project: the `@project`, otherwise the projects that contain it.
    case project
    /// Whether the line waits for a task that is not done, or has a tag of this name.
    case blocked
    /// A tag by its field, whatever its name.
    case field(Vocabulary.Field)
    /// The path of the file.
    case file
    /// A tag by its name.
    case tag([UInt8])
  }

  private let file: TaskFile
  private let reader: LineFieldReader
  /// Whether an incomplete tag counts as a tag without a value.
  private let takesUnreadTags: Bool
  /// The names of open tasks in all files, for which others wait.
  private let blockers: ExactSet
  /// The lines with text.
  let lines: [Int]
  /// For each line the index of its item.
  private let items: [Int32]
  /// The path of the last project, which the lines below it share.
  private let lastPath = PathCache()

  init(
    _ file: TaskFile, _ vocabulary: Vocabulary, blockers: ExactSet = [],
    takesUnreadTags: Bool = false
  ) {
    self.file = file
    self.blockers = blockers
    self.takesUnreadTags = takesUnreadTags
    reader = LineFieldReader(vocabulary: vocabulary) { _ in nil }
    var lines: [Int] = []
    items = file.document.lines.enumerated().map { index, line in
      if line.kind != .blank { lines.append(index) }
      return Int32(lines.count - 1)
    }
    self.lines = lines
  }

  private var document: TaskDocument { file.document }

  var count: Int { lines.count }

  var allowsShortYears: Bool { document.dialect.allowsShortYears }

  func parent(of item: Int) -> Int? {
    file.outline.parent(of: lines[item]).map { Int(items[$0]) }
  }

  func kind(of item: Int) -> QueryKind {
    switch document.lines[lines[item]].kind {
    case .project: .project
    case .task: .task
    case .note, .blank: .note
    }
  }

  /// The attribute of a name; a short alias is only a tag name, because its meaning depends on the payload.
  func attribute(named name: String) -> Attribute {
    switch name {
    case "text": .text
    case "title": .title
    case "type": .kind
    case "project": .project
    case "blocked": .blocked
    case "file": .file
    default:
      if let entry = reader.vocabulary[name], !entry.isTentative {
        .field(entry.field)
      } else {
        .tag(Array(name.utf8))
      }
    }
  }

  func value(of attribute: Attribute, at item: Int) -> String? {
    let line = document.lines[lines[item]]
    switch attribute {
    case .text: return document.string(line.body)
    case .title: return LineText(file, line: lines[item]).title(reader.vocabulary)
    case .kind: return kind(of: item).rawValue
    case .project: return project(of: lines[item])
    case .blocked:
      let waits = document.isBlocked(line, by: blockers, reader.vocabulary)
      return tag(named: Array("blocked".utf8), on: line) ?? (waits ? "" : nil)
    case .field(let field): return value(of: field, on: line)
    case .tag(let name): return tag(named: name, on: line)
    case .file: return file.name
    }
  }

  private func tag(named name: [UInt8], on line: TaskLine) -> String? {
    let span = document.tags[line.tags].first {
      $0.form == .at && document.bytes[$0.name].elementsEqual(name)
    }
    if let span { return document.payload(of: span) ?? "" }
    let isHashTag = document.hashTags(of: line).contains {
      document.bytes[$0].dropFirst().elementsEqual(name)
    }
    return isHashTag ? "" : nil
  }

  /// The first tag of a field; a bullet can mark a line as completed or cancelled.
  private func value(of field: Vocabulary.Field, on line: TaskLine) -> String? {
    if let span = document.tags[line.tags].first(where: { means($0, field, on: line) }) {
      return reader.payload(of: span, in: document) ?? ""
    }
    switch (field, line.mark) {
    case (.done, .done), (.cancelled, .cancelled), (.started, .started): return ""
    default: return takesUnreadTags && isBeingTyped(field, line) ? "" : nil
    }
  }

  private func isBeingTyped(_ field: Vocabulary.Field, _ line: TaskLine) -> Bool {
    guard document.bytes[line.body].contains(UInt8(ascii: "@")) else { return false }
    return MalformedTags.places(in: document, line, reader.vocabulary).contains {
      $0.isSeparate && reader.vocabulary[$0.name]?.field == field
    }
  }

  private func means(_ span: TagSpan, _ field: Vocabulary.Field, on line: TaskLine) -> Bool {
    if span.form != .at, field == .done || field == .cancelled, !line.mark.isClosed { return false }
    let entry =
      document.dialect == .omniFocus
      ? reader.entry(of: span, in: document)
      : reader.vocabulary[span, document.bytes]
    guard let entry, entry.field == field else { return false }
    return !entry.isTentative
      || reader.accepts(document.payload(of: span), field, dialect: document.dialect)
  }

  /// The project path of a line, as `A / B`; nil outside of any project.
  private func project(of line: Int) -> String? {
    if let span = document.firstTag(named: "project", on: document.lines[line]),
      let path = document.payload(of: span), !path.isEmpty
    {
      return path
    }
    return projectAbove(line).map { project in lastPath.path(of: project) { path(to: project) } }
  }

  private func projectAbove(_ line: Int) -> Int? {
    file.outline.ancestors(of: line).first { document.lines[$0].kind == .project }
  }

  private func path(to project: Int) -> String {
    let above = file.outline.ancestors(of: project).filter { document.lines[$0].kind == .project }
    return ([project] + above).reversed().map { LineText(file, line: $0).title }
      .joined(separator: " / ")
  }

  /// Groups lines of one project, except those with a `@project` of their own, because they have the same value.
  func group(of attribute: Attribute, at item: Int) -> Int? {
    let line = lines[item]
    guard case .project = attribute,
      document.firstTag(named: "project", on: document.lines[line]) == nil
    else { return nil }
    return projectAbove(line)
  }
}

/// Caches the path of one project for all its lines, because a name may be long.
private final class PathCache {
  private var last: (project: Int, path: String)?

  func path(of project: Int, _ make: () -> String) -> String {
    if let last, last.project == project { return last.path }
    let path = make()
    last = (project, path)
    return path
  }
}
