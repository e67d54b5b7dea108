import ExactText
public import TaskBridge
import TaskDates
import TaskText

/// Something with a name that is written in several places and files: a tag, or a project.
public enum NamedThing: Hashable, Sendable {
  /// A tag, by its name without the `@`.
  case tag(String)
  /// A project, by the names of the projects that contain it, outermost first, and its own.
  case project([String])
  /// A task that other tasks of a Markdown file name after `⛔`, by its `🆔`.
  case task(String)

  /// Its name, without those of the projects that contain it.
  public var name: String {
    switch self {
    case .tag(let name), .task(let name): name
    case .project(let path): path.last ?? ""
    }
  }

  /// A new name as it is written at a place of the thing: a value of `@project(A / B)` has escaped parentheses.
  public func written(_ name: String, isDefinition: Bool) -> String {
    if case .project = self, !isDefinition { return Tag.escape(name) }
    return name
  }
}

/// A place where a thing is named.
public struct NamePlace: Hashable, Sendable {
  /// The bytes of the name.
  public let range: Range<Int>
  /// True where a project begins, or a task has its name.
  public let isDefinition: Bool
}

extension EditorDocument {
  /// The thing that is named at a byte, and the bytes of its name; nil where there is none.
  public func thing(at offset: Int) -> (thing: NamedThing, range: Range<Int>)? {
    guard let number = line(at: offset) else { return nil }
    let line = text.lines[number]
    guard line.kind == .task || line.kind == .project else { return nil }
    if let span = tag(at: offset)?.span { return thing(of: span, at: offset) }
    guard line.kind == .project, line.text.lowerBound <= offset, offset <= line.text.upperBound
    else { return nil }
    return (.project(NameSearch.path(of: number, file)), line.text)
  }

  private func thing(of span: TagSpan, at offset: Int) -> (NamedThing, Range<Int>)? {
    let field = vocabulary.field(of: span, in: text)
    if let value = span.value, value.lowerBound <= offset, offset <= value.upperBound {
      if field == .project {
        let parts = NameSearch.parts(of: value, in: text)
        guard let index = parts.firstIndex(where: { offset <= $0.upperBound }) else { return nil }
        return (.project(parts[...index].map { NameSearch.name($0, in: text) }), parts[index])
      }
      if span.markdownField == .id || span.markdownField == .dependsOn {
        let name = NameSearch.names(of: value, in: text).first { offset <= $0.upperBound }
        return name.map { (.task(text.string($0)), $0) }
      }
    }
    guard !span.name.isEmpty, span.form == .at else { return nil }
    return (.tag(text.string(span.name)), span.name)
  }

  /// All places of the file where a thing is named, in order.
  public func places(of thing: NamedThing) -> [NamePlace] {
    NameSearch(thing, vocabulary).places(in: file)
  }

  /// True if a thing can have a name.
  public static func canRename(_ thing: NamedThing, to name: String) -> Bool {
    switch thing {
    case .tag: !name.isEmpty && Tag.isLegalName(name)
    case .project: isProjectName(name)
    case .task: MarkdownField.id.written(name, as: .sign) != nil
    }
  }

  /// True for a text that is read as it is as the name of a project, and as a part of `@project(A / B)`, in each dialect:
  /// the places of a project may be in several files.
  private static func isProjectName(_ name: String) -> Bool {
    // A backslash before the parenthesis that ends a value would escape it.
    guard !name.isEmpty, name.last != ":", name.last != "\\", !name.contains(" / "),
      !name.contains("@")
    else { return false }
    return TaskDialect.allCases.allSatisfy { dialect in
      let heading = dialect == .markdown ? "# \(name)" : "\(name):"
      let task = "\(dialect.taskBullet)a @project(\(Tag.escape(name)))"
      let document = TaskDocument("\(heading)\n\(task)\n", dialect: dialect)
      guard document.lines.count == 2, document.lines[0].kind == .project else { return false }
      return document.string(document.lines[0].text) == name && document.lines[0].tags.isEmpty
        && document.tags.count == 1
        && document.payload(of: document.tags[0])?.utf8.elementsEqual(name.utf8) == true
    }
  }
}

/// Finds the places of a thing in a file.
public struct NameSearch: Sendable {
  private let thing: NamedThing
  private let vocabulary: Vocabulary

  /// Creates a search.
  public init(_ thing: NamedThing, _ vocabulary: Vocabulary) {
    self.thing = thing
    self.vocabulary = vocabulary
  }

  /// The places of the file where the thing is named, in order.
  public func places(in file: TaskFile) -> [NamePlace] {
    switch thing {
    case .tag(let name): Self.tags(Array(name.utf8), file.document)
    case .project(let path): projects(path, file)
    case .task(let name): Self.tasks(name, file.document)
    }
  }

  /// The places of a file that is not open; only lines that contain the name are read, if those are enough.
  ///
  /// - Parameters:
  ///   - path: The path of the file, whose ending is that of its dialect.
  ///   - bytes: The bytes of the file.
  public func places(inFile path: String, _ bytes: [UInt8]) -> [NamePlace] {
    let dialect = TaskDialect(path: path)
    let lines = TaskDocument(bytes: bytes, dialect: dialect, linesWith: word)
    if case .tag(let name) = thing { return Self.tags(Array(name.utf8), lines) }
    // A name of parentheses alone leaves no word.
    guard word.isEmpty || !lines.lines.isEmpty else { return [] }
    let document = TaskDocument(bytes: bytes, dialect: dialect)
    return places(
      in: TaskFile(name: path, identity: path, modified: .epoch, document: document))
  }

  /// The bytes that every line has on which the thing is named: of a project, without parentheses, which a value escapes.
  private var word: [UInt8] {
    switch thing {
    case .tag(let name): Array("@\(name)".utf8)
    case .project:
      thing.name.utf8.split { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }
        .max { $0.count < $1.count }.map(Array.init) ?? []
    case .task(let name): Array(name.utf8)
    }
  }

  private static func tags(_ name: [UInt8], _ text: TaskDocument) -> [NamePlace] {
    text.tags.compactMap { span in
      guard span.form == .at, span.name.count == name.count,
        text.bytes[span.name].elementsEqual(name)
      else { return nil }
      return NamePlace(range: span.name, isDefinition: false)
    }
  }

  private func projects(_ path: [String], _ file: TaskFile) -> [NamePlace] {
    let text = file.document
    var found: [NamePlace] = []
    for (number, line) in text.lines.enumerated() {
      if line.kind == .project, let last = path.last,
        text.bytes[line.text].elementsEqual(last.utf8),
        Self.isSame(Self.path(of: number, file), path)
      {
        found.append(NamePlace(range: line.text, isDefinition: true))
      }
      for span in text.tags[line.tags] where vocabulary.field(of: span, in: text) == .project {
        guard let value = span.value else { continue }
        let parts = Self.parts(of: value, in: text)
        guard parts.count >= path.count,
          Self.isSame(parts.prefix(path.count).map { Self.name($0, in: text) }, path)
        else { continue }
        found.append(NamePlace(range: parts[path.count - 1], isDefinition: false))
      }
    }
    return found
  }

  private static func tasks(_ name: String, _ text: TaskDocument) -> [NamePlace] {
    text.tags.flatMap { span -> [NamePlace] in
      guard let value = span.value,
        span.markdownField == .id || span.markdownField == .dependsOn
      else { return [] }
      return names(of: value, in: text).filter { text.bytes[$0].elementsEqual(name.utf8) }
        .map { NamePlace(range: $0, isDefinition: span.markdownField == .id) }
    }
  }

  private static func isSame(_ left: [String], _ right: [String]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { ExactString($0) == ExactString($1) }
  }

  /// The names of a project and of those that contain it, outermost first.
  static func path(of line: Int, _ file: TaskFile) -> [String] {
    let text = file.document
    let owners = file.outline.ancestors(of: line).filter { text.lines[$0].kind == .project }
    return (owners.reversed() + [line]).map { text.string(text.lines[$0].text) }
  }

  /// The parts of a path `A / B`.
  static func parts(of value: Range<Int>, in text: TaskDocument) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = value.lowerBound
    var index = start
    while index + 2 < value.upperBound {
      if text.bytes[index..<index + 3].elementsEqual(" / ".utf8) {
        parts.append(start..<index)
        index += 3
        start = index
      } else {
        index += 1
      }
    }
    return parts + [start..<value.upperBound]
  }

  /// The name of a project in a path.
  static func name(_ part: Range<Int>, in text: TaskDocument) -> String {
    Tag.unescape(text.bytes[part])
  }

  /// The names of a list that commas separate.
  static func names(of value: Range<Int>, in text: TaskDocument) -> [Range<Int>] {
    var names: [Range<Int>] = []
    var start = value.lowerBound
    for index in value.lowerBound...value.upperBound
    where index == value.upperBound || text.bytes[index] == UInt8(ascii: ",") {
      let first = (start..<index).first { text.bytes[$0] != 0x20 } ?? index
      let last = (first..<index).last { text.bytes[$0] != 0x20 }.map { $0 + 1 } ?? first
      if first < last { names.append(first..<last) }
      start = index + 1
    }
    return names
  }
}
