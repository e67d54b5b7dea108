/// Several changes of an outline, applied together: lines that are replaced, removed, moved and added.
///
/// Lines are identified by their numbers in the document before any change, from 0. Other lines stay identical byte for
/// byte. Added lines are indented like the file and end like the line above them, moved lines keep their line break, and
/// a file without a last line break still has none.
///
/// ```swift
/// var edit = OutlineEdit(document)
/// edit.set("- Call Anne", ofLine: 1)
/// let added = edit.add([("- Buy bread", 1)], beforeLine: 3)
/// let edited = edit.result()
/// edited.document.string(edited.document.lines[edited.line(ofAddition: added)].body)  // "- Buy bread"
/// ```
public struct OutlineEdit: Sendable {
  /// The document before the changes.
  public let document: TaskDocument
  private var bodies: [Int: [UInt8]] = [:]
  private var removed: Set<Int> = []
  /// The additions before each line; the lines of an addition are in `added`.
  private var additions: [Int: [(number: Int, lines: Range<Int>)]] = [:]
  private var count = 0
  private var added = AddedLines()
  /// The bytes of one level, computed once.
  private let step: [UInt8]
  /// For each line of Markdown, and the end, the levels that the headings above it add; empty in other dialects.
  private let sections: [Int]
  /// The levels that the last heading adds of those that were added before a line.
  private var addedSections: [Int: Int] = [:]

  /// Creates an edit without changes.
  public init(_ document: TaskDocument) {
    self.document = document
    step = document.indent(levels: 1)
    sections = document.sections
  }

  /// The level of a line without indent before a line: the Markdown headings above add levels, other dialects none.
  public func sectionLevel(beforeLine number: Int) -> Int {
    guard !sections.isEmpty else { return 0 }
    let number = min(max(0, number), sections.count - 1)
    return addedSections[number] ?? sections[number]
  }

  /// True if lines are added before a line.
  public func hasAdditions(beforeLine number: Int) -> Bool {
    additions[min(max(0, number), document.lines.count)] != nil
  }

  /// True if nothing changes.
  public var isEmpty: Bool { bodies.isEmpty && removed.isEmpty && additions.isEmpty }

  /// Replaces the text of a line after its indent; a text with a line break is ignored.
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

  /// Adds lines before a line, or after the last one; of several additions at one place the later are below the
  /// earlier.
  ///
  /// - Parameters:
  ///   - lines: The lines without indent and ending, each with its level; an empty one is a blank line, and a Markdown
  ///     heading has no indent, whatever its level.
  ///   - number: The line below them; `lines.count` for the end.
  /// - Returns: The number of the addition.
  public mutating func add(_ lines: [(text: String, level: Int)], beforeLine number: Int) -> Int {
    var section = sectionLevel(beforeLine: number)
    let start = added.count
    for line in lines {
      if !sections.isEmpty, let rank = Self.rank(ofHeading: line.text) {
        section = rank
        addedSections[min(max(0, number), sections.count - 1)] = rank
        added.append(indent: [], line.text)
        continue
      }
      let indent = TaskDocument.indent(step, levels: max(0, line.level - section))
      added.append(indent: indent, line.text)
    }
    return append(from: start, number)
  }

  /// The rank of a Markdown heading, from 1; nil for other text.
  private static func rank(ofHeading text: String) -> Int? {
    let signs = text.utf8.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(signs), text.utf8.dropFirst(signs).first == Characters.space else {
      return nil
    }
    return signs
  }

  /// Adds lines before a line, each with the same indent, byte for byte, as another line of the file.
  ///
  /// - Parameters:
  ///   - copies: The lines without indent and ending, each with the number of the line with its indent; an empty one is
  ///     a blank line.
  ///   - number: The line below them; `lines.count` for the end.
  public mutating func add(copies: [(text: String, like: Int)], beforeLine number: Int) {
    let start = added.count
    for copy in copies {
      added.append(indent: document.bytes[document.lines[copy.like].indent], copy.text)
    }
    _ = append(from: start, number)
  }

  /// Moves a line and its descendants before another line, to another level.
  public mutating func move(_ block: Range<Int>, beforeLine number: Int, level: Int) {
    let from = document.lines[block.lowerBound].level - sectionLevel(beforeLine: block.lowerBound)
    let by = max(0, level - sectionLevel(beforeLine: number)) - from
    let start = added.count
    for index in block {
      let line = document.lines[index]
      let body = bodies[index] ?? Array(document.bytes[line.body])
      added.append(document.reindented(line, by: by, step: step) + body, old: index)
    }
    remove(block)
    _ = append(from: start, number)
  }

  private mutating func append(from start: Int, _ number: Int) -> Int {
    additions[min(max(0, number), document.lines.count), default: []]
      .append((count, start..<added.count))
    count += 1
    return count - 1
  }

  private static func breaks(_ bytes: [UInt8]) -> Bool {
    bytes.contains { $0 == Characters.lineFeed || $0 == Characters.carriageReturn }
  }

  /// The document after the changes, and the new places of its lines.
  public func result() -> EditedOutline {
    var edit = self
    return edit.finish()
  }

  /// Makes the changes as `result` does, and forgets them, so that a large text is not in memory twice.
  public mutating func finish() -> EditedOutline {
    if isEmpty { return EditedOutline(unchanged: document) }
    var writer = written()
    (bodies, removed, additions, count, added) = ([:], [], [:], 0, AddedLines())
    return writer.result()
  }

  private func written() -> OutlineWriter {
    let replaced = bodies.reduce(0) { $0 + $1.value.count }
    let room = added.bytes.count + 2 * added.count + replaced
    var writer = OutlineWriter(document, additions: count, room: room)
    for number in 0...document.lines.count {
      for (index, lines) in additions[number] ?? [] {
        writer.begin(addition: index)
        for line in lines { writer.add(added[line], old: added.origins[line]) }
      }
      if number < document.lines.count, !removed.contains(number) {
        writer.keep(number, bodies[number])
      }
    }
    return writer
  }
}

/// The lines that an edit adds, without their endings, in one text: a large import adds hundreds of thousands.
struct AddedLines: Sendable {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The numbers of the old lines of those that were moved.
  private(set) var origins: [Int: Int] = [:]

  var count: Int { ends.count }

  subscript(number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
  }

  /// Appends a line without the line breaks of its text; one without text has no indent.
  mutating func append(indent: some Collection<UInt8>, _ text: String) {
    let start = bytes.count
    bytes += indent
    let textStart = bytes.count
    for byte in text.utf8 where byte != Characters.lineFeed && byte != Characters.carriageReturn {
      bytes.append(byte)
    }
    if bytes.count == textStart { bytes.removeLast(textStart - start) }
    ends.append(bytes.count)
  }

  /// Appends a line that was moved.
  mutating func append(_ line: [UInt8], old: Int) {
    origins[count] = old
    bytes += line
    ends.append(bytes.count)
  }
}

/// A document after an `OutlineEdit`.
public struct EditedOutline: Sendable {
  /// The document.
  public let document: TaskDocument
  /// The new place of each old line; nil if all are where they were.
  private let places: [Int]?
  private let starts: [Int]

  init(_ document: TaskDocument, _ places: [Int], starts: [Int]) {
    self.document = document
    self.places = places
    self.starts = starts
  }

  /// Creates the result for a document without changes, which need not be written and parsed again.
  init(unchanged document: TaskDocument) {
    self.document = document
    (places, starts) = (nil, [])
  }

  /// The new number of an old line; nil if it was removed.
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
  /// The ending of the last line that had one, which ends the line that is being written.
  private var ending: [UInt8]
  /// Whether the last written line has an ending.
  private var isEnded = true

  /// Creates a writer; `room` is the number of bytes that additions and replaced lines need at most.
  init(_ document: TaskDocument, additions: Int = 0, room: Int = 1024) {
    self.document = document
    bytes = []
    bytes.reserveCapacity(document.bytes.count + room)
    bytes += document.bytes[..<(document.lines.first?.range.lowerBound ?? document.bytes.count)]
    places = [Int](repeating: -1, count: document.lines.count)
    starts = [Int](repeating: 0, count: additions)
    let first = document.lines.first.map { Array(document.bytes[$0.ending]) } ?? []
    ending = first.isEmpty ? [Characters.lineFeed] : first
  }

  mutating func begin(addition number: Int) { starts[number] = line }

  mutating func add(_ text: some Collection<UInt8>, old: Int?) {
    endLine()
    if let old {
      places[old] = line
      let old = document.bytes[document.lines[old].ending]
      if !old.isEmpty { ending = Array(old) }
    }
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
    guard !isEnded else { return }
    // The line feed of an empty line would belong to the line above.
    if bytes.last == Characters.carriageReturn, ending.first == Characters.lineFeed {
      bytes.append(Characters.lineFeed)
    }
    bytes += ending
  }

  /// Separates a line that is only a line feed from a carriage return before it, because both would be one ending.
  private mutating func partFromCarriageReturn(_ line: TaskLine) {
    guard bytes.last == Characters.carriageReturn, line.range.count == line.ending.count,
      document.bytes[line.ending].first == Characters.lineFeed
    else { return }
    bytes.append(Characters.lineFeed)
  }

  /// Ends the last line as in the file.
  mutating func result() -> EditedOutline {
    let hadEnding = document.lines.last.map { !$0.ending.isEmpty } ?? true
    if hadEnding { endLine() } else if isEnded, line > 0 { dropEnding() }
    let edited = TaskDocument(bytes: bytes, like: document)
    return EditedOutline(edited, places, starts: starts)
  }

  private mutating func dropEnding() {
    if bytes.last == Characters.lineFeed { bytes.removeLast() }
    if bytes.last == Characters.carriageReturn { bytes.removeLast() }
  }
}
