/// Many changes of one outline, made together: lines that are rewritten, removed, moved and added.
///
/// Lines are named by their numbers in the document before any change, from 0. What is not named stays
/// byte for byte; added lines are indented as the file is and end as the line above them does, and a file
/// without a last line break stays one.
///
/// ```swift
/// var edit = OutlineEdit(document)
/// edit.set("- Call Anne", ofLine: 1)
/// let added = edit.add([("- Buy bread", 1)], beforeLine: 3)
/// let edited = edit.result()
/// edited.document.string(edited.document.lines[edited.line(ofAddition: added)].body)  // "- Buy bread"
/// ```
public struct OutlineEdit: Sendable {
  /// A line that comes: its bytes without the ending, and which line it was where it only moved.
  private struct Added: Sendable {
    let bytes: [UInt8]
    let old: Int?
  }

  /// The document before the changes.
  public let document: TaskDocument
  private var bodies: [Int: [UInt8]] = [:]
  private var removed: Set<Int> = []
  private var additions: [Int: [(number: Int, lines: [Added])]] = [:]
  private var count = 0
  /// The bytes of one level, found once.
  private let step: [UInt8]
  /// For each line of Markdown, and the end, the levels that headings above it add; else empty.
  private let sections: [Int]

  /// Begins with no change.
  public init(_ document: TaskDocument) {
    self.document = document
    step = document.indent(levels: 1)
    sections = document.sections
  }

  /// The levels that what stands before a line has without any indent: those of the Markdown headings
  /// above it, none in other dialects.
  public func sectionLevel(beforeLine number: Int) -> Int {
    sections.isEmpty ? 0 : sections[min(max(0, number), sections.count - 1)]
  }

  /// True if nothing changes.
  public var isEmpty: Bool { bodies.isEmpty && removed.isEmpty && additions.isEmpty }

  /// Gives a line another text behind its indent; a text with a line break is refused.
  public mutating func set(_ body: String, ofLine number: Int) {
    let bytes = Array(body.utf8)
    guard document.lines.indices.contains(number), !Self.breaks(bytes) else { return }
    let isSame = document.bytes[document.lines[number].body].elementsEqual(bytes)
    bodies[number] = isSame ? nil : bytes
  }

  /// Removes lines.
  public mutating func remove(_ lines: some Sequence<Int>) {
    removed.formUnion(lines)
  }

  /// Adds lines before the line of a number, or behind the last one; those added later to one place stand
  /// below those added before.
  ///
  /// - Parameters:
  ///   - lines: The lines without indent and ending, each with its level; an empty one is a blank line.
  ///   - number: The line that will stand below them; `lines.count` for the end.
  /// - Returns: The number of the addition.
  public mutating func add(_ lines: [(text: String, level: Int)], beforeLine number: Int) -> Int {
    let section = sectionLevel(beforeLine: number)
    let added = lines.map { line in
      let bytes = Self.unbroken(line.text)
      let levels = bytes.isEmpty ? 0 : max(0, line.level - section)
      return Added(bytes: TaskDocument.indent(step, levels: levels) + bytes, old: nil)
    }
    return append(added, number)
  }

  /// Adds lines before the line of a number, each indented byte for byte as another line of the file is.
  ///
  /// - Parameters:
  ///   - copies: The lines without indent and ending, each with the number of the line that it is like; an
  ///     empty one is a blank line.
  ///   - number: The line that will stand below them; `lines.count` for the end.
  public mutating func add(copies: [(text: String, like: Int)], beforeLine number: Int) {
    let added = copies.map { copy in
      let bytes = Self.unbroken(copy.text)
      let indent = bytes.isEmpty ? [] : document.bytes[document.lines[copy.like].indent]
      return Added(bytes: indent + bytes, old: nil)
    }
    _ = append(added, number)
  }

  /// Moves a line and all that it owns before another line, to another level.
  public mutating func move(_ block: Range<Int>, beforeLine number: Int, level: Int) {
    let from = document.lines[block.lowerBound].level - sectionLevel(beforeLine: block.lowerBound)
    let by = max(0, level - sectionLevel(beforeLine: number)) - from
    let moved = block.map { index in
      let line = document.lines[index]
      let body = bodies[index] ?? Array(document.bytes[line.body])
      return Added(bytes: document.reindented(line, by: by, step: step) + body, old: index)
    }
    remove(block)
    _ = append(moved, number)
  }

  private mutating func append(_ lines: [Added], _ number: Int) -> Int {
    additions[min(max(0, number), document.lines.count), default: []].append((count, lines))
    count += 1
    return count - 1
  }

  private static func unbroken(_ text: String) -> [UInt8] {
    text.utf8.filter { $0 != Characters.lineFeed && $0 != Characters.carriageReturn }
  }

  private static func breaks(_ bytes: [UInt8]) -> Bool {
    bytes.contains { $0 == Characters.lineFeed || $0 == Characters.carriageReturn }
  }

  /// The document after the changes, and where its lines are.
  public func result() -> EditedOutline {
    if isEmpty { return EditedOutline(unchanged: document) }
    var writer = OutlineWriter(document, additions: count)
    for number in 0...document.lines.count {
      for (index, lines) in additions[number] ?? [] {
        writer.begin(addition: index)
        for line in lines { writer.add(line.bytes, old: line.old) }
      }
      if number < document.lines.count, !removed.contains(number) {
        writer.keep(number, bodies[number])
      }
    }
    return writer.result()
  }
}

/// A document after an `OutlineEdit`.
public struct EditedOutline: Sendable {
  /// The document.
  public let document: TaskDocument
  /// The place of each line that was there before; nil where all are where they were.
  private let places: [Int]?
  private let starts: [Int]

  init(_ document: TaskDocument, _ places: [Int], starts: [Int]) {
    self.document = document
    self.places = places
    self.starts = starts
  }

  /// A document in which nothing was changed: it need not be written and read again.
  init(unchanged document: TaskDocument) {
    self.document = document
    (places, starts) = (nil, [])
  }

  /// Where a line is that was there before; nil for one that was removed.
  public func line(of old: Int) -> Int? {
    guard let places else { return document.lines.indices.contains(old) ? old : nil }
    return places.indices.contains(old) && places[old] >= 0 ? places[old] : nil
  }

  /// The first line of an addition.
  public func line(ofAddition number: Int) -> Int { starts[number] }
}

/// Writes the lines of an edited outline, one after the other.
struct OutlineWriter {
  private let document: TaskDocument
  private var bytes: [UInt8]
  private var line = 0
  private var places: [Int]
  private var starts: [Int]
  /// The ending of the last line that had one, which lines without one take.
  private var ending: [UInt8]
  /// Whether the last line that was written has one.
  private var isEnded = true

  init(_ document: TaskDocument, additions: Int) {
    self.document = document
    bytes = Array(
      document.bytes[..<(document.lines.first?.range.lowerBound ?? document.bytes.count)])
    bytes.reserveCapacity(document.bytes.count + 1024)
    places = [Int](repeating: -1, count: document.lines.count)
    starts = [Int](repeating: 0, count: additions)
    let first = document.lines.first.map { Array(document.bytes[$0.ending]) } ?? []
    ending = first.isEmpty ? [Characters.lineFeed] : first
  }

  mutating func begin(addition number: Int) { starts[number] = line }

  mutating func add(_ text: [UInt8], old: Int?) {
    endLine()
    if let old { places[old] = line }
    bytes += text
    isEnded = false
    line += 1
  }

  mutating func keep(_ number: Int, _ body: [UInt8]?) {
    endLine()
    let old = document.lines[number]
    places[number] = line
    if let body {
      bytes += document.bytes[old.indent]
      bytes += body
      bytes += document.bytes[old.ending]
    } else {
      partFromCarriageReturn(old)
      bytes += document.bytes[old.range]
    }
    isEnded = !old.ending.isEmpty
    if isEnded { ending = Array(document.bytes[old.ending]) }
    line += 1
  }

  private mutating func endLine() {
    if !isEnded { bytes += ending }
  }

  /// Lets a line that is nothing but a line feed be one behind a carriage return, where both would be one
  /// ending.
  private mutating func partFromCarriageReturn(_ line: TaskLine) {
    guard bytes.last == Characters.carriageReturn, line.range.count == line.ending.count,
      document.bytes[line.ending].first == Characters.lineFeed
    else { return }
    bytes.append(Characters.lineFeed)
  }

  /// Ends the last line as the file did.
  mutating func result() -> EditedOutline {
    let hadEnding = document.lines.last.map { !$0.ending.isEmpty } ?? true
    if hadEnding { endLine() } else if isEnded, line > 0 { dropEnding() }
    let edited = TaskDocument(bytes: bytes, dialect: document.dialect)
    return EditedOutline(edited, places, starts: starts)
  }

  private mutating func dropEnding() {
    if bytes.last == Characters.lineFeed { bytes.removeLast() }
    if bytes.last == Characters.carriageReturn { bytes.removeLast() }
  }
}
