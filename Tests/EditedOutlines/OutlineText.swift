import TaskText

/// A file of an outline as text, with the identity of each line.
public struct OutlineText: Sendable {
  /// The name of the file.
  public let name: String
  /// The text of the file.
  public var text: String
  /// The numbers of the outline's lines, by lines of the text; 0 for a line of notes and for a new one.
  public var numbers: [Int]

  /// Creates a file with a text and its line numbers.
  public init(name: String, text: String, numbers: [Int]) {
    self.name = name
    self.text = text
    self.numbers = numbers
  }
}

extension Outline {
  /// The files as text.
  public var texts: [OutlineText] {
    files.map { file in
      var text = OutlineText(name: file.text, text: "", numbers: [])
      for part in file.parts { text.add(part, depth: 0) }
      return text
    }
  }

  /// Reads files; lines without a number get one.
  public init(_ texts: [OutlineText]) {
    self.init()
    lastNumber = (texts.flatMap(\.numbers).max() ?? 0) + texts.count
    for (index, text) in texts.enumerated() {
      let file = OutlineLine(lastNumber - index, .file, text.name)
      root.add(file)
      read(text, into: file)
    }
  }

  private mutating func read(_ text: OutlineText, into file: OutlineLine) {
    let document = TaskDocument(text.text)
    var open = [file]
    for (index, line) in document.lines.enumerated() {
      let body = document.string(line.body)
      guard line.kind == .task || line.kind == .project else {
        let depth = max(0, line.level - open.count + 1)
        open[open.count - 1].notes.append(String(repeating: "\t", count: depth) + body)
        continue
      }
      open.removeLast(max(0, open.count - 1 - line.level))
      var own = make(
        line.kind == .task ? .task : .project, document.string(line.text),
        tags: document.tags[line.tags].map { document.string($0.range) })
      if text.numbers[index] != 0 {
        own = OutlineLine(text.numbers[index], own.kind, own.text, tags: own.tags)
      }
      open[open.count - 1].add(own)
      open.append(own)
    }
  }
}

extension String {
  fileprivate var withoutBlanksAtEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}

extension OutlineText {
  fileprivate mutating func add(_ line: OutlineLine, depth: Int) {
    let indent = String(repeating: "\t", count: depth)
    let text = line.text.withoutBlanksAtEnd  // a typo may leave some
    let words = line.kind == .task ? ["-", text] : [text + ":"]
    add(indent + (words + line.tags).joined(separator: " "), line.number)
    for note in line.notes { add(note.isEmpty ? "" : indent + "\t" + note, 0) }
    for part in line.parts { add(part, depth: depth + 1) }
  }

  private mutating func add(_ line: String, _ number: Int) {
    text += line + "\n"
    numbers.append(number)
  }
}
