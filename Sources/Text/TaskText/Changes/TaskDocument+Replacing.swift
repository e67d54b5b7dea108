/// What a change of a document needs to know of the lines around it.
struct ScanMemory: Sendable {
  /// What is known of the whole file, in Markdown.
  var blocks = MarkdownBlocks()
  /// The state before each line, in Markdown; empty in other dialects, where every line is read alone.
  var states: [LineScanner.State] = []
  var indents: SpaceIndents

  /// The state before a line.
  func state(before line: Int) -> LineScanner.State {
    states.isEmpty ? LineScanner.State() : states[line]
  }
}

extension TaskDocument {
  /// Replaces bytes, and reads only those lines again that may be read in another way since.
  ///
  /// The document is then the same as one that is read from its bytes. The other lines are only moved, so that the time
  /// for a change hardly depends on the size of the file.
  ///
  /// ```swift
  /// var document = TaskDocument("- Call Ann\n- Pay rent\n")
  /// document.replace(10..<10, with: Array(" @done".utf8)).lines.old  // 0..<1
  /// ```
  ///
  /// - Parameters:
  ///   - range: The bytes that are replaced.
  ///   - new: The bytes in their place.
  @discardableResult
  public mutating func replace(_ range: Range<Int>, with new: [UInt8]) -> LineChange {
    let part = RangeChange(from: bytes.span.extracting(range), to: new.span)
    let start = range.lowerBound + part.old.lowerBound
    let change = RangeChange(start..<start + part.old.count, count: part.new.count)
    remember()
    return replace(change, with: new[part.new])
  }

  /// Reads everything again.
  private mutating func readAll(_ change: RangeChange, oldCount: Int) -> LineChange {
    self = TaskDocument(bytes: bytes, like: self)
    return LineChange(
      lines: RangeChange(0..<oldCount, count: lines.count), shift: change.shift,
      keepsOutline: false)
  }

  /// Finds out what a change needs to know, if it is the first.
  private mutating func remember() {
    guard memory == nil else { return }
    var memory = ScanMemory(indents: SpaceIndents(dialect))
    memory.indents.add(lines[...], bytes.span)
    if dialect == .markdown {
      var scanner = LineScanner(dialect: dialect, settings: settings, keepsStates: true)
      _ = scanner.scan(bytes.span, from: Self.markLength(bytes), before: bytes.count)
      (memory.states, memory.blocks) = (scanner.states, scanner.blocks)
    }
    self.memory = memory
  }

  private mutating func replace(
    _ change: RangeChange, with new: ArraySlice<UInt8>
  ) -> LineChange {
    let count = lines.count
    // What is added to the start of a line may be the LF of the CR before it.
    let first = lineNumber(ofByte: max(0, change.old.lowerBound - 1)) ?? 0
    let next = max(first, lines.partitionPoint { $0.start < change.old.upperBound })
    var memory = memory.take() ?? ScanMemory(indents: SpaceIndents(dialect))
    memory.indents.remove(lines[first..<next], bytes.span)
    bytes.replaceSubrange(change.old, with: new)
    let mark = Self.markLength(bytes)
    guard bytes.count < Self.limit, memory.blocks.follow(bytes.span, change, start: mark) else {
      return readAll(change, oldCount: count)
    }
    for index in next..<count { lines[index].shift(bytes: change.shift, tags: 0) }
    var scanner = LineScanner(
      dialect: dialect, settings: settings, state: memory.state(before: first),
      blocks: memory.blocks, keepsStates: true)
    let last = scan(&scanner, from: first == 0 ? mark : lines[first].start, next: next, memory)
    memory.indents.remove(lines[next..<last], bytes.span)
    memory.blocks = scanner.blocks
    let changed = splice(scanner, into: first..<last, change.shift, &memory)
    let unit = memory.indents.unit
    self.memory = memory
    return setUnit(unit, changed)
  }

  /// Scans until a line begins that is read as before, and returns its number.
  ///
  /// - Parameters:
  ///   - start: The beginning of the first line to scan.
  ///   - next: The first line after the change.
  private func scan(
    _ scanner: inout LineScanner, from start: Int, next: Int, _ memory: ScanMemory
  ) -> Int {
    var (index, next) = (start, next)
    while true {
      while next < lines.count, lines[next].start < index { next += 1 }
      let limit = next < lines.count ? lines[next].start : bytes.count
      if index == limit, next == lines.count || memory.state(before: next) == scanner.state {
        return next
      }
      index = scanner.scan(bytes.span, from: index, before: max(limit, index + 1))
    }
  }

  /// Puts scanned lines in the place of others.
  private mutating func splice(
    _ scanner: LineScanner, into range: Range<Int>, _ shift: Int, _ memory: inout ScanMemory
  ) -> LineChange {
    if dialect == .markdown { memory.states.replaceSubrange(range, with: scanner.states) }
    let oldTags = tags(ofLines: range)
    var new = scanner.lines
    for index in new.indices { new[index].shift(bytes: 0, tags: oldTags.lowerBound) }
    memory.indents.add(new[...], bytes.span)
    let unit = memory.indents.unit
    memory.indents.setLevels(of: &new, new.indices, bytes.span, from: nil, to: unit)
    let isSame = unit == indentUnit && Self.isSame(lines[range], new[...])
    let change = RangeChange(range, count: new.count)
    lines.replaceSubrange(range, with: new)
    replaceTags(oldTags, with: scanner.tags, shift, after: change.new)
    return LineChange(lines: change, shift: shift, keepsOutline: isSame)
  }

  /// The tags of some lines, as indices.
  private func tags(ofLines range: Range<Int>) -> Range<Int> {
    let start =
      range.lowerBound < lines.count ? lines[range.lowerBound].tags.lowerBound : tags.count
    return start..<(range.isEmpty ? start : lines[range.upperBound - 1].tags.upperBound)
  }

  /// True if lines are at the same levels, and the same ones are blank.
  private static func isSame(_ old: ArraySlice<TaskLine>, _ new: ArraySlice<TaskLine>) -> Bool {
    old.count == new.count
      && zip(old, new).allSatisfy {
        $0.level == $1.level && ($0.kind == .blank) == ($1.kind == .blank)
      }
  }

  private mutating func replaceTags(
    _ range: Range<Int>, with new: [TagSpan], _ shift: Int, after changed: Range<Int>
  ) {
    tags.replaceSubrange(range, with: new)
    for index in range.lowerBound + new.count..<tags.count { tags[index].shift(bytes: shift) }
    guard new.count != range.count else { return }
    for index in changed.upperBound..<lines.count {
      lines[index].shift(bytes: 0, tags: new.count - range.count)
    }
  }

  /// Sets the number of spaces of one level, which may give all lines another level.
  private mutating func setUnit(_ unit: Int?, _ change: LineChange) -> LineChange {
    guard unit != indentUnit, let indents = memory?.indents else { return change }
    let (new, count, old) = (change.lines.new, lines.count, indentUnit)
    let text = bytes  // only a reference, so that the lines can change while it is read
    for range in [0..<new.lowerBound, new.upperBound..<count] {
      indents.setLevels(of: &lines, range, text.span, from: old, to: unit)
    }
    indentUnit = unit
    return LineChange(
      lines: RangeChange(0..<count - change.lines.shift, count: count), shift: change.shift,
      keepsOutline: false)
  }
}
