public import TaskBridge
import TaskText

/// A line as an entry of an editor's outline.
public struct EditorSymbol: Sendable {
  /// The kinds of entries.
  public enum Kind: Sendable {
    /// A project.
    case project
    /// An open task.
    case task
    /// A task that is completed or cancelled.
    case closedTask
  }

  /// The words of the line.
  public let name: String
  /// The due date in the figures of the file, or an empty text.
  public let detail: String
  /// The kind.
  public let kind: Kind
  /// The bytes of the line and of what is below it.
  public let range: Range<Int>
  /// The bytes of the words.
  public let selection: Range<Int>
  /// The entries below it.
  public var children: [EditorSymbol]
}

extension EditorDocument {
  /// The projects and tasks of the file as a tree.
  public func symbols() -> [EditorSymbol] {
    symbols(in: 0..<text.lines.count)
  }

  private func symbols(in lines: Range<Int>) -> [EditorSymbol] {
    var found: [EditorSymbol] = []
    var number = lines.lowerBound
    while number < lines.upperBound {
      let block =
        text.lines[number].kind == .blank
        ? number..<number + 1 : file.outline.subtree(of: number)
      let below = number + 1..<max(number + 1, block.upperBound)
      if let symbol = symbol(number, block) {
        var symbol = symbol
        symbol.children = symbols(in: below)
        found.append(symbol)
      } else {
        found += symbols(in: below)
      }
      number = max(number + 1, block.upperBound)
    }
    return found
  }

  private func symbol(_ number: Int, _ block: Range<Int>) -> EditorSymbol? {
    let line = text.lines[number]
    guard line.kind == .project || line.kind == .task else { return nil }
    let name = LineText(file, line: number).title(vocabulary)
    guard !name.isEmpty else { return nil }
    let end = text.lines[max(number, block.upperBound - 1)].body.upperBound
    let due = text.tags[line.tags].first { vocabulary.field(of: $0, in: text) == .due }
    return EditorSymbol(
      name: name, detail: due.flatMap { text.payload(of: $0) } ?? "",
      kind: line.kind == .project
        ? .project : text.isClosed(line, vocabulary) ? .closedTask : .task,
      range: line.range.lowerBound..<max(end, line.body.upperBound), selection: line.text,
      children: [])
  }
}

/// A line that a search of the workspace finds.
public struct FoundSymbol: Sendable {
  /// The words of the line.
  public let name: String
  /// The path of the project that contains it, or an empty text.
  public let container: String
  /// The kind.
  public let kind: EditorSymbol.Kind
  /// The bytes of the words.
  public let selection: Range<Int>
}

extension FoundSymbol {
  /// The projects and tasks of a file whose words contain some text, in any case.
  ///
  /// - Parameters:
  ///   - query: The text; an empty one finds the projects.
  ///   - file: The file.
  ///   - vocabulary: The meaning of tags.
  ///   - limit: The maximum number of lines.
  public static func search(
    _ query: String, in file: TaskFile, _ vocabulary: Vocabulary, limit: Int
  ) -> [FoundSymbol] {
    let text = file.document
    let wanted = query.lowercased()
    let first = wanted.utf8.first
    var found: [FoundSymbol] = []
    for (number, line) in text.lines.enumerated() where found.count < limit {
      guard line.kind == .project || (line.kind == .task && !wanted.isEmpty),
        first.map({ mayContain(text, line, $0) }) ?? true
      else { continue }
      let name = LineText(file, line: number).title(vocabulary)
      guard !name.isEmpty, wanted.isEmpty || name.lowercased().contains(wanted) else { continue }
      let owners = file.outline.ancestors(of: number).filter { text.lines[$0].kind == .project }
      found.append(
        FoundSymbol(
          name: name,
          container: owners.reversed().map { LineText(file, line: $0).title }
            .joined(separator: " / "),
          kind: line.kind == .project
            ? .project : text.isClosed(line, vocabulary) ? .closedTask : .task,
          selection: line.text))
    }
    return found
  }

  /// False for most lines that do not contain a byte, which costs less than making their words.
  private static func mayContain(_ text: TaskDocument, _ line: TaskLine, _ first: UInt8) -> Bool {
    guard first < 0x80 else { return true }
    let isLetter = (0x61...0x7A).contains(first)
    return text.bytes[line.text].contains { byte in
      byte == first || (isLetter && byte | 0x20 == first) || byte >= 0x80
    }
  }
}
